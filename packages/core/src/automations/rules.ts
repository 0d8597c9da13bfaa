import type { JournalRecord } from "../data/journal.ts";
import { instantOf, dayOf, timeIn } from "../kernel/zoned-time.ts";
import type { Duration } from "./actions/definition.ts";
import { laterDay, unitMs } from "./calendar.ts";
import type { CardTypeId } from "../kernel/id.ts";
import type { StepResult } from "./run-schema.ts";
import type { Step } from "./schema.ts";

/** A chain of automations longer than this may be a loop. */
export const maxDepth = 8;
/**
 * Automations that change each other's changes start twice as many runs with every step, so that length alone stops them late. More runs than this on one card
 * within `stormMs` to which the automation has led itself are a loop, too.
 */
export const mostReturns = 10;
/** More runs of an automation than this, started within `stormMs` and with their conditions met, are a storm. */
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

/**
 * Origins that start no automations, unless the person who started an import or a bulk change asked for it: they would cause storms, and an undo may be reverting
 * an automation's own change.
 */
const excludedOrigins: ReadonlySet<JournalRecord["origin"]> = new Set(["import", "bulk", "undo"]);
export const startsAutomations = (record: Pick<JournalRecord, "origin" | "batchId" | "startsAutomations">): boolean =>
  record.startsAutomations ?? (!excludedOrigins.has(record.origin) && record.batchId === undefined);

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

/** The lists of steps within a step: the two sides of a branch, or the steps for each related card. */
export type Lane = "met" | "unmet" | "steps";

/** The step's own lists, by lane. */
export const innerLists = (step: Step): readonly (readonly [Lane, readonly Step[]])[] =>
  step.kind === "branch"
    ? [
        ["met", step.met],
        ["unmet", step.unmet],
      ]
    : step.kind === "forEach"
      ? [["steps", step.steps]]
      : [];

/** The step with its lists changed. */
export function withInner(step: Step, change: (list: readonly Step[], lane: Lane) => readonly Step[]): Step {
  if (step.kind === "branch") return { ...step, met: change(step.met, "met"), unmet: change(step.unmet, "unmet") };
  return step.kind === "forEach" ? { ...step, steps: change(step.steps, "steps") } : step;
}

/** All steps, including those within others, in the order of the definition. */
export const allSteps = (steps: readonly Step[]): readonly Step[] =>
  steps.flatMap((step) => [step, ...innerLists(step).flatMap(([, list]) => allSteps(list))]);

/** A step, and the type of the card that it is executed for. */
export interface TypedStep {
  readonly step: Step;
  readonly typeId: CardTypeId;
  /** Whether that is a related card rather than the one that the run is about. */
  readonly isRelated: boolean;
}

/** Like `allSteps`, with the type of each step's card. @param typeId the automation's */
export const typedSteps = (steps: readonly Step[], typeId: CardTypeId, isRelated = false): readonly TypedStep[] =>
  steps.flatMap((step) => {
    const inner = step.kind === "forEach" ? { typeId: step.relatedTypeId, isRelated: true } : { typeId, isRelated };
    const within = innerLists(step).flatMap(([, list]) => typedSteps(list, inner.typeId, inner.isRelated));
    return [{ step, typeId, isRelated }, ...within];
  });

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
    return [{ step, result, depth }, ...pathOf(result ? ahead(step, result) : [], results, depth + 1)];
  });
}

/** What decides which step is next: of a run, or of a simulated one. */
export type Progress = Pick<StepResult, "stepId" | "met"> & { readonly state: string };

/** The steps within a step that its result leads to. Those for each related card are left once all cards are done. */
function ahead(step: Step, { met, state }: Progress): readonly Step[] {
  if (step.kind === "branch") return met ? step.met : step.unmet;
  return step.kind === "forEach" && state === "running" ? step.steps : [];
}

/** The next step to execute, given the results so far; undefined at the end. */
export function nextStep(steps: readonly Step[], results: readonly Progress[]): Step | undefined {
  for (const step of steps) {
    const result = results.find(({ stepId }) => stepId === step.id);
    if (!result || result.state === "waiting" || result.state === "failed") return step;
    const within = nextStep(ahead(step, result), results);
    // With the steps for one related card completed, their step goes on to the next card.
    if (within || result.state === "running") return within ?? step;
  }
  return undefined;
}

/** Back-off before each retry of a transient failure; after the last one, the step has failed. */
const backoffMs = [30_000, 2 * 60_000, 10 * 60_000, 60 * 60_000] as const;
export const backoffAfter = (attempts: number): number | undefined => backoffMs[attempts - 1];

/** Whether a message did not arrive, or may not have arrived: somebody has to decide about it. */
export const isUndelivered = (delivery: string | null | undefined): boolean =>
  delivery === "failed" || delivery === "unknown" || delivery === "bounced";
