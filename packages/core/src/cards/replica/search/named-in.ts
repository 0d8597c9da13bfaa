import { inTime } from "../../../data/replica/question-time.ts";
import { fold, hebrewPrefix, words } from "../../../kernel/fold.ts";
import type { OrgId } from "../../../kernel/id.ts";
import type { Scope } from "../../../kernel/scope.ts";
import { openReplica } from "../../../replicas.ts";
import type { SearchResult } from "../../query/schema.ts";
import { resultsOf } from "./search.ts";
import { scopeSql } from "../scope.ts";

/** Nobody writes more of a line before its names, nor longer names. */
const wordsRead = 24;
const longestName = 6;
/** As many cards of one name are offered as one can choose from at a glance. */
const mostOfName = 8;

/**
 * The cards whose whole name stands in the text, without regard to case, accents and final letters: of several names the longest, then the first one. More than
 * one where visible cards share that name, newest first.
 */
export async function cardsNamedIn(orgId: OrgId, scope: Scope, text: string): Promise<SearchResult[]> {
  const replica = await openReplica(orgId);
  const visible = scopeSql(scope, "card.");
  // The text index narrows it down to a few rows; trashed cards are not in it.
  const query = replica.statements.of(
    `SELECT card.seq FROM card WHERE seq IN (SELECT rowid FROM card_term WHERE card_term MATCH ? AND ${inTime("rowid")})
     AND card.name = ? AND card.trashed_at IS NULL AND ${visible.text} ORDER BY card.id DESC LIMIT ${mostOfName}`,
  );
  for (const name of namesIn(text)) {
    const match = words(name).map((word) => `"${word}"`);
    const found = query.all(match.join(" AND "), name, ...visible.params).map(({ seq }) => Number(seq));
    if (found.length > 0) return resultsOf(replica, found);
  }
  return [];
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
