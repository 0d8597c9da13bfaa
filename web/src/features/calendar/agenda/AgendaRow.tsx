import { Link } from "react-aria-components/Link";
import { useT } from "../../../lib/i18n.tsx";
import { RecordAvatar } from "../../../ui/display/Avatar.tsx";
import { MemberAvatar } from "../../cards/MemberAvatar.tsx";
import { DoneBox } from "../../tasks/DoneBox.tsx";
import { dueTone } from "../../tasks/due-words.ts";
import type { EntryActions } from "../entry/actions.ts";
import { useEntryWords } from "../entry/useEntryWords.ts";
import type { Entry } from "../entries.ts";
import { useCalendarWords } from "../words.ts";
import styles from "./Agenda.module.css";

interface AgendaRowProps {
  entry: Entry;
  /** Under which it stands. */
  day: string;
  top: number;
  isStop: boolean;
  openKey: string | undefined;
  nowMs: number;
  today: string;
  cardOf: (cardId: string | null) => { name: string; href: string | undefined } | undefined;
  actions: EntryActions;
}

/** One line of a day: when, what, about whom, and who comes. */
export function AgendaRow({ entry, day, top, isStop, openKey, nowMs, today, cardOf, actions }: AgendaRowProps) {
  const t = useT();
  const words = useCalendarWords();
  const { name, state } = useEntryWords(entry);
  const isTask = entry.kind === "task";
  const mayMove = actions.mayMove(entry);
  const card = cardOf(entry.task.cardId);
  const isPast = entry.isAllDay ? entry.lastDay < today : entry.endMs <= nowMs;
  return (
    <div
      role="listitem"
      className={styles.row}
      style={{ insetBlockStart: top }}
      data-entry={entry.key}
      data-on={day}
      data-hue={entry.hue}
      data-state={state}
      data-past={isPast || undefined}
      data-open={entry.key === openKey || undefined}
      data-done={(isTask && entry.task.done) || undefined}
      data-tone={isTask ? dueTone(entry.task, today) : undefined}
    >
      <span className={styles.mark}>
        {isTask ? (
          <DoneBox
            label={t(entry.task.done ? "tasks.reopenNamed" : "tasks.doneNamed", { name: entry.title })}
            isDone={entry.task.done}
            isDisabled={!mayMove}
            onChange={() => mayMove && actions.onDone(entry)}
          />
        ) : (
          <i className={styles.bar} />
        )}
      </span>
      <button
        type="button"
        className={styles.press}
        aria-label={name}
        tabIndex={isStop ? 0 : -1}
        onFocus={() => actions.onFocus(entry)}
        onClick={() => actions.onOpen(entry)}
      />
      <span className={styles.when} aria-hidden="true">
        {entry.isAllDay ? t("calendar.allDay") : words.time(entry.startMs)}
      </span>
      <span className={styles.title} aria-hidden="true">
        <bdi>{entry.title}</bdi>
      </span>
      <span className={styles.card}>
        {card && (
          <Link className={styles.cardLink ?? ""} {...(card.href ? { href: card.href } : {})}>
            <RecordAvatar name={card.name} size={20} />
            <bdi>{card.name}</bdi>
          </Link>
        )}
      </span>
      <span className={styles.people} aria-hidden="true">
        {entry.people.slice(0, 3).map((userId) => (
          <MemberAvatar key={userId} userId={userId} size={20} />
        ))}
      </span>
      <span className={styles.answer} aria-hidden="true" />
    </div>
  );
}
