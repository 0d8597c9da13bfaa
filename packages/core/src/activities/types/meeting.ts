import { isDay } from "../../cards/fields/day.ts";
import { isId } from "../../kernel/id-form.ts";
import type { UserId } from "../../kernel/id.ts";
import { sameValue } from "../../kernel/same-value.ts";
import { requireRoom } from "../meetings/guest-limits.ts";
import { everyGuestIn, haveSameTimes, settledWith } from "../meetings/guests-at.ts";
import type { Answer, StoredGuest } from "../meetings/meeting.ts";
import { participantsAt } from "../meetings/participants.ts";
import { endOf, instantAt, longestMs, seriesOf, type Timing, timingOf } from "../meetings/time.ts";
import { answersUndone, repliesOfGuests } from "../meetings/void-replies.ts";
import { firstOf, lastOf, nextAfter, type Occurrence } from "../recurrence/occurrences.ts";
import { instantBefore, reminderOf } from "../reminders/rules.ts";
import { type ActivityDefinition, type ActivityValues, noColumns, type Reminder } from "./definition.ts";
import { dayMs } from "../../kernel/time-units.ts";

const text = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const listed = (values: unknown): string[] =>
  Array.isArray(values) ? values.flatMap((value: unknown) => text(value) ?? []) : [];

/** Everybody who takes part at some time. */
export const participantsOf = ({ participants, exceptions }: ActivityValues): string[] => [
  ...new Set([
    ...listed(participants),
    ...(Array.isArray(exceptions) ? exceptions.flatMap((one: unknown) => listed(Object(one).participants)) : []),
  ]),
];

/** Who takes part at one time of it: of a series, those of the day if they differ, and nobody on one that was removed. */
export function participantsOn(values: ActivityValues, day: string | null): UserId[] {
  const one = timingOf(values).exceptions.find((exception) => exception.day === day);
  return [
    ...participantsAt(
      one,
      listed(values["participants"]).filter((id) => isId("usr", id)),
    ),
  ];
}

const storedIn = <T>(value: unknown): readonly T[] => (Array.isArray(value) ? (value as T[]) : []); // as it was made

const startOf = ({ at, on, day }: Occurrence): string => at ?? on ?? day;
const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** From its first start to its last end. A series with varying durations may end earlier than that. */
function spanOf(timing: Timing): { startsAt: string; endsAt: string | null } {
  const { start, timeZone } = timing;
  const series = seriesOf(timing);
  const first = series && firstOf(series);
  const startsAt = instantAt(first ? startOf(first) : start, timeZone);
  if (!series) return { startsAt, endsAt: instantAt(endOf(start, timing), timeZone) };
  const last = lastOf(series);
  return {
    startsAt,
    endsAt: last ? later(instantAt(startOf(last), timeZone), longestMs(timing) + (isDay(start) ? dayMs : 0)) : null,
  };
}

/** The first occurrence of a series whose reminder is at the instant or later. */
function nextReminder(values: ActivityValues, from: string): Reminder | undefined {
  const timing = timingOf(values);
  const series = seriesOf(timing);
  const minutes = reminderOf(values["reminder"]);
  if (!series || minutes === null) return undefined;
  const earliest = later(from, minutes * 60_000);
  // A day before, since whole days begin when their zone says.
  let after = isDay(timing.start) ? later(earliest, -2 * dayMs).slice(0, 10) : later(earliest, -1);
  for (;;) {
    const next = nextAfter(series, after);
    if (!next) return undefined;
    const startsAt = instantAt(startOf(next), timing.timeZone);
    const at = instantBefore(startsAt, minutes);
    if (at !== null && at >= from) return { at, startsAt, day: next.day };
    after = startOf(next);
  }
}

/** The sequence of RFC 5546 after a change that makes an earlier invitation wrong. */
export const raised = ({ sequence }: ActivityValues): ActivityValues => ({
  sequence: (typeof sequence === "number" ? sequence : 0) + 1,
});

