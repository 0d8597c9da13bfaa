import { check, put, type ChangeSet, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId, OrgId } from "../kernel/id.ts";
import { cardEntity, shardOf } from "./entity.ts";
import { lockHolders, lockWritesOf } from "./identifiers/lock-writes.ts";
import { type IdentifierLock, locksOf, takeLock } from "./identifiers/locks.ts";
import { acceptNew, acceptValues, conflicts, difference, type FieldContext, isTooLarge, withoutNulls } from "./rules.ts";
import { moveErrors } from "./processes.ts";
import type { Card, CardType, FieldValues } from "./schema.ts";
import { removal } from "./trash/removal.ts";
import type { MergeDetails } from "./merges/rules.ts";
import { isSecretMark, withSecretsApart } from "./secrets/sealing.ts";
import type { StoredCard } from "./store.ts";

/** Writes and change for one card: the parts of a change set, or of a chunk of many. */
export interface CardWrite {
  readonly card: StoredCard;
  /** Computed on demand: previews of many cards ask only for the change. */
  readonly writes: readonly Write[];
  readonly change: Change;
  /** Identifier locks that the card takes and releases. A new card's locks are among its writes. */
  readonly locks?: { readonly wanted: readonly IdentifierLock[]; readonly unwanted: readonly IdentifierLock[] };
}

function write(orgId: OrgId, card: StoredCard, previousVersion: number | null): Write {
  const item = {
    orgId,
    shard: shardOf(card.id),
    cardId: card.id,
    typeId: card.typeId,
    version: card.version,
    fields: card.fields,
    fieldVersions: card.fieldVersions,
    ...given("secrets", markedSecrets(card)),
    ...(card.mergedInto ? given("displacedSecrets", card.displacedSecrets) : {}),
    createdAt: card.createdAt,
    updatedAt: card.updatedAt,
    ...(card.trashedAt ? { trashedAt: card.trashedAt } : {}),
    ...(card.mergedInto ? { mergedInto: card.mergedInto } : {}),
  };
  if (previousVersion === null) return put(cardEntity().create(item).params(), () => new KartisError("CONFLICT"));
  return put(
    cardEntity()
      .put(item)
      .where((attribute, { eq }) => eq(attribute.version, previousVersion))
      .params(),
    "stale",
  );
}

/** Secrets live as long as their marks: without a mark, a secret could be neither seen nor removed. */
const markedSecrets = ({ fields, secrets }: StoredCard): StoredCard["secrets"] =>
  Object.fromEntries(Object.entries(secrets).filter(([fieldId]) => isSecretMark(fields[fieldId])));

const given = (name: "secrets" | "displacedSecrets", secrets: StoredCard["secrets"] = {}) =>
  Object.keys(secrets).length > 0 ? { [name]: secrets } : {};

