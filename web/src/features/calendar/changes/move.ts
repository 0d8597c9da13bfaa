import { currentTranslate } from "../../../lib/i18n.tsx";
import { setDue } from "../../tasks/changes/acts.ts";
import type { Entry, MeetingEntry } from "../entries.ts";
import type { Place } from "../layout/moving.ts";
import { changeMeeting, type MeetingChange, type Scope } from "./meetings.ts";

const instant = (ms: number) => new Date(ms).toISOString();

/** Puts a task where it was dragged. Shown at once; undone by its notification or ⌘Z. */
export function moveTask({ task }: Extract<Entry, { kind: "task" }>, place: Place): void {
  setDue([task], place.isAllDay ? place.firstDay : instant(place.startMs));
}

/** The same of a meeting, or of some times of a series. */
export function moveMeeting({ occurrence, startMs, endMs }: MeetingEntry, place: Place, scope: Scope): void {
  const start = place.isAllDay ? place.firstDay : instant(place.startMs);
  const end = place.isAllDay ? instant(place.endMs).slice(0, 10) : instant(place.endMs);
  const isLonger = place.endMs - place.startMs !== endMs - startMs;
  const change: MeetingChange = {
    ...(start === occurrence.start ? {} : { start }),
    ...(isLonger
      ? place.isAllDay
        ? { days: (place.endMs - place.startMs) / 86_400_000 }
        : { minutes: Math.round((place.endMs - place.startMs) / 60_000) }
      : {}),
  };
  changeMeeting({ occurrence, scope, change, becomes: { start, end }, message: currentTranslate()("calendar.moved") });
}
