import * as z from "zod";
import type { FileReference } from "../../files/schema.ts";
import { isId } from "../../kernel/id-form.ts";
import type { EffectId, UserId } from "../../kernel/id.ts";
import { messageKinds, whatsappFailures } from "../../whatsapp/rules.ts";
import type { Activity } from "../activity.ts";
import { mediaStates, whatsappDeliveries } from "./rules.ts";
import type { WhatsAppMessage } from "./schema.ts";

/** The values of a message, as it stores them. */
const Values = z.object({
  cardId: z.custom<WhatsAppMessage["cardId"]>((value) => isId("crd", value)),
  chatId: z.custom<WhatsAppMessage["chatId"]>((value) => isId("cht", value)),
  phone: z.string(),
  direction: z.enum(["IN", "OUT"]),
  kind: z.enum(messageKinds),
  text: z.string().nullable().default(null),
  template: z.object({ name: z.string(), language: z.string() }).nullable().default(null),
  /** The template's values, with the names of its variables if they are named. */
  parameters: z.array(z.object({ name: z.string().optional(), text: z.string() })).default([]),
  attachments: z.array(z.custom<FileReference>()).default([]),
  media: z.enum(mediaStates).nullable().default(null),
  location: z.custom<NonNullable<WhatsAppMessage["location"]>>().nullable().default(null),
  contacts: z.array(z.object({ name: z.string(), phones: z.array(z.string()) })).default([]),
  answers: z
    .custom<NonNullable<WhatsAppMessage["answers"]>>((value) => isId("act", value))
    .nullable()
    .default(null),
  reaction: z.string().nullable().default(null),
  delivery: z.enum(whatsappDeliveries).nullable().default(null),
  reason: z.enum(whatsappFailures).nullable().default(null),
  /** Meta's id of the message. */
  messageId: z.string().nullable().default(null),
  /** Meta has reported that this id failed. */
  isFinal: z.boolean().default(false),
  /** All ids that Meta has reported as failed. */
  failedIds: z.array(z.string()).default([]),
  /** The effect that sends it. */
  effectId: z
    .custom<EffectId>((value) => isId("eff", value))
    .nullable()
    .default(null),
  /** It was not sent, and somebody has decided to leave it at that. */
  isGivenUp: z.boolean().default(false),
  happenedAt: z.string().optional(),
  people: z.array(z.custom<UserId>((value) => isId("usr", value))).default([]),
  pinned: z.boolean().default(false),
});
export type WhatsAppValues = z.output<typeof Values>;

export const whatsappValuesOf = ({ values }: Pick<Activity, "values">): WhatsAppValues => Values.parse(values);

/** The activity as its callers get it. */
export function whatsappOf(activity: Activity): WhatsAppMessage {
  const { id, version, createdBy, automationId, createdAt, updatedAt, trashedAt } = activity;
  const {
    parameters: _,
    messageId: __,
    isFinal: ___,
    failedIds: ____,
    people: _____,
    effectId: ______,
    template,
    happenedAt,
    ...values
  } = whatsappValuesOf(activity);
  return {
    id,
    version,
    ...values,
    template: template?.name ?? null,
    happenedAt: happenedAt ?? createdAt,
    createdBy: isId("usr", createdBy) ? createdBy : null,
    automationId,
    createdAt,
    updatedAt,
    trashedAt,
  };
}
