import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import restore from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import type { Card, CardType, HistoryEntry } from "@kartis/core/cards/schema.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/Button.tsx";
import { ErrorState } from "../../../ui/EmptyState.tsx";
import { Icon, type IconShape } from "../../../ui/Icon.tsx";
import { SkeletonRows } from "../../../ui/Skeleton.tsx";
import { useNameOf } from "../members.tsx";
import { fieldOf } from "../types.ts";
import { changesOf } from "./changes.ts";
import { Change } from "./Change.tsx";
import { dayLabel } from "./days.ts";
import styles from "./Timeline.module.css";

/** What happened to the card, newest first, with what each change was before. */
export function Timeline({ card, type }: { card: Card; type: CardType }) {
  const t = useT();
  const format = useFormat();
  const [now] = useState(() => new Date());
  const query = useInfiniteQuery(
    trpc.cards.history.infiniteQueryOptions(
      { cardId: card.id },
      { getNextPageParam: (page) => page.nextCursor, meta: { quiet: true } },
    ),
  );
  if (query.error && !query.data) {
    return <ErrorState level={2} actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>} />;
  }
  if (!query.data) return <SkeletonRows rows={6} columns={["24px", "3fr", "1fr"]} />;
  const entries = query.data.pages.flatMap((page) => page.entries);
  const label = (entry: HistoryEntry | undefined) => entry && dayLabel(entry.at, now, format, t);
  return (
    <section className={styles.timeline} aria-label={t("cards.activity")}>
      {entries.map((entry, index) => (
        <div key={entry.recordId}>
          {label(entry) !== label(entries[index - 1]) && <h2 className={styles.day}>{label(entry)}</h2>}
          <Entry entry={entry} type={type} isLast={index === entries.length - 1} />
        </div>
      ))}
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("cards.history.earlier")}
        </Button>
      )}
    </section>
  );
}

const icons: Readonly<Record<string, IconShape>> = { "card.create": add, "card.delete": deleteIcon, "card.restore": restore };

function Entry({ entry, type, isLast }: { entry: HistoryEntry; type: CardType; isLast: boolean }) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const actor = entry.userId ? nameOf(entry.userId) : (t.find(`cards.actor.${entry.actorKind}`) ?? t("cards.actor.system"));
  const changes = entry.action === "card.update" ? changesOf(entry) : [];
  const [only] = changes;
  const onlyField = changes.length === 1 && only ? fieldOf(type, only.fieldId) : undefined;
  const origin = entry.origin === "import" ? "import" : entry.origin === "automation" ? "automation" : undefined;
  return (
    <div className={styles.entry} data-last={isLast || undefined}>
      <span className={styles.node}>
        <Icon of={icons[entry.action] ?? edit} size={14} />
      </span>
      <div>
        <div className={styles.head}>
          <b className={styles.actor}>
            <bdi>{actor}</bdi>
          </b>
          <span className={styles.verb}>
            {onlyField ? t("cards.history.changed", { name: onlyField.label }) : verbOf(entry, changes.length)}
            {origin && ` ${t(`cards.origin.${origin}`)}`}
          </span>
          {onlyField && only && <Change field={onlyField} change={only} />}
          <time className={styles.time} dateTime={entry.at}>
            {format.time(entry.at)}
          </time>
        </div>
        {changes.length > 1 && (
          <dl className={styles.box}>
            {changes.map((change) => {
              const field = fieldOf(type, change.fieldId);
              return field ? (
                <div key={change.fieldId} className={styles.change}>
                  <dt className={styles.field}>
                    <bdi>{field.label}</bdi>
                  </dt>
                  <dd>
                    <Change field={field} change={change} />
                  </dd>
                </div>
              ) : null;
            })}
          </dl>
        )}
      </div>
    </div>
  );

  function verbOf({ action }: HistoryEntry, count: number): string {
    if (action === "card.create") return t("cards.history.created");
    if (action === "card.delete") return t("cards.history.deleted");
    if (action === "card.restore") return t("cards.history.restored");
    return t("cards.history.changedFields", { count });
  }
}
