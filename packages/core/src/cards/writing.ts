import type { JournalRecord } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import type { CardId, OrgId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import type { Card, CardType, ChangedCard } from "./schema.ts";
import { getCard, getCardType, type StoredCard, visible } from "./store.ts";

/** A commit's card, with its record. */
export const changed = ({ result, records }: { result: Card; records: readonly JournalRecord[] }): ChangedCard => ({
  ...visible(result),
  recordId: records[0]?.id ?? null,
});

/** A card to be written to, with its type. Throws NOT_FOUND for one in the trash. */
export async function stored(orgId: OrgId, scope: Scope, cardId: CardId): Promise<{ current: StoredCard; type: CardType }> {
  const current = await getCard(orgId, scope, cardId);
  if (current.trashedAt) throw new KartisError("NOT_FOUND");
  return { current, type: await getCardType(orgId, current.typeId) };
}
