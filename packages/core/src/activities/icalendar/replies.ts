import ICAL from "ical.js";
import { isDay } from "../../cards/fields/day.ts";
import { instantOf, isTimeZone } from "../../kernel/zoned-time.ts";

/** What names a time of a series: a day, the time (`HH:MM`) that is written with it, if any, and the instant that this is; without one, it is by clocks that can only be those of the series. */
export interface RepliedTime {
  readonly day: string;
  readonly time?: string;
  readonly at?: string;
}

/** An answer to an invitation (RFC 5546 section 3.2.3), as a calendar sends it. */
export interface CalendarReply {
  readonly uid: string;
  /** Sequence of the invitation that it answers. */
  readonly sequence: number;
  /** When the reply was given, an instant. */
  readonly stamp: string;
  readonly email: string;
  readonly answer: "ACCEPTED" | "DECLINED" | "TENTATIVE";
  /** The one time of a series that it is for, by the start that its rule gave it; null for all. */
  readonly occurrence: RepliedTime | null;
  readonly comment: string | null;
}

const answers = ["ACCEPTED", "DECLINED", "TENTATIVE"] as const;
/** An INTEGER has 32 bits (RFC 5545 section 3.3.8). */
const largestSequence = 2 ** 31 - 1;
/** A sequence that is not written in digits alone: the parser would read as many as it begins with. */
const oddSequence = /^SEQUENCE(?:;[^\n:]*)?:(?!\+?\d{1,10}\r?$)/im;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** The answers in a file; none for one that is no reply, or cannot be read. */
export function readReplies(content: string): CalendarReply[] {
  try {
    if (oddSequence.test(content.replace(/\r?\n[ \t]/g, ""))) return [];
    const calendar = new ICAL.Component(ICAL.parse(content));
    if (textOf(calendar.getFirstPropertyValue("method")).toUpperCase() !== "REPLY") return [];
    return calendar.getAllSubcomponents("vevent").slice(0, 20).flatMap(replyIn);
  } catch {
    return [];
  }
}

function replyIn(event: ICAL.Component): CalendarReply[] {
  const [uid, stamp] = [textOf(event.getFirstPropertyValue("uid")), stampOf(event)];
  const sequence = Number(event.getFirstPropertyValue("sequence") ?? 0);
  const attendees = event.getAllProperties("attendee");
  const [attendee] = attendees;
  // Replies to a time and all that follow have no place in a meeting's answers; to take one for that time alone would be wrong.
  if (event.getFirstProperty("recurrence-id")?.getFirstParameter("range")) return [];
  // A reply is of one attendee alone.
  if (!attendee || attendees.length > 1 || uid === "" || stamp === undefined) return [];
  const status = textOf(attendee.getFirstParameter("partstat")).toUpperCase();
  const answer = answers.find((known) => known === status);
  const email = textOf(attendee.getFirstValue())
    .replace(/^mailto:/i, "")
    .trim()
    .toLowerCase();
  if (!answer || !Number.isInteger(sequence) || sequence < 0 || sequence > largestSequence) return [];
  const occurrence = occurrenceOf(event);
  // A parser carries what is too much over to the next year, also to one that a day cannot be written with.
  if (occurrence && !(isDay(occurrence.day) && isDay((occurrence.at ?? occurrence.day).slice(0, 10)))) return [];
  const comment = textOf(event.getFirstPropertyValue("comment")).trim() || null;
  return [{ uid, sequence, stamp, email, answer, occurrence, comment }];
}

/** Only in UTC, as it has to be (RFC 5545 section 3.8.7.2): another zone would have to be worked out by what the file says of it. */
function stampOf(event: ICAL.Component): string | undefined {
  const stamp = event.getFirstPropertyValue("dtstamp");
  if (!(stamp instanceof ICAL.Time) || stamp.isDate || stamp.zone !== ICAL.Timezone.utcTimezone) return undefined;
  const at = stamp.toJSDate().toISOString();
  return isDay(at.slice(0, 10)) ? at : undefined;
}

function occurrenceOf(event: ICAL.Component): CalendarReply["occurrence"] {
  const property = event.getFirstProperty("recurrence-id");
  const time = property?.getFirstValue();
  if (!property || !(time instanceof ICAL.Time)) return null;
  const [day = "", clock = ""] = time.toString().split("T");
  if (clock === "") return { day };
  const written = { day, time: clock.slice(0, 5) };
  if (clock.endsWith("Z")) return { ...written, at: time.toJSDate().toISOString() };
  // Our invitations name times by the clocks of the series' zone. Calendars repeat that, or say the same by a zone of their own.
  const at = inNamedZone(written, textOf(property.getFirstParameter("tzid"))) ?? inWrittenZone(time);
  return { ...written, ...(at === undefined ? {} : { at }) };
}

/** The instant, where the zone goes by a name of the tz database, also one that has a prefix (`/example.org/Europe/Budapest`). */
function inNamedZone({ day, time }: { readonly day: string; readonly time: string }, name: string): string | undefined {
  const zone = [name, name.split("/").slice(-2).join("/"), name.split("/").slice(-3).join("/")].find(
    (one) => one !== "" && isTimeZone(one),
  );
  return zone === undefined ? undefined : instantOf(day, time, zone);
}

const furthestYear = 2_100;
/** Changes of the clocks that are worked out for a file: Outlook's begin in 1601, two a year. */
const mostChanges = 1_200;

/** The instant by the zone as the file defines it, for names that only the sender's calendar knows (`Israel Standard Time`). */
function inWrittenZone(time: ICAL.Time): string | undefined {
  const observances = time.zone?.component?.getAllSubcomponents() ?? [];
  if (observances.length === 0 || time.year > furthestYear) return undefined;
  // The parser works out all of them: without a limit, anybody could keep it busy.
  const changes = observances.reduce((sum, one) => sum + changesIn(one), 0);
  return changes <= mostChanges ? time.toJSDate().toISOString() : undefined;
}

/** How often a set of rules changes the clocks until the furthest year, at most. */
function changesIn(observance: ICAL.Component): number {
  const start = observance.getFirstPropertyValue("dtstart");
  const rules = observance.getAllProperties("rrule").map((rule) => rule.getFirstValue());
  if (!(start instanceof ICAL.Time) || !rules.every(isOnceAYear)) return Number.POSITIVE_INFINITY;
  return 1 + observance.getAllProperties("rdate").length + rules.length * Math.max(furthestYear - start.year, 0);
}

/** Parts of a rule that may say at what time of day: Lotus Notes does. */
const timeParts = ["BYHOUR", "BYMINUTE", "BYSECOND"];

/** A rule for one day of each year: `-1SU` of a month, or a date. Of others, some find nothing in centuries. */
function isOnceAYear(rule: unknown): boolean {
  if (!(rule instanceof ICAL.Recur) || rule.freq !== "YEARLY" || rule.interval !== 1) return false;
  const { BYMONTH: months, BYDAY: weekdays, BYMONTHDAY: days, ...others } = rule.parts;
  const isSingle = [months, weekdays, days, ...Object.values(others)].every((values) => (values?.length ?? 1) === 1);
  const isOneDay = weekdays ? !days && /^[+-]?[1-5][A-Z]{2}$/.test(String(weekdays[0])) : true;
  return isSingle && months !== undefined && isOneDay && Object.keys(others).every((part) => timeParts.includes(part));
}
