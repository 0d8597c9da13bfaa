import { inTime } from "../../data/replica/question-time.ts";
import type { OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { StoredCall } from "../calls.ts";

export const heldIn = (row: Readonly<Record<string, unknown>>): StoredCall => JSON.parse(String(row["held"])) as StoredCall; // as the projection wrote it

/** The calls on these cards. */
export async function callsOfCards(orgId: OrgId, cardIds: readonly string[]): Promise<StoredCall[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(`SELECT held FROM call WHERE card_id IN (SELECT value FROM json_each(?)) AND ${inTime("call.id")}`)
    .all(JSON.stringify(cardIds))
    .map(heldIn);
}

/** Calls of these numbers that are on no card, the latest first; by default all of them. */
export async function callsWithNumbers(orgId: OrgId, numbers: readonly string[], most = -1): Promise<StoredCall[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT held FROM call WHERE number IN (SELECT value FROM json_each(?)) AND card_id IS NULL AND ${inTime("call.id")}
       ORDER BY started_at DESC, id DESC LIMIT ?`,
    )
    .all(JSON.stringify(numbers), most)
    .map(heldIn);
}
