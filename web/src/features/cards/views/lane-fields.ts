import { isSingleChoice } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";

/** Fields whose values make lanes: status first, then other single choices, then people. */
export function laneFieldsOf(type: CardType): Field[] {
  const rank = (field: Field) => (field.id === "status" ? 0 : fieldTraits[field.type].choices === "options" ? 1 : 2);
  return type.fields
    .filter((field) => !field.internal && isSingleChoice(fieldTraits[field.type]))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** The field that a board has its lanes by: the wanted one, else the first that can. */
export function laneFieldOf(type: CardType, wanted: string | undefined): Field | undefined {
  const fields = laneFieldsOf(type);
  return fields.find(({ id }) => id === wanted) ?? fields[0];
}
