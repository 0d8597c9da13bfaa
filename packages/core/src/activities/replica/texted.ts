import { inTime } from "../../data/replica/question-time.ts";
import { type CardId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";

/** The last SMS from one of the cards to the number (E.164), and who wrote it; undefined if none was sent. */
export async function lastSmsTo(
  orgId: OrgId,
  cardIds: readonly CardId[],
  phone: string,
): Promise<{ readonly cardId: CardId; readonly by: UserId | null } | undefined> {
  const { statements } = await openReplica(orgId);
  const row = statements
    .of(
      `SELECT card_id, created_by FROM activity
       WHERE card_id IN (SELECT value FROM json_each(?)) AND type = 'SMS' AND trashed_at IS NULL AND ${inTime("id")}
         AND json_extract(held, '$.phone') = ? AND json_extract(held, '$.direction') IS NOT 'IN'
       ORDER BY happened_at DESC, id DESC LIMIT 1`,
    )
    .get(JSON.stringify(cardIds), phone);
  const { card_id: cardId, created_by: by } = row ?? {};
  return isId("crd", cardId) ? { cardId, by: isId("usr", by) ? by : null } : undefined;
}
