import { type Write } from "../data/commit.ts";
import { maxTransactItems } from "../data/transaction.ts";
import type { Change } from "../data/journal.ts";
import { type CardId, newId, type OrgId } from "../kernel/id.ts";
import { meterItems } from "../plans/index.ts";
import { locksOf } from "./identifiers/locks.ts";
import { creationOf, type NewCard } from "./card-writes.ts";
import type { FieldContext } from "./rules.ts";
import type { CardType, FieldValues } from "./schema.ts";

/** Items of a transaction left for the cards, after the operation's progress, its rejects, the journal record and the plan's meter. */
const itemsForCards = maxTransactItems - 3 - meterItems;
/** The chunk's record holds all its values in one item of at most 400 KB; compression is headroom that nothing guarantees. */
const maxChunkBytes = 320 * 1024;

/** Number of cards from the start that fit one transaction and one journal record; at least one. */
export function chunkLength(type: CardType, cards: readonly FieldValues[], context: FieldContext): number {
  let items = 0;
  let bytes = 0;
  for (const [at, values] of cards.entries()) {
    items += 1 + locksOf(type, values, context).length;
    bytes += Buffer.byteLength(JSON.stringify(values));
    if (at > 0 && (items > itemsForCards || bytes > maxChunkBytes)) return at;
  }
  return cards.length;
}

/** Many creations as one transaction. */
export interface CreationChunk {
  readonly writes: readonly Write[];
  readonly changes: readonly Change[];
  /** Index among the given cards → the field whose value another card already has. */
  readonly duplicates: ReadonlyMap<number, string>;
  readonly cardIds: readonly CardId[];
}

/**
 * Cards whose locks are `held` by another card, or by an earlier one of the chunk, are left out and reported. A lock taken meanwhile makes the change set
 * stale.
 */
export function creationChunk(
  orgId: OrgId,
  type: CardType,
  cards: readonly NewCard[],
  held: ReadonlySet<string>,
  at: string,
): CreationChunk {
  const taken = new Set(held);
  const duplicates = new Map<number, string>();
  const made = cards.flatMap((card, index) => {
    const { locks } = card;
    const collision = locks.find((lock) => taken.has(lock.hash));
    if (collision) {
      duplicates.set(index, collision.fieldId);
      return [];
    }
    for (const lock of locks) taken.add(lock.hash);
    return [creationOf(orgId, type, newId("crd", Date.parse(at)), card, at)];
  });
  return {
    writes: made.flatMap((card) => card.writes.map((write) => ({ ...write, otherwise: "stale" as const }))),
    changes: made.map((card) => card.change),
    duplicates,
    cardIds: made.map((card) => card.card.id),
  };
}
