import * as z from "zod";
import type { Values } from "../../data/journal.ts";
import { idSchema } from "../../kernel/id-schema.ts";
import type { CardId, CardTypeId } from "../../kernel/id.ts";
import { TimeZoneSchema } from "../../kernel/zoned-time-schema.ts";
import { operationType } from "../../operations/schema.ts";
import type { ActionKind } from "../actions/list.ts";
import type { TrialStep } from "../run-schema.ts";
import { AutomationIdSchema, DefinitionSchema, type HeldVersion, heldVersions, type StopReason } from "../schema.ts";

/** Days that can be simulated. */
export const simulatedDays = [7, 30, 90] as const;

export const SimulateInput = z.object({
  automationId: AutomationIdSchema,
  /** Two are compared. */
  versions: z
    .array(z.enum(heldVersions))
    .min(1, "validation.required")
    .max(2)
    .refine((versions) => new Set(versions).size === versions.length, "validation.twice"),
  days: z.union(simulatedDays.map((days) => z.literal(days))),
  /** The zone whose days the figures are by; the organization's by default. */
  timeZone: TimeZoneSchema.optional(),
});
export const SimulationRef = z.object({
  operationId: idSchema("opn"),
  /** A page of the runs; the first without one. */
  cursor: z.number().int().min(1).max(10_000).default(1),
});

/** What a simulation is about, as it was when it was asked for. */
export const simulationOperation = operationType(
  "simulation",
  z.object({
    automationId: AutomationIdSchema,
    typeId: idSchema("typ"),
    definitions: z
      .array(z.object({ version: z.enum(heldVersions), definition: DefinitionSchema }))
      .min(1)
      .max(2),
    from: z.iso.datetime(),
    until: z.iso.datetime(),
    timeZone: TimeZoneSchema.optional(),
  }),
);

/** The journal is simulated from the newest of this many records on. */
export const mostRecords = 200_000;
/** Runs that one simulation lists; it ends there. */
export const mostRuns = 5_000;
/** Related cards for which a run lists the steps; they are simulated for all. */
export const shownRelated = 5;
/** Hours for which a result can be read. */
export const keptHours = 24;

/** What a step would have done. */
export interface SimulatedStep extends Omit<TrialStep, "card"> {
  /** For a step within one for each related card, the card. */
  readonly card: (NonNullable<TrialStep["card"]> & { readonly typeId: CardTypeId; readonly isNew: boolean }) | null;
  readonly action: ActionKind | null;
  /** In simulated time. */
  readonly at: string;
  /** The card's values that it would have changed. */
  readonly before: Values | null;
  readonly after: Values | null;
}

/** `waiting`: a wait would not have ended yet. */
export type SimulatedState = "done" | "failed" | "waiting" | "skipped";

export interface SimulatedRun {
  /** The automation that a simulated change would have started; null for the simulated one itself. */
  readonly chained: string | null;
  readonly cardId: CardId;
  /** The name of a card that only the simulation created; null for one that exists. */
  readonly newCard: string | null;
  readonly at: string;
  /** The record that would have started it; null for a schedule, and for a change that was itself simulated. */
  readonly recordId: string | null;
  readonly state: SimulatedState;
  /** Why it would have ended: a catalogue key. */
  readonly message: string | null;
  readonly steps: readonly SimulatedStep[];
}

/** A run in the result: which of the simulated versions would have made it. */
export interface ListedRun extends SimulatedRun {
  readonly versions: readonly HeldVersion[];
  /** Both would have made it, but not with the same steps. The first version's are listed. */
  readonly isDifferent: boolean;
}

/** A reason for failures, or for runs that would not have begun. */
export interface Counted {
  readonly message: string;
  readonly params: TrialStep["params"];
  readonly count: number;
}

export interface SimulationSummary {
  readonly version: HeldVersion;
  /** Runs that would have begun, including those of other automations that they would have started. */
  readonly runs: number;
  readonly chained: number;
  readonly failed: number;
  readonly waiting: number;
  /** Starts for cards that did not meet the conditions. */
  readonly unmet: number;
  readonly cards: number;
  readonly changedCards: number;
  /** Steps that would have been done, by action. */
  readonly done: Readonly<Partial<Record<ActionKind, number>>>;
  /** Parts of SMS that would have been charged. */
  readonly smsSegments: number;
  readonly failures: readonly Counted[];
  /** Starts without a run for other reasons than the conditions. */
  readonly skipped: readonly Counted[];
  /** Runs by day, in the time zone that was asked for. */
  readonly days: readonly { readonly date: string; readonly runs: number; readonly failed: number }[];
  /** Kartis would have switched it off. */
  readonly stopped: { readonly reason: StopReason; readonly at: string } | null;
  /** Where it ended early. */
  readonly end: { readonly at: string; readonly because: "runs" | "time" } | null;
  /** Cards that have been deleted for good, or redacted, since: their past is gone. */
  readonly lostCards: number;
}

export interface SimulationResult {
  readonly from: string;
  readonly until: string;
  /** Records read. */
  readonly records: number;
  readonly tookMs: number;
  /** The journal is longer: only its newest records were read. */
  readonly isCut: boolean;
  readonly summaries: readonly SimulationSummary[];
  /** Pages of runs. */
  readonly pages: number;
}

/** A page of the result as returned by the API. */
export interface SimulationPage extends SimulationResult {
  readonly runs: readonly (ListedRun & { readonly cardName: string | null })[];
  readonly nextCursor: number | null;
}
