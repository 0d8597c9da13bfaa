import * as z from "zod";
import { type CardNames, CardIdSchema } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { ActivityId, CardId, ChatId, RecordId, UserId } from "../kernel/id.ts";
import type { MessageKind } from "../whatsapp/rules.ts";

const chatId = idSchema("cht");

/** Folders of the inbox: open conversations, all or some of them; or closed ones. */
export const chatFolders = ["open", "unread", "mine", "unassigned", "window", "notSent", "closed"] as const;
export type ChatFolder = (typeof chatFolders)[number];

export const ListChatsInput = z.object({
  folder: z.enum(chatFolders).default("open"),
  /** Text from a name, a number, a card or a message. */
  query: z.string().trim().max(200).default(""),
  /** How many to skip. */
  cursor: z.number().int().min(0).default(0),
  limit: z.number().int().min(1).max(100).default(50),
});
export const ChatRef = z.object({ chatId });

export const UpdateChatInput = z.object({
  chatId,
  /** Null to unassign it. */
  assignedTo: idSchema("usr").nullable().optional(),
  isClosed: z.boolean().optional(),
  /** Whether the customer wants no messages. */
  isOptedOut: z.boolean().optional(),
});

export const MoveChatInput = z.object({ chatId, cardId: CardIdSchema });

/** Delivery states of sent messages that the list shows. */
export const chatDeliveries = ["sending", "sent", "delivered", "read", "failed", "unknown"] as const;
export type ChatDelivery = (typeof chatDeliveries)[number];

/** The latest message of a conversation. */
export interface LastMessage {
  readonly activityId: ActivityId;
  /** When it was sent. */
  readonly at: string;
  readonly direction: "IN" | "OUT";
  /** The member who sent it; null if it was none, or before this was kept. */
  readonly by: UserId | null;
  readonly kind: MessageKind;
  /** The beginning of the text; null for a message without text. */
  readonly text: string | null;
  /** For sent messages only. */
  readonly delivery: ChatDelivery | null;
}

/** A conversation with one number. */
export interface Chat {
  readonly id: ChatId;
  readonly version: number;
  /** E.164. */
  readonly phone: string;
  /** The name that the other person uses. */
  readonly name: string | null;
  readonly cardId: CardId;
  readonly assignedTo: UserId | null;
  readonly isClosed: boolean;
  /** Messages that no member has seen. */
  readonly unread: number;
  /** Until when free-form messages may be sent; null if the other person has not written to the number that is connected now. */
  readonly windowEndsAt: string | null;
  /** Since when the customer wants no messages; null while they take them. */
  readonly optedOutAt: string | null;
  readonly last: LastMessage | null;
  readonly createdAt: string;
}

/** A conversation after a change, with the record that undoes it; null when nothing changed. */
export interface ChangedChat extends Chat {
  readonly recordId: RecordId | null;
}

/** What a member did with a conversation. */
export interface ChatEvent {
  readonly id: RecordId;
  readonly at: string;
  /** Null if it was no member. */
  readonly by: UserId | null;
  readonly what: "assigned" | "unassigned" | "closed" | "reopened" | "moved";
  /** The new assignee. */
  readonly assignedTo: UserId | null;
  /** The card that it was moved to. */
  readonly cardId: CardId | null;
}

export interface ListedChat extends Chat {
  /** Number of its messages that were not sent, or may not have been. */
  readonly unsent: number;
}

/** A page of conversations, the latest first. */
export interface ChatList {
  readonly chats: readonly ListedChat[];
  /** Names of their cards that the caller sees. */
  readonly related: CardNames;
  /** Number of conversations in the folder that match the search. */
  readonly total: number;
  readonly counts: Readonly<Record<ChatFolder, number>>;
  readonly nextCursor: number | null;
}
