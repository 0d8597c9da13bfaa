import * as z from "zod";
import type { CardNames, FieldValues } from "../cards/schema.ts";
import { idSchema } from "../kernel/id-schema.ts";
import { ulidForm } from "../kernel/id-form.ts";
import type { CardId, CardTypeId, Id, UserId } from "../kernel/id.ts";
import { type AutomationId, AutomationIdSchema, type Definition, type RunFigures } from "./schema.ts";

/** `skipped`: the card did not meet the conditions, or is gone or out of the publisher's scope. */
export const runStates = ["running", "waiting", "done", "skipped", "failed", "canceled"] as const;
export type RunState = (typeof runStates)[number];
export type RunId = Id<"run">;

export const RunsInput = z.object({
  automationId: AutomationIdSchema,
  state: z.enum(runStates).optional(),
  /** Words in the card's name. */
  search: z.string().max(200).optional(),
  /** The last run of the previous page. */
  cursor: z
    .string()
    .regex(new RegExp(`^run_${ulidForm.source.slice(1, -1)}$`))
    .optional(),
  limit: z.number().int().min(1).max(100).default(50),
});
export const RunRef = z.object({ automationId: AutomationIdSchema, runId: idSchema("run") });
export const AgainInput = RunRef.extend({ newRunId: idSchema("run").optional() });

/** `running`: some of the related cards are still ahead. */
export const stepStates = ["done", "skipped", "failed", "waiting", "running"] as const;
export type StepState = (typeof stepStates)[number];

/** A related card that a step went through. */
export interface RelatedResult {
  readonly cardId: CardId;
  /** `skipped`: it was gone or out of the publisher's scope by then, or all of its actions were skipped. */
  readonly state: "done" | "skipped";
  /** Activities, messages among them, and other cards that the steps created for it. */
  readonly made?: readonly string[] | undefined;
  /** The journal records of what the steps changed. */
  readonly recordIds?: readonly string[] | undefined;
  /** Why it, or the last of its actions that were, was skipped: a catalogue key. */
  readonly message?: string | undefined;
}

/** The progress of a step for each related card. */
export interface EachResult {
  /** The cards, in order; they are chosen once, when the step starts. */
  readonly cardIds: readonly CardId[];
  /** Related cards beyond the limit. */
  readonly left: number;
  /** Those completed, in the same order. */
  readonly done: readonly RelatedResult[];
}

/** Result of a step. */
export interface StepResult {
  readonly stepId: string;
  /** For a step within one for each related card, the card. Replaced by the results for the next card. */
  readonly cardId?: CardId | undefined;
  readonly each?: EachResult | undefined;
  readonly state: StepState;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Attempts; all but the last failed. */
  readonly attempts: number;
  /** The journal record of its change. */
  readonly recordId: string | null;
  /** The card, activity or message that it created or changed. */
  readonly subjectId: string | null;
  /** For a branch, whether its conditions were met. */
  readonly met: boolean | null;
  /** For a wait, when it ends. */
  readonly until: string | null;
  /** For a notification, the users who received it. */
  readonly notified?: readonly string[] | undefined;
  /** For a call of another system, the status of its answer and the values that were wanted, by their names as variables. */
  readonly answer?: Readonly<Record<string, string>> | undefined;
  /** For a failure, the page where its cause can be fixed, e.g. an integration's settings. */
  readonly mendedAt?: string | undefined;
  /** Why it was skipped or failed, or why a wait ended late: a catalogue key, with its parameters in `params`. */
  readonly message: string | null;
  readonly params: Readonly<Record<string, string | number>> | null;
}

/** A failed attempt at a step that was retried. */
export interface FailedAttempt {
  readonly stepId: string;
  /** As in `StepResult`. */
  readonly cardId?: CardId | undefined;
  readonly startedAt: string;
  readonly endedAt: string;
  /** Why it failed, as in `StepResult`. */
  readonly message: string | null;
  readonly params: StepResult["params"];
  /** Who retried it; null for an automatic retry. */
  readonly retriedBy: UserId | null;
}

/** A run as returned by the API. */
export interface AutomationRun {
  readonly id: RunId;
  readonly automationId: AutomationId;
  readonly version: number;
  readonly state: RunState;
  readonly cardId: CardId;
  /** Null if the card is outside the caller's scope or permanently deleted. */
  readonly cardName: string | null;
  /** Whether the card is in the trash. */
  readonly isCardDeleted: boolean;
  readonly startedAt: string;
  readonly endedAt: string | null;
  /** The scheduled time, which may be earlier than `startedAt` after an outage; null if no schedule started it. */
  readonly plannedAt: string | null;
  /** The due task that started it; null if something else did. */
  readonly taskId: string | null;
  /** When it continues by itself. */
  readonly dueAt: string | null;
  /** Failed attempts at the current step so far. */
  readonly attempts: number;
  /** The journal record that started it; null for buttons and scheduled triggers. */
  readonly recordId: string | null;
  readonly steps: readonly StepResult[];
  /** Steps on its path as far as it is known; a branch that is still ahead counts as one. */
  readonly pathLength: number;
  /** Oldest first. */
  readonly failedAttempts: readonly FailedAttempt[];
  /** Messages of its steps that did not arrive or may not have arrived, as far as the caller sees them. */
  readonly undelivered: number;
}

/** Whose change started a run, or who pressed the button. */
export interface RunStart {
  readonly userId: UserId | null;
  readonly automationId: AutomationId | null;
  readonly actorKind: string;
  readonly origin: string;
}
/** Something that a run created or changed and that the caller may see. */
export interface RunSubject {
  readonly kind: "card" | "activity";
  /** E.g. `TASK`; null for a card. */
  readonly activityType: string | null;
  readonly name: string;
  /** The card's type. */
  readonly typeId: CardTypeId | null;
  /** The card itself, or the activity's card. */
  readonly cardId: string | null;
  /** Of a message, how far its delivery has come; null for anything else. */
  readonly delivery: string | null;
}
export interface AutomationRunDetails extends AutomationRun {
  /** The version that it runs. */
  readonly definition: Definition;
  /** The version in which a retry would continue it. */
  readonly retryVersion: number;
  readonly startedBy: RunStart | null;
  /** The card's values before and after, by journal record: the one that started the run, and its steps'. Empty if the card is outside the caller's scope. */
  readonly changes: Readonly<Record<string, { readonly before: FieldValues | null; readonly after: FieldValues | null }>>;
  /** By id. */
  readonly subjects: Readonly<Record<string, RunSubject>>;
  /** Names of the cards that the values refer to. */
  readonly related: CardNames;
}
export interface RunList {
  readonly runs: readonly AutomationRun[];
  /** Of all retained runs, whatever the filter. */
  readonly figures: RunFigures;
  readonly nextCursor: RunId | null;
}

/** Result of a step in a dry run. */
export interface TrialStep {
  readonly stepId: string;
  /** For a step within one for each related card, the card. */
  readonly card: { readonly id: CardId; readonly name: string } | null;
  /** For a step for each related card, their number, those beyond the limit, and for how many the steps follow. */
  readonly each: { readonly count: number; readonly left: number; readonly shown: number } | null;
  readonly state: "would" | "skipped" | "failed";
  /** The procedure that would be called, with its input. */
  readonly procedure: string | null;
  readonly input: Readonly<Record<string, unknown>> | null;
  /** The number or address that would receive the message. */
  readonly recipient: string | null;
  readonly met: boolean | null;
  readonly message: string | null;
  readonly params: Readonly<Record<string, string | number>> | null;
}
