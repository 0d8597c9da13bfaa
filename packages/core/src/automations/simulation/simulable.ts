import type { Filter } from "../../cards/query/schema.ts";
import { conditionsIn, subjectOf } from "../conditions/subject.ts";
import { allSteps } from "../rules.ts";
import { actionOf } from "../actions/list.ts";
import type { Definition, Step } from "../schema.ts";
import { variablesOfStep } from "../variables.ts";

/**
 * Why the automation cannot be simulated, as a catalogue key; undefined if it can. The journal does not tell what related cards were like, and nobody knows what another
 * system would have answered. Pure, shared with the web.
 */
export function whyNotSimulable({ filter, steps }: Definition): `automationRuns.simulation.${Obstacle}` | undefined {
  const all = allSteps(steps);
  const conditions = filtersOf({ filter, steps }).flatMap(conditionsIn);
  const subjects = conditions.map(({ fieldId }) => subjectOf(fieldId).of);
  if (all.some(({ kind }) => kind === "forEach") || subjects.includes("count") || subjects.includes("related"))
    return "automationRuns.simulation.noRelated";
  const answers = all.flatMap((step) => (isCall(step) ? variablesOfStep(step).map(({ path }) => path) : []));
  return textsOf(steps).some((text) => answers.some((path) => text.includes(path)))
    ? "automationRuns.simulation.noAnswer"
    : undefined;
}
type Obstacle = "noRelated" | "noAnswer";

const isCall = (step: Step): boolean => step.kind === "action" && step.action.kind === "callWebhook";

/** Its conditions, and those of its branches. */
export const filtersOf = ({ filter, steps }: Pick<Definition, "filter" | "steps">): readonly Filter[] => [
  ...(filter ? [filter] : []),
  ...allSteps(steps).flatMap((step) => (step.kind === "branch" ? [step.filter] : [])),
];

export const textsOf = (steps: Definition["steps"]): readonly string[] =>
  allSteps(steps).flatMap((step) =>
    step.kind === "action" ? Object.values(actionOf(step.action).texts?.(step.action) ?? {}) : [],
  );
