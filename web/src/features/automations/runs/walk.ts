import { pathOf, type PathStep } from "@kartis/core/automations/rules.ts";
import type { AutomationRun, StepResult } from "@kartis/core/automations/run-schema.ts";
import type { Step } from "@kartis/core/automations/schema.ts";

/** A step of a run's path. */
export interface NumberedStep extends PathStep {
  /** Its position on the path, from 1. */
  readonly number: number;
}

export const walkOf = (steps: readonly Step[], results: readonly StepResult[]): readonly NumberedStep[] =>
  pathOf(steps, results).map((one, at) => ({ ...one, number: at + 1 }));

/** Milliseconds between the two instants. */
export const tookMs = ({ startedAt, endedAt }: { readonly startedAt: string; readonly endedAt: string }): number =>
  Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));

/** Execution time of a run in milliseconds: all attempts at its steps, without waits and back-offs. */
export const workedMs = ({ steps, failedAttempts }: Pick<AutomationRun, "steps" | "failedAttempts">): number =>
  [...steps.filter(({ until }) => until === null), ...failedAttempts].reduce((sum, one) => sum + tookMs(one), 0);

/** Pseudo step id of results before the first step, e.g. unmet conditions or a publisher without permission. */
export const beforeSteps = "start";

/** The number of completed steps. */
export const doneSteps = ({ steps }: Pick<AutomationRun, "steps">): number =>
  steps.filter(({ stepId, state }) => state === "done" && stepId !== beforeSteps).length;
