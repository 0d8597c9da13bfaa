import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import edit from "@fluentui/svg-icons/icons/edit_16_regular.svg?icon";
import restore from "@fluentui/svg-icons/icons/arrow_undo_16_regular.svg?icon";
import eye from "@fluentui/svg-icons/icons/eye_16_regular.svg?icon";
import historyLarge from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import historyIcon from "@fluentui/svg-icons/icons/history_16_regular.svg?icon";
import type { Card, CardType, HistoryEntry } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { useFormat, useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { asText } from "../fields/values.ts";
import { useIsPhone } from "../list/useIsPhone.ts";
import { useNameOf } from "../members.tsx";
import { fieldOf } from "../types.ts";
import { useWhyNot } from "../rights.ts";
import { changesOf } from "./changes.ts";
import { Change } from "./Change.tsx";
import { dayLabel } from "./days.ts";
import { EntryMenu, Restore } from "./Restore.tsx";
import { HistorySkeleton } from "./CardSkeleton.tsx";
import styles from "./Timeline.module.css";
import { useHistory } from "./useHistory.ts";

interface TimelineProps {
  card: Card;
  type: CardType;
  /** The record after which the card is shown, where that is not now. */
  asOf: string | undefined;
  onAsOf: (recordId: string | undefined) => void;
}

/** What happened to the card, newest first, with what each change was before. */
export function Timeline({ card, type, asOf, onAsOf }: TimelineProps) {
  const t = useT();
  const format = useFormat();
  const [now] = useState(() => new Date());
  const query = useHistory(card.id);
  if (query.error && !query.data) {
    return <ErrorState level={2} actions={<Button onPress={() => void query.refetch()}>{t("common.tryAgain")}</Button>} />;
  }
  if (!query.data) return <HistorySkeleton />;
  const entries = query.data.pages.flatMap((page) => page.entries);
  const label = (entry: HistoryEntry | undefined) => entry && dayLabel(entry.at, now, format, t);
  return (
    <section className={styles.timeline} aria-label={t("card.activity")}>
      {entries.map((entry, index) => (
        <div key={entry.recordId}>
          {label(entry) !== label(entries[index - 1]) && <h2 className={styles.day}>{label(entry)}</h2>}
          <Entry
            entry={entry}
            card={card}
            type={type}
            isLast={index === entries.length - 1}
            isShown={entry.recordId === asOf}
            // The newest is how the card is now.
            {...(index === 0 ? {} : { onAsOf: () => onAsOf(entry.recordId) })}
          />
        </div>
      ))}
      {entries.length === 0 && <EmptyState icon={historyLarge} title={t("card.history.none")} level={2} />}
      {query.hasNextPage && (
        <Button isPending={query.isFetchingNextPage} onPress={() => void query.fetchNextPage()}>
          {t("card.history.earlier")}
        </Button>
      )}
    </section>
  );
}

const icons: Readonly<Record<string, IconShape>> = {
  "card.create": add,
  "card.delete": deleteIcon,
  "card.restore": restore,
  "card.reveal": eye,
};

interface EntryProps {
  entry: HistoryEntry;
  card: Card;
  type: CardType;
  isLast: boolean;
  /** The card beside is shown as it was after this. */
  isShown: boolean;
  onAsOf?: () => void;
}

function Entry({ entry, card, type, isLast, isShown, onAsOf }: EntryProps) {
  const t = useT();
  const format = useFormat();
  const nameOf = useNameOf();
  const isPhone = useIsPhone();
  const whyNot = useWhyNot();
  const notMerged = whyNot("update", card) ?? whyNot("delete");
  const actor = entry.userId ? nameOf(entry.userId) : (t.find(`cards.actor.${entry.actorKind}`) ?? t("cards.actor.system"));
  const changes = ["card.update", "card.merge", "card.unmerge"].includes(entry.action)
    ? changesOf(entry).filter(({ fieldId }) => fieldOf(type, fieldId))
    : [];
  const [only] = changes;
  const onlyField = entry.action === "card.update" && changes.length === 1 && only ? fieldOf(type, only.fieldId) : undefined;
  const origin = entry.origin === "import" ? "import" : entry.origin === "automation" ? "automation" : undefined;
  return (
    <div className={styles.entry} data-last={isLast || undefined} data-shown={isShown || undefined}>
      <span className={styles.node}>
        <Icon of={icons[entry.action] ?? edit} size={14} />
      </span>
      <div>
        <div className={styles.head}>
          <b className={styles.actor}>
            <bdi>{actor}</bdi>
          </b>
          <span className={styles.verb}>
            {onlyField ? t("card.history.changed", { label: onlyField.label }) : verbOf(entry, changes.length)}
            {origin && ` ${t(`cards.origin.${origin}`)}`}
          </span>
          {onlyField && only && <Change field={onlyField} change={only} />}
          {entry.action === "card.merge" && !card.trashedAt && !notMerged && <Unmerge recordId={entry.recordId} type={type} />}
          {onlyField && only && !isPhone && <Restore card={card} field={onlyField} change={only} />}
          <span className={styles.end}>
            {onAsOf && !isPhone && (
              <span className={styles.onHover}>
                <IconButton icon={historyIcon} size={24} label={t("card.history.asOf")} onPress={onAsOf} />
              </span>
            )}
            <time className={styles.time} dateTime={entry.at}>
              {format.time(entry.at)}
            </time>
            {isPhone && <EntryMenu card={card} type={type} changes={changes} onAsOf={onAsOf} />}
          </span>
        </div>
        {changes.length > (onlyField ? 1 : 0) && (
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
                    {!isPhone && <Restore card={card} field={field} change={change} />}
                  </dd>
                </div>
              ) : null;
            })}
          </dl>
        )}
      </div>
    </div>
  );

  function verbOf({ action, after }: HistoryEntry, count: number): string {
    if (action === "card.reveal")
      return t("card.history.revealed", { label: fieldOf(type, asText(after?.["fieldId"]))?.label ?? t("cards.secret") });
    if (action === "card.update") return t("card.history.changedFields", { count });
    return t.find(`audit.action.${action}`) ?? t("card.history.changedFields", { count });
  }
}

const UnmergeDialog = later(async () => (await withWords(["changes"], import("../../merges/UnmergeDialog.tsx"))).UnmergeDialog);

/** Takes a merge apart, after a look at what comes of it. */
function Unmerge({ recordId, type }: { recordId: string; type: CardType }) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size={24} variant="ghost" onPress={() => setOpen(true)}>
        {t("card.history.unmerge")}
      </Button>
      {isOpen && <UnmergeDialog recordId={recordId} type={type} onClose={() => setOpen(false)} />}
    </>
  );
}
