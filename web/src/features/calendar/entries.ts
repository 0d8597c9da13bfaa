import type { Occurrence } from "@kartis/core/activities/meetings/meeting.ts";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { Card, CardType, Field } from "@kartis/core/cards/schema.ts";
import type { ActivityId, CardId } from "@kartis/core/kernel/id.ts";
import { dayAfter, dayOf } from "@kartis/core/kernel/zoned-time.ts";
import type { Hue } from "../../ui/display/hue.ts";
import { toHue } from "../../ui/display/stored-hue.ts";
import { dateOf, isWholeDays } from "../cards/calendar/dates.ts";
import { nameOf } from "../records/card-types.ts";
import { zone } from "../dates/days.ts";

interface Shared {
  /** Names it among everything on the calendar: a series has many under one id. */
  readonly key: string;
  readonly title: string;
  /** It takes whole days, and no hour of them. */
  readonly isAllDay: boolean;
  readonly startMs: number;
  readonly endMs: number;
  /** Its days on this wall, both included. */
  readonly firstDay: string;
  readonly lastDay: string;
  /** People whose calendars it is on. */
  readonly people: readonly string[];
}

export interface TaskEntry extends Shared {
  readonly kind: "task";
  /** User whose color the entry has. */
  readonly owner: string | undefined;
  readonly id: ActivityId;
  readonly task: Task;
}

/** The guests' replies, combined: one without a reply keeps it pending. It is declined if nobody but the organizer would come. */
export type MeetingState = "accepted" | "pending" | "tentative" | "declined";

export interface MeetingEntry extends Shared {
  readonly kind: "meeting";
  /** User whose color the entry has. */
  readonly owner: string | undefined;
  readonly id: ActivityId;
  readonly occurrence: Occurrence;
  readonly state: MeetingState;
}

/** A card on a date of its own. */
export interface CardEntry extends Shared {
  readonly kind: "card";
  readonly hue: Hue;
  readonly id: CardId;
  readonly card: Card;
  readonly type: CardType;
  readonly field: Field;
}

export type Entry = TaskEntry | MeetingEntry | CardEntry;

/** For a series, each occurrence by the day that the rule produces. */
export const keyOf = ({ meetingId, day }: Pick<Occurrence, "meetingId" | "day">): string =>
  day ? `${meetingId}@${day}` : meetingId;

function stateOf({ guests, participants, createdBy }: Occurrence): MeetingState {
  const replies = new Set(guests.map(({ rsvp }) => rsvp));
  if (replies.has("PENDING")) return "pending";
  if (replies.has("TENTATIVE")) return "tentative";
  const isAlone = participants.every((userId) => userId === createdBy);
  return isAlone && replies.size === 1 && replies.has("DECLINED") ? "declined" : "accepted";
}

const ofMeeting = (occurrence: Occurrence): MeetingEntry => {
  const { meetingId, title, start, end, isAllDay, participants, createdBy } = occurrence;
  const startMs = Date.parse(isAllDay ? `${start}T00:00:00Z` : start);
  const endMs = Date.parse(isAllDay ? `${end}T00:00:00Z` : end);
  const organizer = createdBy ? [createdBy] : [];
  const people = participants.length > 0 ? participants : organizer;
  // Of whoever organizes it, if they take part.
  const owner = organizer.find((userId) => people.includes(userId)) ?? people[0];
  return {
    kind: "meeting",
    key: keyOf(occurrence),
    id: meetingId,
    title,
    owner,
    isAllDay,
    startMs,
    endMs,
    firstDay: isAllDay ? start : dayOf(startMs, zone),
    // The end is the first moment, or day, that it has no part in.
    lastDay: isAllDay ? dayAfter(end, -1) : dayOf(Math.max(startMs, endMs - 1), zone),
    people,
    occurrence,
    state: stateOf(occurrence),
  };
};

/** Length at which an entry with a time but no duration is drawn. */
const usualMilliseconds = 30 * 60_000;

const momentOf = (value: string, isAllDay: boolean) => {
  const startMs = isAllDay ? Date.parse(`${value}T00:00:00Z`) : Date.parse(value);
  const day = isAllDay ? value : dayOf(startMs, zone);
  return { isAllDay, startMs, endMs: startMs + usualMilliseconds, firstDay: day, lastDay: day };
};

const ofTask = (task: Task): TaskEntry => ({
  kind: "task",
  key: task.id,
  id: task.id,
  title: task.title,
  owner: task.assignedTo ?? undefined,
  ...momentOf(task.due, task.due.length === 10),
  people: task.assignedTo ? [task.assignedTo] : [],
  task,
});

/** The dates of a card by name; the address of the calendar names them so, too. */
export const keyOfDate = (cardId: string, fieldId: string): string => `${cardId}:${fieldId}`;

const ofCard = (card: Card, type: CardType, field: Field, date: string): CardEntry => ({
  kind: "card",
  key: keyOfDate(card.id, field.id),
  id: card.id,
  title: nameOf(card),
  hue: toHue(type.hue),
  ...momentOf(date, isWholeDays(field)),
  people: [],
  card,
  type,
  field,
});

/** Caches by object identity, which an answer keeps until it changes: converting the times of thousands of entries is worth doing once. */
function remembering<Source extends object, Made>(make: (source: Source) => Made): (source: Source) => Made {
  const known = new WeakMap<Source, Made>();
  return (source) => {
    const before = known.get(source);
    if (before) return before;
    const made = make(source);
    known.set(source, made);
    return made;
  };
}

export const entryOfMeeting = remembering(ofMeeting);
export const entryOfTask = remembering(ofTask);

/** A card has as many as it has dates. */
const knownDates = new WeakMap<Card, readonly CardEntry[]>();

/** Undefined for a card without that date. */
export function entryOfCard(card: Card, type: CardType, field: Field): CardEntry | undefined {
  const before = knownDates.get(card) ?? [];
  const same = before.find((entry) => entry.field === field && entry.type === type);
  const date = same ? undefined : dateOf(card, field);
  if (date === undefined) return same;
  const made = ofCard(card, type, field, date);
  knownDates.set(card, [...before.filter((entry) => entry.field.id !== field.id), made]);
  return made;
}

const wholeDayRanks = { meeting: 1, task: 3, card: 4 } as const;
const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
/** Made once: `localeCompare` looks for it with each of thousands of comparisons. */
const byTitle = new Intl.Collator();

/** Values that the order of entries depends on. */
type Ordered = Pick<Entry, "kind" | "key" | "title" | "isAllDay" | "startMs" | "endMs" | "firstDay" | "lastDay">;

/** Order within a day: entries of several days, all-day ones, then by time; tasks without a time, and then cards, last. */
export function compareEntries(a: Ordered, b: Ordered): number {
  return (
    rankOf(a) - rankOf(b) ||
    (rankOf(a) < 2 ? inOrder(a.firstDay, b.firstDay) || inOrder(b.lastDay, a.lastDay) : 0) ||
    a.startMs - b.startMs ||
    b.endMs - a.endMs ||
    byTitle.compare(a.title, b.title) ||
    inOrder(a.key, b.key)
  );
}

/** Day by day, within each in its order: as one goes through what is shown. */
export const compareDays = (a: Ordered, b: Ordered): number => inOrder(a.firstDay, b.firstDay) || compareEntries(a, b);

const rankOf = (entry: Ordered): number => (entry.lastDay > entry.firstDay ? 0 : entry.isAllDay ? wholeDayRanks[entry.kind] : 2);
