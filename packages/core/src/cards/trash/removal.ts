import { remove, type Write } from "../../data/commit.ts";
import type { ChangeOf } from "../../data/payloads.ts";
import type { OrgId } from "../../kernel/id.ts";
import { cardEntity, shardOf } from "../entity.ts";
import type { StoredCard } from "../store.ts";

/**
 * Deletes a trashed card for good, with its secrets; its identifiers have been free since it was trashed. The record says that it was deleted but not what it
 * held: everything else that belongs to the card is deleted by a consumer of `card.purge`.
 */
export function removal(
  orgId: OrgId,
  { id, typeId, version }: StoredCard,
): { writes: readonly Write[]; change: ChangeOf<"card.purge"> } {
  return {
    writes: [
      remove(
        cardEntity()
          .remove({ orgId, shard: shardOf(id), cardId: id })
          .where((attribute, { eq }) => eq(attribute.version, version))
          .params(),
        "stale",
      ),
    ],
    change: { action: "card.purge", subject: { kind: "card", id, typeId }, version: version + 1, before: null, after: null },
  };
}
