import { type CardLookup, linksOf, type StoredCard } from "../cards/index.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";

/**
 * Relation fields of a row that reference a card which may not be referenced: one that is gone, out of sight, or of a type the field does not point at. What
 * the card already references stays, whatever became of it.
 */
export function wrongTargets(
  lookup: CardLookup,
  type: CardType,
  values: FieldValues,
  current?: Pick<StoredCard, "fields">,
): string[] {
  const held = current ? linksOf(current.fields) : [];
  const wrong = linksOf(values).flatMap(({ fieldId, target }) => {
    const field = type.fields.find(({ id }) => id === fieldId);
    if (field?.type !== "cardRelation") return [];
    if (held.some((link) => link.fieldId === fieldId && link.target === target)) return [];
    return lookup.mayName(field, target) ? [] : [fieldId];
  });
  return [...new Set(wrong)];
}
