import { currentTranslate } from "../../../lib/i18n.tsx";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { isWholeDays, setDate } from "../../cards/calendar/dates.ts";
import { setDue } from "../../tasks/changes/acts.ts";
import type { CardEntry, MeetingEntry, TaskEntry } from "../entries.ts";
import type { Place } from "../layout/moving.ts";
import { changeMeeting, type MeetingChange } from "./meetings.ts";
import type { SeriesPartAnswer } from "../series/question.ts";

const instant = (ms: number) => new Date(ms).toISOString();

/** Puts a task where it was dragged. Shown at once; undone by its notification or ⌘Z. */
export function moveTask({ task }: TaskEntry, place: Place, message?: string): void {
  setDue([task], place.isAllDay ? place.firstDay : instant(place.startMs), message);
}

/** The same of a card's date. */
export function moveDate({ card, field }: CardEntry, place: Place, message?: string): void {
  setDate(card, field, isWholeDays(field) ? place.firstDay : instant(place.startMs));
  if (message !== undefined) showToast({ tone: "info", title: message });
}

const startOf = (place: Place): string => (place.isAllDay ? place.firstDay : instant(place.startMs));

/** What has to be changed of a meeting for it to be in another place. */
export function moveTo({ occurrence, startMs, endMs }: MeetingEntry, place: Place): MeetingChange {
  const start = startOf(place);
  const isLonger = place.endMs - place.startMs !== endMs - startMs;
  return {
    ...(start === occurrence.start ? {} : { start }),
    ...(isLonger
      ? place.isAllDay
        ? { days: (place.endMs - place.startMs) / 86_400_000 }
        : { minutes: Math.round((place.endMs - place.startMs) / 60_000) }
      : {}),
  };
}

/** The same of a meeting, or of some times of a series. */
export function moveMeeting(entry: MeetingEntry, place: Place, { part, notifyGuests }: SeriesPartAnswer, message?: string): void {
  const end = place.isAllDay ? instant(place.endMs).slice(0, 10) : instant(place.endMs);
  changeMeeting({
    occurrence: entry.occurrence,
    part,
    notifyGuests,
    change: moveTo(entry, place),
    becomes: { start: startOf(place), end },
    message: message ?? currentTranslate()("calendar.moved"),
  });
}
