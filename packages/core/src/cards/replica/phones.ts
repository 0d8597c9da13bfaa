import { inTime } from "../../data/replica/question-time.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import { openReplica } from "../../replicas.ts";
import { isCardId } from "./rows.ts";
import { phoneForms } from "./search/phone-forms.ts";

const most = 20;

/**
 * The cards, outside the trash, that have this number in one of their fields, with or without an extension: what was changed last comes first. Numbers are stored in E.164, however they were
 * typed, so that this finds them in every form.
 */
export async function cardsWithPhone(orgId: OrgId, phone: string): Promise<CardId[]> {
  const [digits] = phoneForms(phone);
  if (digits === undefined) return [];
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      // The text index narrows it down to a few rows; trashed cards are not in it.
      `SELECT card.id FROM card JOIN card_fields USING (seq)
       WHERE seq IN (SELECT rowid FROM card_term WHERE card_term MATCH ? AND ${inTime("rowid")}) AND card.trashed_at IS NULL
         AND EXISTS (SELECT 1 FROM json_each(card_fields.fields) AS held WHERE held.atom = ? OR held.atom LIKE ? || ';ext=%')
       ORDER BY card.updated_at DESC, card.id DESC LIMIT ${most}`,
    )
    .all(`"${digits}"`, phone, phone)
    .flatMap(({ id }) => (isCardId(id) ? [id] : []));
}
