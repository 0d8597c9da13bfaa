import { type Variable, type VariableGroup, variableGroups } from "./kinds/definition.ts";

/**
 * What templates can name, by group; its names in people's words are in the catalogues (`messageTemplates.variable.…`). Those of cards are `card.name` and the
 * API names of a type's fields, which stay when a field is renamed.
 */
export const fixedVariables: Readonly<Record<Exclude<VariableGroup, "card">, readonly Variable[]>> = {
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

/** Variable groups for texts that people send themselves. */
export const freeGroups: readonly VariableGroup[] = variableGroups.filter((group) => group !== "task" && group !== "meeting");
