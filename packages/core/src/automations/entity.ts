import { dueLanes } from "../data/due-index.ts";
import type { EntityItem } from "electrodb";
import { lazy, tenantEntity, unrecordedEntity } from "../data/entity.ts";
import { partition, shardedPartition } from "../data/partitions.ts";
import { runStates } from "./run-schema.ts";
import { stopReasons } from "./schema.ts";

/** Main: all automations of an organization in one query, because every change is matched against all of their triggers. */
export const automationEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "automation", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      automationId: { type: "string", required: true },
      typeId: { type: "string", required: true },
      name: { type: "string", required: true },
      folder: { type: "string" },
      isOn: { type: "boolean", required: true },
      /** When it was last switched on. Earlier changes start no runs. */
      onSince: { type: "string" },
      stopReason: { type: stopReasons },
      draft: { type: "any", required: true },
      /** The published definition and its number. */
      live: { type: "any" },
      liveVersion: { type: "number" },
      /** The user on whose behalf it runs. */
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

/** Published versions, to which runs are pinned. Main: an automation's versions in order. */
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

/** An automation's runs share one partition (1,000 writes a second); an organization's automations are spread over these shards. */
export const shards = ["0", "1", "2", "3", "4", "5", "6", "7"] as const;
/** Derived from the random end of the id. */
export const shardOf = (id: string): (typeof shards)[number] => shards[id.charCodeAt(id.length - 1) % shards.length] ?? "0";

/** Main: an automation's runs. Run ids sort by the time of the event that started them. */
export const runEntity = lazy(() =>
  unrecordedEntity("progress", {
    model: { service: "kartis", entity: "automationRun", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      shard: { type: shards, required: true },
      automationId: { type: "string", required: true },
      runId: { type: "string", required: true },
      cardId: { type: "string", required: true },
      /** The published version that it runs. */
      number: { type: "number", required: true },
      state: { type: runStates, required: true },
      /** Results of its steps, in the order of execution. */
      steps: { type: "list", items: { type: "any" }, required: true },
      /** Failed attempts at the current step so far. */
      attempts: { type: "number", required: true },
      /** Failed attempts that were retried, oldest first. */
      failedAttempts: { type: "list", items: { type: "any" } },
      /** How, and on which day, the figures count it: `{ day, as }`. */
      counted: { type: "any" },
      /** The journal record that started it; absent for buttons and scheduled triggers. */
      recordId: { type: "string" },
      /** Who pressed the button, if one started it. */
      startedBy: { type: "string" },
      /** Length of the chain of automations that led to it, itself included. */
      depth: { type: "number", required: true },
      /** Whether it counts towards a storm once its conditions are met. */
      mayStorm: { type: "boolean" },
      startedAt: { type: "string", required: true },
      endedAt: { type: "string" },
      dueAt: { type: "string" },
      /** The scheduled time, if a scheduled trigger started it. */
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

/**
 * A card's open runs, executed one at a time, and the claim of the process that executes them. Main: by card. By due time: cards with due runs, across
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
        lane: { type: dueLanes, required: true },
        /** `{ automationId, runId, dueAt }`, in the order of the events that started them. */
        runs: { type: "list", items: { type: "any" }, required: true },
        /** `sweep` while there are runs. */
        waits: { type: ["sweep", "nobody"] as const, required: true },
        /** When the sweep should pick it up: the earliest due time, or the end of the claim. */
        dueAt: { type: "string", required: true },
        claim: { type: "string" },
        claimedUntil: { type: "string" },
        version: { type: "number", required: true },
        /** Set only when there are no open runs. */
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
      because: "the sweep finds cards with due runs, and then works within one organization at a time",
    },
  ),
);
export type TurnItem = EntityItem<ReturnType<typeof turnEntity>>;

/** When an automation with a scheduled trigger is next evaluated. Main: by organization. By due time: due automations across organizations. */
export const scheduleEntity = lazy(() =>
  unrecordedEntity(
    "progress",
    {
      model: { service: "kartis", entity: "automationSchedule", version: "1" },
      attributes: {
        orgId: { type: "string", required: true },
        automationId: { type: "string", required: true },
        lane: { type: dueLanes, required: true },
        waits: { type: ["sweep", "nobody"] as const, required: true },
        dueAt: { type: "string", required: true },
        /** All firings up to this instant have started their runs. */
        doneUntil: { type: "string", required: true },
        /** Of an evaluation that was interrupted: the end of its window, and the last card it processed, as `createdAt id`. */
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
      because: "the sweep finds automations whose schedule is due, and then works within one organization at a time",
    },
  ),
);

/** Runs by their present state, under the day on which each was first counted. Main: an automation's days. */
export const dayEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "automationDay", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      automationId: { type: "string", required: true },
      /** `YYYY-MM-DD`, in UTC; with the number of the part, if transactions contend for the day. */
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

/** The plan because of which runs were last canceled, and since when. Main: one item per organization. */
export const lapseEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "automationLapse", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      plan: { type: "string", required: true },
      at: { type: "string", required: true },
      version: { type: "number", required: true },
    },
    indexes: { main: { pk: partition("automationLapse"), sk: { field: "sk", composite: [], casing: "none" } } },
  }),
);
