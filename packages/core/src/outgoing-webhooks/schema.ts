import * as z from "zod";
import { CardTypeIdSchema } from "../cards/schema.ts";
import { ulidForm } from "../kernel/id-form.ts";
import { idSchema } from "../kernel/id-schema.ts";
import type { Id } from "../kernel/id.ts";
import {
  type DeliveryState,
  deliveryStates,
  type DisabledReason,
  type EndpointState,
  type ChosenEvent,
  everyEvent,
  webhookEventNames,
} from "./rules.ts";

export const EndpointIdSchema = idSchema("hok");
export const EndpointRef = z.object({ endpointId: EndpointIdSchema });

/** `webhook-id`: a journal record and, where it has several changes, which of them. */
export const MessageIdSchema = z
  .string()
  .regex(new RegExp(`^msg_${ulidForm.source.slice(1, -1)}(_\\d{4,6})?$`), "validation.type");

const events = z
  .array(z.enum([...webhookEventNames, everyEvent]))
  .min(1, "validation.required")
  .max(webhookEventNames.length + 1)
  // Every event includes those that are named individually.
  .transform((chosen): readonly ChosenEvent[] => (chosen.includes(everyEvent) ? [everyEvent] : [...new Set(chosen)]));

const settings = {
  url: z.string().trim().min(1).max(2_000),
  description: z.string().trim().max(200),
  events,
  cardTypeIds: z.array(CardTypeIdSchema).max(100),
};

export const CreateEndpointInput = z.object({
  ...settings,
  description: settings.description.default(""),
  cardTypeIds: settings.cardTypeIds
    .default([])
    .describe("Of events about cards, those of these types alone; empty for all types"),
});

export const UpdateEndpointInput = z.object({
  endpointId: EndpointIdSchema,
  url: settings.url.optional(),
  description: settings.description.optional(),
  events: settings.events.optional(),
  cardTypeIds: settings.cardTypeIds.optional(),
  /** Paused: nothing is sent, and new events wait. */
  state: z.enum(["active", "paused"]).optional(),
});

export const DeliveriesInput = z.object({
  endpointId: EndpointIdSchema,
  state: z.enum(deliveryStates).optional(),
  /** The last one of the previous page. */
  cursor: MessageIdSchema.optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
export const DeliveryRef = z.object({ endpointId: EndpointIdSchema, messageId: MessageIdSchema });

export const ReplayInput = z
  .object({
    endpointId: EndpointIdSchema,
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    onlyMissing: z.boolean().default(true).describe("Leaves out what was delivered"),
    withEarlier: z.boolean().default(false).describe("Also what happened before the endpoint had chosen it"),
  })
  .refine(({ from, until }) => from < until, { path: ["until"], message: "validation.range" });

/** What a replay would send. */
export interface ReplayCount {
  readonly count: number;
  /** Of events from before the endpoint had chosen them; they are sent only with `withEarlier`, and are not in `count`. */
  readonly earlier: number;
  /** There may be more: the time range has too many records to count them all. */
  readonly isPartial: boolean;
}

/** A message of the deliveries queue: an endpoint that may have messages to send. */
export const DeliveriesMessage = z.object({ orgId: idSchema("org"), endpointId: EndpointIdSchema });
export type DeliveriesMessage = z.output<typeof DeliveriesMessage>;

/** An endpoint as displayed. It never includes the secret, which is shown once. */
export interface WebhookEndpoint {
  readonly id: Id<"hok">;
  readonly version: number;
  /** Without its path for callers who may not change endpoints: for many services the path is the secret. */
  readonly url: string;
  readonly description: string;
  readonly events: readonly ChosenEvent[];
  readonly cardTypeIds: readonly string[];
  readonly state: EndpointState;
  readonly disabledReason: DisabledReason | null;
  readonly createdAt: string;
  /** The previous secret also signs until then; null if it no longer does. */
  readonly previousSecretUntil: string | null;
  /** Since when every attempt has failed; null if the last one succeeded. */
  readonly failingSince: string | null;
  readonly succeededAt: string | null;
}
/** With its secret: shown once, to the person who created or rotated it. */
export interface EndpointWithSecret extends WebhookEndpoint {
  readonly secret: string;
}

/** A line of the log. */
export interface WebhookDelivery {
  readonly messageId: string;
  readonly event: string;
  readonly state: DeliveryState;
  /** When the event happened. */
  readonly createdAt: string;
  readonly attempts: number;
  readonly lastAt: string | null;
  /** When it is attempted next, at the earliest; null unless it is waiting at an active endpoint. */
  readonly nextAt: string | null;
  /** The status of the last response. */
  readonly status: number | null;
  readonly durationMs: number | null;
  /** Why there was no response, or why it counts as a failure. */
  readonly reason: DeliveryFailure | null;
}

/** Why an attempt failed. */
export const deliveryFailures = [
  "refused",
  "unresolved",
  "unreached",
  "tls",
  "timeout",
  "broken",
  "status",
  "redirect",
  "lost",
] as const;
export type DeliveryFailure = (typeof deliveryFailures)[number];

export interface DeliveryAnswer {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The body was longer. */
  readonly isCut: boolean;
}

/** One delivery with its last request and response. */
export interface DeliveryDetails extends WebhookDelivery {
  readonly request: { readonly headers: Readonly<Record<string, string>>; readonly body: string } | null;
  readonly answer: DeliveryAnswer | null;
}

export interface DeliveryList {
  readonly deliveries: readonly WebhookDelivery[];
  /** Send it as `cursor` for older ones; null at the end. */
  readonly nextCursor: string | null;
}
