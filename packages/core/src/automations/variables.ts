import { actionOf } from "./actions/list.ts";
import { allSteps, innerLists } from "./rules.ts";
import type { Definition, Step } from "./schema.ts";
import { triggerOf } from "./triggers/list.ts";

/* What the texts of steps can name besides the card: the event that started the run, and earlier steps. Pure, shared with the web. */

/** A variable of an earlier step. */
export interface StepVariable {
  /** As written in texts: `steps.<id>.name`. */
  readonly path: string;
  readonly step: Step;
  /** Its name among the step's variables. */
  readonly name: string;
}

/** Paths of the trigger's variables, as written in texts. */
export const triggerVariables = ({ trigger }: Pick<Definition, "trigger">): readonly string[] =>
  Object.keys(triggerOf(trigger).variables(trigger)).map((name) => `trigger.${name}`);

/** The step's own variables, which later steps can name. */
export const variablesOfStep = (step: Step): readonly StepVariable[] =>
  step.kind === "action"
    ? (actionOf(step.action).variables?.(step.action) ?? []).map((name) => ({ path: `steps.${step.id}.${name}`, step, name }))
    : [];

/**
 * The variables of the steps that can have been executed before this one, on either side of an earlier branch. Those of the steps for each related card are known only
 * among themselves.
 */
export const variablesBefore = (steps: readonly Step[], stepId: string): readonly StepVariable[] =>
  (stepsBefore(steps, stepId) ?? []).flatMap(variablesOfStep);

/** Undefined if the step is not among these. */
function stepsBefore(steps: readonly Step[], stepId: string): readonly Step[] | undefined {
  const before: Step[] = [];
  for (const step of steps) {
    if (step.id === stepId) return before;
    for (const [, list] of innerLists(step)) {
      const within = stepsBefore(list, stepId);
      if (within) return [...before, ...within];
    }
    before.push(...(step.kind === "branch" ? allSteps([step]) : [step]));
  }
  return undefined;
}
