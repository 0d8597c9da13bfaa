import { createHash } from "node:crypto";
import { put, remove, type Write } from "../../data/commit.ts";
import { untilProcessed } from "../../data/unprocessed.ts";
import { KartisError } from "../../kernel/error.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import { identifierEntity, shardOf } from "../entity.ts";
import { type FieldContext, identifyingValue } from "../rules.ts";
import type { CardType, FieldValues } from "../schema.ts";

/** A lock that a card holds on the value of one of its type's identifiers. */
export interface IdentifierLock {
  readonly fieldId: string;
  readonly hash: string;
}

/** The locks a card with these values holds; none for empty values and for types without identifiers. */
export function locksOf(type: CardType, values: FieldValues, context: FieldContext): IdentifierLock[] {
  return [...new Set(type.identifiers)].flatMap((fieldId) => {
    const field = type.fields.find((candidate) => candidate.id === fieldId);
    const value = field && identifyingValue(field, values, context);
    if (value === undefined) return [];
    return [{ fieldId, hash: hashOf(type, fieldId, value) }];
  });
}

/** The form in which a field's value is compared, as `identifyingValue` gives it, whether or not the field is an identifier. */
export const hashOf = (type: CardType, fieldId: string, value: string): string =>
  createHash("sha256").update(`${type.id}\n${fieldId}\n${value}`).digest("base64url");

const keyOf = (orgId: OrgId, hash: string) => ({ orgId, shard: shardOf(hash), hash });

/** Takes a lock within the card's own transaction: of two writers at once, one gets CONFLICT with the field. */
export const takeLock = (orgId: OrgId, cardId: CardId, lock: IdentifierLock): Write =>
  put(
    identifierEntity()
      .create({ ...keyOf(orgId, lock.hash), cardId })
      .params(),
    () => duplicateError(lock.fieldId),
  );

/** Gives a lock back, if the card still holds it. */
export const releaseLock = (orgId: OrgId, cardId: CardId, lock: IdentifierLock): Write =>
  remove(
    identifierEntity()
      .remove(keyOf(orgId, lock.hash))
      .where((attribute, { eq }) => eq(attribute.cardId, `${cardId}`))
      .params(),
    "stale",
  );

/** Passes a lock on from one card to another within the transaction that writes both. */
export const passLock = (orgId: OrgId, from: CardId, to: CardId, lock: IdentifierLock): Write =>
  put(
    identifierEntity()
      .put({ ...keyOf(orgId, lock.hash), cardId: to })
      .where((attribute, { eq }) => eq(attribute.cardId, `${from}`))
      .params(),
    "stale",
  );

export const duplicateError = (fieldId: string): KartisError =>
  new KartisError("CONFLICT", { fields: { [fieldId]: "validation.duplicate" } });

/** Locks that another card holds: hash → card. Strongly consistent, a hundred per request. */
export async function holdersOf(orgId: OrgId, hashes: readonly string[]): Promise<Map<string, string>> {
  const held = new Map<string, string>();
  const keys = hashes.map((hash) => keyOf(orgId, hash));
  await untilProcessed<(typeof keys)[number]>(keys, async (some) => {
    const { data, unprocessed } = await identifierEntity().get(some).go({ consistent: true, concurrent: 4 });
    for (const item of data) held.set(item.hash, item.cardId);
    return unprocessed.map(({ hash }) => keyOf(orgId, String(hash)));
  });
  return held;
}
