import * as z from "zod";
import type { CardNames } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { ActivityId, CardId, Id, UserId } from "../kernel/id.ts";

/** An SMS sender has at most 11 characters (SPEC section 9). */
export const longestSender = 11;

/** Room for the country's code and what people write between digits. */
const longestTypedNumber = 25;
/** The sender of Kartis's own SMS, and therefore nobody else's. */
export const ownSender = "Kartis";

export type SenderId = Id<"snd">;
const senderId = idSchema("snd");

export const senderKinds = ["name", "number"] as const;
export type SenderKind = (typeof senderKinds)[number];

export const RequestSenderInput = z.object({
  /** A name, or a phone number in any of its forms. */
  name: z.string().trim().min(1, "validation.required").max(longestTypedNumber, "validation.senderLength"),
  /** The phone that the code of a name goes to; a number gets its own. */
  phone: z.string().trim().max(40).nullable().default(null),
});
export const SenderRef = z.object({ senderId });
export const VerifySenderInput = z.object({
  senderId,
  code: z
    .string()
    .transform((text) => text.replace(/\s/g, ""))
    .pipe(z.string().regex(/^\d{6}$/, "validation.code")),
});

export interface Sender {
  readonly id: SenderId;
  readonly version: number;
  readonly name: string;
  readonly kind: SenderKind;
  /** Where its code was sent, E.164. */
  readonly phone: string;
  /** Null as long as nobody has entered its code. */
  readonly verifiedAt: string | null;
  /** What is sent without naming a sender comes from it. */
  readonly isDefault: boolean;
  readonly createdAt: string;
  /** While it waits for its code. */
  readonly code: {
    /** Instants. */
    readonly validUntil: string;
    readonly nextAt: string;
    readonly triesLeft: number;
  } | null;
}

/** Why an organization sends no SMS at the moment, in the order in which it has to be solved. */
export type SmsObstacle = "notOffered" | "noPlan" | "disabled" | "noSender" | "noBalance";

export interface SmsBalance {
  /** SMS parts that can still be sent. */
  readonly left: number;
  /** Of the plan's monthly allowance: what it is, and what is used of it. */
  readonly allowance: number;
  readonly used: number;
  /** Bought in addition; lasts until used. */
  readonly extra: number;
  /** Taken for what is on its way and may come back. */
  readonly reserved: number;
  /** The month of the allowance, `YYYY-MM` in UTC. */
  readonly month: string;
}

export interface SmsSettings {
  readonly senders: readonly Sender[];
  readonly balance: SmsBalance;
  readonly obstacle: SmsObstacle | null;
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
  /** SMS parts: negative for what is taken. */
  readonly change: number;
  readonly activityId: ActivityId | null;
  readonly cardId: CardId | null;
  readonly by: UserId | null;
}

export interface BalanceEntries {
  readonly entries: readonly BalanceEntry[];
  /** The sum of all entries, at the newest. */
  readonly booked: number;
  /** Names of the cards that they are about, as far as the caller sees them. */
  readonly related: CardNames;
  readonly nextCursor: EntryId | null;
}
