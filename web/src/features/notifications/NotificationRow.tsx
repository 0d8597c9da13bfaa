import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import type { NotificationEntry } from "@kartis/core/notifications/schema.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Icon, type IconShape } from "../../ui/display/Icon.tsx";
import { Hidden } from "../../ui/display/Num.tsx";
import { MemberAvatar } from "../cards/MemberAvatar.tsx";
import { useNameOf } from "../cards/members.tsx";
import { useCardTypes } from "../cards/types.ts";
import type { NotificationGroup } from "./groups.ts";
import styles from "./notifications.module.css";
import { detailOf, textOf } from "./words.ts";

const icons: Readonly<Partial<Record<NotificationEntry["kind"], IconShape>>> = {
  taskReminder: bell,
  meetingReminder: bell,
  importDone: checkmark,
};

interface NotificationRowProps {
  group: NotificationGroup;
  openedAt: number;
  cards: Readonly<Record<string, { readonly name: string; readonly typeId: string }>>;
  onOpen: (href: string) => void;
  onToggle: () => void;
}

export function NotificationRow({ group, openedAt, cards, onOpen, onToggle }: NotificationRowProps) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const { types } = useCardTypes();
  const [entry] = group.entries;
  if (!entry) return null;
  const { actorId, at, kind, details } = entry;
  const actor = actorId ? nameOf(actorId) : "";
  const cardId = kind === "cardAssigned" ? group.subjects[0]?.id : typeof details["cardId"] === "string" ? details["cardId"] : "";
  const card = cardId ? cards[cardId] : undefined;
  const slugOf = (typeId: unknown) => types?.find(({ id }) => id === typeId)?.slug;
  const text = textOf(group, { actor, card: card?.name }, t);
  const detail = detailOf(group, t, format);
  const [subject] = group.subjects;

  function href(): string {
    if (kind === "importDone") return `/cards/${slugOf(details["typeId"]) ?? ""}`;
    if (kind === "cardAssigned" || kind === "mention") {
      const slug = slugOf(card?.typeId);
      return slug ? `/cards/${slug}/${cardId}` : "/cards";
    }
    if (kind.startsWith("meeting")) return subject && kind !== "meetingCanceled" ? `/calendar?open=${subject.id}` : "/calendar";
    return group.count === 1 && subject ? `/tasks?list=team&task=${subject.id}` : "/tasks";
  }

  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        data-notification={group.id}
        data-unread={!group.isRead || undefined}
        onClick={() => onOpen(href())}
      >
        <span className={styles.icon} data-tone={kind === "importDone" ? "success" : undefined}>
          {actorId && actor ? <MemberAvatar userId={actorId} /> : <Icon of={icons[kind] ?? calendar} />}
        </span>
        <span className={styles.text}>
          <span>{text}</span>
          {detail !== "" && <bdi className={styles.detail}>{detail}</bdi>}
        </span>
        <span className={styles.at}>{openedAt - Date.parse(at) < 3_600_000 ? format.relative(at) : format.time(at)}</span>
        {!group.isRead && <Hidden>{t("notifications.unread")}</Hidden>}
      </button>
      <button
        type="button"
        className={styles.dot}
        data-unread={!group.isRead || undefined}
        tabIndex={-1}
        aria-label={t(group.isRead ? "notifications.markUnread" : "notifications.markRead")}
        onClick={onToggle}
      />
    </li>
  );
}
