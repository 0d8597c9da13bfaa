import cardIcon from "@fluentui/svg-icons/icons/contact_card_16_regular.svg?icon";
import repeatIcon from "@fluentui/svg-icons/icons/arrow_repeat_all_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import acceptedIcon from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import pendingIcon from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import declinedIcon from "@fluentui/svg-icons/icons/dismiss_circle_16_filled.svg?icon";
import tentativeIcon from "@fluentui/svg-icons/icons/question_circle_16_regular.svg?icon";
import { memo } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { PersonAvatar } from "../../../ui/display/Avatar.tsx";
import { Icon, type IconShape } from "../../../ui/display/Icon.tsx";
import { inlineUrl } from "../../records/file-values.ts";
import { DoneBox } from "../../tasks/DoneBox.tsx";
import { dueTone } from "../../dates/due-words.ts";
import type { EntryActions } from "../entry/actions.ts";
import { useEntryHandlers } from "../entry/useEntryHandlers.ts";
import { useEntryHue } from "../entry/useEntryHue.ts";
import { useEntryWords } from "../entry/useEntryWords.ts";
import type { Entry, MeetingState } from "../entries.ts";
import { useCalendarWords } from "../words.ts";
import { RecordName } from "../../records/RecordName.tsx";
import styles from "./Agenda.module.css";
import { arrowKeys, useRowPress } from "./useRowPress.ts";

const icons: Readonly<Record<MeetingState, IconShape>> = {
  accepted: acceptedIcon,
  pending: pendingIcon,
  tentative: tentativeIcon,
  declined: declinedIcon,
};

/** A member, as a row shows them. */
export interface RowPerson {
  readonly name: string;
  readonly avatarId: string | null | undefined;
}

interface AgendaRowProps {
  entry: Entry;
  /** Under which it stands. */
  day: string;
  top: number;
  isStop: boolean;
  /** A press selects. */
  isSelecting: boolean;
  isSelected: boolean;
  openKey: string | undefined;
  nowMs: number;
  today: string;
  cardOf: (cardId: string | null) => { name: string; href: string | undefined } | undefined;
  /** Looked up once for all rows: each question of its own costs as much as a row. */
  personOf: (userId: string) => RowPerson;
  actions: EntryActions;
}

/** One line of a day: when, what, about whom, and who comes. Tab leads to the controls of the one that has the focus. While one scrolls, only those that come into view are drawn. */
export const AgendaRow = memo(function AgendaRow(props: AgendaRowProps) {
  const { entry, day, top, isStop, isSelecting, isSelected, openKey, nowMs, today, cardOf, personOf, actions } = props;
  const card = cardOfEntry(entry, cardOf);
  return (
    <Row
      {...{ entry, day, top, isStop, isSelecting, isSelected, personOf }}
      handlers={useEntryHandlers(actions)}
      isOpen={entry.key === openKey}
      isPast={entry.isAllDay ? entry.lastDay < today : entry.endMs <= nowMs}
      mayMove={actions.mayMove(entry)}
      tone={entry.kind === "task" ? dueTone(entry.task, today) : undefined}
      cardName={card?.name}
      cardHref={card?.href}
    />
  );
});

interface RowProps extends Pick<AgendaRowProps, "entry" | "day" | "top" | "isStop" | "isSelecting" | "isSelected" | "personOf"> {
  handlers: ReturnType<typeof useEntryHandlers>;
  isOpen: boolean;
  isPast: boolean;
  mayMove: boolean;
  tone: ReturnType<typeof dueTone> | undefined;
  cardName: string | undefined;
  cardHref: string | undefined;
}

/** Only one or two rows change with the focus, the time or the open entry. */
const Row = memo(function Row(props: RowProps) {
  const {
    entry,
    day,
    top,
    isStop,
    isSelecting,
    isSelected,
    personOf,
    handlers,
    isOpen,
    isPast,
    mayMove,
    tone,
    cardName,
    cardHref,
  } = props;
  const t = useT();
  const words = useCalendarWords();
  const { name, state } = useEntryWords(entry);
  const hue = useEntryHue(entry);
  const isTask = entry.kind === "task";
  const isSelectable = entry.kind === "meeting";
  const press = useRowPress(entry, handlers, isSelecting);
  return (
    // Its controls have the focus; the keys are of the whole row.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <div
      role="listitem"
      className={styles.row}
      style={{ insetBlockStart: top }}
      onFocus={() => handlers.onFocus(entry)}
      onKeyDown={arrowKeys(entry, handlers)}
      data-entry={entry.key}
      data-on={day}
      data-hue={hue}
      data-state={state}
      data-past={isPast || undefined}
      data-open={isOpen || undefined}
      data-done={(isTask && entry.task.done) || undefined}
      data-tone={tone}
      data-selected={isSelected || undefined}
    >
      <span className={styles.mark}>
        {isTask ? (
          <DoneBox
            label={t(entry.task.done ? "tasks.reopenNamed" : "tasks.doneNamed", { name: entry.title })}
            isDone={entry.task.done}
            isDisabled={!mayMove}
            isInRow={!isStop}
            onChange={() => mayMove && handlers.onDone(entry)}
          />
        ) : entry.kind === "card" ? (
          <Icon of={cardIcon} />
        ) : isSelecting ? (
          <span className={styles.selection}>{isSelected && <Icon of={checkmark} />}</span>
        ) : (
          <i className={styles.bar} />
        )}
      </span>
      <button
        type="button"
        className={styles.press}
        aria-label={name}
        tabIndex={isStop ? 0 : -1}
        {...(isSelecting && isSelectable ? { "aria-pressed": isSelected } : {})}
        {...press}
      />
      <span className={styles.when} aria-hidden="true">
        {entry.isAllDay
          ? t("calendar.allDay")
          : entry.kind !== "meeting"
            ? words.time(entry.startMs)
            : words.times(entry.startMs, entry.endMs)}
      </span>
      <span className={styles.title} aria-hidden="true">
        <bdi className={entry.kind === "card" ? styles.named : undefined} dir={textDirection(entry.title)}>
          {entry.title}
        </bdi>
        {entry.kind === "card" && <bdi className={styles.dated}>{entry.field.label}</bdi>}
        {entry.kind === "meeting" && entry.occurrence.isRepeating && <Icon of={repeatIcon} size={14} />}
      </span>
      <span className={styles.card}>
        {cardName !== undefined && <RecordName name={cardName} href={cardHref} look="quiet" isTabStop={isStop} />}
      </span>
      <span className={styles.people} aria-hidden="true">
        {entry.people.slice(0, 3).map((userId) => {
          const { name: called, avatarId } = personOf(userId);
          const imageUrl = avatarId ? inlineUrl(avatarId) : undefined;
          return <PersonAvatar key={userId} userId={userId} name={called} imageUrl={imageUrl} size={20} />;
        })}
      </span>
      <span className={styles.answer} data-state={state} aria-hidden="true">
        {entry.kind === "meeting" && entry.occurrence.guests.length > 0 && (
          <>
            <Icon of={icons[entry.state]} size={14} />
            {t(`calendar.state.${entry.state}`)}
          </>
        )}
      </span>
    </div>
  );
});

/** The card that it is about; a date of a card links to the card itself. */
function cardOfEntry(entry: Entry, cardOf: AgendaRowProps["cardOf"]): ReturnType<AgendaRowProps["cardOf"]> {
  if (entry.kind === "card") return { name: entry.title, href: `/cards/${entry.type.slug}/${entry.id}` };
  return cardOf(entry.kind === "task" ? entry.task.cardId : entry.occurrence.cardId);
}
