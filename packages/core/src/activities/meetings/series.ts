import { isDay } from "../../cards/fields/day.ts";
import { KartisError } from "../../kernel/error.ts";
import type { ActivityId, UserId } from "../../kernel/id.ts";
import { sameValue } from "../../kernel/same-value.ts";
import { dayAfter } from "../../kernel/zoned-time.ts";
import { countBefore, reasonAgainst } from "../recurrence/occurrences.ts";
import type { Rule } from "../recurrence/schema.ts";
import type { ActivityValues } from "../types/definition.ts";
import { raised } from "../types/meeting.ts";
import { type Accepted, patchOf, resolvedStart } from "./patch.ts";
import { guestsAt, haveSameTimes, withOwnGuests } from "./guests-at.ts";
import { guestsChangedOn, ownGuestsFor } from "./own-guests.ts";
import { changeOn } from "./rules.ts";
import { type Answer, type MeetingException, mostExceptions, type StoredGuest } from "./meeting.ts";
import { type AcceptedMeeting, mostPeople } from "./schema.ts";
import { isSkippedOn, seriesOf, startOn, timingOf } from "./time.ts";
import { voided } from "./void-replies.ts";

/*
 * What changes of a series that is changed at one time, or from one on. Exceptions are named by the day the rule gave them.
 */

const wrong = (fields: Readonly<Record<string, string>>) => new KartisError("INVALID_INPUT", { fields });
const answersIn = ({ answers }: ActivityValues): readonly Answer[] => (Array.isArray(answers) ? (answers as Answer[]) : []); // as they were made
const guestsIn = ({ guests }: ActivityValues): readonly StoredGuest[] => (Array.isArray(guests) ? (guests as StoredGuest[]) : []); // as they were made

type Changed = Extract<MeetingException, { type: "changed" }>;
const varying = ["title", "description", "location", "start", "minutes", "days", "participants"] as const;
type Varying = (typeof varying)[number];
const isVarying = (name: string): name is Varying => varying.some((known) => known === name);

const exceptionsWith = (exceptions: readonly MeetingException[], day: string, one: MeetingException | undefined) => {
  const all = [...exceptions.filter((other) => other.day !== day), ...(one ? [one] : [])];
  if (all.length > mostExceptions) throw wrong({ day: "validation.arraySize" });
  return all.toSorted((a, b) => (a.day < b.day ? -1 : 1));
};

/** Values of one occurrence, with its exception applied. */
function valuesOn(current: ActivityValues, day: string, changed: Changed | undefined): Readonly<Record<Varying, unknown>> {
  const { start, ...rest } = timingOf(current);
  const own: Readonly<Record<string, unknown>> = { ...current, ...rest, start: startOn({ start, ...rest }, day), ...changed };
  return Object.fromEntries(varying.map((name) => [name, own[name] ?? null])) as Record<Varying, unknown>; // one for each name
}

/**
 * Patch of the series when one occurrence changes. Values that equal the series are no exception any more. Replies to another time become void.
 * Throws INVALID_INPUT for values that only a whole series has, and for a time that does not exist.
 */
export function patchOfOne(
  meetingId: ActivityId,
  current: ActivityValues,
  day: string,
  { timeZone, guests, ...given }: AcceptedMeeting,
): ActivityValues {
  const timing = timingOf(current);
  const beyond = Object.entries(given).filter(([name, value]) => value !== undefined && !isVarying(name));
  if (beyond.length > 0) throw wrong(Object.fromEntries(beyond.map(([name]) => [name, "validation.wholeSeries"])));
  const changed = changeOn(timing, day);
  const before = valuesOn(current, day, changed);
  const inSeries = valuesOn(current, day, undefined);
  const start = given.start === undefined ? undefined : resolvedStart(given.start, timeZone ?? timing.timeZone);
  if (start !== undefined && isDay(start) !== isDay(timing.start)) throw wrong({ start: "validation.sameKind" });
  const present = Object.fromEntries(Object.entries({ ...given, start }).filter(([, value]) => value !== undefined));
  const after = { ...before, ...present, ...(isDay(timing.start) ? { minutes: null } : { days: null }) };
  const different = varying.filter((name) => !sameValue(after[name], inSeries[name]));
  const exception = Object.fromEntries(different.map((name) => [name, after[name]])) as Omit<Changed, "type" | "day">; // values of these names
  // As with other values, those that are not given stay.
  const own = guests ? ownGuestsFor(meetingId, current, day, guests) : changed?.guests;
  const one = withOwnGuests({ type: "changed", day, ...exception }, own);
  const isMoved = (["start", "minutes", "days"] as const).some((name) => !sameValue(before[name], after[name]));
  return withException(current, day, one, isMoved);
}

