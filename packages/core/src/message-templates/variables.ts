import type { CardType } from "../cards/schema.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import type { Variable, VariableGroup } from "./kinds/definition.ts";
import { kindOf, type TemplateKind } from "./kinds/list.ts";
import { fixedVariables, freeGroups } from "./rules.ts";

/** A variable of a card, with the field it shows. */
export interface CardVariable extends Variable {
  readonly label: string;
}

/** The variables of cards of the type, without secrets and internal fields; of all types, only the name. */
export function cardVariables(type: CardType | undefined): CardVariable[] {
  const fields = (type?.fields ?? []).filter(({ type: fieldType, internal, id }) => {
    return id !== "name" && !internal && !definitionOf(fieldType).secret;
  });
  return [
    { path: "card.name", kind: "text", label: "" },
    ...fields.map(({ key, label }) => ({ path: `card.${key}`, kind: "text" as const, label })),
  ];
}

/** Every variable of the groups. */
export const variablesOf = (groups: readonly VariableGroup[], type: CardType | undefined): Variable[] =>
  groups.flatMap((group) => (group === "card" ? cardVariables(type) : fixedVariables[group]));

/** The groups that a text of the kind can name, or one that people send. */
export const groupsOf = (kind: TemplateKind | null): readonly VariableGroup[] => (kind ? kindOf(kind).groups : freeGroups);
