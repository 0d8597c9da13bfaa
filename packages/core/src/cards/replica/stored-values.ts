import { inTime } from "../../data/replica/question-time.ts";
import type { CardId, CardTypeId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import type { FieldValues } from "../schema.ts";
import { isCardId } from "./rows.ts";

/**
 * The cards of a type as stored, whatever their type says about their values, also in the trash, ordered by id, after `after`: for changes of a type. Scope
 * does not apply: a change of a type affects all its cards, and shows counts and examples.
 */
export async function storedCards(
  orgId: OrgId,
  typeId: CardTypeId,
  after?: CardId,
): Promise<Iterable<{ readonly id: CardId; readonly fields: FieldValues; readonly trashed: boolean }>> {
  const { db } = await openReplica(orgId);
  // Held as text, since rows may change while iterating; parsed one by one.
  const rows = db
    .prepare(
      `SELECT id, trashed_at IS NOT NULL AS trashed, fields FROM card JOIN card_fields USING (seq)
       WHERE type_id = ? AND id > ? AND ${inTime("card.seq")} ORDER BY id`,
    )
    .all(typeId, after ?? "");
  return (function* () {
    for (const row of rows) {
      const { id } = row;
      if (!isCardId(id)) continue;
      yield { id, fields: JSON.parse(String(row["fields"])) as FieldValues, trashed: row["trashed"] === 1 };
    }
  })();
}

/** Number of cards of the type, in lists and in the trash. */
export async function countOfType(orgId: OrgId, typeId: CardTypeId): Promise<{ listed: number; trashed: number }> {
  const { statements } = await openReplica(orgId);
  const row = statements
    .of(`SELECT count(*) AS n, count(trashed_at) AS trashed FROM card WHERE type_id = ? AND ${inTime("seq")}`)
    .get(typeId);
  const trashed = Number(row?.["trashed"] ?? 0);
  return { listed: Number(row?.["n"] ?? 0) - trashed, trashed };
}
