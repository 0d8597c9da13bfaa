import type { Replica } from "../../../data/replica/index.ts";
import type { OrgId } from "../../../kernel/id.ts";
import type { Scope } from "../../../kernel/scope.ts";
import { openReplica } from "../../../replicas.ts";
import { avatarOf, searchResultOf } from "../../rules.ts";
import type { Card } from "../../schema.ts";
import type { SearchResult } from "../../query/schema.ts";
import { words } from "../../../kernel/fold.ts";
import { cardsOf } from "../rows.ts";
import { scopeSql } from "../scope.ts";
import { partsQuery, queryWords, termsQuery } from "./search-terms.ts";
import { type Sql, and } from "../../../data/replica/sql.ts";
import { cardTablesOf } from "../tables.ts";
import { similarity, typosQuery } from "./typos.ts";

export interface FreeSearch {
  readonly query: string;
  readonly cardTypeIds?: readonly string[] | undefined;
  readonly cursor: number;
  readonly limit: number;
}

/** The last page: nobody pages through thousands of matches, they refine the query. */
const maxMatches = 400;
/** Misspelt words are only considered while there are fewer matches than this. */
const enough = 8;

/**
 * Cards by free text, best first: those that have each word, or a word that begins with it, a name that sounds like it in another script, or a phone with these
 * digits; then those that have it inside a word; then, when these are few, approximate matches (typing errors). Within each: a name that equals the query, a
 * name that begins with it, a name with all of its words, the rest; newest first.
 * An empty query finds the newest cards.
 */
export async function searchCards(
  orgId: OrgId,
  scope: Scope,
  input: FreeSearch,
): Promise<{ results: SearchResult[]; nextCursor: number | null }> {
  const replica = await openReplica(orgId);
  const conditions = [scopeSql(scope, "card."), { text: "trashed_at IS NULL", params: [] }];
  if (input.cardTypeIds) {
    conditions.push({
      text: `type_id IN (${input.cardTypeIds.map(() => "?").join(", ")})`,
      params: [...input.cardTypeIds],
    });
  }
  const allowed = and(conditions);
  const seqs = matches(replica, allowed, input.query);
  const end = input.cursor + input.limit;
  return { results: resultsOf(replica, seqs.slice(input.cursor, end)), nextCursor: end < seqs.length ? end : null };
}

export function resultsOf(replica: Replica, seqs: readonly number[]): SearchResult[] {
  const tables = cardTablesOf(replica.db);
  return cardsOf(replica, seqs).map((card) => resultOf(tables, card));
}

function resultOf(tables: ReturnType<typeof cardTablesOf>, card: Card): SearchResult {
  const type = tables.find(card.typeId)?.type;
  if (type) return searchResultOf(type, card);
  const name = card.fields["name"];
  return {
    id: card.id,
    cardTypeId: card.typeId,
    name: typeof name === "string" ? name : "",
    avatarFileId: avatarOf(card),
    email: null,
    phone: null,
  };
}

function matches(replica: Replica, allowed: Sql, query: string): number[] {
  const queried = queryWords(query);
  if (queried.length === 0) {
    if (query.trim() !== "") return [];
    return replica.statements
      .of(`SELECT seq FROM card WHERE ${allowed.text} ORDER BY id DESC LIMIT ${maxMatches}`)
      .all(...allowed.params)
      .map((row) => Number(row["seq"]));
  }
  const found = new Set<number>();
  take(found, ranked(ask(replica, allowed, "card_term", termsQuery(queried)), query));
  const parts = found.size < maxMatches ? partsQuery(queried) : undefined;
  if (parts) take(found, ranked(ask(replica, allowed, "card_part", parts), query));
  if (found.size < enough) take(found, close(replica, allowed, queried, found));
  return [...found];
}

interface Match {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
}

function ask(replica: Replica, allowed: Sql, index: "card_term" | "card_part", match: string): Match[] {
  // CROSS JOIN keeps the order of the tables: the text index first, newest rows first, until there are enough.
  return replica.statements
    .of(
      `SELECT card.seq, card.id, card.name FROM ${index} CROSS JOIN card ON card.seq = ${index}.rowid
       WHERE ${index} MATCH ? AND ${allowed.text} ORDER BY ${index}.rowid DESC LIMIT ${maxMatches}`,
    )
    .all(match, ...allowed.params)
    .map((row) => ({ seq: Number(row["seq"]), id: String(row["id"]), name: String(row["name"] ?? "") }));
}

function take(found: Set<number>, more: readonly Match[]): void {
  for (const { seq } of more) if (found.size < maxMatches) found.add(seq);
}

function ranked(found: readonly Match[], query: string): Match[] {
  const queried = words(query);
  const whole = queried.join(" ");
  const grade = (name: string): number => {
    const own = words(name);
    const text = own.join(" ");
    if (text === whole) return 0;
    if (text.startsWith(whole)) return 1;
    if (queried.every((word) => own.includes(word))) return 2;
    return queried.every((word) => own.some((each) => each.startsWith(word))) ? 3 : 4;
  };
  return found
    .map((match) => ({ match, grade: grade(match.name) }))
    .toSorted((a, b) => a.grade - b.grade || (a.match.id < b.match.id ? 1 : -1))
    .map(({ match }) => match);
}

/** Matches with typing errors, closest first. Only names are compared; other fields are too unlike words for it. */
function close(replica: Replica, allowed: Sql, queried: readonly string[], found: ReadonlySet<number>): Match[] {
  const match = typosQuery(queried);
  if (!match) return [];
  return ask(replica, allowed, "card_part", match)
    .filter(({ seq }) => !found.has(seq))
    .map((candidate) => ({ candidate, score: similarity(queried, words(candidate.name)) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score || (a.candidate.id < b.candidate.id ? 1 : -1))
    .map(({ candidate }) => candidate);
}
