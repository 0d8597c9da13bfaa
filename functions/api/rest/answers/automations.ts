import { runStates, stepStates } from "@kartis/core/automations/run-schema.ts";
import { AutomationIdSchema, stopReasons } from "@kartis/core/automations/schema.ts";
import { CardIdSchema, CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import * as z from "zod";
import { CardNames, fields, instant, recordId, undoneBy, userId, version } from "./parts.ts";

/** Steps within steps have no end in a schema. */
const definition = z
  .object({
    trigger: z.looseObject({ kind: z.string() }),
    filter: z.unknown(),
    steps: z.array(z.looseObject({ id: z.string() })),
  })
  .describe("When it starts, for which cards (`filter`; null for all), and what it does step by step");

const count = z.number().int();
const figures = {
  total: count.describe("Runs, each counted once however often it was retried; without those that are skipped"),
  failed: count,
  waiting: count,
  skipped: count.describe("Runs that were not meant for their card"),
};

export const Automation = z.object({
  id: AutomationIdSchema,
  version,
  name: z.string(),
  folder: z.string().nullable().describe("The folder in which the list shows it"),
  cardTypeId: CardTypeIdSchema,
  isOn: z.boolean(),
  stopReason: z.enum(stopReasons).nullable().describe("Why Kartis has switched it off"),
  definition: definition.describe("The draft; equal to what runs if `hasUnpublishedChanges` is false"),
  publishedVersion: z.number().int().nullable(),
  hasUnpublishedChanges: z.boolean(),
  publishedBy: userId.nullable().describe("In whose name it acts"),
  updatedAt: instant,
  updatedBy: userId.nullable(),
  problems: z
    .array(z.object({ path: z.string(), message: z.string(), about: z.string().optional() }))
    .describe("What keeps the draft from being published"),
  runs: z.object({ ...figures, lastAt: instant.nullable() }).describe("Of the last 30 days"),
});

const runId = idSchema("run");
const step = z.object({
  stepId: z.string(),
  state: z.enum(stepStates),
  startedAt: instant,
  endedAt: instant,
  attempts: z.number().int(),
  recordId: recordId.nullable().describe("The record of what it changed"),
  subjectId: z.string().nullable().describe("What it has made or changed"),
  met: z.boolean().nullable().describe("Of a branch: whether its conditions were met"),
  until: instant.nullable().describe("Until when it waits"),
  notified: z.array(z.string()).optional().describe("Of a notification: the users who got it"),
  answer: z
    .record(z.string(), z.string())
    .optional()
    .describe("Of a call of another system: the status and the chosen values of its answer; only in the run itself"),
  mendedAt: z.string().optional().describe("Of a failure: the page of the app on which its cause is mended"),
  message: z
    .string()
    .nullable()
    .describe("Why it was skipped or has failed, why a wait ended late, or which wanted values an answer does not have"),
  params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});
const run = {
  id: runId,
  automationId: AutomationIdSchema,
  version: z.number().int().describe("The version that it runs by"),
  state: z.enum(runStates),
  cardId: CardIdSchema,
  cardName: z.string().nullable().describe("Null for a card that you cannot see, or that is gone for good"),
  isCardDeleted: z.boolean().describe("Whether the card is in the trash"),
  startedAt: instant,
  endedAt: instant.nullable(),
  dueAt: instant.nullable().describe("When it continues by itself"),
  taskId: z.string().nullable().describe("The task that was due, of a run that this started"),
  attempts: z.number().int().describe("Attempts at the step it stands at that have failed"),
  recordId: recordId.nullable().describe("The record that started it; null if a person did"),
  steps: z.array(step),
  pathLength: count.describe("Steps on its path, as far as it is known: a branch that is ahead counts as one"),
  failedAttempts: z
    .array(
      z.object({
        stepId: z.string(),
        startedAt: instant,
        endedAt: instant,
        message: z.string().nullable(),
        params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
        retriedBy: userId.nullable().describe("Who had it tried again; null where Kartis did so by itself"),
      }),
    )
    .describe("Attempts that failed and were followed by another, the oldest first"),
  undelivered: count.describe("Messages of its steps that did not arrive or may not have arrived, as far as you can see them"),
};
export const AutomationRuns = z.object({
  runs: z.array(z.object(run)),
  figures: z.object(figures).describe("Of all runs that are kept"),
  nextCursor: runId.nullable().describe("What to send as `cursor` for older ones; null at the end"),
});
export const AutomationRunDetails = z.object({
  ...run,
  definition,
  retryVersion: z.number().int().describe("The version in which a retry would continue it"),
  startedBy: z
    .object({
      userId: userId.nullable(),
      automationId: AutomationIdSchema.nullable(),
      actorKind: z.string(),
      origin: z.string(),
    })
    .nullable(),
  changes: z
    .record(z.string(), z.object({ before: fields.nullable(), after: fields.nullable() }))
    .describe("The card’s values before and after, by record"),
  subjects: z
    .record(
      z.string(),
      z.object({
        kind: z.enum(["card", "activity"]),
        activityType: z.string().nullable(),
        name: z.string(),
        typeId: CardTypeIdSchema.nullable(),
        cardId: z.string().nullable(),
        delivery: z.string().nullable().describe("Of a message, how far its delivery has come"),
      }),
    )
    .describe("What it has made, by id, as far as you can see it"),
  related: CardNames,
});
export const TemplateAutomations = z.array(z.object({ automationId: AutomationIdSchema, name: z.string(), isOn: z.boolean() }));
export const UpcomingAutomations = z
  .record(z.string(), instant.nullable())
  .describe("When each starts next, by its id; null for nothing ahead");
export const AutomationButtons = z.array(
  z.object({
    automationId: AutomationIdSchema,
    label: z.string(),
    question: z.string().describe("To ask before it starts; empty for none"),
  }),
);
const settings = z.looseObject({ kind: z.string() });
export const AutomationLoops = z.array(
  z.object({
    nodes: z
      .array(
        z.object({
          automationId: AutomationIdSchema,
          name: z.string(),
          cardTypeId: CardTypeIdSchema,
          trigger: settings,
          stepId: z.string(),
          action: settings.describe("What starts the next one"),
        }),
      )
      .describe("Each starts the next, and the last one the first"),
    mayEnd: z.boolean().describe("Whether conditions may end it"),
  }),
);
export const AutomationPause = z.object({
  isPaused: z.boolean(),
  since: instant.nullable().describe("When they were paused; null while they are not"),
  by: userId.nullable().describe("Who paused them"),
});
export const RemovedAutomation = z.object({ ok: z.literal(true), ...undoneBy });
export const MovedAutomations = z.object({
  ok: z.literal(true),
  recordIds: z.array(recordId).describe("The records that undo it; none if all were there already"),
  left: z.number().int().describe("How many were not moved because a later part of the move failed: move them again"),
});
export const RunStarted = z.object({ runId });
