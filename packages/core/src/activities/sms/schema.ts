import * as z from "zod";
import type { ActivityId, CardId, Id, RecordId, UserId } from "../../kernel/id.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { SmsFailure } from "../../sms/rules.ts";
import type { OptOut, QuietHours, SenderId, SmsObstacle } from "../../sms/schema.ts";
import type { MessageKind } from "../meetings/message-kinds.ts";
import type { SmsDelivery } from "./rules.ts";

const smsId = idSchema("act");

export const SmsOptionsInput = z.object({
  /** The card whose numbers are listed; without one, no numbers are. */
  cardId: idSchema("crd").optional(),
});

export const SendSmsInput = z.object({
  cardId: idSchema("crd"),
  /** One of the card's phone numbers; without it, its first. */
  phone: z.string().trim().max(40).optional(),
  /** A verified sender; without it, the default. */
  senderId: idSchema("snd").optional(),
  text: z.string().trim().min(1, "validation.required").max(1_600, "validation.smsTooLong"),
  /** The template that the text started from; it is counted as used. */
  templateId: idSchema("tpl").optional(),
  /** Whether it waits until the recipient's quiet hours are over, if the organization has set some. What automations send always does. */
  afterQuietHours: z.boolean().default(false),
  /** Made by the caller, so that a call repeated after a lost answer sends nothing twice. */
  smsId: smsId.optional(),
});

export const SetOptOutInput = z.object({
  cardId: idSchema("crd"),
  /** One of the card's numbers. */
  phone: z.string().trim().max(40),
  /** Whether it wants no SMS. */
  isOptedOut: z.boolean(),
});

export const UpdateSmsInput = z.object({ smsId, pinned: z.boolean() });
export const SmsRef = z.object({ smsId });

/** Senders, balance and numbers for an SMS from a card. */
export interface SmsOptions {
  readonly numbers: readonly {
    readonly phone: string;
    readonly label: string;
    /** Null for one that takes SMS. */
    readonly optOut: OptOut | null;
    /** Time zones in which the recipient may be; none where the organization has no quiet hours. */
    readonly zones: readonly string[];
  }[];
  /** The default first. */
  readonly senders: readonly { readonly id: SenderId; readonly name: string }[];
  /** SMS parts left. */
  readonly left: number;
  readonly obstacle: SmsObstacle | null;
  readonly quietHours: QuietHours | null;
}

export interface Sms {
  readonly id: ActivityId;
  readonly version: number;
  readonly cardId: CardId;
  /** `IN`: an answer from the customer. */
  readonly direction: "IN" | "OUT";
  /** The customer's number, E.164. */
  readonly phone: string;
  /** Our sender: the one that the recipient sees, or the number that was answered. */
  readonly from: string;
  readonly text: string;
  /** Number of parts, each of which is paid. */
  readonly parts: number;
  readonly delivery: SmsDelivery;
  /** When it is sent, or was to be, after waiting for the end of the recipient's quiet hours; null for one that has not waited. */
  readonly sendAt: string | null;
  /** Why it failed. */
  readonly reason: SmsFailure | null;
  /** What it tells a guest of a meeting; null for what people write. */
  readonly meetingNews: MessageKind | null;
  readonly pinned: boolean;
  readonly createdBy: UserId | null;
  /** The automation that made it in their name. */
  readonly automationId: Id<"aut"> | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** A changed SMS, with the id of the record that can be undone; null if nothing changed. */
export interface ChangedSms extends Sms {
  readonly recordId: RecordId | null;
}
