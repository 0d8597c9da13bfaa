import { isDay } from "@kartis/core/cards/fields/day.ts";
import type { Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import type { MeetingChange, SeriesPart } from "../changes/meetings.ts";
import type { MeetingEntry } from "../entries.ts";

/** What is to be done, and whether guests learn of it; as the meeting says where they were not asked about. */
export interface SeriesPartAnswer {
  readonly part: SeriesPart;
  readonly notifyGuests?: boolean | undefined;
}

export interface SeriesPartQuestion {
  readonly kind: "change" | "delete";
  readonly entry: MeetingEntry;
  /** Of a series, without `one` where it would mean nothing: another rule is another series. */
  readonly offered?: readonly SeriesPart[];
  /** What guests learn of it by mail, if anything. */
  readonly news: "move" | "change" | "delete" | undefined;
  /** What is to be changed. */
  readonly change?: MeetingChange;
  readonly onAnswer: (answer: SeriesPartAnswer) => void;
}

/** Whether guests are notified: never about a meeting that is over. */
export const hasGuestsToTell = ({ guests, isRepeating, end }: Pick<Occurrence, "guests" | "isRepeating" | "end">): boolean =>
  guests.length > 0 && (isRepeating || Date.parse(isDay(end) ? `${end}T23:59:59Z` : end) > Date.now());

/** The question before a meeting is changed or deleted; undefined where there is nothing to ask. */
export function questionOf(question: SeriesPartQuestion): SeriesPartQuestion | undefined {
  const { occurrence } = question.entry;
  const news = hasGuestsToTell(occurrence) ? question.news : undefined;
  return occurrence.isRepeating || news ? { ...question, news } : undefined;
}