const withoutEmpty = (secrets: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(Object.entries(secrets).filter((entry): entry is [string, string] => entry[1] !== null));

function refuse(errors: Readonly<Record<string, string>>): void {
  if (Object.keys(errors).length > 0) throw new KartisError("INVALID_INPUT", { fields: errors });
}

function requireSize(values: FieldValues): void {
  if (isTooLarge(values)) throw new KartisError("PAYLOAD_TOO_LARGE", { messageKey: "validation.tooLarge" });
}

/** A new card. Throws INVALID_INPUT naming the fields; the commit throws CONFLICT when another card holds one of its identifiers. */
export function creation(
  orgId: OrgId,
  type: CardType,
  cardId: CardId,
  given: FieldValues,
  context: FieldContext,
  at: string,
): CardWrite {
  return creationOf(orgId, type, cardId, newCard(type, given, context), at);
}

/** A new card's accepted values, and the locks on its identifiers. */
export interface NewCard {
  readonly values: FieldValues;
  readonly locks: readonly IdentifierLock[];
}

/** Accepts the values. Throws INVALID_INPUT naming the fields. */
export function newCard(type: CardType, given: FieldValues, context: FieldContext): NewCard {
  const { values, errors } = acceptNew(type, given, context);
  refuse(errors);
  requireSize(values);
  return { values, locks: locksOf(type, values, context) };
}

/** Like `creation`, from values that were already accepted: an import accepted them when it read the row. */
export function creationOf(orgId: OrgId, type: CardType, cardId: CardId, accepted: NewCard, at: string): CardWrite {
  const { locks } = accepted;
  const { values, secrets } = withSecretsApart(type, accepted.values, { orgId, cardId }, at);
  const card: StoredCard = {
    id: cardId,
    typeId: type.id,
    version: 1,
    fields: values,
    fieldVersions: {},
    secrets: withoutEmpty(secrets),
    createdAt: at,
    updatedAt: at,
    trashedAt: null,
  };
  return {
    card,
    writes: [write(orgId, card, null), ...locks.map((lock) => takeLock(orgId, cardId, lock))],
    change: { action: "card.create", subject: subjectOf(card), version: 1, before: null, after: values },
  };
}

/** A change of a card's fields; undefined if the patch changes nothing. Throws INVALID_INPUT, and CONFLICT naming the fields that others have changed meanwhile. */
export function edit(
  orgId: OrgId,
  type: CardType,
  current: StoredCard,
  patch: FieldValues,
  expectedVersion: number | undefined,
  context: FieldContext,
  at: string,
  moves: "along" | "freely" = "along",
): CardWrite | undefined {
  const accepted = acceptValues(type, patch, context);
  refuse(accepted.errors);
  const { values, secrets } = withSecretsApart(type, accepted.values, { orgId, cardId: current.id }, at);
  const { before, after } = difference(current.fields, values);
  const clashing = conflicts(current.fieldVersions, expectedVersion, after);
  if (clashing.length > 0)
    throw new KartisError("CONFLICT", {
      fields: Object.fromEntries(clashing.map((fieldId) => [fieldId, "validation.changedMeanwhile"])),
    });
  if (Object.keys(after).length === 0) return undefined;
  const fields = withoutNulls({ ...current.fields, ...after });
  refuse(moveErrors(type, current.fields, fields, moves));
  requireSize(fields);
  const version = current.version + 1;
  const card: StoredCard = {
    ...current,
    version,
    fields,
    fieldVersions: { ...current.fieldVersions, ...Object.fromEntries(Object.keys(after).map((fieldId) => [fieldId, version])) },
    secrets: withoutEmpty({ ...current.secrets, ...secrets }),
    updatedAt: at,
  };
  const held = locksOf(type, current.fields, context);
  const wanted = locksOf(type, fields, context);
  const isIn = (list: typeof held) => (lock: (typeof held)[number]) => list.some((other) => other.hash === lock.hash);
  return {
    card,
    get writes() {
      return [write(orgId, card, current.version)];
    },
    locks: { wanted: wanted.filter((lock) => !isIn(held)(lock)), unwanted: held.filter((lock) => !isIn(wanted)(lock)) },
    change: { action: "card.update", subject: subjectOf(card), version, before, after },
  };
}

/** Moves a card to the trash, which frees its identifiers, or back out of it, which takes them again. Undefined when it is there already. */
export function trashing(
  orgId: OrgId,
  type: CardType,
  current: StoredCard,
  trashed: boolean,
  context: FieldContext,
  at: string,
): CardWrite | undefined {
  if ((current.trashedAt !== null) === trashed) return undefined;
  const version = current.version + 1;
  // A merged card that is restored by itself is no longer part of the other.
  const { mergedInto, displacedSecrets: _displaced, ...rest } = current;
  const card: StoredCard = { ...rest, version, trashedAt: trashed ? at : null, updatedAt: at };
  const locks = locksOf(type, current.fields, context);
  return {
    card,
    get writes() {
      return [write(orgId, card, current.version)];
    },
    locks: trashed ? { wanted: [], unwanted: locks } : { wanted: locks, unwanted: [] },
    change: {
      action: trashed ? "card.delete" : "card.restore",
      subject: subjectOf(card),
      version,
      before: { trashedAt: current.trashedAt, ...(mergedInto ? { mergedInto } : {}) },
      after: { trashedAt: card.trashedAt, ...(mergedInto ? { mergedInto: null } : {}) },
    },
  };
}

/**
 * Deletes a trashed card for good. Throws PRECONDITION_FAILED for a card that is not in the trash, or is there because it was merged, since the merge can still
 * be undone.
 */
export function purging(orgId: OrgId, current: StoredCard): CardWrite {
  if (!current.trashedAt || current.mergedInto)
    throw new KartisError("PRECONDITION_FAILED", { messageKey: "errors.trash.notIn" });
  return { card: current, ...removal(orgId, current) };
}

/** Permanently deletes a card, in the trash or not, with its identifier locks; its values elsewhere are cleaned up afterwards. */
export function erasing(orgId: OrgId, type: CardType, current: StoredCard, context: FieldContext): CardWrite {
  const { writes, change } = removal(orgId, current);
  return {
    card: current,
    writes,
    locks: { wanted: [], unwanted: current.trashedAt ? [] : locksOf(type, current.fields, context) },
    change: { ...change, action: "card.erase", before: { trashedAt: current.trashedAt } },
  };
}

/** Replaces the card's state: values, secrets, trash and all, under its own action; for merges and unmerges, whose values have all been accepted before. */
export function mergeWrite(
  orgId: OrgId,
  type: CardType,
  current: StoredCard,
  next: Pick<StoredCard, "fields" | "secrets" | "trashedAt" | "mergedInto" | "displacedSecrets">,
  action: "card.merge" | "card.unmerge",
  context: FieldContext,
  at: string,
  details?: MergeDetails,
): CardWrite {
  const gone = Object.fromEntries(Object.keys(current.fields).map((fieldId) => [fieldId, null]));
  const { before, after } = difference(current.fields, { ...gone, ...next.fields });
  requireSize(next.fields);
  const version = current.version + 1;
  const { mergedInto: _, displacedSecrets: _displaced, ...rest } = current;
  const card: StoredCard = {
    ...rest,
    ...(next.mergedInto ? { mergedInto: next.mergedInto, displacedSecrets: next.displacedSecrets } : {}),
    version,
    fields: withoutNulls(next.fields),
    fieldVersions: { ...current.fieldVersions, ...Object.fromEntries(Object.keys(after).map((fieldId) => [fieldId, version])) },
    secrets: next.secrets,
    trashedAt: next.trashedAt,
    updatedAt: at,
  };
  const held = current.trashedAt ? [] : locksOf(type, current.fields, context);
  const wanted = next.trashedAt ? [] : locksOf(type, card.fields, context);
  const isMoved = current.trashedAt !== next.trashedAt;
  const moved = (of: StoredCard) => (isMoved ? { trashedAt: of.trashedAt, mergedInto: of.mergedInto ?? null } : {});
  return {
    card,
    get writes() {
      return [write(orgId, card, current.version)];
    },
    locks: {
      wanted: wanted.filter((lock) => !held.some(({ hash }) => hash === lock.hash)),
      unwanted: held.filter((lock) => !wanted.some(({ hash }) => hash === lock.hash)),
    },
    change: {
      action,
      subject: subjectOf(card),
      version,
      before: { ...before, ...moved(current) },
      after: { ...after, ...moved(card) },
      ...(details === undefined ? {} : { details }),
    },
  };
}

const subjectOf = (card: Card): Change["subject"] => ({ kind: "card", id: card.id, typeId: card.typeId });

/** The change set for one card, or the empty one that changes nothing. */
export async function changeSetOf(
  orgId: OrgId,
  cardWrite: CardWrite | undefined,
  otherwise: StoredCard,
): Promise<ChangeSet<Card>> {
  if (!cardWrite) return { writes: [], records: [], result: otherwise };
  const locks = lockWritesOf(orgId, cardWrite, await lockHolders(orgId, [cardWrite]));
  return { writes: [...cardWrite.writes, ...locks], records: [{ changes: [cardWrite.change] }], result: cardWrite.card };
}

/**
 * Values of a card as rewritten by a change of its type; null clears one. They are not checked here, since the type no longer has the fields that go: callers
 * pass accepted values only. Undefined when nothing changes.
 */
export function rewriting(orgId: OrgId, current: StoredCard, patch: FieldValues, at: string): CardWrite | undefined {
  const { before, after } = difference(current.fields, patch);
  if (Object.keys(after).length === 0) return undefined;
  const version = current.version + 1;
  const card: StoredCard = {
    ...current,
    version,
    fields: withoutNulls({ ...current.fields, ...after }),
    fieldVersions: { ...current.fieldVersions, ...Object.fromEntries(Object.keys(after).map((fieldId) => [fieldId, version])) },
    updatedAt: at,
  };
  return {
    card,
    writes: [write(orgId, card, current.version)],
    change: { action: "card.update", subject: subjectOf(card), version, before, after },
  };
}

/** Requires that the card is still as it was read, for a transaction that writes something derived from it but not the card itself. */
export const unchanged = (orgId: OrgId, { id, version }: StoredCard): Write =>
  check(
    // ElectroDB has no condition check outside its own transactions; a deletion has the same key and condition.
    cardEntity()
      .remove({ orgId, shard: shardOf(id), cardId: id })
      .where((attribute, { eq }) => eq(attribute.version, version))
      .params(),
    "stale",
  );
