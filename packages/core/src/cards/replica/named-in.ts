import { inTime } from "../../data/replica/question-time.ts";
import { fold, hebrewPrefix, words } from "../../kernel/fold.ts";
import { isId } from "../../kernel/id-form.ts";
import type { OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import type { NamedCard } from "../schema.ts";
import { isCardId } from "./rows.ts";
import { scopeSql } from "./scope.ts";

/** Nobody writes more of a line before its names, nor longer names. */
const wordsRead = 24;
const longestName = 6;

/**
 * The card whose whole name stands in the text, without regard to case, accents and final letters; of several the longest name, then the first one. A name that
 * more than one visible card has means none of them.
 */
export async function cardNamedIn(orgId: OrgId, scope: Scope, text: string): Promise<NamedCard | undefined> {
  const { statements } = await openReplica(orgId);
  const visible = scopeSql(scope, "card.");
  // The text index narrows it down to a few rows; trashed cards are not in it.
  const query = statements.of(
    `SELECT card.id, card.type_id, json_extract(card_fields.fields, '$.name') AS name FROM card JOIN card_fields USING (seq)
     WHERE seq IN (SELECT rowid FROM card_term WHERE card_term MATCH ? AND ${inTime("rowid")}) AND card.name = ?
     AND card.trashed_at IS NULL AND ${visible.text} LIMIT 2`,
  );
  for (const name of namesIn(text)) {
    const match = words(name).map((word) => `"${word}"`);
    const [first, second] = query.all(match.join(" AND "), name, ...visible.params);
    if (first && !second && isCardId(first["id"]) && isId("typ", first["type_id"]))
      return { id: first["id"], typeId: first["type_id"], name: String(first["name"]) };
  }
  return undefined;
}

/** What may be a name in the text, folded, the longest first. */
function namesIn(text: string): Set<string> {
  const written = fold(text).split(/\s+/).filter(Boolean).slice(0, wordsRead);
  const names = new Set<string>();
  for (let length = Math.min(longestName, written.length); length > 0; length--)
    for (let from = 0; from + length <= written.length; from++) {
      const whole = written.slice(from, from + length).join(" ");
      const bare = whole.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
      for (const name of [whole, bare, bare.replace(hebrewPrefix, "")]) if (/\p{L}{2}/u.test(name)) names.add(name);
    }
  return names;
}
