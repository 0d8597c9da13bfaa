import { remove, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { OrgId } from "../kernel/id.ts";
import { cardEntity, shardOf } from "./entity.ts";
import type { StoredCard } from "./store.ts";

/**
 * What takes a card in the trash away for good, its secrets with it; what identified it has been free since it was put there. The record says that it went
 * and not what it held: whatever else belongs to the card goes by a consumer of `card.purge`.
 */
export function removal(orgId: OrgId, { id, typeId, version }: StoredCard): { writes: readonly Write[]; change: Change } {
  return {
    writes: [
      remove(
        cardEntity()
          .remove({ orgId, shard: shardOf(id), cardId: id })
          .where((attribute, { eq }) => eq(attribute.version, version))
          .params(),
        "replan",
      ),
    ],
    change: { action: "card.purge", subject: { kind: "card", id, typeId }, version: version + 1, before: null, after: null },
  };
}
