import type { EntityItem } from "electrodb";
import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition, shardedPartition } from "../data/partitions.ts";
import { runStates, stopReasons } from "./schema.ts";

/** Main: all automations of an organization, in one query: whatever happens there is compared with their triggers. */
export const automationEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "automation", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      automationId: { type: "string", required: true },
      typeId: { type: "string", required: true },
      name: { type: "string", required: true },
      isOn: { type: "boolean", required: true },
      /** What happened before it was last switched on starts nothing. */
      onSince: { type: "string" },
      stopReason: { type: stopReasons },
      draft: { type: "any", required: true },
      /** The published definition and its number. */
      live: { type: "any" },
      liveVersion: { type: "number" },
      /** In whose name it acts. */
      publishedBy: { type: "string" },
      createdBy: { type: "string", required: true },
      createdAt: { type: "string", required: true },
      updatedBy: { type: "string", required: true },
      updatedAt: { type: "string", required: true },
      version: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("automation"), sk: { field: "sk", composite: ["automationId"], casing: "none" } } },
  }),
);
export type AutomationItem = EntityItem<ReturnType<typeof automationEntity>>;

/** Published versions, which runs keep to. Main: an automation's, in their order. */
export const versionEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "automationVersion", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      automationId: { type: "string", required: true },
      number: { type: "number", required: true, padding: { length: 6, char: "0" } },
      definition: { type: "any", required: true },
      publishedBy: { type: "string", required: true },
      publishedAt: { type: "string", required: true },
    },
    indexes: {
      main: { pk: partition("automationVersion"), sk: { field: "sk", composite: ["automationId", "number"], casing: "none" } },
    },
  }),
);

/** An automation's runs share one partition, which takes 1,000 writes a second; automations are spread over these. */
export const shards = ["0", "1", "2", "3", "4", "5", "6", "7"] as const;
/** Derived from the random end of the id. */
export const shardOf = (id: string): (typeof shards)[number] => shards[id.charCodeAt(id.length - 1) % shards.length] ?? "0";

/** Runs. Main: an automation's; ids sort by the time of what started them. */
export const runEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "automationRun", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      automationId: { type: "string", required: true },
      runId: { type: "string", required: true },
      cardId: { type: "string", required: true },
      /** The version that it keeps to. */
      number: { type: "number", required: true },
      state: { type: runStates, required: true },
      /** What has become of its steps, in the order in which they came. */
      steps: { type: "list", items: { type: "any" }, required: true },
      /** Attempts at the next step that failed for a passing reason. */
      attempts: { type: "number", required: true },
      /** Attempts that failed and were followed by others, the oldest first. */
      failedAttempts: { type: "list", items: { type: "any" } },
      /** As what it is in the figures, and of which day: `{ day, as }`. */
      counted: { type: "any" },
      /** The record that started it, unless a person did, and how many automations before it led to that. */
      recordId: { type: "string" },
      /** Of a button's run: who pressed it. */
      startedBy: { type: "string" },
      depth: { type: "number", required: true },
      startedAt: { type: "string", required: true },
      endedAt: { type: "string" },
      dueAt: { type: "string" },
      /** When the clock was to set it off. */
      plannedAt: { type: "string" },
      taskId: { type: "string" },
      version: { type: "number", required: true },
      expiresAt: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: shardedPartition("automationRun"),
        sk: { field: "sk", composite: ["automationId", "runId"], casing: "none" },
      },
    },
  }),
);
export type RunItem = EntityItem<ReturnType<typeof runEntity>>;

/** Cards with open runs are spread over this many partition keys of the index, which the sweep reads one by one. */
export const lanes = ["0", "1", "2", "3"] as const;
export const laneOf = (cardId: string): (typeof lanes)[number] =>
  lanes[cardId.charCodeAt(cardId.length - 1) % lanes.length] ?? "0";

/**
 * A card's open runs, of which one is carried out at a time, and the claim of whoever does. Main: a card's. By due time: cards on which something is due, of all
 * organizations.
 */
export const turnEntity = lazy(() =>
  unrecordedEntity(
    "progress",
    {
      model: { service: "kartis", entity: "automationTurn", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        shard: { type: shards, required: true },
        cardId: { type: "string", required: true },
        lane: { type: lanes, required: true },
        /** `{ automationId, runId, dueAt }`, in the order of what started them. */
        runs: { type: "list", items: { type: "any" }, required: true },
        /** `sweep` while there are runs. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        /** When the sweep should look: at the earliest due time, or when the claim ends. */
        dueAt: { type: "string", required: true },
        claim: { type: "string" },
        claimedUntil: { type: "string" },
        version: { type: "number", required: true },
        /** Only without runs. */
        expiresAt: { type: "number" },
      },
      indexes: {
        main: { pk: shardedPartition("automationTurn"), sk: { field: "sk", composite: ["cardId"], casing: "none" } },
        byDue: {
          index: "gsi1",
          condition: ({ waits }) => waits === "sweep",
          pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["dueAt", "orgId", "cardId"], casing: "none" },
        },
      },
    },
    {
      index: "byDue",
      because: "the sweep finds which cards have runs that are due, and then works for each one's organization alone",
    },
  ),
);
export type TurnItem = EntityItem<ReturnType<typeof turnEntity>>;

/** When an automation that the clock sets off is next looked at. Main: an organization's. By due time: those that are due, of all organizations. */
export const scheduleEntity = lazy(() =>
  unrecordedEntity(
    "progress",
    {
      model: { service: "kartis", entity: "automationSchedule", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        automationId: { type: "string", required: true },
        lane: { type: lanes, required: true },
        waits: { type: ["sweep", "nobody"] as const, required: true },
        dueAt: { type: "string", required: true },
        /** Firings until then have led to runs. */
        doneUntil: { type: "string", required: true },
        /** Of a look that was cut short: until when it looks for firings, and the card that it came to last, as `createdAt id`. */
        lookingUntil: { type: "string" },
        cameTo: { type: "string" },
        version: { type: "number", required: true },
      },
      indexes: {
        main: { pk: partition("automationSchedule"), sk: { field: "sk", composite: ["automationId"], casing: "none" } },
        byDue: {
          index: "gsi1",
          condition: ({ waits }) => waits === "sweep",
          pk: { field: "gsi1pk", composite: ["lane"], casing: "none" },
          sk: { field: "gsi1sk", composite: ["dueAt", "orgId", "automationId"], casing: "none" },
        },
      },
    },
    {
      index: "byDue",
      because: "the sweep finds which automations the clock sets off, and then works for each one's organization alone",
    },
  ),
);

/** How many of the runs that were first counted on a day stand how. Main: an automation's days. */
export const dayEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "automationDay", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      automationId: { type: "string", required: true },
      /** `YYYY-MM-DD`, in UTC. */
      day: { type: "string", required: true },
      total: { type: "number" },
      failed: { type: "number" },
      waiting: { type: "number" },
      skipped: { type: "number" },
      lastAt: { type: "string" },
      expiresAt: { type: "number" },
    },
    indexes: {
      main: { pk: partition("automationDay"), sk: { field: "sk", composite: ["automationId", "day"], casing: "none" } },
    },
  }),
);
