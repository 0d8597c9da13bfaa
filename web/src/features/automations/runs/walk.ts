import { pathOf, type Walked as WalkedStep } from "@kartis/core/automations/rules.ts";
import type { AutomationRun, Step, StepResult } from "@kartis/core/automations/schema.ts";

/** A step of a run's path. */
export interface Walked extends WalkedStep {
  /** Its place on the path, from 1. */
  readonly number: number;
}

export const walkOf = (steps: readonly Step[], results: readonly StepResult[]): readonly Walked[] =>
  pathOf(steps, results).map((one, at) => ({ ...one, number: at + 1 }));

/** Milliseconds between the two instants. */
export const tookMs = ({ startedAt, endedAt }: { readonly startedAt: string; readonly endedAt: string }): number =>
  Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));

/** How long a run was at work, in milliseconds: all attempts at its steps, without what it waited in between. */
export const workedMs = ({ steps, failedAttempts }: Pick<AutomationRun, "steps" | "failedAttempts">): number =>
  [...steps.filter(({ until }) => until === null), ...failedAttempts].reduce((sum, one) => sum + tookMs(one), 0);

/** Result of what comes before the first step: a card that was not meant, or a publisher who may not any more. */
export const beforeSteps = "start";

/** How many of a run's steps are done. */
export const doneSteps = ({ steps }: Pick<AutomationRun, "steps">): number =>
  steps.filter(({ stepId, state }) => state === "done" && stepId !== beforeSteps).length;
