import type { JournalAction } from "../../data/journal.ts";
import { KartisError } from "../../kernel/error.ts";
import type { PermissionAction } from "../../kernel/permission.ts";
import type { Right } from "../../kernel/procedure.ts";
import type { ActivityDefinition } from "./definition.ts";
import { type ActivityType, definitionOf, definitions } from "./list.ts";

/** True for an action that changes what an activity holds. */
export const isEdit = (action: JournalAction): boolean =>
  Object.values(definitions).some(({ actions, edits = [] }: ActivityDefinition) => [actions.update, ...edits].includes(action));

/** The type of activities to which this action happens. */
export const definitionOver = (action: JournalAction): ActivityDefinition | undefined =>
  Object.values(definitions).find(({ actions, edits = [] }: ActivityDefinition) =>
    [...Object.values(actions), ...edits].includes(action),
  );

/** All actions that change activities of the type. */
export function actionsOver(type: ActivityType): readonly JournalAction[] {
  const { actions, edits = [] } = definitionOf(type);
  return [...Object.values(actions), ...edits];
}

/** The right to do something to an activity of the type whose record this action is. Throws PRECONDITION_FAILED for an action of no type. */
export function rightOver({ action, does }: { readonly action: JournalAction; readonly does: PermissionAction }): Right {
  const definition = definitionOver(action);
  if (!definition) throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.undo.irreversible" });
  return [definition.permission, does];
}
