import * as z from "zod";
import type { Language } from "@kartis/i18n/languages.ts";
import type { CardId } from "../../kernel/id.ts";
import type { SmsObstacle } from "../../sms/schema.ts";
import { type MessageKind, messageKinds } from "../meetings/message-kinds.ts";
import { MeetingIdSchema, type Reply, replies, varying, written, zone } from "../meetings/schema.ts";
import { DaySchema, type Rule } from "../recurrence/schema.ts";

export const ReplyTokenInput = z.object({
  token: z.string().max(200),
  /** The time of a series that the link is about, by its day. */
  on: DaySchema.optional(),
});

export const ReplyInput = ReplyTokenInput.extend({
  /** PENDING takes an answer back. */
  rsvp: z.enum(replies),
  /** An occurrence by its day; null for the whole series, and for a meeting that does not repeat. */
  day: DaySchema.nullable().default(null),
  /** Message to the organizer; if absent, the last one stays. */
  message: z.string().trim().max(1_000).optional(),
});

export const RemindersInput = ReplyTokenInput.extend({
  /** Whether they want to be reminded of the meeting, at any of its times. */
  isWanted: z.boolean(),
});

/** A person at the meeting, as guests see them: without an address. */
export interface Attendance {
  /** Null for a guest of whom only the address is known. */
  readonly name: string | null;
  readonly role: "organizer" | "member" | "guest";
  readonly isYou: boolean;
  /** Null for members, who are not asked. */
  readonly rsvp: Reply | null;
}

/** A meeting as a guest sees it by their link. */
export interface OpenMeeting {
  readonly organizationName: string;
  readonly organizerName: string | null;
  /** The guest's own. */
  readonly guestName: string | null;
  readonly email: string | null;
  /** Language in which they are addressed, and whose date formats apply. */
  readonly language: Language;
  readonly region: string;
  /** Open to answers, over, or called off. */
  readonly state: "open" | "over" | "canceled";
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  /** Start and end of the next occurrence, or the last one: instants, or days with an exclusive end. */
  readonly start: string;
  readonly end: string;
  /** The organizer's. */
  readonly timeZone: string;
  readonly repeat: Rule | null;
  /** Its first time, from which a calendar counts, and the value of an RRULE (RFC 5545). */
  readonly series: { readonly start: string; readonly end: string; readonly rrule: string } | null;
  /** Day that identifies this occurrence in the series; without `repeat` for a guest who is invited to single times of it. */
  readonly day: string | null;
  /** Number of occurrences; null without an end. */
  readonly times: number | null;
  readonly reply: Reply;
  readonly repliedAt: string | null;
  /** A member recorded it for them. */
  readonly isRecorded: boolean;
  /** The answer for the series. */
  readonly replyToAll: Reply;
  readonly message: string;
  /** Whether they are reminded of it; `none` where the meeting reminds no guests. */
  readonly reminders: "wanted" | "unwanted" | "none";
  readonly people: readonly Attendance[];
}

/** A meeting as it is being written, with the messages whose SMS are asked for. */
export const SmsToGuestsInput = z.object({
  title: varying.title,
  description: varying.description.default(null),
  location: varying.location.default(null),
  start: varying.start,
  minutes: varying.minutes.default(null),
  days: varying.days.default(null),
  timeZone: zone.optional(),
  guests: written.guests.default([]),
  cardId: written.cardId.default(null),
  repeat: written.repeat.default(null),
  kinds: z.array(z.enum(messageKinds)).min(1).max(messageKinds.length),
  meetingId: MeetingIdSchema.optional(),
  /** The time of a series that is moved to the given one: the SMS about it names both. */
  insteadOf: z.object({ start: varying.start, minutes: varying.minutes, days: varying.days }).optional(),
});

/** What a guest gets by SMS, in the order of the guests. */
export interface GuestBySms {
  readonly cardId: CardId | null;
  /** E.164; null for one who has none that the caller sees. */
  readonly phone: string | null;
  /** Why they get none. */
  readonly problem: "noCard" | "noPhone" | "optedOut" | "tooLong" | "shared" | null;
  readonly texts: readonly { readonly kind: MessageKind; readonly text: string; readonly parts: number }[];
}

export interface SmsToGuests {
  readonly guests: readonly GuestBySms[];
  /** SMS parts left. */
  readonly left: number;
  readonly obstacle: SmsObstacle | null;
}
