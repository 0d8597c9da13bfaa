import { dueLanes } from "../data/due-index.ts";
import { CustomAttributeType, type EntityItem } from "electrodb";
import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition, shardedPartition } from "../data/partitions.ts";
import type { SelectionSince } from "./chosen-since.ts";
import { deliveryStates, disabledReasons, endpointStates } from "./rules.ts";

/** The organization's endpoints. Main: all endpoints of an organization, in one query of a few small items. */
export const endpointEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "webhookEndpoint", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["webhookEndpoint"] as const, required: true, default: "webhookEndpoint" },
      endpointId: { type: "string", required: true },
      url: { type: "string", required: true },
      description: { type: "string", required: true },
      events: { type: "list", items: { type: "string" }, required: true },
      cardTypeIds: { type: "list", items: { type: "string" }, required: true },
      state: { type: endpointStates, required: true },
      disabledReason: { type: disabledReasons },
      /** Events before this are not sent: the instant when it was created or last enabled. */
      listensSince: { type: "string", required: true },
      /** Since when it has chosen each of its events and card types. */
      chosenSince: { type: CustomAttributeType<SelectionSince>("any") },
      /** Encrypted, like `previousSecret`. */
      secret: { type: "string", required: true },
      previousSecret: { type: "string" },
      /** The previous secret signs as well until then. */
      previousUntil: { type: "string" },
      createdBy: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      version: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: ["endpointId"], casing: "none" },
      },
    },
  }),
);
export type EndpointItem = EntityItem<ReturnType<typeof endpointEntity>>;

/** Incremented with each new endpoint: of two who each find room for one more, one checks again. */
export const endpointRegisterEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "webhookEndpointRegister", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      revision: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  }),
);

/** An endpoint's deliveries share one partition, which takes 1,000 writes a second; endpoints are spread over these. */
export const shards = ["0", "1", "2", "3", "4", "5", "6", "7"] as const;
/** Derived from the random end of the id. */
export const shardOf = (endpointId: string): (typeof shards)[number] =>
  shards[endpointId.charCodeAt(endpointId.length - 1) % shards.length] ?? "0";

/** The log: what was sent to an endpoint, and what it answered. Main: an endpoint's messages by id; ids sort by the time of their events. */
export const deliveryEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "webhookDelivery", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      endpointId: { type: "string", required: true },
      /** `webhook-id`: the same for every attempt and at every endpoint. */
      messageId: { type: "string", required: true },
      event: { type: "string", required: true },
      /** The journal record, and which of its changes. Absent for a test. */
      recordId: { type: "string" },
      change: { type: "number" },
      subjectId: { type: "string", required: true },
      /** The same as in the pending item. */
      order: { type: "string", required: true },
      state: { type: deliveryStates, required: true },
      /** All attempts, including those before a resend. */
      attempts: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      /** The body as first sent, compressed. It never changes, unless an erasure removes it. */
      body: { type: "any" },
      bodyAt: { type: "string" },
      /** The last attempt: when, with which headers, and its outcome. */
      lastAt: { type: "string" },
      durationMs: { type: "number" },
      requestHeaders: { type: "any" },
      status: { type: "number" },
      reason: { type: "string" },
      answer: { type: "any" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: shardedPartition("webhookDelivery"),
        sk: { field: "sk", composite: ["endpointId", "messageId"], casing: "none" },
      },
    },
  }),
);

export type DeliveryItem = EntityItem<ReturnType<typeof deliveryEntity>>;

/**
 * Messages that are still to be sent. Main: an endpoint's messages, by subject and then in the order of their events, so that a strongly consistent query that
 * sees a message has seen the earlier ones about the same subject. Deleted once the message is delivered or given up.
 */
export const waitingEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "webhookWaiting", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      endpointId: { type: "string", required: true },
      subjectId: { type: "string", required: true },
      /** The subject's version, padded so that it sorts: two writers' clocks may differ, versions cannot. */
      order: { type: "string", required: true },
      messageId: { type: "string", required: true },
      /** Epoch milliseconds, like the other instants here. */
      dueAt: { type: "number", required: true },
      /** Since the message was last enqueued: its first attempt, and the number of attempts. */
      firstAt: { type: "number" },
      attempts: { type: "number", required: true },
      /** The last attempt, and whether the endpoint was unreachable in it: if so, the message is due as soon as the endpoint answers again. */
      triedAt: { type: "number" },
      isUnreached: { type: "boolean" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: shardedPartition("webhookWaiting"),
        sk: { field: "sk", composite: ["endpointId", "subjectId", "order", "messageId"], casing: "none" },
      },
    },
  }),
);

/** An endpoint's health and the claim of its current run. Main: an organization's endpoints. By due time: endpoints with pending messages, of all organizations. */
export const progressEntity = lazy(() =>
  unrecordedEntity(
    "progress",
    {
      model: { service: "kartis", entity: "webhookProgress", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        endpointId: { type: "string", required: true },
        lane: { type: dueLanes, required: true },
        /** `sweep` while there may be messages to send; `nobody` if there are none. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        /** When the sweep should check it. */
        dueAt: { type: "string", required: true },
        /** Incremented by every writer that adds a message. */
        asked: { type: "number", required: true },
        /** The run in progress, and until when it is presumed alive (epoch milliseconds). */
        claim: { type: "string" },
        claimedUntil: { type: "number" },
        /** Failures in a row, and since when every attempt has failed. */
        failures: { type: "number", required: true },
        failingSince: { type: "string" },
        /** The first test that has failed since the last success. A test is no reason to hold or disable the endpoint. */
        testFailedAt: { type: "string" },
        /** The endpoint is held until then (epoch milliseconds). */
        heldUntil: { type: "number" },
        /** When it last answered after a hold (epoch milliseconds). */
        recoveredAt: { type: "number" },
        /** When its settings last changed (epoch milliseconds): messages attempted before that are due. */
        changedAt: { type: "number" },
        succeededAt: { type: "string" },
        failedAt: { type: "string" },
        version: { type: "number", required: true },
      },
      indexes: {
        main: {
          pk: partition("webhookProgress"),
          sk: { field: "sk", composite: ["endpointId"], casing: "none" },
        },
        byDue: {
          index: "gsi1",
          condition: ({ waits }) => waits === "sweep",
          pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["dueAt", "orgId", "endpointId"], casing: "none" },
        },
      },
    },
    {
      index: "byDue",
      because: "the sweep finds which endpoints have something to send, and then works for each one's organization alone",
    },
  ),
);
export type ProgressItem = EntityItem<ReturnType<typeof progressEntity>>;

/** How far the organization's journal has been fanned out. Main: one item per organization. */
export const feedEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "webhookFeed", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** The newest record that was fanned out. */
      recordId: { type: "string", required: true },
    },
    indexes: {
      main: { pk: partition("webhookFeed"), sk: { field: "sk", composite: [], casing: "none" } },
    },
  }),
);

/** A time range whose events are sent to an endpoint again. Main: an endpoint's replays, the oldest first. Deleted when finished. */
export const replayEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "webhookReplay", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      endpointId: { type: "string", required: true },
      replayId: { type: "string", required: true },
      from: { type: "string", required: true },
      until: { type: "string", required: true },
      /** Leaves out what was delivered. */
      onlyMissing: { type: "boolean", required: true },
      /** Includes events from before the endpoint had chosen them. */
      withEarlier: { type: "boolean", required: true },
      /** The last record processed. */
      recordId: { type: "string" },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: partition("webhookReplay"),
        sk: { field: "sk", composite: ["endpointId", "replayId"], casing: "none" },
      },
    },
  }),
);
