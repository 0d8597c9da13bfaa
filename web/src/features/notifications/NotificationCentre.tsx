import settings from "@fluentui/svg-icons/icons/settings_16_regular.svg?icon";
import { notificationFilters } from "@kartis/core/notifications/rules.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useRouter } from "@tanstack/react-router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { IconButton } from "../../ui/actions/IconButton.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import { byCard, groupsOf, type NotificationGroup } from "@kartis/core/notifications/wording/groups.ts";
import type { Shown } from "./address.ts";
import styles from "./notifications.module.css";
import { NotificationRow } from "./NotificationRow.tsx";
import { mark, markAll, useNotifications } from "./queries.ts";

const [few, many] = [50, 100] as const;
const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
const dayAt = (at: string | number): string => dayOf(typeof at === "number" ? at : Date.parse(at), zone);

/** Rows that stand together: those of a day, or of a card with their number. */
interface Section {
  readonly key: string;
  readonly name: string;
  readonly count: number | null;
  readonly groups: readonly NotificationGroup[];
}

/** List of the person's notifications, by day or by card: J and K move, E toggles read, R replies, Enter opens. */
export function NotificationCentre({ shown: { filter, isByCard }, onShow }: { shown: Shown; onShow: (next: Shown) => void }) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const [limit, setLimit] = useState<number>(few);
  const [openedAt] = useState(() => Date.now());
  const list = useRef<HTMLDivElement>(null);
  const { data } = useNotifications(filter, limit);
  const entries = data?.rows ?? [];
  const sections: readonly Section[] = isByCard ? cardSections() : daySections();
  const groups = sections.flatMap((section) => section.groups);
  const newest = data?.rows[0]?.id;
  const hasRows = groups.length > 0;

  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-notification]") ?? [])];
  useEffect(() => {
    if (hasRows) list.current?.querySelector<HTMLElement>("[data-notification]")?.focus();
  }, [hasRows]);

  const idsOf = ({ entries }: NotificationGroup) => entries.map(({ id }) => id);
  const toggle = (group: NotificationGroup) => void mark(idsOf(group), !group.isRead);

  function open(group: NotificationGroup, href: string) {
    if (!group.isRead) void mark(idsOf(group), true);
    // The address that it leads to has no center; going back leads here again.
    void router.navigate({ href });
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The keys of a menu that a row has opened are its own.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    const all = rows();
    const item = document.activeElement?.closest("li");
    const at = all.findIndex((row) => row.parentElement === item);
    const step = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 }[event.code];
    if (step !== undefined) {
      event.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
    } else if (event.code === "KeyE") {
      const group = groups.find(({ id }) => id === all[at]?.dataset["notification"]);
      if (group) toggle(group);
    } else if (event.code === "KeyR") {
      const reply = item?.querySelector<HTMLElement>("[data-reply]");
      if (!reply) return;
      event.preventDefault();
      reply.click();
    }
  }

  function dayName(day: string): string {
    if (day === dayAt(openedAt)) return t("notifications.today");
    if (day === dayAt(openedAt - 86_400_000)) return t("notifications.yesterday");
    return format.day(day);
  }

  function daySections(): Section[] {
    const days = Map.groupBy(groupsOf(entries), (group) => dayAt(group.entries[0]?.at ?? 0));
    return [...days].map(([day, some]) => ({ key: day, name: dayName(day), count: null, groups: some }));
  }

  function cardSections(): Section[] {
    return byCard(entries).map(({ cardId, entries: own }) => ({
      key: cardId ?? "",
      name: (cardId ? data?.cards[cardId]?.name : undefined) ?? t("notifications.noCard"),
      count: own.length,
      groups: groupsOf(own),
    }));
  }

  return (
    // Its keys are those of its rows.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.inside} onKeyDown={onKeyDown}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t("notifications.title")}</h2>
        {newest !== undefined && (data?.unread.all ?? 0) > 0 && (
          <Button variant="ghost" size={28} onPress={() => void markAll(newest)}>
            {t("notifications.markAll")}
          </Button>
        )}
        <IconButton
          icon={settings}
          label={t("notifications.settings")}
          onPress={() => void router.navigate({ href: "/settings/user" })}
        />
      </header>
      <div className={styles.filters} role="group" aria-label={t("notifications.filter")}>
        {notificationFilters.map((name) => (
          <button
            key={name}
            type="button"
            className={styles.filter}
            aria-pressed={filter === name}
            onClick={() => onShow({ filter: name, isByCard })}
          >
            {t(`notifications.filter.${name}`)}{" "}
            {name !== "all" && (data?.unread[name] ?? 0) > 0 && <span className={styles.number}>{data?.unread[name]}</span>}
          </button>
        ))}
        <button
          type="button"
          className={styles.grouping}
          aria-pressed={isByCard}
          onClick={() => onShow({ filter, isByCard: !isByCard })}
        >
          {t("notifications.byCard")}
        </button>
      </div>
      <div ref={list} className={styles.list}>
        {data && !hasRows && <p className={styles.nothing}>{t("notifications.nothing")}</p>}
        {sections.map(({ key, name, count, groups: some }) => (
          <section key={key} aria-label={name}>
            <h3 className={styles.day}>
              <bdi>{name}</bdi>{" "}
              {count !== null && (
                <span className={styles.number} title={t("notifications.count", { count })}>
                  {format.number(count)}
                </span>
              )}
            </h3>
            <ul className={styles.rows}>
              {some.map((group) => (
                <NotificationRow
                  key={group.id}
                  group={group}
                  openedAt={openedAt}
                  cards={data?.cards ?? {}}
                  isUnderCard={isByCard}
                  onOpen={(href) => open(group, href)}
                  onToggle={() => toggle(group)}
                  onActed={() => !group.isRead && void mark(idsOf(group), true)}
                />
              ))}
            </ul>
          </section>
        ))}
        {typeof data?.next === "string" && limit === few && (
          <p className={styles.older}>
            <Button variant="ghost" onPress={() => setLimit(many)}>
              {t("notifications.older")}
            </Button>
          </p>
        )}
      </div>
      <footer className={styles.keys} aria-hidden="true">
        <Kbd keys="J" /> <Kbd keys="K" /> {t("notifications.keys.move")} <Kbd keys="E" /> {t("notifications.keys.read")}{" "}
        <Kbd keys="R" /> {t("notifications.keys.reply")} <Kbd keys="Enter" /> {t("notifications.keys.open")}
      </footer>
    </div>
  );
}
