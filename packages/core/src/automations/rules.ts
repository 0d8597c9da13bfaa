import type { JournalRecord } from "../data/journal.ts";
import { instantOf, dayOf, timeIn } from "../kernel/zoned-time.ts";
import type { Duration } from "./actions/definition.ts";
import { laterDay, unitMs } from "./calendar.ts";
import type { Step, StepResult } from "./schema.ts";

/** Automations that follow from one another, before it is a loop. */
export const deepest = 8;
/** Runs of an automation that begin within a window, before it is a storm. */
export const stormRuns = 500;
export const stormMs = 10 * 60_000;
/** Runs of one automation that are open on one card, before it is a loop. */
export const mostOpenRuns = 20;
export const keptDays = 90;

/** Origins whose changes start no automation: an import or a change of many would be a storm, and an undo takes back what an automation may have done. */
const quiet: ReadonlySet<JournalRecord["origin"]> = new Set(["import", "bulk", "undo"]);
export const startsAutomations = ({ origin, batchId }: Pick<JournalRecord, "origin" | "batchId">): boolean =>
  !quiet.has(origin) && batchId === undefined;

/**
 * The instant so much later. Days and longer keep the time of day in the zone, whatever its clocks do meanwhile; a month from the 31st is the last day of the next
 * one.
 */
export function after(fromMs: number, { amount, unit }: Duration, timeZone: string): string {
  if (unit === "minutes" || unit === "hours") return new Date(fromMs + amount * unitMs[unit]).toISOString();
  const day = dayOf(fromMs, timeZone);
  const minute = instantOf(laterDay(day, amount, unit), timeIn(fromMs, timeZone), timeZone);
  return new Date(Date.parse(minute) + (fromMs % 60_000)).toISOString();
}

/** All steps, those of branches too, in the order in which they are written. */
export const allSteps = (steps: readonly Step[]): readonly Step[] =>
  steps.flatMap((step) => (step.kind === "branch" ? [step, ...allSteps(step.met), ...allSteps(step.unmet)] : [step]));

/** A step of the path that a run has walked, or would have to walk yet. */
export interface Walked {
  readonly step: Step;
  readonly result: StepResult | undefined;
  /** Branches that it is within. */
  readonly depth: number;
}

/** The path through the steps, by the branches that were taken; steps of a branch that is still ahead are not on it. */
export function pathOf(steps: readonly Step[], results: readonly StepResult[], depth = 0): readonly Walked[] {
  return steps.flatMap((step) => {
    const result = results.find(({ stepId }) => stepId === step.id);
    const within = step.kind === "branch" && result ? pathOf(result.met ? step.met : step.unmet, results, depth + 1) : [];
    return [{ step, result, depth }, ...within];
  });
}

/** The step that comes after those that have results, in the branches that they took; undefined at the end. */
export function nextStep(steps: readonly Step[], results: readonly StepResult[]): Step | undefined {
  for (const step of steps) {
    const result = results.find(({ stepId }) => stepId === step.id);
    if (!result || result.state === "waiting" || result.state === "failed") return step;
    if (step.kind !== "branch") continue;
    const within = nextStep(result.met ? step.met : step.unmet, results);
    if (within) return within;
  }
  return undefined;
}

/** Pauses before an attempt that a passing failure has made necessary; then the step has failed. */
const pausesMs = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;
export const pauseAfter = (attempts: number): number | undefined => pausesMs[attempts - 1];
