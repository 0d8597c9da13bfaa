import cardIcon from "@fluentui/svg-icons/icons/contact_card_16_regular.svg?icon";
import type { CSSProperties } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { useRolledBack } from "../../cards/rolled-back.ts";
import { DoneBox } from "../../tasks/DoneBox.tsx";
import { dueTone } from "../../tasks/due-words.ts";
import { hasFailed } from "../changes/pending.ts";
import type { Entry } from "../entries.ts";
import type { ViewProps } from "./actions.ts";
import styles from "./EntryBlock.module.css";
import { deleteByKey, keysOf } from "./keys.ts";
import { useEntryHue } from "./useEntryHue.ts";
import { useEntryWords } from "./useEntryWords.ts";

interface EntryBlockProps extends Pick<ViewProps, "stop" | "openKey" | "moving" | "actions" | "today"> {
  entry: Entry;
  /** In the column of a day, where its height says how long it takes; or one line. */
  look: "block" | "line";
  /** What it says besides its title. */
  size?: "one" | "two" | "full";
  /** Arrows up and down go by the clock. */
  hasHours: boolean;
  /** It has begun before, or goes on after what is drawn. */
  isCutBefore?: boolean;
  isCutAfter?: boolean;
  /** In a month. */
  isBrief?: boolean;
  /** The day at which it is drawn, where it does not stand in that day itself. */
  on?: string | undefined;
  style?: CSSProperties;
}

/** A meeting, a task or the date of a card on a day. Press opens it, dragging moves it, a task's box ticks it off. */
export function EntryBlock(props: EntryBlockProps) {
  const {
    entry,
    look,
    size = "one",
    hasHours,
    isCutBefore,
    isCutAfter,
    isBrief,
    on,
    style,
    stop,
    openKey,
    moving,
    actions,
    today,
  } = props;
  const t = useT();
  const { name, short, long, label, state } = useEntryWords(entry);
  const hue = useEntryHue(entry);
  const beside = size === "one" ? short : long;
  const isRolledBack = useRolledBack();
  const isTask = entry.kind === "task";
  const hasFailedNow = entry.kind === "card" ? isRolledBack(entry.id, entry.field.id) : !isTask && hasFailed(entry.key);
  const mayMove = actions.mayMove(entry);
  return (
    <div
      className={styles.entry}
      data-entry={entry.key}
      data-on={on}
      data-kind={entry.kind}
      data-look={look}
      data-size={size}
      data-hue={hue}
      data-state={state}
      data-done={(isTask && entry.task.done) || undefined}
      data-tone={isTask ? dueTone(entry.task, today) : undefined}
      data-open={entry.key === openKey || undefined}
      data-failed={hasFailedNow || undefined}
      data-leaving={moving.draft?.key === entry.key || undefined}
      data-brief={isBrief || undefined}
      data-cut-before={isCutBefore || undefined}
      data-cut-after={isCutAfter || undefined}
      style={style}
    >
      {isTask && (
        <span className={styles.box} data-own-press>
          <DoneBox
            label={t(entry.task.done ? "tasks.reopenNamed" : "tasks.doneNamed", { name: entry.title })}
            isDone={entry.task.done}
            isInRow
            isDisabled={!mayMove}
            onChange={() => mayMove && actions.onDone(entry)}
          />
        </span>
      )}
      <button
        type="button"
        className={styles.press}
        aria-label={name}
        aria-haspopup="dialog"
        tabIndex={entry.key === stop ? 0 : -1}
        onFocus={() => actions.onFocus(entry)}
        onClick={() => actions.onOpen(entry)}
        aria-keyshortcuts={keysOf(entry, actions)}
        onKeyDown={(event) => {
          moving.onEntryKeyDown(entry, event, hasHours);
          deleteByKey(event, entry, actions);
        }}
      >
        {entry.kind === "card" && <Icon of={cardIcon} size={14} />}
        <bdi className={styles.title}>{entry.title}</bdi>
        {beside && <span className={styles.time}>{beside}</span>}
        {label && <bdi className={`${styles.time} ${styles.label}`}>{label}</bdi>}
      </button>
      {entry.kind === "meeting" && mayMove && look === "block" && !isCutAfter && (
        <span className={styles.handle} data-resize aria-hidden="true" />
      )}
    </div>
  );
}
