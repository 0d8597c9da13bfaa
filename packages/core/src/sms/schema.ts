import * as z from "zod";
import type { CardNames } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { ActivityId, CardId, Id, UserId } from "../kernel/id.ts";

/** An SMS sender has at most 11 characters (SPEC section 9). */
export const longestSender = 11;

/** Room for the country's code and what people type between digits. */
const longestTypedNumber = 25;
/** The sender of Kartis's own SMS; no organization can use it. */
export const ownSender = "Kartis";

export type SenderId = Id<"snd">;
const senderId = idSchema("snd");

/** Who has said that a number wants no SMS: the operator, by refusing one; somebody of the organization; or the recipient, in an answer. */
export const optOutSources = ["operator", "person", "recipient"] as const;

/** That a number wants no SMS. */
export interface OptOut {
  /** Instant. */
  readonly since: string;
  readonly source: (typeof optOutSources)[number];
  /** Who noted it; null unless a person did. */
  readonly by: UserId | null;
}

export const senderKinds = ["name", "number"] as const;
export type SenderKind = (typeof senderKinds)[number];

export const RequestSenderInput = z.object({
  /** A name, or a phone number in any notation. */
  name: z.string().trim().min(1, "validation.required").max(longestTypedNumber, "validation.senderLength"),
  /** The phone that a name's code is sent to; a number receives its own. */
  phone: z.string().trim().max(40).nullable().default(null),
});
export const SenderRef = z.object({ senderId });
/** A code as typed. */
export const typedCode = z
  .string()
  .transform((text) => text.replace(/\s/g, ""))
  .pipe(z.string().regex(/^\d{6}$/, "validation.code"));
export const VerifySenderInput = z.object({ senderId, code: typedCode });

/** A code that was sent by SMS and has not been entered yet. */
export interface PendingCode {
  /** Instants. */
  readonly validUntil: string;
  readonly nextAt: string;
  readonly triesLeft: number;
}

export interface Sender {
  readonly id: SenderId;
  readonly version: number;
  readonly name: string;
  readonly kind: SenderKind;
  /** Where its code was sent, E.164. */
  readonly phone: string;
  /** Null until its code has been entered. */
  readonly verifiedAt: string | null;
  /** The sender of SMS that name none. */
  readonly isDefault: boolean;
  readonly createdAt: string;
  /** While its code is pending. */
  readonly code: PendingCode | null;
}

/** Why an organization cannot send SMS at the moment, in the order in which the reasons have to be resolved. */
export type SmsObstacle = "notOffered" | "noPlan" | "disabled" | "noSender" | "noBalance";

export interface SmsBalance {
  /** SMS parts that can still be sent. */
  readonly left: number;
  /** The plan's monthly allowance, and how much of it is used. */
  readonly allowance: number;
  readonly used: number;
  /** Bought in addition; does not expire. */
  readonly extra: number;
  /** Paid for SMS in progress; may still be returned. */
  readonly reserved: number;
  /** The month of the allowance, `YYYY-MM` in UTC. */
  readonly month: string;
}

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, "validation.time");

/** Hours of the recipient's day in which automatic SMS wait; they may span midnight. */
export interface QuietHours {
  /** `HH:MM`. */
  readonly from: string;
  /** `HH:MM`. */
  readonly until: string;
}

export const SetQuietHoursInput = z.object({
  /** Null: SMS are sent at any hour. */
  hours: z.object({ from: time, until: time }).nullable(),
});

export const SetMemberRemindersInput = z.object({ isOn: z.boolean() });

export interface SmsSettings {
  readonly senders: readonly Sender[];
  readonly balance: SmsBalance;
  readonly obstacle: SmsObstacle | null;
  readonly quietHours: QuietHours | null;
  /** Whether the organization pays for SMS that remind its members. */
  readonly remindsMembers: boolean;
}

export const entryKinds = ["allowance", "topUp", "reserve", "release"] as const;
export type EntryKind = (typeof entryKinds)[number];

export const EntriesInput = z.object({
  /** The id of the last entry seen. */
  cursor: idSchema("sme").optional(),
  limit: z.number().int().min(1).max(100).default(20),
});

export type EntryId = Id<"sme">;

/** One line of the ledger. */
export interface BalanceEntry {
  readonly id: EntryId;
  readonly at: string;
  readonly kind: EntryKind;
  /** SMS parts: negative for a payment. */
  readonly change: number;
  readonly activityId: ActivityId | null;
  readonly cardId: CardId | null;
  readonly by: UserId | null;
  /** The member whom the SMS reminds; null for other SMS. */
  readonly remindedId: UserId | null;
}

export interface BalanceEntries {
  readonly entries: readonly BalanceEntry[];
  /** The sum of all entries, up to the newest. */
  readonly booked: number;
  /** Names of the entries' cards that the caller sees. */
  readonly related: CardNames;
  readonly nextCursor: EntryId | null;
}