/** Patch of the series that gives a day another exception, or none. Replies to a time that is moved become void, and so do those of guests who are taken off it. */
function withException(
  current: ActivityValues,
  day: string,
  one: MeetingException | undefined,
  isMoved: boolean,
): ActivityValues {
  const before = timingOf(current).exceptions;
  const exceptions = exceptionsWith(before, day, one);
  if (sameValue(exceptions, before)) return {};
  const there = guestsAt(one, guestsIn(current));
  const all = answersIn(current);
  const answers = isMoved
    ? voided(all, there, day)
    : all.filter((answer) => answer.day !== day || there.some(({ id }) => id === answer.guestId));
  return {
    exceptions,
    ...(isMoved || answers.length < all.length ? { answers } : {}),
    // Who takes part makes no invitation of others wrong.
    ...(haveSameTimes(before, exceptions) ? {} : raised(current)),
  };
}

/** Patch of the series that removes one occurrence; undefined if it was the last one. */
export function patchWithoutOne(current: ActivityValues, day: string): ActivityValues | undefined {
  const timing = timingOf(current);
  const exceptions = exceptionsWith(timing.exceptions, day, { type: "removed", day });
  const series = seriesOf({ ...timing, exceptions });
  if (!series || reasonAgainst(series)) return undefined;
  return { exceptions, answers: answersIn(current).filter((answer) => answer.day !== day), ...raised(current) };
}

/** Patch of the series that restores a removed occurrence. */
export function patchWithOne(current: ActivityValues, day: string): ActivityValues {
  const { exceptions } = timingOf(current);
  if (!exceptions.some((one) => one.type === "removed" && one.day === day))
    throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
  return { exceptions: exceptionsWith(exceptions, day, undefined), ...raised(current) };
}

/** Patch of the series that discards the changes of one occurrence. Throws NOT_FOUND if it has none. */
export function patchAsSeries(current: ActivityValues, day: string): ActivityValues {
  const { exceptions } = timingOf(current);
  const changed = changeOn({ exceptions }, day);
  if (!changed) throw new KartisError("NOT_FOUND", { messageKey: "errors.meetingNotFound" });
  const [before, after] = [valuesOn(current, day, changed), valuesOn(current, day, undefined)];
  const isMoved = (["start", "minutes", "days"] as const).some((name) => !sameValue(before[name], after[name]));
  return withException(current, day, undefined, isMoved);
}

/** A series in two parts: what changes of the one that ends before the day, and the values of the one that begins with it. */
export interface Split {
  readonly earlier: ActivityValues;
  readonly following: ActivityValues;
}

/** Divides the series before the day. Together the parts equal the original. Undefined if nothing would be left before it. */
export function splitAt(current: ActivityValues, day: string): Split | undefined {
  const timing = timingOf(current);
  const series = seriesOf(timing);
  if (!series) return undefined;
  const { rule } = series;
  const count = rule.ends.type === "after" ? countBefore(series, day) : 0;
  const [earlier, following] = [endingBefore(rule, day, count), withoutFirst(rule, count)];
  const isBefore = (one: { readonly day: string | null }) => one.day === null || one.day < day;
  const isAfter = (one: { readonly day: string | null }) => one.day === null || one.day >= day;
  const exceptions = timing.exceptions.filter(isBefore);
  if (!earlier || reasonAgainst({ ...series, rule: earlier, exceptions })) return undefined;
  const answers = answersIn(current);
  return {
    earlier: { repeat: earlier, exceptions, answers: answers.filter(isBefore), ...raised(current) },
    following: {
      ...current,
      start: startOn(timing, day),
      repeat: following,
      exceptions: timing.exceptions.filter(isAfter),
      answers: answers.filter(isAfter),
      sequence: 0,
    },
  };
}

