import { type ActivityType, activityTypes } from "../../activities/index.ts";
import type { Filter } from "../../cards/query/schema.ts";
import type { CardType } from "../../cards/schema.ts";
import type { CardTypeId } from "../../kernel/id.ts";
import { actionOf } from "../actions/list.ts";
import { namesFigures, relatedTypesIn } from "../conditions/subject.ts";
import { relatedPathsIn, saidRelation, typesAt } from "../related-variables.ts";
import { allSteps, typedSteps } from "../rules.ts";
import type { Definition, Step } from "../schema.ts";
import { triggerOf } from "../triggers/list.ts";
import { variablesOfStep } from "../variables.ts";

/** Its conditions, those of its branches, and those on the related cards that it goes through. */
const filtersOf = ({ filter, steps }: Pick<Definition, "filter" | "steps">): readonly Filter[] => [
  ...(filter ? [filter] : []),
  ...allSteps(steps).flatMap((step) => {
    const own = step.kind === "branch" || step.kind === "forEach" ? step.filter : null;
    return own ? [own] : [];
  }),
];

const textsOf = (step: Step): readonly string[] =>
  step.kind === "action" ? Object.values(actionOf(step.action).texts?.(step.action) ?? {}) : [];

/** Whether its conditions are about activities. */
export const readsFigures = (definition: Definition): boolean => filtersOf(definition).some(namesFigures);

/** The types of the activities whose past it takes to simulate the automation. */
export function activitiesNeeded(definition: Definition): readonly ActivityType[] {
  const { trigger, steps } = definition;
  const { activity, schedule } = triggerOf(trigger);
  if (readsFigures(definition)) return activityTypes;
  const isRead =
    schedule?.tasks !== undefined ||
    allSteps(steps)
      .flatMap(textsOf)
      .some((text) => text.includes("trigger."));
  return activity && isRead ? [activity] : [];
}

/** Whether texts have values of related cards. */
export const readsRelated = ({ steps }: Pick<Definition, "steps">): boolean =>
  allSteps(steps).some((step) => textsOf(step).some((text) => relatedPathsIn(text).length > 0));

/** The types of related cards whose past it takes to simulate the automation. @param types all of the organization, if texts have values of related cards */
export const relatedNeeded = (
  { typeId, definition }: { readonly typeId: CardTypeId; readonly definition: Definition },
  types: readonly CardType[],
): readonly CardTypeId[] => [
  ...relatedTypesIn(filtersOf(definition)),
  ...allSteps(definition.steps).flatMap((step) => (step.kind === "forEach" ? [step.relatedTypeId] : [])),
  ...typedSteps(definition.steps, typeId).flatMap(({ step, typeId: ofCard }) => {
    const type = types.find(({ id }) => id === ofCard);
    const relations = textsOf(step)
      .flatMap(relatedPathsIn)
      .flatMap(({ relation }) => (type && saidRelation(type, relation)) ?? []);
    return relations.flatMap((relation) => typesAt(relation, types)).map(({ id }) => id);
  }),
];

const isCall = (step: Step): boolean => step.kind === "action" && step.action.kind === "callWebhook";

/** Whether a text of the step names a value of a webhook's answer: nobody knows what the other system would have answered. */
export function namesAnswer(step: Step, { steps }: Pick<Definition, "steps">): boolean {
  const texts = textsOf(step);
  const answers = allSteps(steps).flatMap((one) => (isCall(one) ? variablesOfStep(one).map(({ path }) => path) : []));
  return answers.some((path) => texts.some((text) => text.includes(path)));
}
