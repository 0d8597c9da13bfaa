import { instantOf } from "@kartis/core/kernel/zoned-time.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useNameOf } from "../../people/people.ts";
import { reminderWords } from "../../reminders/words.ts";
import { useRepeatWords } from "../../repeat/useRepeatWords.ts";
import { useCalendarWords } from "../words.ts";
import type { Draft } from "./draft.ts";
import styles from "./MeetingEditor.module.css";
import type { DraftPart } from "./take-over.ts";

interface ContestedProps {
  parts: readonly DraftPart[];
  /** The meeting as it is saved. */
  theirs: Draft;
  /** What the cards of guests are called. */
  nameOf: (cardId: string) => string | undefined;
}

/** Says that somebody else has saved the meeting since it was opened, and what they made of the values that were changed here too. */
export function Contested({ parts, theirs, nameOf }: ContestedProps) {
  const t = useT();
  const format = useFormat();
  const words = useCalendarWords();
  const memberOf = useNameOf();
  const repeatWords = useRepeatWords();
  const empty = t("calendar.conflict.empty");
  const joined = (all: readonly (string | null | undefined)[]) => all.filter(Boolean).join(", ") || empty;
  function start({ isAllDay, day, time, timeZone }: Draft): string {
    if (day === null) return empty;
    if (isAllDay || time === null) return words.longDay(day);
    const clock = new Intl.DateTimeFormat(format.locale, { timeStyle: "short", timeZone });
    return `${words.longDay(day)}, ${clock.format(new Date(instantOf(day, time, timeZone)))}`;
  }
  function said(part: DraftPart): readonly [label: string, value?: string] {
    switch (part) {
      case "title":
        return [t("calendar.title"), theirs.title];
      case "start":
        return [t("calendar.day"), start(theirs)];
      case "length":
        return theirs.isAllDay
          ? [t("calendar.lastDay"), theirs.lastDay ? words.longDay(theirs.lastDay) : empty]
          : [t("calendar.duration"), format.duration(theirs.minutes ?? 0)];
      case "repeat":
        return [t("tasks.repeat"), theirs.repeat ? repeatWords(theirs.repeat) : t("tasks.repeat.none")];
      case "location":
        return [t("tasks.location"), theirs.location || empty];
      case "participants":
        return [t("calendar.participants"), joined(theirs.participants.map(memberOf))];
      case "guests":
        return [
          t("calendar.guests"),
          joined(theirs.guests.map(({ name, cardId, email }) => name ?? (cardId && nameOf(cardId)) ?? email)),
        ];
      case "cardId":
        return [t("tasks.card"), joined([theirs.cardId && nameOf(theirs.cardId)])];
      case "reminder":
        return [t("calendar.reminder"), reminderWords(theirs.reminder, t)];
      case "notify":
        return [t("calendar.notify")];
      case "description":
        return [t("tasks.description"), theirs.description || empty];
      case "attachments":
        return [t("files.attached"), joined(theirs.attachments.map(({ name }) => name))];
    }
  }
  return (
    <div role="alert" className={styles.contested}>
      <p>{t(parts.length > 0 ? "calendar.conflict" : "calendar.conflict.merged")}</p>
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => {
            const [label, value] = said(part);
            return (
              <li key={part}>
                {value === undefined ? (
                  label
                ) : (
                  <>
                    {label}: <bdi>{value}</bdi>
                  </>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}
