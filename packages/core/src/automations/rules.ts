import type { JournalRecord } from "../data/journal.ts";
import { instantOf, dayOf, timeIn } from "../kernel/zoned-time.ts";
import type { Duration } from "./actions/definition.ts";
import { laterDay, unitMs } from "./calendar.ts";
import type { Step, StepResult } from "./schema.ts";

/** A chain of automations longer than this may be a loop. */
export const maxDepth = 8;
/** More runs of an automation than this within `stormMs` are a storm. */
export const stormRuns = 500;
export const stormMs = 10 * 60_000;
/** The window in which runs that start at this instant are counted. */
export const stormWindow = (ms: number): number => Math.floor(ms / stormMs);
/** Open runs of one automation on one card, at most. */
export const mostOpenRuns = 20;
/** Whether another run of the automation may be open on a card that has these. */
export const hasRoom = (open: readonly { readonly automationId: string }[], automationId: string): boolean =>
  open.filter((run) => run.automationId === automationId).length < mostOpenRuns;
export const keptDays = 90;

/** Origins that start no automations: imports and bulk changes would cause storms, and an undo may be reverting an automation's own change. */
const excludedOrigins: ReadonlySet<JournalRecord["origin"]> = new Set(["import", "bulk", "undo"]);
export const startsAutomations = ({ origin, batchId }: Pick<JournalRecord, "origin" | "batchId">): boolean =>
  !excludedOrigins.has(origin) && batchId === undefined;

/**
 * Adds a duration to an instant. Days and longer units keep the local time of day across daylight saving changes; a month after the 31st is the last day of the next
 * month.
 */
export function after(fromMs: number, { amount, unit }: Duration, timeZone: string): string {
  if (unit === "minutes" || unit === "hours") return new Date(fromMs + amount * unitMs[unit]).toISOString();
  const day = dayOf(fromMs, timeZone);
  const minute = instantOf(laterDay(day, amount, unit), timeIn(fromMs, timeZone), timeZone);
  return new Date(Date.parse(minute) + (fromMs % 60_000)).toISOString();
}

/** All steps, including those within branches, in the order of the definition. */
export const allSteps = (steps: readonly Step[]): readonly Step[] =>
  steps.flatMap((step) => (step.kind === "branch" ? [step, ...allSteps(step.met), ...allSteps(step.unmet)] : [step]));

/** A step on a run's path, executed or still ahead. */
export interface PathStep {
  readonly step: Step;
  readonly result: StepResult | undefined;
  /** How many branches it is nested in. */
  readonly depth: number;
}

/** The run's path through the definition, following the branches taken. Steps within a branch that is still ahead are not on it. */
export function pathOf(steps: readonly Step[], results: readonly StepResult[], depth = 0): readonly PathStep[] {
  return steps.flatMap((step) => {
    const result = results.find(({ stepId }) => stepId === step.id);
    const within = step.kind === "branch" && result ? pathOf(result.met ? step.met : step.unmet, results, depth + 1) : [];
    return [{ step, result, depth }, ...within];
  });
}

/** The next step to execute, given the results so far; undefined at the end. */
export function nextStep(
  steps: readonly Step[],
  results: readonly (Pick<StepResult, "stepId" | "met"> & { readonly state: string })[],
): Step | undefined {
  for (const step of steps) {
    const result = results.find(({ stepId }) => stepId === step.id);
    if (!result || result.state === "waiting" || result.state === "failed") return step;
    if (step.kind !== "branch") continue;
    const within = nextStep(result.met ? step.met : step.unmet, results);
    if (within) return within;
  }
  return undefined;
}

/** Back-off before each retry of a transient failure; after the last one, the step has failed. */
const backoffMs = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;
export const backoffAfter = (attempts: number): number | undefined => backoffMs[attempts - 1];
