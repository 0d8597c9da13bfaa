import type { CardTypeId } from "../../kernel/id.ts";

/** Values by field; undefined where a value is known only when the step is executed. */
type Values = Readonly<Record<string, unknown>>;

/** What an action, or a change to many cards, does that can start an automation for cards of the type. */
export type Effect =
  | { readonly kind: "cardCreated"; readonly typeId: CardTypeId; readonly fields: Values }
  /** `value`: null if the field is cleared. */
  | { readonly kind: "fieldChanged"; readonly typeId: CardTypeId; readonly fieldId: string; readonly value: unknown }
  | { readonly kind: "taskCreated"; readonly typeId: CardTypeId };

/** Whether the effect sets the field, to a value that is not known to be empty. */
export function fills(effect: Effect, fieldId: string): boolean {
  if (effect.kind === "taskCreated") return false;
  if (effect.kind === "fieldChanged") return effect.fieldId === fieldId && effect.value !== null;
  return fieldId in effect.fields && effect.fields[fieldId] !== null;
}
