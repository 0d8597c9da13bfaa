import { createHash } from "node:crypto";
import { isDay } from "../../cards/fields/day.ts";
import { KartisError } from "../../kernel/error.ts";
import type { ActivityId } from "../../kernel/id.ts";
import { sameValue } from "../../kernel/same-value.ts";
import { dayAfter, dayOf, instantOf, isSkipped, timeIn } from "../../kernel/zoned-time.ts";
import { moved } from "../recurrence/moved.ts";
import { firstOf, gives, reasonAgainst } from "../recurrence/occurrences.ts";
import type { Rule } from "../recurrence/schema.ts";
import type { ActivityValues } from "../types/definition.ts";
import { binding, raised } from "../types/meeting.ts";
import { everyGuestIn, everyGuestOf, haveSameTimes, settledWith } from "./guests-at.ts";
import { requireRoom } from "./guest-limits.ts";
import type { Answer, MeetingException, StoredGuest } from "./meeting.ts";
import { type AcceptedMeeting, type Invited, isInRange, isLocal } from "./schema.ts";
import { isSkippedOn, seriesOf, startOn, type Timing, timingOf } from "./time.ts";
import { dayMs } from "../../kernel/time-units.ts";

const wrong = (fields: Readonly<Record<string, string>>) => new KartisError("INVALID_INPUT", { fields });

/** A start as it is stored. Throws INVALID_INPUT for a time that the clocks of the zone skip on that day. */
export function resolvedStart(start: string, timeZone: string): string {
  if (!isLocal(start)) return start;
  const [day = "", time = ""] = start.split("T");
  if (isSkipped(day, time, timeZone)) throw wrong({ start: "validation.skippedTime" });
  return instantOf(day, time, timeZone);
}

/**
 * Id for a guest who has none yet: the same guest of a meeting always gets the same id, unless somebody has it by now whose address has been changed since.
 *
 * @param present everybody who is invited to the meeting or a time of it, and who is to be
 */
export function guestIdOf(
  meetingId: ActivityId,
  { cardId, email }: Invited,
  present: readonly Pick<StoredGuest, "id">[],
): string {
  for (let apart = 0; ; apart++) {
    const hash = createHash("sha256").update(`${meetingId} ${cardId ?? ""} ${email ?? ""}${apart > 0 ? ` ${apart}` : ""}`);
    const id = `gst_${hash.digest("base64url").slice(0, 22)}`;
    if (!present.some((guest) => guest.id === id)) return id;
  }
}

/** The guests as they are stored. Those invited already have their ids; new ones get unique ones. */
function guestsOf(meetingId: ActivityId, given: readonly Invited[], current: readonly StoredGuest[]): StoredGuest[] {
  const taken: Pick<StoredGuest, "id">[] = [...current, ...given.flatMap(({ id }) => (id === undefined ? [] : [{ id }]))];
  return given.map((one) => {
    const { cardId, email, name } = one;
    const id = one.id ?? guestIdOf(meetingId, one, taken);
    taken.push({ id });
    return { id, cardId, email, name };
  });
}

/** Duration; by default an hour, or a day for all-day meetings. */
const durationOf = (start: string, { minutes, days }: Pick<Timing, "minutes" | "days">) =>
  isDay(start) ? { minutes: null, days: days ?? 1 } : { minutes: minutes ?? 60, days: null };

interface Survivors {
  readonly kept: MeetingException[];
  readonly dropped: string[];
  /** The days that name those that are kept, by the days that did before. */
  readonly named: ReadonlyMap<string, string>;
}

/**
 * The exceptions of a series whose rule, start or zone has changed: each stays with its day, or moves with the start by whole days, if the rule gives that day.
 * Those without a place any more are dropped. One that was moved to a time of its own keeps it.
 */
function survivors(before: Timing, after: Timing, moved: number): Survivors {
  const [old, series] = [seriesOf(before), seriesOf(after)];
  if (!old || !series) return { kept: [], dropped: before.exceptions.map(({ day }) => day), named: new Map() };
  const shift = (Date.parse(series.start.day) - Date.parse(old.start.day)) / dayMs;
  const isSameKind = isDay(before.start) === isDay(after.start);
  const kept: MeetingException[] = [];
  const dropped: string[] = [];
  const taken = new Set<string>();
  const named = new Map<string, string>();
  for (const exception of before.exceptions) {
    const places = [shift, moved, 0].map((days) => dayAfter(exception.day, days));
    const day = places.find((one) => !taken.has(one) && gives(series, one));
    if (day === undefined || (exception.type === "changed" && !isSameKind)) dropped.push(exception.day);
    else {
      taken.add(day);
      named.set(exception.day, day);
      kept.push({ ...exception, day });
    }
  }
  return { kept, dropped, named };
}

/** A patch of stored values, and the names of the exceptions that have no place in the changed series. */
export interface Accepted {
  readonly patch: ActivityValues;
  readonly dropped: readonly string[];
}

/** New start and rule of a series whose occurrence is moved to `start`, and the number of days that it moved. */
function moveOf(
  before: Timing,
  start: string,
  timeZone: string,
  day: string | undefined,
): { readonly start: string; readonly repeat: Rule; readonly days: number } | undefined {
  const series = seriesOf(before);
  if (!series) return undefined;
  const from = day ?? series.start.day;
  const to = isDay(start) ? start : dayOf(Date.parse(start), timeZone);
  const days = (Date.parse(to) - Date.parse(from)) / dayMs;
  const next = moved(series, from, to);
  const time = isDay(start) ? null : timeIn(Date.parse(start), timeZone);
  return { start: time === null ? next.start.day : instantOf(next.start.day, time, timeZone), repeat: next.rule, days };
}

