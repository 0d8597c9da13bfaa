import type { CardName, CardNames } from "../../cards/schema.ts";
import type { FileReference } from "../../files/schema.ts";
import type { ActivityId, CardId, Id, RecordId, UserId } from "../../kernel/id.ts";
import { mostTimes } from "../recurrence/limits.ts";
import type { Rule } from "../recurrence/schema.ts";
import type { ReminderMinutes } from "../reminders/rules.ts";
import type { Notify, Reply } from "./schema.ts";

export const mostExceptions = mostTimes;

export interface Guest {
  readonly id: string;
  readonly cardId: CardId | null;
  readonly email: string | null;
  readonly name: string | null;
  /** Reply for the series; replies for a single occurrence are on the occurrence. */
  readonly rsvp: Reply;
  readonly answeredAt: string | null;
}

/** Stored part of a guest. Replies are stored separately, since others write them. */
export type StoredGuest = Pick<Guest, "id" | "cardId" | "email" | "name">;

/** How the guests of one time differ from those of the series, so that whoever is invited to the series or taken off it later is so at this time too. */
export interface OwnGuests {
  /** Invited to this time alone. */
  readonly added: readonly StoredGuest[];
  /** Ids of guests of the series who are not invited to this time. */
  readonly removed: readonly string[];
}

/** A guest's reply: for the series, or for the one occurrence of that name. */
export interface Answer {
  readonly guestId: string;
  readonly day: string | null;
  readonly rsvp: Reply;
  /** Null where it was taken back, because the time has changed. */
  readonly answeredAt: string | null;
  /** The guest's message to the organizer. */
  readonly message?: string;
  /** The member who recorded it for them; null for a program. Absent where they replied themselves. */
  readonly by?: UserId | null;
}

/** Exception for one day of the series; the day is the one that the rule produces. */
export type MeetingException =
  | { readonly type: "removed"; readonly day: string }
  | {
      readonly type: "changed";
      readonly day: string;
      readonly start?: string;
      readonly minutes?: number;
      readonly days?: number;
      readonly title?: string;
      readonly description?: string | null;
      readonly location?: string | null;
      readonly participants?: readonly UserId[];
      readonly guests?: OwnGuests;
    };

export interface Meeting {
  readonly id: ActivityId;
  readonly version: number;
  readonly title: string;
  readonly description: string | null;
  readonly location: string | null;
  /** An instant in UTC, or a day. */
  readonly start: string;
  /** Null for one of whole days. */
  readonly minutes: number | null;
  /** Null for a timed one. */
  readonly days: number | null;
  readonly timeZone: string;
  readonly participants: readonly UserId[];
  /** Of a series, those who are invited to all of it; exceptions name those of single times. */
  readonly guests: readonly Guest[];
  readonly answers: readonly Answer[];
  /** Ids of guests who want no reminders of it. */
  readonly withoutReminders: readonly string[];
  readonly cardId: CardId | null;
  readonly repeat: Rule | null;
  readonly exceptions: readonly MeetingException[];
  readonly reminder: ReminderMinutes | null;
  readonly notify: Notify;
  readonly attachments: readonly FileReference[];
  /** RFC 5546: goes up with every change that makes an earlier invitation wrong. */
  readonly sequence: number;
  /** The organizer; null if no person created the meeting. */
  readonly createdBy: UserId | null;
  /** The automation that made it in their name. */
  readonly automationId: Id<"aut"> | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** One time that a meeting takes place. */
export interface Occurrence {
  readonly meetingId: ActivityId;
  /** Its name in the series: the day the rule gave it. Null for a meeting that does not repeat. */
  readonly day: string | null;
  /** An instant in UTC, or a day. */
  readonly start: string;
  /** The instant at which it is over, or the day after its last one. */
  readonly end: string;
  readonly isAllDay: boolean;
  readonly title: string;
  readonly location: string | null;
  readonly participants: readonly UserId[];
  readonly guests: readonly Pick<Guest, "id" | "cardId" | "email" | "name" | "rsvp">[];
  readonly cardId: CardId | null;
  readonly isRepeating: boolean;
  /** It differs from its series. */
  readonly isChanged: boolean;
  readonly createdBy: UserId | null;
  readonly version: number;
  readonly canUpdate: boolean;
}

export interface MeetingsInRange {
  /** Sorted by start. */
  readonly occurrences: readonly Occurrence[];
  /** Names of their cards; those that the caller does not see are absent. */
  readonly cards: CardNames;
  /** There are more than the answer contains. */
  readonly isCut: boolean;
}

export interface ChangedMeeting extends Meeting {
  /** The record that undoes the change; null when nothing changed. */
  readonly recordId: RecordId | null;
  /** Occurrences whose own changes were lost, since the changed series has no time for them; by the days that they had. */
  readonly dropped: readonly string[];
}

export interface MeetingWithCards extends Meeting {
  readonly cards: CardNames;
  /** The occurrence that was asked for; without a day, that of a series which comes next, or the first when all are over. */
  readonly occurrence: Occurrence | null;
  /** Number of guests, of the series or of single occurrences, who can be notified of changes: those with an email address, their own or their card's, or with a phone if changes go by SMS. */
  readonly guestsWithAddress: number;
  /** Those of them who are invited to the occurrence. */
  readonly guestsWithAddressThen: number;
}

export interface TrashedMeetings {
  readonly rows: readonly Meeting[];
  readonly cards: Readonly<Partial<Record<CardId, CardName>>>;
  readonly total: number;
  readonly nextCursor: number | null;
}
