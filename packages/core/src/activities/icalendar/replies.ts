import ICAL from "ical.js";
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
  const [uid, stamp] = [textOf(event.getFirstPropertyValue("uid")), event.getFirstPropertyValue("dtstamp")];
  const sequence = Number(event.getFirstPropertyValue("sequence") ?? 0);
  const attendees = event.getAllProperties("attendee");
  const [attendee] = attendees;
  // Replies to a time and all that follow have no place in a meeting's answers; to take one for that time alone would be wrong.
  if (event.getFirstProperty("recurrence-id")?.getFirstParameter("range")) return [];
  // A reply is of one attendee alone.
  if (!attendee || attendees.length > 1 || uid === "" || !(stamp instanceof ICAL.Time)) return [];
  const status = textOf(attendee.getFirstParameter("partstat")).toUpperCase();
  const answer = answers.find((known) => known === status);
  const email = textOf(attendee.getFirstValue())
    .replace(/^mailto:/i, "")
    .trim()
    .toLowerCase();
  if (!answer || !Number.isInteger(sequence) || sequence < 0 || sequence > largestSequence) return [];
  const comment = textOf(event.getFirstPropertyValue("comment")).trim() || null;
  return [{ uid, sequence, stamp: stamp.toJSDate().toISOString(), email, answer, occurrence: occurrenceOf(event), comment }];
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

/** Sets of rules that calendars write: one for each change of the law at most. */
const mostObservances = 60;
const furthestYear = 2_100;

/** The instant by the zone as the file defines it, for names that only the sender's calendar knows (`Israel Standard Time`). */
function inWrittenZone(time: ICAL.Time): string | undefined {
  const { component } = time.zone ?? {};
  const observances = component?.getAllSubcomponents() ?? [];
  if (observances.length === 0 || observances.length > mostObservances || time.year > furthestYear) return undefined;
  // A zone that changes its clocks more often would keep the parser busy: anybody can send one.
  const isCalm = observances.every((one) =>
    one.getAllProperties("rrule").every((rule) => {
      const value = rule.getFirstValue();
      return value instanceof ICAL.Recur && value.freq === "YEARLY" && (value.parts["BYMONTH"]?.length ?? 0) === 1;
    }),
  );
  return isCalm ? time.toJSDate().toISOString() : undefined;
}
