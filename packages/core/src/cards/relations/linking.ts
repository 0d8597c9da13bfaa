import { KartisError } from "../../kernel/error.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import { maxRelated } from "../fields/types/card-relation.ts";
import { type CardWrite, edit } from "../card-writes.ts";
import type { FieldContext } from "../rules.ts";
import type { Card, CardType } from "../schema.ts";
import type { StoredCard } from "../store.ts";

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
 * Adds a card at the end of a relation; in a field for one card, replaces the present one. Undefined if it is there already. Throws INVALID_INPUT for a field
 * that is not a relation and for one that is full.
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

/** Removes a card from a relation. Undefined if it was not there. Throws INVALID_INPUT when the field is required and has no other. */
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
