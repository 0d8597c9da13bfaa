import { causingUser } from "../conditions/settle.ts";
import { conditionsIn, subjectOf } from "../conditions/subject.ts";
import { allSteps } from "../rules.ts";
import type { Definition } from "../schema.ts";
import { triggerOf } from "../triggers/list.ts";

/** A variable of the event or of an earlier step in a template. */
const namesEvent = /\{[{%][^{}]*\b(?:trigger|steps)\./;

/**
 * Why the automation cannot be simulated, as a catalogue key; undefined if it can. The journal does not tell which tasks were due and open, nor what related cards were
 * like; and a simulated run has neither an event nor made anything that its texts and conditions could name. Pure, shared with the web.
 */
export function whyNotSimulable({ trigger, filter, steps }: Definition): `automationRuns.simulation.${Obstacle}` | undefined {
  if (triggerOf(trigger).schedule?.tasks) return "automationRuns.simulation.noTasks";
  const all = allSteps(steps);
  const filters = [...(filter ? [filter] : []), ...all.flatMap((step) => (step.kind === "branch" ? [step.filter] : []))];
  const conditions = filters.flatMap(conditionsIn);
  const subjects = conditions.map(({ fieldId }) => subjectOf(fieldId).of);
  if (all.some(({ kind }) => kind === "forEach") || subjects.includes("count") || subjects.includes("related"))
    return "automationRuns.simulation.noRelated";
  const isAboutEvent =
    subjects.includes("before") ||
    conditions.some(({ value }) => [value].flat().includes(causingUser)) ||
    namesEvent.test(JSON.stringify(steps));
  return isAboutEvent ? "automationRuns.simulation.noEvent" : undefined;
}
type Obstacle = "noTasks" | "noRelated" | "noEvent";
