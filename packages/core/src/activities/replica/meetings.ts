import { inTime } from "../../data/replica/question-time.ts";
import { namesOfCards, partsOfCard } from "../../cards/index.ts";
import { and, or, type Sql } from "../../data/replica/sql.ts";
import type { CardNames } from "../../cards/schema.ts";
import type { CardId, OrgId, UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import { shortMs } from "../projection.ts";
import { everyGuestOf, isOneOf } from "../meetings/guests-at.ts";
import { changeOn, meetingOf, occurrencesOf, type Window } from "../meetings/rules.ts";
import type { Meeting, MeetingsInRange, Occurrence, TrashedMeetings } from "../meetings/meeting.ts";
import { mostOccurrences } from "../meetings/schema.ts";
import { instantAt } from "../meetings/time.ts";
import { participantsOf } from "../types/meeting.ts";
import { activityOfRow } from "./rows.ts";
import { activityScopeSql } from "./scope.ts";
import { trashedOf } from "./trash.ts";
import { dayMs } from "../../kernel/time-units.ts";

/** No zone is further from UTC, so a day of any zone is inside it. */
const farthestMs = 26 * 3_600_000;
const shifted = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/**
 * Rows that can be in the window: short meetings by their start, all others (mostly series) by both ends. Each is one range of an index, however many
 * meetings there are before and after.
 */
function rowsIn({ from, until }: Window, where: Sql, spans: 0 | 1, limit: number): { text: string; params: (string | number)[] } {
  const [first, last] = [shifted(from, -farthestMs), shifted(until, farthestMs)];
  const begins = spans
    ? "activity.starts_at < ? AND (activity.ends_at IS NULL OR activity.ends_at > ?)"
    : "activity.starts_at < ? AND activity.starts_at > ?";
  return {
    text: `SELECT * FROM activity WHERE type = 'MEETING' AND spans = ${spans} AND starts_at IS NOT NULL AND trashed_at IS NULL AND ${begins}
           AND ${where.text} ORDER BY activity.starts_at, activity.id LIMIT ?`,
    params: [last, spans ? first : shifted(first, -shortMs), ...where.params, limit],
  };
}

const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");

/** Meetings in which any of these people take part. */
export function takesPart(userIds: readonly UserId[]): Sql {
  // One person is named twice: SQLite takes a single one for a constant, and `inTime` of a constant out of the loop.
  const params = userIds.length === 1 ? [...userIds, ...userIds] : userIds;
  return {
    text: `activity.has_people AND EXISTS (SELECT 1 FROM activity_person WHERE user_id IN (${placeholders(params)}) AND activity_id = activity.id AND ${inTime("user_id")})`,
    params,
  };
}
/** Meetings on the calendar of any of these people. */
export const onCalendarOf = (userIds: readonly UserId[]): Sql =>
  userIds.length === 0
    ? { text: "0", params: [] }
    : or([
        takesPart(userIds),
        { text: `NOT activity.has_people AND activity.created_by IN (${placeholders(userIds)})`, params: userIds },
      ]);
const ofCard = (cardId: CardId): Sql => ({
  text: `(activity.card_id IN (${partsOfCard}) OR EXISTS (SELECT 1 FROM activity_card WHERE activity_id = activity.id AND card_id IN (${partsOfCard}) AND ${inTime("activity_card.card_id")}))`,
  params: [cardId, cardId],
});

const isOnCalendarOf = (userIds: readonly UserId[], { participants, createdBy }: Occurrence): boolean =>
  participants.length > 0
    ? participants.some((userId) => userIds.includes(userId))
    : createdBy !== null && userIds.includes(createdBy);

/** The meetings that can be in the window and match; of the short ones at most so many, by when they begin; -1 for all. */
export async function meetingsIn(orgId: OrgId, window: Window, where: Sql, mostShort: number): Promise<Meeting[]> {
  const { statements } = await openReplica(orgId);
  const [short, long] = [rowsIn(window, where, 0, mostShort), rowsIn(window, where, 1, -1)];
  return [short, long].flatMap(({ text, params }) =>
    statements
      .of(text)
      .all(...params)
      .map((row) => meetingOf(activityOfRow(row))),
  );
}

interface Placed {
  readonly occurrence: Occurrence;
  readonly meeting: Meeting;
  /** Start; all-day meetings start with the day in the viewer's zone. */
  readonly at: string;
}
const inOrder = (a: string, b: string): number => (a < b ? -1 : Number(a > b));
const byStart = (a: Placed, b: Placed): number => inOrder(a.at, b.at) || inOrder(a.meeting.id, b.meeting.id);

interface Asking {
  readonly orgId: OrgId;
  /** Scopes of meetings that the caller sees and can change, and of cards whose names they see. */
  readonly scope: Scope;
  readonly updateScope: Scope | undefined;
  readonly cardScope: Scope;
}

/** One more than an answer holds, besides those that may be over before the window begins. */
const shortOnes = 2 * mostOccurrences;

/** An answer of Lambda holds six million bytes; the rest is for the cards' names. */
const mostBytes = 4_000_000;

function* placedOf(meeting: Meeting, window: Window): Generator<Placed> {
  for (const occurrence of occurrencesOf(meeting, window))
    yield { occurrence, meeting, at: instantAt(occurrence.start, window.timeZone) };
}

/**
 * The occurrences of all the meetings, by when they begin. Day after day, so that a series is not followed further than it is asked for: a thousand of them have
 * a thousand times as many occurrences in the window as are shown.
 */
function* placedByDay(
  meetings: readonly Meeting[],
  window: Window,
  isWanted: (occurrence: Occurrence) => boolean,
): Generator<readonly Placed[]> {
  let sources = meetings.map((meeting) => {
    const placed = placedOf(meeting, window);
    return { placed, next: placed.next() };
  });
  for (let end = Date.parse(window.from) + dayMs; sources.length > 0; end += dayMs) {
    const until = new Date(end).toISOString();
    const ofDay: Placed[] = [];
    for (const source of sources)
      for (; !source.next.done && source.next.value.at < until; source.next = source.placed.next())
        if (isWanted(source.next.value.occurrence)) ofDay.push(source.next.value);
    yield ofDay.toSorted(byStart);
    sources = sources.filter(({ next }) => !next.done);
  }
}

/** Truncates the occurrences to what an answer can contain. */
function firstPlaced(days: Iterable<readonly Placed[]>): { readonly shown: readonly Placed[]; readonly isCut: boolean } {
  const shown: Placed[] = [];
  let bytes = 0;
  for (const ofDay of days)
    for (const one of ofDay) {
      bytes += Buffer.byteLength(JSON.stringify(one.occurrence));
      if (shown.length === mostOccurrences || bytes > mostBytes) return { shown, isCut: true };
      shown.push(one);
    }
  return { shown, isCut: false };
}

/** Selection of occurrences for a list. */
interface Chosen extends Window {
  readonly userIds?: readonly UserId[] | undefined;
  readonly cardId?: CardId | undefined;
}

const meetingsOf = (scope: Scope, { userIds, cardId }: Chosen): Sql =>
  and([activityScopeSql(scope), ...(userIds ? [onCalendarOf(userIds)] : []), ...(cardId ? [ofCard(cardId)] : [])]);
/** Which occurrences of those meetings are meant: at single times, others may be there. */
async function choiceOf(orgId: OrgId, { userIds, cardId }: Chosen): Promise<(occurrence: Occurrence) => boolean> {
  const { statements } = await openReplica(orgId);
  const parts =
    cardId &&
    new Set(
      statements
        .of(partsOfCard)
        .all(cardId)
        .map(({ id }) => String(id)),
    );
  const isOf = (cardIds: ReadonlySet<string>, { cardId: about, guests }: Occurrence) =>
    guests.some(isOneOf(cardIds)) || (about !== null && cardIds.has(about));
  return (occurrence) => (!userIds || isOnCalendarOf(userIds, occurrence)) && (parts === undefined || isOf(parts, occurrence));
}

/** An occurrence with what an export has of it besides. */
export interface ExportedMeeting {
  readonly occurrence: Occurrence;
  readonly description: string | null;
}

const exportedAtOnce = 500;

/** Every occurrence in the window, by when it begins, in parts; the meetings are those of one state of the replica. */
export async function* streamMeetings(
  { orgId, scope, cardScope }: Omit<Asking, "updateScope">,
  chosen: Chosen,
): AsyncIterable<{ readonly rows: readonly ExportedMeeting[]; readonly cards: CardNames }> {
  const replica = await openReplica(orgId);
  const meetings = await meetingsIn(orgId, chosen, meetingsOf(scope, chosen), -1);
  const part = (all: readonly Placed[]) => ({
    rows: all.map(({ occurrence, meeting }) => {
      const changed = occurrence.day === null ? undefined : changeOn(meeting, occurrence.day);
      return { occurrence, description: changed?.description === undefined ? meeting.description : changed.description };
    }),
    cards: namesOfCards(replica, cardScope, cardsOf(all.map(({ meeting }) => meeting))),
  });
  let gathered: Placed[] = [];
  for (const ofDay of placedByDay(meetings, chosen, await choiceOf(orgId, chosen))) {
    gathered.push(...ofDay);
    if (gathered.length < exportedAtOnce) continue;
    yield part(gathered);
    gathered = [];
  }
  if (gathered.length > 0) yield part(gathered);
}

/** The occurrences in the window, by when they begin. */
export async function listOccurrences(
  { orgId, scope, updateScope, cardScope }: Asking,
  chosen: Chosen,
): Promise<MeetingsInRange> {
  const meetings = await meetingsIn(orgId, chosen, meetingsOf(scope, chosen), shortOnes);
  const { shown, isCut } = firstPlaced(placedByDay(meetings, chosen, await choiceOf(orgId, chosen)));
  const updatable = new Map<Meeting, boolean>();
  const canUpdate = (meeting: Meeting): boolean => {
    const known = updatable.get(meeting) ?? isReached(updateScope, meeting);
    updatable.set(meeting, known);
    return known;
  };
  return {
    occurrences: shown.map(({ occurrence, meeting }) => ({ ...occurrence, canUpdate: canUpdate(meeting) })),
    cards: namesOfCards(await openReplica(orgId), cardScope, cardsOf(shown.map(({ meeting }) => meeting))),
    isCut,
  };
}

/** True when a permission with this scope covers the meeting; `inScope` is the same for one as it is stored. */
export function isReached(scope: Scope | undefined, { participants, exceptions, createdBy }: Meeting): boolean {
  if (scope?.kind !== "people") return scope !== undefined;
  const people = [createdBy, ...participantsOf({ participants, exceptions })];
  return scope.userIds.some((userId) => people.includes(userId));
}

const cardsOf = (meetings: readonly Meeting[]): ReadonlySet<CardId> =>
  new Set(
    meetings.flatMap((meeting) =>
      [meeting.cardId, ...everyGuestOf(meeting).map(({ cardId }) => cardId)].filter((id) => id !== null),
    ),
  );

/** The names of the meetings' cards and guests, where the caller sees them. */
export const namesOfMeetingCards = async (orgId: OrgId, cardScope: Scope, meetings: readonly Meeting[]) =>
  cardsOf(meetings).size === 0 ? {} : namesOfCards(await openReplica(orgId), cardScope, cardsOf(meetings));

/** A page of the trash within the scope, latest first; by words of the title. */
export const trashedMeetings = (
  asked: Pick<Asking, "orgId" | "scope" | "cardScope">,
  page: Parameters<typeof trashedOf>[1],
): Promise<TrashedMeetings> => trashedOf({ ...asked, type: "MEETING", rowOf: meetingOf, cardsOf }, page);
