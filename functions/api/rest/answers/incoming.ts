import { CardIdSchema, CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import { callStates, incomingModes, incomingStates, intakeAttentions } from "@kartis/core/incoming-webhooks/rules.ts";
import { CallIdSchema, IncomingWebhookIdSchema } from "@kartis/core/incoming-webhooks/schema.ts";
import { dayOrders } from "@kartis/core/kernel/local-times.ts";
import { formLanguages, formStates } from "@kartis/core/lead-forms/rules.ts";
import { LeadFormIdSchema } from "@kartis/core/lead-forms/schema.ts";
import * as z from "zod";
import { instant, recordId, userId, version } from "./parts.ts";

const intake = {
  version,
  name: z.string(),
  typeId: CardTypeIdSchema.describe("The type of the cards"),
  mode: z.enum(incomingModes).describe("Whether each becomes a new card, or changes the one that matches"),
  matchFieldId: z.string().nullable(),
  ownerIds: z.array(userId).describe("Owners of the cards that are created, in turn; empty for `actsAs`"),
  attention: z
    .enum(intakeAttentions)
    .nullable()
    .describe(
      "Why nothing that is sent becomes a card: the card type or the field to match by is gone, required fields are not asked for, or `actsAs` has left. Null while it works, or takes nothing",
    ),
  actsAs: userId.describe("Whoever changed it last: cards are written with this person's permissions"),
  createdAt: instant,
};

const incomingWebhook = {
  id: IncomingWebhookIdSchema,
  ...intake,
  url: z.string().nullable().describe("Where to send; null for tokens that may not change it"),
  mapping: z.array(z.object({ path: z.string(), fieldId: z.string(), dayOrder: z.enum(dayOrders).optional() })),
  state: z.enum(incomingStates),
  isSigned: z.boolean(),
};
export const IncomingWebhook = z.object(incomingWebhook);
export const SignedIncomingWebhook = z.object({
  ...incomingWebhook,
  secret: z.string().nullable().describe("Shown in this answer alone; null without signatures"),
});

export const LeadForm = z.object({
  id: LeadFormIdSchema,
  ...intake,
  url: z.string().describe("The form's page"),
  design: z.object({
    title: z.string(),
    text: z.string(),
    fields: z.array(z.object({ fieldId: z.string(), label: z.string(), help: z.string(), required: z.boolean() })),
    button: z.string(),
    thanks: z.string(),
    redirect: z.string(),
    language: z.enum(formLanguages).describe("`visitor`: that of the browser"),
    consent: z.string(),
  }),
  state: z.enum(formStates),
});

export const IncomingCalls = z.object({
  calls: z.array(
    z.object({
      id: CallIdSchema,
      at: instant,
      state: z.enum(callStates).describe("What became of it"),
      cardId: CardIdSchema.nullable(),
      problems: z
        .array(z.object({ fieldId: z.string().nullable(), message: z.string() }))
        .describe("Why it was refused, as keys of messages"),
    }),
  ),
  nextCursor: CallIdSchema.nullable().describe("What to send as `cursor` for older ones; null at the end"),
});

export const RemovedLeadForm = z.object({ recordId: recordId.nullable().describe("The record that brings it back") });
