import type { ActivityType } from "../../activities/types/list.ts";
import { conditionsIn, subjectOf } from "../conditions/subject.ts";
import { allSteps } from "../rules.ts";
import { actionOf } from "../actions/list.ts";
import type { Definition, Step } from "../schema.ts";
import { triggerOf } from "../triggers/list.ts";
import { variablesOfStep } from "../variables.ts";

/**
 * Why the automation cannot be simulated, as a catalogue key; undefined if it can. The journal does not tell what related cards were like, and nobody knows what another
 * system would have answered. Pure, shared with the web.
 */
export function whyNotSimulable({ filter, steps }: Definition): `automationRuns.simulation.${Obstacle}` | undefined {
  const all = allSteps(steps);
  const filters = [...(filter ? [filter] : []), ...all.flatMap((step) => (step.kind === "branch" ? [step.filter] : []))];
  const conditions = filters.flatMap(conditionsIn);
  const subjects = conditions.map(({ fieldId }) => subjectOf(fieldId).of);
  if (all.some(({ kind }) => kind === "forEach") || subjects.includes("count") || subjects.includes("related"))
    return "automationRuns.simulation.noRelated";
  if (subjects.includes("figure")) return "automationRuns.simulation.noFigures";
  const answers = all.flatMap((step) => (isCall(step) ? variablesOfStep(step).map(({ path }) => path) : []));
  return textsOf(steps).some((text) => answers.some((path) => text.includes(path)))
    ? "automationRuns.simulation.noAnswer"
    : undefined;
}
type Obstacle = "noRelated" | "noFigures" | "noAnswer";

const isCall = (step: Step): boolean => step.kind === "action" && step.action.kind === "callWebhook";

const textsOf = (steps: Definition["steps"]): readonly string[] =>
  allSteps(steps).flatMap((step) =>
    step.kind === "action" ? Object.values(actionOf(step.action).texts?.(step.action) ?? {}) : [],
  );

/** The type of the activities whose past it takes to simulate the automation; undefined if it takes none. */
export function activityNeeded({ trigger, steps }: Definition): ActivityType | undefined {
  const { activity, schedule } = triggerOf(trigger);
  return schedule?.tasks || textsOf(steps).some((text) => text.includes("trigger.")) ? activity : undefined;
}
