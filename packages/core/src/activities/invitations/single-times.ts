import type { UserId } from "../../kernel/id.ts";
import { sameValue } from "../../kernel/same-value.ts";
import type { ChangeKind } from "../meetings/message-kinds.ts";
import { meetingAt } from "../meetings/rules.ts";
import { ownGuestsOf } from "../meetings/guests-at.ts";
import type { Meeting, MeetingException } from "../meetings/meeting.ts";
import { endOf, startOn } from "../meetings/time.ts";
import { isPast } from "./times.ts";

/*
 * What a change of a whole series means to members and guests who are at single times of it alone: they hear of those times.
 */

/** How people of one kind are at a meeting, by their ids. */
interface Presence<Id extends string> {
  readonly inSeries: (meeting: Meeting) => readonly Id[];
  /** Those who are added at single times; undefined where a time has none of its own. */
  readonly added: (one: MeetingException) => readonly Id[] | undefined;
}

const members: Presence<UserId> = {
  inSeries: ({ participants }) => participants,
  added: (one) => (one.type === "changed" ? one.participants : undefined),
};
const guests: Presence<string> = {
  inSeries: (meeting) => meeting.guests.map(({ id }) => id),
  added: (one) => ownGuestsOf(one)?.added.map(({ id }) => id),
};

/** Those people, with the days that name the times which are not over, the earliest first. */
function peopleOfTimes<Id extends string>(
  { inSeries, added }: Presence<Id>,
  meeting: Meeting | undefined,
  now: number,
): ReadonlyMap<Id, readonly string[]> {
  const found = new Map<Id, string[]>();
  if (!meeting?.repeat) return found;
  const known = inSeries(meeting);
  for (const one of meeting.exceptions) {
    const others = (added(one) ?? []).filter((id) => !known.includes(id));
    const time = others.length > 0 ? meetingAt(meeting, one.day) : undefined;
    if (!time || isPast({ end: endOf(time.start, time) }, meeting, now)) continue;
    for (const id of others) found.set(id, [...(found.get(id) ?? []), one.day]);
  }
  return found;
}

const seen = ["title", "location", "start", "minutes", "days"] as const;

/** Whether the time of that name is another, or was none. */
function isOther(before: Meeting, after: Meeting, day: string): boolean {
  const [was, is] = [meetingAt(before, day), meetingAt(after, day)];
  return !was || !is || seen.some((name) => !sameValue(was[name], is[name]));
}

/** Whether the time's RECURRENCE-ID, the moment given by the rule, has changed (RFC 5545, section 3.8.4.4). */
export const isRenamed = (before: Meeting, after: Meeting, day: string): boolean =>
  Date.parse(startOn(before, day)) !== Date.parse(startOn(after, day));

interface NewsOfTime<Id extends string> {
  readonly id: Id;
  readonly kind: ChangeKind;
  readonly day: string;
  /** Only its RECURRENCE-ID is another: news for calendars alone, since people find the time as it was. */
  readonly isRename?: true;
}

/** Whether only the time's RECURRENCE-ID is another: it has an hour of its own, and its series has got another one. */
export const isOnlyRenamed = (before: Meeting, after: Meeting, day: string): boolean =>
  isRenamed(before, after, day) && !isOther(before, after, day);

function newsFor<Id extends string>(
  presence: Presence<Id>,
  before: Meeting | undefined,
  after: Meeting | undefined,
  now: number,
): NewsOfTime<Id>[] {
  const [were, are] = [peopleOfTimes(presence, before, now), peopleOfTimes(presence, after, now)];
  return [...new Set([...were.keys(), ...are.keys()])].flatMap((id) => {
    // Whoever came to the whole series, or was taken off it, hears of that.
    if ([before, after].some((one) => one && presence.inSeries(one).includes(id))) return [];
    const [old, own] = [were.get(id) ?? [], are.get(id) ?? []];
    const news = (days: readonly string[], kind: ChangeKind) => days.map((day) => ({ id, kind, day }));
    const isStill = (day: string) => before !== undefined && after !== undefined && old.includes(day) && own.includes(day);
    return [
      ...news(
        old.filter((day) => !isStill(day)),
        "canceled",
      ),
      ...news(
        own.filter((day) => !isStill(day)),
        "invited",
      ),
      ...news(
        own.filter((day) => isStill(day) && before && after && isOther(before, after, day)),
        "changed",
      ),
      ...news(
        own.filter((day) => isStill(day) && before && after && isOnlyRenamed(before, after, day)),
        "changed",
      ).map((one) => ({ ...one, isRename: true as const })),
    ];
  });
}

/** The times at which those are still who were taken off the series: the cancellation of the whole has taken these from them as well. */
function newsForLeavers<Id extends string>(
  presence: Presence<Id>,
  before: Meeting,
  after: Meeting,
  now: number,
): NewsOfTime<Id>[] {
  const left = presence.inSeries(before).filter((id) => !presence.inSeries(after).includes(id));
  const are = peopleOfTimes(presence, after, now);
  return left.flatMap((id) => (are.get(id) ?? []).map((day) => ({ id, kind: "invited" as const, day })));
}

/**
 * The news for each of those members, by time.
 * @param before undefined for a series that there was not, or that was in the trash
 * @param after undefined for one that is in the trash
 */
export const newsOfSingleTimes = (before: Meeting | undefined, after: Meeting | undefined, now: number): NewsOfTime<UserId>[] =>
  newsFor(members, before, after, now);

/** For members who were taken off the series and are at some of its times all the same: an invitation to these. */
export const newsOfLeavingMembers = (before: Meeting, after: Meeting, now: number): NewsOfTime<UserId>[] =>
  newsForLeavers(members, before, after, now);

/** The same for guests. */
export const newsOfLeavingGuests = (before: Meeting, after: Meeting, now: number): NewsOfTime<string>[] =>
  newsForLeavers(guests, before, after, now);

/** What a change of the series means to guests at single times, as `newsOfSingleTimes` says it of members. */
export const newsOfSingleGuests = (before: Meeting | undefined, after: Meeting | undefined, now: number): NewsOfTime<string>[] =>
  newsFor(guests, before, after, now);
