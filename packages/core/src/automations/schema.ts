import * as z from "zod";
import { type Filter, FilterSchema } from "../cards/query/schema.ts";
import { isTooLarge } from "../cards/rules.ts";
import { CardIdSchema, type CardNames, CardTypeIdSchema, type FieldValues } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { ulidForm } from "../kernel/id-form.ts";
import type { CardId, CardTypeId, Id, UserId } from "../kernel/id.ts";
import { type Action, ActionSchema } from "./actions/list.ts";
import type { Duration } from "./actions/definition.ts";
import { DurationSchema } from "./actions/settings.ts";
import { allSteps } from "./rules.ts";
import type { Problem } from "./triggers/definition.ts";
import { TriggerSchema } from "./triggers/list.ts";

export type AutomationId = Id<"aut">;
export const AutomationIdSchema = idSchema("aut");

/** Steps of a definition, however deep, and how deep. */
export const mostSteps = 50;
const deepest = 4;

export type Step =
  | { readonly id: string; readonly kind: "action"; readonly action: Action }
  | { readonly id: string; readonly kind: "wait"; readonly wait: Duration }
  /** `met` if the filter selects the card at that moment, otherwise `unmet`. */
  | {
      readonly id: string;
      readonly kind: "branch";
      readonly filter: Filter;
      readonly met: readonly Step[];
      readonly unmet: readonly Step[];
    };

/** Made by whoever adds the step; unique in its definition. */
const stepId = z.string().regex(/^[\w-]{1,40}$/);

function stepOf(depth: number): z.ZodType<Step> {
  const action = z.object({ id: stepId, kind: z.literal("action"), action: ActionSchema });
  const wait = z.object({ id: stepId, kind: z.literal("wait"), wait: DurationSchema });
  if (depth === 0) return z.discriminatedUnion("kind", [action, wait]);
  const inner = z.array(stepOf(depth - 1)).max(mostSteps);
  const branch = z.object({ id: stepId, kind: z.literal("branch"), filter: FilterSchema, met: inner, unmet: inner });
  return z.discriminatedUnion("kind", [action, wait, branch]);
}

export { allSteps };

const isDistinct = (steps: readonly Step[]): boolean => new Set(steps.map(({ id }) => id)).size === steps.length;

/** What an automation does: when it starts, for which cards, and then step by step. */
export const DefinitionSchema = z.object({
  trigger: TriggerSchema,
  /** The cards that it is for; null for all of its type. */
  filter: FilterSchema.nullable().default(null),
  steps: z
    .array(stepOf(deepest))
    .max(mostSteps)
    .refine((steps) => allSteps(steps).length <= mostSteps, "validation.arraySize")
    .refine((steps) => isDistinct(allSteps(steps)), "validation.twice"),
});
export type Definition = z.output<typeof DefinitionSchema>;

/** One that is given: small enough that the draft and what is published fit one item, and what it was and became one record. */
const GivenDefinition = DefinitionSchema.refine((definition) => !isTooLarge({ definition }), "automations.problem.tooLarge");

/** Characters in an automation's name. */
export const longestName = 100;
const name = z.string().trim().min(1, "validation.required").max(longestName, "validation.length");

export const CreateAutomationInput = z.object({
  /** Made by the caller, so that a call repeated after a lost answer makes no second one. */
  automationId: AutomationIdSchema.optional(),
  cardTypeId: CardTypeIdSchema,
  name,
  definition: GivenDefinition,
});
export const UpdateAutomationInput = z.object({
  automationId: AutomationIdSchema,
  /** The version the caller has seen; if somebody has changed it since, CONFLICT. */
  expectedVersion: z.number().int().min(1).optional(),
  name: name.optional(),
  /** The draft: published runs do not change. */
  definition: GivenDefinition.optional(),
});
export const PublishInput = z.object({ automationId: AutomationIdSchema, expectedVersion: z.number().int().min(1).optional() });
export const SwitchInput = z.object({ automationId: AutomationIdSchema, isOn: z.boolean() });
export const AutomationRef = z.object({ automationId: AutomationIdSchema });
export const ListAutomationsInput = z.object({ cardTypeId: CardTypeIdSchema.optional() });
export const VersionRef = AutomationRef.extend({ version: z.number().int().min(1) });
export const ButtonsInput = z.object({ cardId: CardIdSchema });
export const PressInput = z.object({ automationId: AutomationIdSchema, cardId: CardIdSchema, runId: idSchema("run").optional() });
export const TryInput = z.object({ cardId: CardIdSchema, cardTypeId: CardTypeIdSchema, definition: GivenDefinition });

/** The states of a run: at work, until a time, and how it ended. `skipped`: the card did not meet the conditions. */
export const runStates = ["running", "waiting", "done", "skipped", "failed", "canceled"] as const;
export type RunState = (typeof runStates)[number];
export type RunId = Id<"run">;

