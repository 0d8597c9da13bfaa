import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { fieldTraits } from "../fields/traits.ts";

/** Fields whose values make lanes: status first, then other single choices, then people. */
export function laneFieldsOf(type: CardType): Field[] {
  const rank = (field: Field) => (field.id === "status" ? 0 : fieldTraits[field.type].control === "select" ? 1 : 2);
  return type.fields
    .filter((field) => !field.internal && ["select", "person"].includes(fieldTraits[field.type].control))
    .toSorted((a, b) => rank(a) - rank(b));
}

/** The field that a board has its lanes by: the wanted one, else the first that can. */
export function laneFieldOf(type: CardType, wanted: string | undefined): Field | undefined {
  const fields = laneFieldsOf(type);
  return fields.find(({ id }) => id === wanted) ?? fields[0];
}

const groupable = new Set(["line", "number", "range", "money", "checkbox", "date", "url", "select", "person", "email", "phone"]);

/** What one value of a card can be grouped by: not what has several, and not long texts or instants, of which each is another. */
export const canGroup = (field: Field): boolean =>
  !field.internal && field.id !== "name" && groupable.has(fieldTraits[field.type].control);
