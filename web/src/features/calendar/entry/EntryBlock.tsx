import cardIcon from "@fluentui/svg-icons/icons/contact_card_16_regular.svg?icon";
import { type CSSProperties, memo } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Icon } from "../../../ui/display/Icon.tsx";
import { useRolledBack } from "../../cards/rolled-back.ts";
import { DoneBox } from "../../tasks/DoneBox.tsx";
import { dueTone } from "../../dates/due-words.ts";
import { hasFailed } from "../changes/pending.ts";
import type { Entry } from "../entries.ts";
import type { ViewProps } from "./actions.ts";
import styles from "./EntryBlock.module.css";
import { keysOf } from "./keys.ts";
import { useEntryHandlers } from "./useEntryHandlers.ts";
import { useEntryHue } from "./useEntryHue.ts";
import { useEntryWords } from "./useEntryWords.ts";

/** Display options of an entry. */
interface EntryLook {
  entry: Entry;
  /** A block in a day's column, whose height is its duration; or a single line. */
  look: "block" | "line";
  /** Lines shown besides its title. */
  size?: "one" | "two" | "full";
  /** Arrows up and down go by the clock. */
  hasHours: boolean;
  /** It has begun before, or goes on after what is drawn. */
  isCutBefore?: boolean;
  isCutAfter?: boolean;
  /** Short form for the month view. */
  isBrief?: boolean;
  /** The day at which it is drawn, where it does not stand in that day itself. */
  on?: string | undefined;
  style?: CSSProperties;
}

interface EntryBlockProps extends EntryLook, Pick<ViewProps, "stop" | "openKey" | "moving" | "actions" | "today"> {}

/** A meeting, a task or the date of a card on a day. Press opens it, dragging moves it, a task's box ticks it off. */
export function EntryBlock(props: EntryBlockProps) {
  const { entry, look, size, hasHours, isCutBefore, isCutAfter, isBrief, on, style } = props;
  const { stop, openKey, moving, actions, today } = props;
  const isRolledBack = useRolledBack();
  const handlers = useEntryHandlers(actions, moving);
  const hasFailedNow =
    entry.kind === "card" ? isRolledBack(entry.id, entry.field.id) : entry.kind === "meeting" && hasFailed(entry.key);
  return (
    <Block
      {...{ entry, look, size, hasHours, isCutBefore, isCutAfter, isBrief, on, style, handlers, hasFailedNow }}
      isStop={entry.key === stop}
      isOpen={entry.key === openKey}
      isLeaving={moving.draft?.key === entry.key}
      mayMove={actions.mayMove(entry)}
      keys={keysOf(entry, actions)}
      tone={entry.kind === "task" ? dueTone(entry.task, today) : undefined}
    />
  );
}

interface BlockProps extends Pick<EntryLook, "entry" | "look" | "hasHours"> {
  size: EntryLook["size"];
  isCutBefore: boolean | undefined;
  isCutAfter: boolean | undefined;
  isBrief: boolean | undefined;
  on: string | undefined;
  style: CSSProperties | undefined;
  handlers: ReturnType<typeof useEntryHandlers>;
  isStop: boolean;
  isOpen: boolean;
  isLeaving: boolean;
  hasFailedNow: boolean;
  mayMove: boolean;
  keys: string | undefined;
  tone: ReturnType<typeof dueTone> | undefined;
}

/** Memoized: a screen has about a hundred, and only one or two change at a time. */
const Block = memo(function Block(props: BlockProps) {
  const { entry, look, size = "one", hasHours, isCutBefore, isCutAfter, isBrief, on, style } = props;
  const { handlers, isStop, isOpen, isLeaving, hasFailedNow, mayMove, keys, tone } = props;
  const t = useT();
  const { name, short, long, label, state } = useEntryWords(entry);
  const hue = useEntryHue(entry);
  const beside = size === "one" ? short : long;
  const isTask = entry.kind === "task";
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
      data-tone={tone}
      data-open={isOpen || undefined}
      data-failed={hasFailedNow || undefined}
      data-leaving={isLeaving || undefined}
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
            onChange={() => mayMove && handlers.onDone(entry)}
          />
        </span>
      )}
      <button
        type="button"
        className={styles.press}
        aria-label={name}
        aria-haspopup="dialog"
        tabIndex={isStop ? 0 : -1}
        onFocus={() => handlers.onFocus(entry)}
        onClick={() => handlers.onOpen(entry)}
        aria-keyshortcuts={keys}
        onKeyDown={(event) => handlers.onKeyDown(event, entry, hasHours)}
      >
        {entry.kind === "card" && <Icon of={cardIcon} size={14} />}
        <bdi className={styles.title} dir={textDirection(entry.title)}>
          {entry.title}
        </bdi>
        {beside && <span className={styles.time}>{beside}</span>}
        {label && <bdi className={`${styles.time} ${styles.label}`}>{label}</bdi>}
      </button>
      {entry.kind === "meeting" && mayMove && look === "block" && !isCutAfter && (
        <span className={styles.handle} data-resize aria-hidden="true" />
      )}
    </div>
  );
}, isSameBlock);

/** `style` is a new object on each render. */
function isSameBlock({ style: before, ...one }: BlockProps, { style: after, ...other }: BlockProps): boolean {
  return isSame(before ?? {}, after ?? {}) && isSame(one, other);
}

function isSame(one: object, other: object): boolean {
  const [before, after] = [Object.entries(one), new Map(Object.entries(other))];
  return before.length === after.size && before.every(([name, value]) => Object.is(value, after.get(name)));
}
