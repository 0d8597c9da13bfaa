import { inTime } from "../../data/replica/question-time.ts";
import { words } from "../../kernel/fold.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import { isCardId } from "./rows.ts";

const most = 20;

/** The cards, outside the trash, that have this address in one of their fields: what was changed last comes first. Addresses are stored in lower case. */
export async function cardsWithEmail(orgId: OrgId, email: string): Promise<CardId[]> {
  const terms = words(email);
  if (terms.length === 0) return [];
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      // The text index narrows it down to a few rows; trashed cards are not in it.
      `SELECT card.id FROM card JOIN card_fields USING (seq)
       WHERE seq IN (SELECT rowid FROM card_term WHERE card_term MATCH ? AND ${inTime("rowid")}) AND card.trashed_at IS NULL
         AND EXISTS (SELECT 1 FROM json_each(card_fields.fields) AS held WHERE held.atom = ?)
       ORDER BY card.updated_at DESC, card.id DESC LIMIT ${most}`,
    )
    .all(terms.map((term) => `"${term}"`).join(" AND "), email.toLowerCase())
    .flatMap(({ id }) => (isCardId(id) ? [id] : []));
}
