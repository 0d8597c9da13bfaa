import type { Step, StepResult } from "@kartis/core/automations/schema.ts";

/** A step of the path that a run has walked, or would have to walk yet. */
export interface Walked {
  readonly step: Step;
  /** Its place on the path, from 1. */
  readonly number: number;
  readonly result: StepResult | undefined;
  /** Branches that it is within. */
  readonly depth: number;
}

/** The path through the steps, by the branches that were taken; steps of a branch that is still ahead are not on it. */
export function walkOf(steps: readonly Step[], results: readonly StepResult[]): readonly Walked[] {
  const path: Omit<Walked, "number">[] = [];
  const walk = (some: readonly Step[], depth: number): void => {
    for (const step of some) {
      const result = results.find(({ stepId }) => stepId === step.id);
      path.push({ step, result, depth });
      if (step.kind === "branch" && result) walk(result.met ? step.met : step.unmet, depth + 1);
    }
  };
  walk(steps, 0);
  return path.map((one, at) => ({ ...one, number: at + 1 }));
}

/** Milliseconds between the two instants. */
export const tookMs = (startedAt: string, endedAt: string): number => Math.max(0, Date.parse(endedAt) - Date.parse(startedAt));