/** Refuses to begin a series, unless at another time, on a day on which the clocks skip its hour: it would keep the later one. Throws INVALID_INPUT. */
export function requireItsHour(current: ActivityValues, day: string, given: AcceptedMeeting): void {
  if (given.start === undefined && isSkippedOn(timingOf(current), day)) throw wrong({ start: "validation.skippedTime" });
}

function endingBefore(rule: Rule, day: string, count: number): Rule | undefined {
  if (rule.ends.type === "after") return count > 0 ? { ...rule, ends: { type: "after", times: count } } : undefined;
  return { ...rule, ends: { type: "on", day: dayAfter(day, -1) } };
}

const withoutFirst = (rule: Rule, count: number): Rule =>
  rule.ends.type === "after" ? { ...rule, ends: { type: "after", times: rule.ends.times - count } } : rule;

/** What a series is changed over: its values, with those of the date that the change was made on. */
interface Over {
  readonly base: ActivityValues;
  readonly given: AcceptedMeeting;
}

/**
 * A change of a series that was made on one of its dates. What is changed comes before what that date had of its own; of its own participants and guests only who was added or
 * removed is changed in the series. Throws INVALID_INPUT if these become too many.
 */
function changedOn(current: ActivityValues, day: string, given: AcceptedMeeting): Over {
  const timing = timingOf(current);
  const changed = changeOn(timing, day);
  if (!changed) return { base: current, given };
  const { participants: own, guests: ownGuests, ...others } = changed;
  const rest = Object.entries(others).filter(([name]) => !isVarying(name) || given[name] === undefined);
  const ofGuests = ownGuests && given.guests ? guestsChangedOn(guestsIn(current), ownGuests, given.guests) : undefined;
  const inSeries = participantsIn(current);
  const participants = given.participants && own ? changedAs(inSeries, own, given.participants) : given.participants;
  const ownNow = own && (given.participants ?? own);
  const isOwn = ownNow !== undefined && !sameValue(ownNow, participants ?? inSeries);
  const kept = { ...Object.fromEntries(rest), ...(isOwn ? { participants: ownNow } : {}) } as Changed; // still of that type and day
  const exceptions = exceptionsWith(timing.exceptions, day, withOwnGuests(kept, ofGuests?.own ?? ownGuests));
  return {
    base: { ...current, exceptions },
    given: { ...given, ...(participants ? { participants } : {}), ...(ofGuests ? { guests: [...ofGuests.inSeries] } : {}) },
  };
}

const participantsIn = ({ participants }: ActivityValues): readonly UserId[] =>
  Array.isArray(participants) ? (participants as UserId[]) : []; // as the schema accepted it

/** A list of people that changes by whom another one gained and lost. */
function changedAs(list: readonly UserId[], from: readonly UserId[], to: readonly UserId[]): UserId[] {
  const added = to.filter((userId) => !from.includes(userId));
  const left = list.filter((userId) => to.includes(userId) || !from.includes(userId));
  const next = [...new Set([...left, ...added])];
  if (next.length > mostPeople) throw wrong({ participants: "validation.arraySize" });
  return next;
}

/** The patch of a series for a change of all that was made on one of its dates. */
export function allWith(id: ActivityId, current: ActivityValues, day: string, change: AcceptedMeeting): Accepted {
  const { base, given } = changedOn(current, day, change);
  const { patch, dropped } = patchOf(id, given, base, day);
  if (sameValue(base["exceptions"], current["exceptions"])) return { patch, dropped };
  const [before, after] = [timingOf(current).exceptions, timingOf(base).exceptions];
  return {
    patch: { exceptions: after, ...patch, ...(haveSameTimes(before, after) ? {} : raised(current)) },
    dropped,
  };
}

/** The values of the second part with a change of it that was made on its first date. */
export function followingWith(id: ActivityId, following: ActivityValues, day: string, change: AcceptedMeeting): Accepted {
  const { base, given } = changedOn(following, day, change);
  const { patch, dropped } = patchOf(id, given, base, day);
  return { patch: { ...base, ...patch, sequence: 0 }, dropped };
}