/** Changes of these make an earlier invitation wrong (RFC 5546 section 2.1.4; the place is our addition). */
export const binding = ["start", "minutes", "days", "timeZone", "repeat", "exceptions", "location"] as const;

/** Whether only who takes part in single times is other than before: that makes no invitation of others wrong. */
const isOfPeople = (before: ActivityValues, after: ActivityValues): boolean =>
  haveSameTimes(timingOf(before).exceptions, timingOf(after).exceptions);

/** A time at which people meet, once or again and again. */
export const meeting: ActivityDefinition = {
  permission: "MEETINGS",
  channel: "meetings",
  readOnlyKey: "errors.meetingReadOnly",
  actions: {
    create: "meeting.create",
    update: "meeting.update",
    delete: "meeting.delete",
    restore: "meeting.restore",
    purge: "meeting.purge",
  },
  edits: ["meeting.rsvp"],
  derived: ["sequence"],
  counting: ["sequence"],
  shared: ["answers", "withoutReminders"],
  dated: ["exceptions"],
  dating: ["start", "repeat", "timeZone"],
  columns(values) {
    const timing = timingOf(values);
    const span = spanOf(timing);
    return {
      ...noColumns,
      title: text(values["title"]) ?? "",
      cardId: text(values["cardId"]),
      people: participantsOf(values),
      cards: everyGuestIn(values).flatMap(({ cardId }) => cardId ?? []),
      dueDay: isDay(timing.start) ? timing.start : null,
      ...span,
      remindAt: instantBefore(span.startsAt, reminderOf(values["reminder"])),
      // A series goes on: it stands where it was made.
      happenedAt: values["repeat"] ? null : span.startsAt,
    };
  },
  series: { repeats: ({ repeat }) => Boolean(repeat), nextReminder },
  // The organizer stays the same: they did organize it. One in which no member takes part is on its organizer's calendar, and then on the heir's.
  handedOver({ participants, exceptions }, from, heir, createdBy) {
    const isTheirs = createdBy === from && participantsOf({ participants, exceptions }).length === 0;
    const inherited = (people: unknown) => [...new Set(listed(people).map((person) => (person === from ? heir : person)))];
    return {
      participants: isTheirs ? [heir] : inherited(participants),
      exceptions: timingOf({ exceptions }).exceptions.map((one) =>
        one.type === "changed" && one.participants ? { ...one, participants: inherited(one.participants) } : one,
      ),
    };
  },
  // Calendars that received a cancellation, or its reversal, accept only updates with a higher sequence.
  trashed: raised,
  undone(current, { sequence: _, answers, ...given }, isAsLeft, __, edited) {
    const next = { ...current, ...given };
    const guests = storedIn<StoredGuest>(next["guests"]);
    // Guests may have joined or left the series since.
    const exceptions = settledWith(timingOf(next).exceptions, guests);
    requireRoom(current, { guests, exceptions });
    const patch =
      "exceptions" in given || !sameValue(exceptions, timingOf(current).exceptions) ? { ...given, exceptions } : given;
    const isBinding = binding.some((name) => name in patch && (name !== "exceptions" || !isOfPeople(current, patch)));
    const answersOf = () => {
      if (isAsLeft("answers")) return answers;
      if (edited.days) return answersUndone(current, { ...current, ...patch }, edited);
      // Guests who have answered since answered about a time that is none any more.
      return isBinding ? null : undefined;
    };
    const replies = answersOf();
    const all = storedIn<Answer>(replies === undefined ? current["answers"] : replies);
    const theirs = repliesOfGuests(all, guests, exceptions);
    const isOther = replies !== undefined || theirs.length < all.length;
    const answersNow = theirs.length < all.length ? theirs : replies;
    return { ...patch, ...(isOther ? { answers: answersNow } : {}), ...(isBinding ? raised(current) : {}) };
  },
};
