import { KartisError } from "../kernel/error.ts";
import type { CardId, OrgId } from "../kernel/id.ts";
import { maxRelated } from "./fields/cardRelation.ts";
import { type CardWrite, edit } from "./plans.ts";
import type { FieldContext } from "./rules.ts";
import type { Card, CardType } from "./schema.ts";
import type { StoredCard } from "./store.ts";

function relationOf(type: CardType, fieldId: string) {
  const field = type.fields.find((candidate) => candidate.id === fieldId);
  if (field?.type !== "cardRelation")
    throw new KartisError("INVALID_INPUT", { fields: { [fieldId]: "validation.unknownField" } });
  return field;
}

const idsIn = (card: Card, fieldId: string): readonly unknown[] => {
  const value = card.fields[fieldId];
  return Array.isArray(value) ? value : [];
};

/**
 * The card names one more, at the end; in a field for one card, instead of the one that it named. Undefined when it does already. Throws INVALID_INPUT for a
 * field that is no relation and for one that is full.
 */
export function linking(
  orgId: OrgId,
  type: CardType,
  current: StoredCard,
  fieldId: string,
  target: { readonly id: CardId; readonly typeId?: string },
  context: FieldContext,
  at: string,
): CardWrite | undefined {
  const { relation } = relationOf(type, fieldId);
  const typeIds: readonly string[] = relation?.typeIds ?? [];
  if (target.typeId && typeIds.length > 0 && !typeIds.includes(target.typeId))
    throw new KartisError("INVALID_INPUT", { fields: { [fieldId]: "validation.relatedCard" } });
  const ids = idsIn(current, fieldId);
  if (ids.includes(target.id)) return undefined;
  if (ids.length >= maxRelated) throw new KartisError("INVALID_INPUT", { fields: { [fieldId]: "validation.arraySize" } });
  const next = relation?.many === false ? [target.id] : [...ids, target.id];
  return edit(orgId, type, current, { [fieldId]: next }, undefined, context, at);
}

/** The card names it no longer. Undefined when it did not. Throws INVALID_INPUT when the field is required and has no other. */
export function unlinking(
  orgId: OrgId,
  type: CardType,
  current: StoredCard,
  fieldId: string,
  targetId: CardId,
  context: FieldContext,
  at: string,
): CardWrite | undefined {
  relationOf(type, fieldId);
  const ids = idsIn(current, fieldId);
  if (!ids.includes(targetId)) return undefined;
  return edit(orgId, type, current, { [fieldId]: ids.filter((id) => id !== targetId) }, undefined, context, at);
}