export const RunsInput = z.object({
  automationId: AutomationIdSchema,
  state: z.enum(runStates).optional(),
  /** Words of the card's name. */
  search: z.string().max(200).optional(),
  /** The last one of the previous page. */
  cursor: z
    .string()
    .regex(new RegExp(`^run_${ulidForm.source.slice(1, -1)}$`))
    .optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
export const RunRef = z.object({ automationId: AutomationIdSchema, runId: idSchema("run") });

/** Why Kartis has switched an automation off: its publisher lost the right, it ran too often, it set itself off, or its type or fields are gone. */
export const stopReasons = ["rights", "storm", "loop", "broken"] as const;
export type StopReason = (typeof stopReasons)[number];

/** An automation as it is shown. */
export interface Automation {
  readonly id: AutomationId;
  readonly version: number;
  readonly name: string;
  readonly cardTypeId: CardTypeId;
  readonly isOn: boolean;
  readonly stopReason: StopReason | null;
  /** What is being written; equal to the published one if nothing has been changed since. */
  readonly definition: Definition;
  /** The number of the published version; null before the first. */
  readonly publishedVersion: number | null;
  readonly hasUnpublishedChanges: boolean;
  readonly publishedBy: UserId | null;
  readonly updatedAt: string;
  readonly updatedBy: UserId | null;
  /** What keeps it from being published, by the card type as it is now. */
  readonly problems: readonly Problem[];
  /** The last 30 days. */
  readonly runs: RunFigures & { readonly lastAt: string | null };
}

/** A version that was published. */
export interface AutomationVersion {
  readonly version: number;
  readonly definition: Definition;
  readonly publishedBy: UserId;
  readonly publishedAt: string;
}

export const stepStates = ["done", "skipped", "failed", "waiting"] as const;
export type StepState = (typeof stepStates)[number];

/** What became of a step. */
export interface StepResult {
  readonly stepId: string;
  readonly state: StepState;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Attempts, of which all but the last failed. */
  readonly attempts: number;
  /** The record that says what it changed. */
  readonly recordId: string | null;
  /** What it has made or changed: a card, a task, a message. */
  readonly subjectId: string | null;
  /** Of a branch: which way it went. */
  readonly met: boolean | null;
  /** Until when it waits. */
  readonly until: string | null;
  /** Of a notification: who has got it. Absent for other steps. */
  readonly notified?: readonly string[] | undefined;
  /** Of a failure: the page of the app on which its cause is mended, e.g. an integration’s settings. */
  readonly mendedAt?: string | undefined;
  /** Why it was skipped or has failed: a catalogue key, and the words it needs. */
  readonly message: string | null;
  readonly params: Readonly<Record<string, string | number>> | null;
}

/** An attempt at a step that failed and was followed by another. */
export interface FailedAttempt {
  readonly stepId: string;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Why it failed, as of a step. */
  readonly message: string | null;
  readonly params: StepResult["params"];
  /** Whoever had it tried again; null where Kartis did so by itself. */
  readonly retriedBy: UserId | null;
}

/** How many runs an automation has had, each counted once, by how it stands. Those that were not meant for their card are only in `skipped`. */
export interface RunFigures {
  readonly total: number;
  readonly failed: number;
  readonly waiting: number;
  readonly skipped: number;
}

/** A run as it is shown. */
export interface AutomationRun {
  readonly id: RunId;
  readonly automationId: AutomationId;
  readonly version: number;
  readonly state: RunState;
  readonly cardId: CardId;
  /** Null for a card out of the caller's sight, and for one that has been deleted for good. */
  readonly cardName: string | null;
  /** It is in the trash. */
  readonly isCardDeleted: boolean;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** When the clock was to set it off, which is earlier if that was missed; null if something else did. */
  readonly plannedAt: string | null;
  /** The task that was due; null if something else started it. */
  readonly taskId: string | null;
  /** When it goes on by itself. */
  readonly dueAt: string | null;
  /** Attempts at the step it stands at that failed for a passing reason. */
  readonly attempts: number;
  /** The record that started it; null if a person did. */
  readonly recordId: string | null;
  readonly steps: readonly StepResult[];
  /** How many steps there are on its path, as far as it is known: a branch that is ahead counts as one. */
  readonly pathLength: number;
  /** The oldest first. */
  readonly failedAttempts: readonly FailedAttempt[];
}

/** Whose change started a run, or who pressed its button. */
export interface RunStart {
  readonly userId: UserId | null;
  readonly automationId: AutomationId | null;
  readonly actorKind: string;
  readonly origin: string;
}
/** Something that a run has made or changed, and the caller sees. */
export interface RunSubject {
  readonly kind: "card" | "activity";
  /** Of an activity, e.g. `TASK`. */
  readonly activityType: string | null;
  readonly name: string;
  /** Of the card. */
  readonly typeId: CardTypeId | null;
  /** The card itself, or the one that it belongs to. */
  readonly cardId: string | null;
}
export interface AutomationRunDetails extends AutomationRun {
  /** The version that it runs by. */
  readonly definition: Definition;
  readonly startedBy: RunStart | null;
  /** What the card's values were and became, by record: of what started the run, and of its steps. None of a card out of the caller's sight. */
  readonly changes: Readonly<Record<string, { readonly before: FieldValues | null; readonly after: FieldValues | null }>>;
  /** By id. */
  readonly subjects: Readonly<Record<string, RunSubject>>;
  /** Names of the cards in the values. */
  readonly related: CardNames;
}
export interface RunList {
  readonly runs: readonly AutomationRun[];
  /** Of all that are kept, whichever were asked for. */
  readonly figures: RunFigures;
  readonly nextCursor: RunId | null;
}

/** What a step would do to a card, without doing it. */
export interface Tried {
  readonly stepId: string;
  readonly state: "would" | "skipped" | "failed";
  /** What would be called, with the texts filled in. */
  readonly procedure: string | null;
  readonly input: Readonly<Record<string, unknown>> | null;
  /** The number or address that a message would go to. */
  readonly recipient: string | null;
  readonly met: boolean | null;
  readonly message: string | null;
  readonly params: Readonly<Record<string, string | number>> | null;
}
