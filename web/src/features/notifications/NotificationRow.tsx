import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import calendar from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import task from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import mail from "@fluentui/svg-icons/icons/mail_inbox_16_regular.svg?icon";
import callMissed from "@fluentui/svg-icons/icons/call_missed_16_regular.svg?icon";
import chat from "@fluentui/svg-icons/icons/chat_16_regular.svg?icon";
import comment from "@fluentui/svg-icons/icons/comment_16_regular.svg?icon";
import mention from "@fluentui/svg-icons/icons/mention_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import flash from "@fluentui/svg-icons/icons/flash_16_regular.svg?icon";
import warning from "@fluentui/svg-icons/icons/warning_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import type { NotificationEntry } from "@kartis/core/notifications/schema.ts";
import { useFormatHere, useT } from "../../lib/i18n.tsx";
import { textDirection } from "../../lib/text-direction.ts";
import { Icon, type IconShape } from "../../ui/display/Icon.tsx";
import { useEffect } from "react";
import { Hidden } from "../../ui/display/Num.tsx";
import { MemberAvatar } from "../people/MemberAvatar.tsx";
import { RowActions } from "./actions/RowActions.tsx";
import type { NotificationGroup } from "@kartis/core/notifications/wording/groups.ts";
import { loadReasons } from "./reason-words.ts";
import styles from "./notifications.module.css";
import { type NamedCards, useNotificationWords } from "./useNotificationWords.ts";

/** Shown when the actor is not a member. */
const icons: Readonly<Record<NotificationEntry["kind"], IconShape>> = {
  cardAssigned: person,
  taskAssigned: task,
  meetingInvited: calendar,
  meetingChanged: calendar,
  meetingCanceled: calendar,
  meetingAnswered: calendar,
  taskReminder: bell,
  meetingReminder: bell,
  importDone: checkmark,
  mention,
  commentReplied: comment,
  taskCommented: comment,
  planLimit: warning,
  webhookDisabled: warning,
  automation: flash,
  automationFailed: warning,
  automationStopped: warning,
  automationsPaused: flash,
  mailReceived: mail,
  smsReceived: chat,
  chatMessage: chat,
  chatAssigned: chat,
  callMissed,
  whatsappProblem: warning,
  voipProblem: warning,
  leadRefused: warning,
  gmailProblem: warning,
};

const tones: Readonly<Partial<Record<NotificationEntry["kind"], string>>> = {
  importDone: "success",
  planLimit: "danger",
  webhookDisabled: "danger",
  automationFailed: "danger",
  automationStopped: "danger",
  whatsappProblem: "danger",
  voipProblem: "danger",
  leadRefused: "danger",
  gmailProblem: "danger",
};

interface NotificationRowProps {
  group: NotificationGroup;
  openedAt: number;
  cards: NamedCards;
  /** Its card is above it already. */
  isUnderCard: boolean;
  onOpen: (href: string) => void;
  onToggle: () => void;
  /** Something was done about it in the row, perhaps about one of its subjects alone. */
  onActed: (subjectId?: string) => void;
}

export function NotificationRow({ group, openedAt, cards, isUnderCard, onOpen, onToggle, onActed }: NotificationRowProps) {
  const t = useT();
  const format = useFormatHere();
  const wordsOf = useNotificationWords();
  const { entries } = group;
  useEffect(() => void loadReasons(entries), [entries]);
  const [entry] = entries;
  if (!entry) return null;
  const { actorId, at, kind } = entry;
  const { text, detail: said, actor, card, href } = wordsOf(group, cards);
  // The card tells tasks and meetings of the same name apart. Other texts name it themselves.
  const isNamed = kind === "cardAssigned" || kind === "automationFailed";
  const own = group.count === 1 && !isNamed && !isUnderCard ? card : undefined;
  const detail = said || (own ?? "");

  return (
    <li className={styles.item}>
      <button
        type="button"
        className={styles.row}
        data-notification={group.id}
        data-unread={!group.isRead || undefined}
        onClick={() => onOpen(href)}
      >
        <span className={styles.icon} data-tone={tones[kind]}>
          {actorId && actor ? <MemberAvatar userId={actorId} /> : <Icon of={icons[kind]} />}
        </span>
        <span className={styles.text}>
          <span>{text}</span>
          {detail !== "" &&
            (group.count > 1 ? (
              // A list of names is a sentence of the page's language.
              <span className={styles.detail}>{detail}</span>
            ) : (
              <bdi className={styles.detail} dir={textDirection(detail)}>
                {detail}
              </bdi>
            ))}
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
      <div className={styles.actions}>
        <RowActions group={group} href={href} onActed={onActed} />
      </div>
    </li>
  );
}