const timeOf = ({ start, minutes, days, repeat, timeZone }: Timing) => ({
  start,
  minutes,
  days,
  repeat,
  // Without repetition an instant is one whatever the zone.
  timeZone: repeat || isDay(start) ? timeZone : null,
});

/**
 * Completes a patch of a whole meeting with what follows from it: the rule's start, the duration, the exceptions that stay, the replies that become void, and
 * the sequence. Throws INVALID_INPUT for a time that does not exist or is beyond all calendars, and for a rule that never occurs.
 * @param day the occurrence of a series that a given start is for; its first unless said otherwise
 */
export function patchOf(meetingId: ActivityId, given: AcceptedMeeting, current: ActivityValues, day?: string): Accepted {
  const before = timingOf(current);
  const timing = { ...before, ...definedOf(given) };
  const resolved = resolvedStart(timing.start, timing.timeZone);
  const move = given.start === undefined || given.repeat === null ? undefined : moveOf(before, resolved, timing.timeZone, day);
  const start = move?.start ?? resolved;
  if (!isInRange(start)) throw wrong({ start: "validation.range" });
  const rule = given.repeat === undefined ? (move?.repeat ?? timing.repeat) : given.repeat;
  const after = placed({ ...timing, start, repeat: rule, ...durationOf(start, timing) });
  const isMoved = !sameValue(timeOf(before), timeOf(after));
  const survived = isMoved ? survivors(before, after, move?.days ?? 0) : undefined;
  const { kept, dropped } = survived ?? { kept: [...before.exceptions], dropped: [] };
  // Guests of a single time who join the series keep their id.
  const guests = given.guests && guestsOf(meetingId, given.guests, everyGuestIn(current));
  const exceptions = guests ? settledWith(kept, guests) : kept;
  if (guests) requireRoom(current, { guests, exceptions });
  const hasOtherExceptions = !sameValue(exceptions, before.exceptions);
  const answers = (current["answers"] as Answer[] | undefined) ?? [];
  const { start: at, minutes, days, repeat, timeZone } = after;
  const values: ActivityValues = {
    ...definedOf(given),
    ...(guests ? { guests } : {}),
    // Also when it stays as it is: what was given may be written by the clocks of a zone, or without a length.
    ...(isMoved || isOfTiming(given) ? { start: at, minutes, days, repeat, timeZone } : {}),
    ...(isMoved || hasOtherExceptions ? { exceptions } : {}),
    ...(isMoved || guests ? { answers: answersLeft(answers, survived?.named, exceptions, guests) } : {}),
  };
  const isBinding = binding.some((name) =>
    name === "exceptions"
      ? !haveSameTimes(before.exceptions, exceptions)
      : name in values && !sameValue(values[name], current[name]),
  );
  return { patch: isBinding && current["start"] !== undefined ? { ...values, ...raised(current) } : values, dropped };
}

const isOfTiming = (given: AcceptedMeeting): boolean =>
  (["start", "minutes", "days", "repeat", "timeZone"] as const).some((name) => given[name] !== undefined);

const definedOf = (given: AcceptedMeeting) =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Omit<AcceptedMeeting, "guests">; // the same without what is absent

/** A series begins with its first occurrence, so that other programs, which always count its start, show the same. */
function placed(timing: Timing): Timing {
  const series = seriesOf({ ...timing, exceptions: [] });
  if (!series) return timing;
  const reason = reasonAgainst(series);
  if (reason) throw wrong({ repeat: reason });
  const first = firstOf(series);
  if (!first) return timing;
  if (isSkippedOn(timing, first.day)) throw wrong({ start: "validation.skippedTime" });
  return { ...timing, start: startOn(timing, first.day) };
}

/**
 * A reply is to a time: when that changes, only those to occurrences that have a time of their own are left, and go by the days that name these now.
 * @param named the new days by the old ones, where the times have changed
 */
const answersLeft = (
  answers: readonly Answer[],
  named: ReadonlyMap<string, string> | undefined,
  exceptions: readonly MeetingException[],
  guests: readonly StoredGuest[] | undefined,
): Answer[] =>
  answers.flatMap((answer): Answer[] => {
    const day = named && answer.day !== null ? (named.get(answer.day) ?? null) : answer.day;
    if (guests && !isGuestOn(guests, exceptions, answer.guestId, day)) return [];
    if (!named) return [answer];
    return exceptions.some((one) => one.type === "changed" && one.start !== undefined && one.day === day)
      ? [{ ...answer, day }]
      : [];
  });

/** Whether somebody is a guest of the series, or of the time that the day names. */
const isGuestOn = (
  guests: readonly StoredGuest[],
  exceptions: readonly MeetingException[],
  guestId: string,
  day: string | null,
): boolean => {
  const there = day === null ? guests : everyGuestOf({ guests, exceptions: exceptions.filter((one) => one.day === day) });
  return there.some(({ id }) => id === guestId);
};

/** References that `requireReferences` must check: only people and cards that are new to the meeting. */
export function namedBy({ participants = [], guests = [], cardId }: AcceptedMeeting, current: ActivityValues) {
  const people = listOf(current["participants"]);
  const cards: readonly unknown[] = everyGuestIn(current).map((guest) => guest.cardId);
  return {
    people: Object.fromEntries(participants.flatMap((id, at) => (people.includes(id) ? [] : [[`participants.${at}`, id]]))),
    cards: {
      cardId,
      ...Object.fromEntries(
        guests.flatMap((guest, at) => (cards.includes(guest.cardId) ? [] : [[`guests.${at}.cardId`, guest.cardId]])),
      ),
    },
  };
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
