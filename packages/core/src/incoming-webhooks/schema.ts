import * as z from "zod";
import { CardTypeIdSchema } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { CardId, CardTypeId, Id, UserId } from "../kernel/id.ts";
import { dayOrders } from "../kernel/local-times.ts";
import {
  type CallState,
  callStates,
  incomingModes,
  incomingStates,
  type IntakeAttention,
  maxOwners,
  maxPathLength,
  maxValues,
} from "./rules.ts";

/** Where calls come in: an incoming webhook, or a lead form. */
export type IntakeId = Id<"inw"> | Id<"frm">;

export const IncomingWebhookIdSchema = idSchema("inw");
export type IncomingWebhookId = z.infer<typeof IncomingWebhookIdSchema>;
export const IncomingWebhookRef = z.object({ webhookId: IncomingWebhookIdSchema });

/** Which value of a call goes into which field. */
export const MappingSchema = z
  .array(
    z.object({
      path: z.string().min(1).max(maxPathLength),
      fieldId: z.string().max(100),
      /** Order of days, months and years; by default that of the organization's country. */
      dayOrder: z.enum(dayOrders).optional(),
    }),
  )
  .max(maxValues)
  .refine((entries) => new Set(entries.map(({ fieldId }) => fieldId)).size === entries.length, "validation.oneColumnEach");
export type Mapping = z.infer<typeof MappingSchema>;

/** Who owns the cards that are created, in turn; nobody for whoever changed the webhook or form last. */
export const OwnersSchema = z
  .array(idSchema("usr"))
  .max(maxOwners)
  .transform((ids) => [...new Set(ids)]);

const name = z.string().trim().min(1, "validation.required").max(100);

export const CreateIncomingInput = z.object({ name, typeId: CardTypeIdSchema });
export const UpdateIncomingInput = IncomingWebhookRef.extend({
  /** Version that the changes are based on. */
  expectedVersion: z.number().int().positive(),
  name: name.optional(),
  mapping: MappingSchema.optional(),
  mode: z.enum(incomingModes).optional(),
  /** The field that matches calls to cards; required by `createOrUpdate`. */
  matchFieldId: z.string().max(100).nullable().optional(),
  ownerIds: OwnersSchema.optional(),
  state: z.enum(incomingStates).optional(),
});
export const SignIncomingInput = IncomingWebhookRef.extend({
  /** Whether calls have to be signed: turning it on makes a new secret. */
  isSigned: z.boolean(),
});

/** Ids sort by the time of their calls. */
export const CallIdSchema = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, "validation.type");
export const CallPageSchema = z.object({
  state: z.enum(callStates).optional(),
  /** Id of the last one of the previous page. */
  cursor: CallIdSchema.optional(),
  limit: z.number().int().min(1).max(100).default(20),
});
export type CallPage = z.infer<typeof CallPageSchema>;
export const CallsInput = IncomingWebhookRef.extend(CallPageSchema.shape);
export const CallRef = IncomingWebhookRef.extend({ callId: CallIdSchema });

/** An address at which other systems create and change cards. */
export interface IncomingWebhook {
  readonly id: Id<"inw">;
  readonly version: number;
  readonly name: string;
  readonly typeId: CardTypeId;
  /** Null for readers who may not change it: whoever knows the URL can send to it. */
  readonly url: string | null;
  readonly mapping: Mapping;
  readonly mode: (typeof incomingModes)[number];
  readonly matchFieldId: string | null;
  /** Owners of the cards that are created, in turn; empty for `actsAs`. */
  readonly ownerIds: readonly UserId[];
  readonly state: (typeof incomingStates)[number];
  /** Why nothing that is sent to it becomes a card; null while it works, or is paused. */
  readonly attention: IntakeAttention | null;
  readonly isSigned: boolean;
  /** Cards are created and changed with this person's permissions: whoever changed it last. */
  readonly actsAs: UserId;
  readonly createdAt: string;
}

/** With its secret: shown once, to whoever had it made. */
export interface SignedIncomingWebhook extends IncomingWebhook {
  readonly secret: string | null;
}

/** What is wrong with a call: the catalogue key of why, and the field, where it is one's. */
export interface CallProblem {
  readonly fieldId: string | null;
  readonly message: string;
}

export interface IncomingCall {
  readonly id: string;
  readonly at: string;
  readonly state: CallState;
  readonly cardId: CardId | null;
  readonly problems: readonly CallProblem[];
}

export interface IncomingCallList {
  readonly calls: readonly IncomingCall[];
  /** Send it as `cursor` for older ones; null at the end. */
  readonly nextCursor: string | null;
}

/** What came with a call, in its order; null once that is no longer kept. */
export interface CallValues {
  readonly values: readonly { readonly name: string; readonly value: string }[] | null;
}

/** The latest call's values by their paths, and the mapping that their names suggest. */
export interface IncomingSample {
  readonly at: string;
  readonly values: readonly { readonly path: string; readonly value: string }[];
  readonly suggested: Mapping;
}
