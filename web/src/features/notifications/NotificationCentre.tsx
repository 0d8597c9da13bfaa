import type { NotificationGroup } from "@kartis/core/notifications/wording/groups.ts";
import { useRouter } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { Kbd } from "../../ui/actions/Kbd.tsx";
import type { Shown } from "./address.ts";
import { CentreHead } from "./CentreHead.tsx";
import styles from "./notifications.module.css";
import { NotificationRow } from "./NotificationRow.tsx";
import { mark, useNotifications } from "../unread/queries.ts";
import { useRowKeys } from "./useRowKeys.ts";
import { useSections } from "./useSections.ts";

const [few, many] = [50, 100] as const;

const idsOf = ({ entries }: NotificationGroup) => entries.map(({ id }) => id);
const toggle = (group: NotificationGroup) => void mark(idsOf(group), !group.isRead);

/** Marks what was acted on as read: the row, or of one about several things the entries that are about this one alone. */
function readActed(group: NotificationGroup, subjectId: string | undefined): void {
  const acted = group.entries.filter(
    ({ isRead, subjects }) =>
      !isRead && (subjectId === undefined || subjects.every(({ id, isDone }) => id === subjectId || isDone)),
  );
  if (acted.length > 0) void mark(idsOf({ ...group, entries: acted }), true);
}

/** List of the person's notifications, by day or by card. */
export function NotificationCentre({ shown, onShow }: { shown: Shown; onShow: (next: Shown) => void }) {
  const t = useT();
  const format = useFormat();
  const router = useRouter();
  const [limit, setLimit] = useState<number>(few);
  const [openedAt] = useState(() => Date.now());
  const list = useRef<HTMLDivElement>(null);
  const { data } = useNotifications(shown.filter, limit);
  const sections = useSections(data, shown.isByCard, openedAt);
  const hasRows = sections.length > 0;
  const onKeyDown = useRowKeys(list, hasRows, (id) => {
    const group = sections.flatMap(({ groups }) => groups).find((one) => one.id === id);
    if (group) toggle(group);
  });

  function open(group: NotificationGroup, href: string) {
    if (!group.isRead) void mark(idsOf(group), true);
    // The address that it leads to has no center; going back leads here again.
    void router.navigate({ href });
  }

  return (
    // Its keys are those of its rows.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.inside} onKeyDown={onKeyDown}>
      <CentreHead list={data} shown={shown} onShow={onShow} />
      <div ref={list} className={styles.list}>
        {data && !hasRows && <p className={styles.nothing}>{t("notifications.nothing")}</p>}
        {sections.map(({ key, name, count, groups }) => (
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
              {groups.map((group) => (
                <NotificationRow
                  key={group.id}
                  group={group}
                  openedAt={openedAt}
                  cards={data?.cards ?? {}}
                  isUnderCard={shown.isByCard}
                  onOpen={(href) => open(group, href)}
                  onToggle={() => toggle(group)}
                  onActed={(subjectId) => readActed(group, subjectId)}
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
