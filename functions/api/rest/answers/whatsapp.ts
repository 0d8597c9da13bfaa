import { whatsappDeliveries, mediaStates } from "@kartis/core/activities/whatsapp/rules.ts";
import { CardIdSchema } from "@kartis/core/cards/schema.ts";
import { chatDeliveries, chatFolders } from "@kartis/core/chats/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import { messageKinds, whatsappFailures } from "@kartis/core/whatsapp/rules.ts";
import { templateStates } from "@kartis/core/whatsapp/schema.ts";
import * as z from "zod";
import { attachments, CardNames, instant, madeBy, nextCursor, ofTimeline, recordId, undoneBy, userId, version } from "./parts.ts";

const chatId = idSchema("cht");
const phone = z.string().describe("The customer's number, E.164");
const direction = z.enum(["IN", "OUT"]).describe("From the customer, or to them");
const window = instant.nullable().describe("Until when free text may be sent; afterwards, and where it is null, only templates");

const hasChat = z.boolean().describe("Whether there is a conversation with the number");
const optedOutAt = instant
  .nullable()
  .describe("Since when the customer wants no messages, and gets none; null while they take them");

const message = {
  id: idSchema("act"),
  version,
  cardId: CardIdSchema,
  chatId,
  phone,
  direction,
  kind: z.enum(messageKinds),
  text: z.string().nullable(),
  template: z.string().nullable().describe("The name of the approved template that was sent"),
  attachments,
  media: z.enum(mediaStates).nullable().describe("Why its file is not here; null where it is, and where there is none"),
  location: z
    .object({ latitude: z.number(), longitude: z.number(), name: z.string().nullable(), address: z.string().nullable() })
    .nullable(),
  contacts: z.array(z.object({ name: z.string(), phones: z.array(z.string()) })),
  answers: idSchema("act").nullable().describe("The message that it answers"),
  reaction: z.string().nullable().describe("The customer's reaction to it"),
  delivery: z.enum(whatsappDeliveries).nullable().describe("What has become of it; null for one from the customer"),
  reason: z.enum(whatsappFailures).nullable().describe("Why it has failed"),
  isGivenUp: z.boolean().describe("It was not sent, and somebody has left it at that"),
  happenedAt: instant,
  ...ofTimeline,
  automationId: madeBy,
};
export const WhatsAppMessage = z.object(message);
export const ChangedWhatsAppMessage = z.object({ ...message, ...undoneBy });

export const WhatsAppOptions = z.object({
  numbers: z.array(z.object({ phone, label: z.string(), chatId, windowEndsAt: window, optedOutAt, hasChat })),
  obstacle: z.enum(["missing", "expired"]).nullable().describe("What keeps messages from being sent"),
});
export const WhatsAppTemplates = z.object({
  templates: z.array(
    z.object({
      name: z.string(),
      language: z.string(),
      state: z.enum(templateStates),
      body: z.string(),
      variables: z.array(z.string()).describe("In the order in which `parameters` names their values"),
      isPlain: z.boolean().describe("False where something besides the body needs values: it cannot be sent from here"),
    }),
  ),
});

const chat = {
  id: chatId,
  version,
  phone,
  name: z.string().nullable().describe("As the customer calls themselves"),
  cardId: CardIdSchema,
  assignedTo: userId.nullable(),
  isClosed: z.boolean(),
  unread: z.number().int().describe("Messages that no member has seen"),
  windowEndsAt: window,
  optedOutAt,
  last: z
    .object({
      activityId: idSchema("act"),
      at: instant,
      direction,
      by: userId.nullable().describe("The member who sent it"),
      kind: z.enum(messageKinds),
      text: z.string().nullable().describe("Its beginning"),
      delivery: z.enum(chatDeliveries).nullable(),
    })
    .nullable(),
  createdAt: instant,
};
export const Conversation = z.object(chat);
export const ChangedConversation = z.object({ ...chat, ...undoneBy });
export const ConversationList = z.object({
  chats: z.array(z.object({ ...chat, unsent: z.number().int().describe("Messages of it that wait for a decision") })),
  related: CardNames,
  total: z.number().int(),
  counts: z.record(z.enum(chatFolders), z.number().int()),
  nextCursor,
});
export const ConversationMessages = z.object({
  messages: z.array(WhatsAppMessage).describe("The latest first"),
  answered: z.array(WhatsAppMessage).describe("Messages that those answer and that are not among them"),
  chat: Conversation,
  events: z.array(
    z.object({
      id: recordId,
      at: instant,
      by: userId.nullable(),
      what: z.enum(["assigned", "unassigned", "closed", "reopened", "moved"]),
      assignedTo: userId.nullable(),
      cardId: CardIdSchema.nullable().describe("The card that it was moved to"),
    }),
  ),
  unsent: z.array(idSchema("act")).describe("Messages that were not sent, or may not have been, and wait for a decision"),
  related: CardNames,
  nextCursor: z.string().nullable().describe("What to send as `cursor` for earlier messages; null at the beginning"),
});
