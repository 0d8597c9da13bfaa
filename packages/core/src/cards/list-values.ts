import { KartisError } from "../kernel/error.ts";
import { definitionOf } from "./fields/registry.ts";
import { fieldTraits } from "./fields/traits.ts";
import { type FieldContext, settingsOf } from "./rules.ts";
import type { CardType, Field, FieldValues } from "./schema.ts";

/** Whether the field holds a list, to which single values can be added. Lists of files are no such: a file belongs to one card. */
export const holdsSeveral = ({ type, relation }: Pick<Field, "type" | "relation">): boolean =>
  fieldTraits[type].column === "set" && relation?.many !== false;

/** Values to add to, and to take out of, the lists that a card's fields hold. */
export interface ListChanges {
  readonly add?: Readonly<Record<string, readonly unknown[]>> | undefined;
  readonly remove?: Readonly<Record<string, readonly unknown[]>> | undefined;
}

/**
 * The patch that makes these changes to the lists as they are: what is missing is added at the end, nothing is in it twice, the rest stays. An entry that its field
 * no longer accepts, such as an option that has been deleted, does not keep the others from being changed; it is left out.
 * @throws INVALID_INPUT for a field that holds one value, and for one that `fields` sets as well
 */
export function withListChanges(
  type: CardType,
  current: FieldValues,
  { fields = {}, add = {}, remove = {} }: ListChanges & { readonly fields?: FieldValues | undefined },
  context: FieldContext,
): FieldValues {
  const patch: Record<string, unknown> = { ...fields };
  const errors: Record<string, string> = {};
  for (const fieldId of new Set([...Object.keys(add), ...Object.keys(remove)])) {
    const field = type.fields.find(({ id }) => id === fieldId);
    if (!field) errors[fieldId] = "validation.unknownField";
    else if (!holdsSeveral(field)) errors[fieldId] = "validation.oneValue";
    else if (Object.hasOwn(fields, fieldId)) errors[fieldId] = "validation.setAndListed";
    else {
      const definition = definitionOf(field.type);
      const settings = settingsOf(field, context);
      const before = listOf(current[fieldId]).filter((one) => definition.accept([one], settings).ok);
      const unwanted = new Set(remove[fieldId]);
      const next = [...new Set([...before, ...(add[fieldId] ?? [])])].filter((one) => !unwanted.has(one));
      const isSame = next.length === before.length && next.every((one, at) => one === before[at]);
      if (!isSame) patch[fieldId] = next.length > 0 ? next : null;
    }
  }
  if (Object.keys(errors).length > 0) throw new KartisError("INVALID_INPUT", { fields: errors });
  return patch;
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
