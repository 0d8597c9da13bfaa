import * as z from "zod";
import type { CardNames } from "../../cards/schema.ts";
import type { Chat, ChatEvent } from "../../chats/schema.ts";
import type { FileReference } from "../../files/schema.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { ActivityId, CardId, ChatId, Id, RecordId, UserId } from "../../kernel/id.ts";
import { longestText, type MessageKind, type WhatsAppFailure } from "../../whatsapp/rules.ts";
import type { WhatsAppObstacle } from "../../whatsapp/schema.ts";
import type { mediaStates, WhatsAppDelivery } from "./rules.ts";

const whatsappId = idSchema("act");

export const WhatsAppOptionsInput = z.object({ cardId: idSchema("crd") });

export const SendWhatsAppInput = z.object({
  cardId: idSchema("crd"),
  /** One of the card's phone numbers, or of its conversations' numbers; without it, the card's first. */
  phone: z.string().trim().max(40).optional(),
  text: z.string().trim().max(longestText, "validation.length").default(""),
  /** A file uploaded for it, or one of the card's: the text is then its caption. */
  fileId: idSchema("fil").optional(),
  /** An approved template instead of a text. It may be sent at any time. */
  template: z
    .object({
      name: z.string().trim().min(1).max(512),
      language: z.string().trim().min(1).max(20),
      /** The values of its variables, in their order. */
      parameters: z.array(z.string().trim().min(1, "validation.required").max(1_024, "validation.length")).max(20).default([]),
    })
    .optional(),
  /** The message of the conversation that it answers. */
  answers: idSchema("act").optional(),
  /** The Kartis template that the text started from; it is counted as used. */
  templateId: idSchema("tpl").optional(),
  /** Made by the caller, so that a call repeated after a lost answer sends nothing twice. */
  whatsappId: whatsappId.optional(),
});

export const UpdateWhatsAppInput = z.object({ whatsappId, pinned: z.boolean() });
export const WhatsAppRef = z.object({ whatsappId });

/** `conversationSid` is the specification's name (section 7). */
export const ListMessagesInput = z.object({
  conversationSid: idSchema("cht"),
  /** Position of the earliest message seen. */
  cursor: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z [\w-]{1,40}$/)
    .optional(),
  limit: z.number().int().min(1).max(100).default(50),
});

/** What can be sent from a card on WhatsApp, and to which numbers. */
export interface WhatsAppOptions {
  readonly numbers: readonly {
    readonly phone: string;
    readonly label: string;
    readonly chatId: ChatId;
    /** Until when free-form messages may be sent to the number; after that, only templates. */
    readonly windowEndsAt: string | null;
    /** Since when the customer wants no messages; null while they take them. */
    readonly optedOutAt: string | null;
    /** False if nobody has written yet, or the conversation was permanently deleted. */
    readonly hasChat: boolean;
  }[];
  readonly obstacle: WhatsAppObstacle | null;
}

export interface SharedLocation {
  readonly latitude: number;
  readonly longitude: number;
  readonly name: string | null;
  readonly address: string | null;
}

export interface WhatsAppMessage {
  readonly id: ActivityId;
  readonly version: number;
  readonly cardId: CardId;
  readonly chatId: ChatId;
  /** The other person's number, E.164. */
  readonly phone: string;
  readonly direction: "IN" | "OUT";
  readonly kind: MessageKind;
  readonly text: string | null;
  /** The name of the approved template that was sent. */
  readonly template: string | null;
  readonly attachments: readonly FileReference[];
  /** Null for a stored file, and for a message without one. */
  readonly media: (typeof mediaStates)[number] | null;
  readonly location: SharedLocation | null;
  readonly contacts: readonly { readonly name: string; readonly phones: readonly string[] }[];
  /** The message that it answers. */
  readonly answers: ActivityId | null;
  /** The other person's reaction to it. */
  readonly reaction: string | null;
  /** Null for a received message. */
  readonly delivery: WhatsAppDelivery | null;
  /** Why it failed, or why its file could not be downloaded. */
  readonly reason: WhatsAppFailure | null;
  /** It was not sent, and somebody has decided to leave it at that. */
  readonly isGivenUp: boolean;
  readonly happenedAt: string;
  readonly pinned: boolean;
  readonly createdBy: UserId | null;
  /** The automation that made it in their name. */
  readonly automationId: Id<"aut"> | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly trashedAt: string | null;
}

/** A changed message, with the id of the record that can be undone; null if nothing changed. */
export interface ChangedWhatsApp extends WhatsAppMessage {
  readonly recordId: RecordId | null;
}

/** A page of a conversation, the latest message first. */
export interface MessagePage {
  readonly messages: readonly WhatsAppMessage[];
  /** Messages that the page's messages answer and that are not on the page. */
  readonly answered: readonly WhatsAppMessage[];
  readonly chat: Chat;
  /** What members did with the conversation in the page's time, the latest first. */
  readonly events: readonly ChatEvent[];
  /** The conversation's messages that were not sent, or may not have been, and that nobody has given up; the latest first. */
  readonly unsent: readonly ActivityId[];
  /** The name of the conversation's card, if the caller sees it. */
  readonly related: CardNames;
  readonly nextCursor: string | null;
}
