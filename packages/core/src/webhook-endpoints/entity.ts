import type { EntityItem } from "electrodb";
import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition, shardedPartition } from "../data/partitions.ts";
import { deliveryStates, disabledReasons, endpointStates } from "./rules.ts";

/** The organization's endpoints. Main: all of an organization, in one query of a few small items. */
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
      /** What happened before is none of its events: when it was made, or enabled again. */
      listensSince: { type: "string", required: true },
      /** Encrypted, like the next. */
      secret: { type: "string", required: true },
      previousSecret: { type: "string" },
      /** Until when the previous one signs as well. */
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

/** An endpoint's deliveries share a partition, which takes 1,000 writes a second; endpoints are spread over these. */
export const shards = ["0", "1", "2", "3", "4", "5", "6", "7"] as const;
/** From the random end of the id. */
export const shardOf = (endpointId: string): (typeof shards)[number] =>
  shards[endpointId.charCodeAt(endpointId.length - 1) % shards.length] ?? "0";

/** What was sent to an endpoint and what it answered: the log. Main: an endpoint's, by message, whose ids sort by the time of what they tell of. */
export const deliveryEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "webhookDelivery", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      endpointId: { type: "string", required: true },
      /** `webhook-id`: the same for every attempt, and at every endpoint. */
      messageId: { type: "string", required: true },
      event: { type: "string", required: true },
      /** The journal's record, and which of its changes. Absent for a test. */
      recordId: { type: "string" },
      change: { type: "number" },
      subjectId: { type: "string", required: true },
      /** As in what waits. */
      order: { type: "string", required: true },
      state: { type: deliveryStates, required: true },
      /** All that were made, also before it was sent again. */
      attempts: { type: "number", required: true },
      createdAt: { type: "string", required: true },
      /** The body as it was first sent, compressed. It stays the same from then on, unless an erasure has taken it away. */
      body: { type: "any" },
      bodyAt: { type: "string" },
      /** The last attempt: when, with which headers, what it came to. */
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

/**
 * What is still to be sent. Main: an endpoint's, grouped by subject and then in the order of what happened, so that a strongly consistent query that sees a
 * message has seen the earlier ones about the same subject. Deleted once it is delivered or given up.
 */
export const waitingEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "webhookWaiting", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      endpointId: { type: "string", required: true },
      subjectId: { type: "string", required: true },
      /** The subject's version, so that it sorts: clocks of two writers may differ, a version cannot. */
      order: { type: "string", required: true },
      messageId: { type: "string", required: true },
      /** Epoch milliseconds, like the other instants here. */
      dueAt: { type: "number", required: true },
      /** Of this round: the first attempt, and how many there were. */
      firstAt: { type: "number" },
      attempts: { type: "number", required: true },
      /** The last attempt, and whether the endpoint could not be reached with it: once it can, this is due. */
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

/** Endpoints with something to send are spread over this many partition keys of the index, and swept one key at a time. */
export const lanes = ["0", "1", "2", "3"] as const;
export const laneOf = (endpointId: string): (typeof lanes)[number] =>
  lanes[endpointId.charCodeAt(endpointId.length - 1) % lanes.length] ?? "0";

/** How an endpoint is doing, and whose turn at it is. Main: that of an endpoint. By due time: every endpoint with something to send, whoever's it is. */
export const progressEntity = lazy(() =>
  unrecordedEntity(
    "progress",
    {
      model: { service: "kartis", entity: "webhookProgress", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        endpointId: { type: "string", required: true },
        lane: { type: lanes, required: true },
        /** `sweep` while there may be something to send; `nobody` if there is nothing. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        /** When the sweep is to look at it. */
        dueAt: { type: "string", required: true },
        /** Incremented by whoever has something new for it. */
        asked: { type: "number", required: true },
        /** The run that is at it, until when it is presumed alive (epoch milliseconds). */
        claim: { type: "string" },
        claimedUntil: { type: "number" },
        /** Failures in a row, and since when there have been nothing else. */
        failures: { type: "number", required: true },
        failingSince: { type: "string" },
        /** Until then (epoch milliseconds) it is left alone. */
        heldUntil: { type: "number" },
        /** When it last answered after it had been held (epoch milliseconds). */
        recoveredAt: { type: "number" },
        /** When it was last set up differently (epoch milliseconds): what was tried before is due. */
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

/** How far the organization's journal has been told of. Main: that of an organization. */
export const feedEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "webhookFeed", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      /** The newest record that was. */
      recordId: { type: "string", required: true },
    },
    indexes: {
      main: { pk: partition("webhookFeed"), sk: { field: "sk", composite: [], casing: "none" } },
    },
  }),
);

/** A stretch of time that an endpoint is to be told of again. Main: an endpoint's, the oldest first. Deleted when that is done. */
export const replayEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "webhookReplay", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      endpointId: { type: "string", required: true },
      replayId: { type: "string", required: true },
      from: { type: "string", required: true },
      until: { type: "string", required: true },
      /** Without those that were delivered. */
      onlyMissing: { type: "boolean", required: true },
      /** The last record that was looked at. */
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
