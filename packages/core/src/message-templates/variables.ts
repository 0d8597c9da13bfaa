import type { CardType } from "../cards/schema.ts";
import { definitionOf } from "../cards/fields/registry.ts";
import { type Variable, type VariableGroup, variableGroups } from "./kinds/definition.ts";
import { kindOf, type TemplateKind } from "./kinds/list.ts";

/**
 * What templates can name, by group; its names in people's words are in the catalogues (`messageTemplates.variable.…`). Those of cards are `card.name` and the
 * API names of a type's fields, which stay when a field is renamed.
 */
const fixed: Readonly<Record<Exclude<VariableGroup, "card">, readonly Variable[]>> = {
  task: [
    { path: "task.title", kind: "text" },
    { path: "task.due", kind: "text" },
    { path: "task.description", kind: "text" },
    { path: "task.location", kind: "text" },
    { path: "task.link", kind: "link" },
  ],
  meeting: [
    { path: "meeting.title", kind: "text" },
    { path: "meeting.when", kind: "text" },
    { path: "meeting.date", kind: "text" },
    { path: "meeting.time", kind: "text" },
    { path: "meeting.duration", kind: "text" },
    { path: "meeting.place", kind: "text" },
    { path: "meeting.description", kind: "text" },
    { path: "meeting.organizer", kind: "text" },
    { path: "meeting.changes", kind: "text" },
    { path: "meeting.link", kind: "link" },
  ],
  recipient: [
    { path: "recipient.name", kind: "text" },
    { path: "recipient.firstName", kind: "text" },
    { path: "recipient.email", kind: "text" },
    { path: "recipient.settings", kind: "link" },
  ],
  sender: [
    { path: "sender.name", kind: "text" },
    { path: "sender.email", kind: "text" },
    { path: "sender.phone", kind: "text" },
  ],
  organization: [
    { path: "organization.name", kind: "text" },
    { path: "organization.phone", kind: "text" },
  ],
};

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
  groups.flatMap((group) => (group === "card" ? cardVariables(type) : fixed[group]));

/** Variable groups for texts that people send themselves. */
const freeGroups: readonly VariableGroup[] = variableGroups.filter((group) => group !== "task" && group !== "meeting");

/** The groups that a text of the kind can name, or one that people send. */
export const groupsOf = (kind: TemplateKind | null): readonly VariableGroup[] => (kind ? kindOf(kind).groups : freeGroups);
