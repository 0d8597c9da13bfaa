import type { MeetingException, MeetingWithCards } from "@kartis/core/activities/meetings/meeting.ts";
import { isDay } from "@kartis/core/cards/fields/day.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useState } from "react";
import type { AppError } from "../../../lib/errors.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { reasonOf } from "../../tasks/changes/change.ts";
import { zone } from "../../dates/days.ts";
import { restoreDate } from "../changes/meetings.ts";
import { useCalendarWords } from "../words.ts";
import styles from "./MeetingEditor.module.css";

interface SeriesDatesProps {
  meeting: MeetingWithCards;
  /** After one is as the series has it again. */
  onRestored: (day: string, version: number) => void;
}

/** The latest, which are what one looks for, stand first; all others a press further. */
const fewDates = 5;

/** The dates of a series that were removed or changed by themselves. Each can be as the series again, without the rest of the form being saved. */
export function SeriesDates({ meeting, onRestored }: SeriesDatesProps) {
  const t = useT();
  const words = useCalendarWords();
  const mayBringBack = useCan()(["MEETINGS", "delete"]);
  const [isAll, setAll] = useState(false);
  const [pending, setPending] = useState<string>();
  const [error, setError] = useState<AppError>();
  const { exceptions } = meeting;
  if (exceptions.length === 0) return null;
  const dates = exceptions.toReversed();
  const shown = isAll ? dates : dates.slice(0, fewDates);

  async function restore(date: MeetingException) {
    setPending(date.day);
    setError(undefined);
    const answer = await restoreDate(meeting.id, date);
    setPending(undefined);
    if ("version" in answer) onRestored(date.day, answer.version);
    else setError(answer);
  }
  return (
    <section className={styles.dates} aria-label={t("calendar.seriesDates")}>
      <h3>{t("calendar.seriesDates")}</h3>
      <ul>
        {shown.map((date) => {
          const day = words.longDay(date.day);
          return (
            <li key={date.day}>
              <span className={styles.date}>
                <bdi>{day}</bdi>
                <small>
                  <Difference of={date} />
                </small>
              </span>
              {(date.type === "changed" || mayBringBack) && (
                <Button
                  size={24}
                  aria-label={t("calendar.seriesDates.restoreNamed", { day })}
                  isPending={pending === date.day}
                  onPress={() => void restore(date)}
                >
                  {t("calendar.seriesDates.restore")}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      {dates.length > shown.length && (
        <Button size={24} variant="ghost" onPress={() => setAll(true)}>
          {t("common.moreCount", { count: dates.length - shown.length })}
        </Button>
      )}
      {error && (
        <p role="alert" className={styles.refusal}>
          {reasonOf(error)}
        </p>
      )}
      <p className={styles.note}>{t("calendar.seriesDates.note")}</p>
    </section>
  );
}

/** Difference of a date: its new time, or the names of the changed values. */
function Difference({ of }: { of: MeetingException }) {
  const t = useT();
  const words = useCalendarWords();
  if (of.type === "removed") return t("calendar.seriesDates.removed");
  const { start, minutes, days, title, location, description, participants, guests } = of;
  if (start !== undefined) {
    const ms = Date.parse(start);
    const when = isDay(start) ? words.longDay(start) : `${words.longDay(dayOf(ms, zone))}, ${words.time(ms)}`;
    return t("calendar.seriesDates.moved", { when });
  }
  const parts = [
    title,
    minutes === undefined && days === undefined ? undefined : t("calendar.duration"),
    location === undefined ? undefined : t("tasks.location"),
    description === undefined ? undefined : t("tasks.description"),
    participants && t("calendar.participants"),
    guests && t("calendar.guests"),
  ];
  return t("calendar.seriesDates.changed", { what: parts.filter(Boolean).join(", ") });
}
