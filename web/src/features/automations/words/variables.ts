import { type RelatedVariable, relatedVariables } from "@kartis/core/automations/related-variables.ts";
import { allSteps, type Definition, type Step } from "@kartis/core/automations/schema.ts";
import { type StepVariable, triggerVariables, variablesBefore, variablesOfStep } from "@kartis/core/automations/variables.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import type { Translate } from "@kartis/i18n/create-translate.ts";
import { createContext } from "react";
import type { NamedVariable } from "../../message-templates/text/useVariables.ts";
import { nameOfStep } from "../settings/names.ts";

/** Variables that the texts of the form's step can name besides the card's. */
export const MoreVariables = createContext<readonly NamedVariable[]>([]);

/** The step's name, numbered if there are several of its kind. */
function numberedName(step: Step, steps: readonly Step[], t: Translate): string {
  const name = nameOfStep(step, t);
  const alike = allSteps(steps).filter((one) => nameOfStep(one, t) === name);
  const number = alike.findIndex(({ id }) => id === step.id) + 1;
  return alike.length > 1 ? t("automations.variable.numbered", { step: name, number }) : name;
}

/** Values of an answer have names of their own. */
const nameOf = ({ name }: Pick<StepVariable, "name">, t: Translate): string =>
  t.find(`automations.variable.step.${name}`) ?? name.replace(/^answer\./, "");

/** The variables of the trigger and of earlier steps, by their names. */
export function namedVariables({ trigger, steps }: Definition, stepId: string, t: Translate): readonly NamedVariable[] {
  const base = { label: "", kind: "text" } as const;
  const ofTrigger = triggerVariables({ trigger }).map((path): NamedVariable => {
    const name = t.find(`automations.variable.${path}`) ?? path;
    return { ...base, path, group: "trigger", groupName: t("automations.variable.group.trigger"), name, fullName: name };
  });
  const ofSteps = variablesBefore(steps, stepId).map((variable): NamedVariable => {
    const groupName = numberedName(variable.step, steps, t);
    const name = nameOf(variable, t);
    const fullName = t("automations.variable.ofStep", { step: groupName, name });
    return { ...base, path: variable.path, group: variable.step.id, groupName, name, fullName };
  });
  return [...ofTrigger, ...ofSteps];
}

/** The name of a field of related cards, where it stands alone: with that of the field that leads to them. */
export const nameOfRelated = ({ relation, field }: RelatedVariable, t: Translate): string =>
  t("automations.variable.ofStep", { step: relation.label, name: field.label });

/** The fields of the cards that cards of the type are related to, under the name of the field that leads to them. */
export const namedRelated = (type: CardType, types: readonly CardType[], t: Translate): readonly NamedVariable[] =>
  relatedVariables(type, types).map((variable): NamedVariable => {
    const { path, relation, field } = variable;
    const fullName = nameOfRelated(variable, t);
    return { path, kind: "text", label: "", group: relation.id, groupName: relation.label, name: field.label, fullName };
  });

/** The name of a variable that is not the card's; undefined for any other path. */
export function variableName(path: string, steps: readonly Step[], t: Translate): string | undefined {
  if (path.startsWith("trigger.")) return t.find(`automations.variable.${path}`) ?? path;
  if (!path.startsWith("steps.")) return undefined;
  const known = allSteps(steps)
    .flatMap(variablesOfStep)
    .find((variable) => variable.path === path);
  const [, , ...rest] = path.split(".");
  const name = nameOf({ name: rest.join(".") }, t);
  return known ? t("automations.variable.ofStep", { step: numberedName(known.step, steps, t), name }) : name;
}
