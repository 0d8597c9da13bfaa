import ICAL from "ical.js";

/** An answer to an invitation (RFC 5546 section 3.2.3), as a calendar sends it. */
export interface CalendarReply {
  readonly uid: string;
  /** Sequence of the invitation that it answers. */
  readonly sequence: number;
  /** When the reply was given, an instant. */
  readonly stamp: string;
  readonly email: string;
  readonly answer: "ACCEPTED" | "DECLINED" | "TENTATIVE";
  /** The one time of a series that it is for: a day, or an instant; null for all. */
  readonly occurrence: { readonly day: string } | { readonly at: string } | null;
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
  if (!(time instanceof ICAL.Time)) return null;
  const [date = "", clock] = time.toString().split("T");
  // Our invitations name times by the clocks of the series' zone, and calendars repeat that, or say the same in UTC.
  return clock?.endsWith("Z") ? { at: time.toJSDate().toISOString() } : { day: date };
}
