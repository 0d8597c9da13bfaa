import type * as z from "zod";
import type { procedures } from "../procedures.ts";

export const tags = {
  Cards: "Records of configurable types.",
  Tasks: "What is to be done, by whom and until when.",
  Activities: "Tasks and what else happens around cards, whichever the type.",
  Timeline: "Comments, mails, logged calls and other conversations on cards, among everything that happened to them.",
  WhatsApp: "Conversations with customers on WhatsApp, and their messages, which are on the timelines of cards too.",
  Calls: "Telephone calls, which are on the timelines of cards too.",
  Gmail: "The Gmail of the token's maker.",
  Meetings: "When people meet, with whom, and how often.",
  "Card types": "What kinds of cards there are, their fields, and how their pages are laid out.",
  Templates: "Texts of emails: those that are sent by themselves, and those that people begin with.",
  Notifications: "What the token's maker is told and reminded of.",
  Views: "Saved views of lists.",
  Files: "Files of cards.",
  People: "Members and their roles.",
  Audit: "Who did what.",
  "Long operations":
    "Exports, imports and changes of many things at once. They go on after their call, with the rights that the token has then.",
  Webhooks: "Addresses that receive what happens.",
  "Incoming webhooks": "Addresses at which other systems create and change cards.",
  "Lead forms": "Pages at which visitors of a site create and change cards.",
  Automations: "What is done by itself when something happens on a card, and at the press of a button.",
} as const;
type Tag = keyof typeof tags;

export const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Method = (typeof methods)[number];

/** Ids that an example uses; a document has made-up ones, a test real ones. */
export interface ExampleIds {
  readonly cardId: string;
  readonly otherCardId: string;
  readonly taskId: string;
  readonly meetingId: string;
  readonly guestId: string;
  readonly commentId: string;
  readonly communicationId: string;
  readonly mailId: string;
  readonly smsId: string;
  /** A missed telephone call. */
  readonly telephoneCallId: string;
  readonly chatId: string;
  /** A message from the customer. */
  readonly whatsappId: string;
  /** A message that was not sent, and waits for a decision. */
  readonly unsentWhatsappId: string;
  /** An uploaded CSV of cards. */
  readonly importFileId: string;
  /** An operation of the token's maker. */
  readonly operationId: string;
  readonly typeId: string;
  readonly relationFieldId: string;
  readonly layoutId: string;
  readonly viewId: string;
  readonly taskViewId: string;
  readonly templateId: string;
  /** The record that made the template. */
  readonly templateRecordId: string;
  readonly userId: string;
  readonly roleId: string;
  readonly fileId: string;
  readonly recordId: string;
  readonly endpointId: string;
  /** A message that the endpoint is to get. */
  readonly messageId: string;
  readonly webhookId: string;
  /** A call of it that is not mapped. */
  readonly callId: string;
  readonly formId: string;
  /** A submission that is held back. */
  readonly submissionId: string;
  /** A published automation with a button. */
  readonly automationId: string;
  /** A run of it that waits. */
  readonly runId: string;
  /** A run of it that has failed. */
  readonly failedRunId: string;
}

export interface Exposure {
  readonly method: Method;
  /** Under `/api/v1`; names in braces are properties of the procedure's input, unless `properties` names another. */
  readonly path: string;
  /** The input's property for a parameter of the path: a path has one name for it, whatever its operations call it. */
  readonly properties?: Readonly<Record<string, string>>;
  readonly tag: Tag;
  readonly summary: string;
  readonly description?: string;
  readonly output: z.ZodType;
  /** 200 without one. */
  readonly status?: 201;
  /** A whole input that works. */
  readonly example: (ids: ExampleIds) => Readonly<Record<string, unknown>>;
}

/** Procedures that are exposed, by their names, and as what. */
export type Exposures = Partial<Record<(typeof procedures)[number]["name"], Exposure>>;
