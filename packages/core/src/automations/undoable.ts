import { actionOf } from "./actions/list.ts";
import { allSteps } from "./rules.ts";
import type { StepResult } from "./run-schema.ts";
import type { Definition } from "./schema.ts";

/**
 * The journal records of what a run changed, in its order: undone from the last to the first, they take it back. Messages and calls are not among them, as they have
 * left. Of a step for each related card, those only where all that is done for one can be undone.
 */
export function undoableRecords({ steps }: Definition, results: readonly StepResult[]): readonly string[] {
  const byId = new Map(allSteps(steps).map((step) => [step.id, step]));
  return results.flatMap(({ stepId, recordId, each }) => {
    const step = byId.get(stepId);
    if (step?.kind === "action") return recordId && actionOf(step.action).isUndoable ? [recordId] : [];
    if (step?.kind !== "forEach" || !each) return [];
    const isUndoable = allSteps(step.steps).every((inner) => inner.kind !== "action" || actionOf(inner.action).isUndoable);
    return isUndoable ? each.done.flatMap(({ recordIds = [] }) => recordIds) : [];
  });
}
