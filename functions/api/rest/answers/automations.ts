import { AutomationIdSchema, runStates, stepStates, stopReasons } from "@kartis/core/automations/schema.ts";
import { CardIdSchema, CardTypeIdSchema } from "@kartis/core/cards/schema.ts";
import { idSchema } from "@kartis/core/kernel/id-schema.ts";
import * as z from "zod";
import { CardNames, fields, instant, recordId, userId, version } from "./parts.ts";

/** Steps within steps have no end in a schema. */
const definition = z
  .object({
    trigger: z.looseObject({ kind: z.string() }),
    filter: z.unknown(),
    steps: z.array(z.looseObject({ id: z.string() })),
  })
  .describe("When it starts, for which cards (`filter`; null for all), and what it does step by step");

export const Automation = z.object({
  id: AutomationIdSchema,
  version,
  name: z.string(),
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
  runs: z
    .object({ total: z.number().int(), failed: z.number().int(), lastAt: instant.nullable() })
    .describe("Of the last 30 days"),
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
  message: z.string().nullable().describe("Why it was skipped or has failed"),
  params: z.record(z.string(), z.union([z.string(), z.number()])).nullable(),
});
const run = {
  id: runId,
  automationId: AutomationIdSchema,
  version: z.number().int().describe("The version that it runs by"),
  state: z.enum(runStates),
  cardId: CardIdSchema,
  cardName: z.string().nullable().describe("Null for a card that you cannot see"),
  startedAt: instant,
  endedAt: instant.nullable(),
  dueAt: instant.nullable().describe("When it continues by itself"),
  attempts: z.number().int().describe("Attempts at the step it stands at that have failed"),
  recordId: recordId.nullable().describe("The record that started it; null if a person did"),
  steps: z.array(step),
};
export const AutomationRuns = z.object({
  runs: z.array(z.object(run)),
  nextCursor: runId.nullable().describe("What to send as `cursor` for older ones; null at the end"),
});
export const AutomationRunDetails = z.object({
  ...run,
  definition,
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
      }),
    )
    .describe("What it has made, by id, as far as you can see it"),
  related: CardNames,
});
export const AutomationButtons = z.array(
  z.object({
    automationId: AutomationIdSchema,
    label: z.string(),
    question: z.string().describe("To ask before it starts; empty for none"),
  }),
);
export const RunStarted = z.object({ runId });
