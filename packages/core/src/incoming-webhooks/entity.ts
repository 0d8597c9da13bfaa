import { CustomAttributeType, type EntityItem } from "electrodb";
import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition } from "../data/partitions.ts";
import { callStates, incomingModes, incomingStates } from "./rules.ts";
import type { UserId } from "../kernel/id.ts";
import type { CallProblem, Mapping } from "./schema.ts";

/** Main: all of an organization's, in one query of a few items. */
export const incomingWebhookEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "incomingWebhook", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      webhookId: { type: "string", required: true },
      name: { type: "string", required: true },
      typeId: { type: "string", required: true },
      /** Which of its URLs is in use: a new one makes those before it invalid. */
      addressNumber: { type: "number", required: true },
      mapping: { type: CustomAttributeType<Mapping>("any"), required: true },
      mode: { type: incomingModes, required: true },
      matchFieldId: { type: "string" },
      ownerIds: { type: CustomAttributeType<readonly UserId[]>("any") },
      state: { type: incomingStates, required: true },
      /** Sealed; absent where calls are not signed. */
      secret: { type: "string" },
      /** With whose permissions it acts. */
      userId: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      version: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("incomingWebhook"), sk: { field: "sk", composite: ["webhookId"], casing: "none" } } },
  }),
);
export type IncomingWebhookItem = EntityItem<ReturnType<typeof incomingWebhookEntity>>;

/** What became of each call, without its values: those are in the call's webhook event. Main: a webhook's calls by time. */
export const incomingCallEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "incomingCall", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** The webhook or lead form that it came in by. */
      webhookId: { type: "string", required: true },
      callId: { type: "string", required: true },
      /** The key of its webhook event. */
      key: { type: "string", required: true },
      at: { type: "string", required: true },
      state: { type: callStates, required: true },
      cardId: { type: "string" },
      problems: { type: CustomAttributeType<readonly CallProblem[]>("any") },
      expiresAt: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("incomingCall"), sk: { field: "sk", composite: ["webhookId", "callId"], casing: "none" } } },
  }),
);
export type IncomingCallItem = EntityItem<ReturnType<typeof incomingCallEntity>>;

/** A matching value that a call is being processed for. */
export const incomingClaimEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "incomingClaim", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      webhookId: { type: "string", required: true },
      /** Hash of the value. */
      key: { type: "string", required: true },
      /** The process that has it. */
      holder: { type: "string", required: true },
      /** Milliseconds since the epoch. */
      until: { type: "number", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("incomingClaim"), sk: { field: "sk", composite: ["webhookId", "key"], casing: "none" } } },
  }),
);
export type IncomingClaim = EntityItem<ReturnType<typeof incomingClaimEntity>>;

/** Calls of one address in one minute. */
export const incomingCountEntity = lazy(() =>
  unrecordedEntity("presence", {
    model: { service: "kartis", entity: "incomingCount", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      webhookId: { type: "string", required: true },
      /** Minutes since the epoch; `refused` for the burst of refusals that people were notified of, with a version for as long as that lasts. */
      window: { type: "string", required: true },
      count: { type: "number", required: true, default: 0 },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: { pk: partition("incomingCount"), sk: { field: "sk", composite: ["webhookId", "window"], casing: "none" } },
    },
  }),
);
