/*
 * Queries to the organization's replica about its cards: lists, counts, groups, search, neighbours, export.
 * Each takes the actor's scope, which becomes part of the SQL; each is answered from a state that has every write acknowledged before it was asked.
 */
import { inTime } from "../../data/replica/question-time.ts";
import type { Replica } from "../../data/replica/index.ts";
import type { CardId, CardTypeId, FileId, OrgId, RecordId, UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { recordsAbout } from "../../data/trail/about.ts";
import { openReplica, openTrail } from "../../replicas.ts";
import { namesOf } from "./links.ts";
import type { Card, CardType, FieldValues } from "../schema.ts";
import type { CardList, CardQuery } from "../query/schema.ts";
import type { CardScope } from "./lists/figures.ts";
import { cardOfRow, cardsOf, isCardId, readingCard } from "./rows.ts";
import { fold } from "../../kernel/fold.ts";
import { Spool } from "../../data/replica/spool.ts";
import { scopeSql } from "./scope.ts";
import { type Selection, from, select } from "./lists/selection.ts";
import { quoted } from "../../data/replica/adaptive-indexes.ts";
import { type Totals, summed, totalsOf } from "./lists/totals.ts";
import { cardTablesOf } from "./tables.ts";

export { findByIdentifiers, findByValues } from "./identifying.ts";
export { inScope, scopeSql } from "./scope.ts";
export { datesOf } from "./lists/dates.ts";
export { groupCards } from "./lists/groups.ts";
export { type ListQuestion, listWithSubstitutes, Substitutes } from "./lists/substitutes.ts";
export { countOfType, storedCards } from "./stored-values.ts";
export { cardsNamedIn } from "./search/named-in.ts";
export { searchCards } from "./search/search.ts";

export interface ListQuery extends CardQuery {
  /** Cards to skip. */
  readonly cursor: number;
  readonly limit: number;
  /** Fields to sum. */
  readonly sums: readonly string[];
  /** Includes figures computed from each card's activities. */
  readonly withFigures?: boolean;
}

/** One page of the cards that the query selects, with their exact number and sums over all of them. Throws INVALID_INPUT. */
export async function listCards(orgId: OrgId, scope: CardScope, query: ListQuery): Promise<CardList> {
  const replica = await openReplica(orgId);
  const selection = select(replica, scope, query);
  const sums = summed(selection.table, query.sums);
  const began = performance.now();
  const rows = page(replica, selection, query);
  const totals = totalsOf(replica, selection, sums, query.cardTypeId);
  offerIndex(replica, selection, totals, performance.now() - began);
  return {
    rows,
    related: namesOf(
      replica,
      scope,
      rows.map((row) => row.fields),
    ),
    total: totals.total,
    sums: totals.sums,
    nextCursor: query.cursor + rows.length < totals.total && rows.length > 0 ? query.cursor + rows.length : null,
  };
}

function page(replica: Replica, selection: Selection, { cursor, limit, withFigures: isShowingFigures }: ListQuery): Card[] {
  const { where, orderBy, sorted, first } = selection;
  const read = (tables: string, condition: string, order: string) =>
    replica.statements
      .of(`SELECT seq FROM ${tables} WHERE ${condition} ORDER BY ${order} LIMIT ? OFFSET ?`)
      .all(...where.params, limit, cursor);
  const begun = first ? read(first.from, `${where.text} AND ${first.condition}`, first.orderBy) : [];
  const seqs = first && begun.length === limit ? begun : read(from(selection, sorted), where.text, orderBy);
  return cardsOf(
    replica,
    seqs.map((row) => Number(row["seq"])),
    isShowingFigures ? selection.figures : undefined,
  );
}

/** After the result is known, so that only the first query waits for the index to be built. */
function offerIndex(replica: Replica, selection: Selection, { columns }: Totals, tookMs: number): void {
  const wanted = selection.indexFor(columns);
  if (!wanted) return;
  replica.indexes.asked(selection.table.name, wanted, tookMs, () =>
    Number(replica.statements.of(`SELECT count(*) AS n FROM ${quoted(selection.table.name)}`).get()?.["n"]),
  );
}

/** Number of cards of each type that the actor sees; types without any are absent. */
export async function countByType(orgId: OrgId, scope: Scope): Promise<Record<CardTypeId, number>> {
  const replica = await openReplica(orgId);
  const counts: Record<CardTypeId, number> = {};
  for (const { id } of cardTablesOf(replica.db).types()) {
    const { total } = totalsOf(replica, select(replica, scope, { cardTypeId: id }), [], id);
    if (total > 0) counts[id] = total;
  }
  return counts;
}

/** The organization's card types, in its order. */
export async function cardTypesOf(orgId: OrgId): Promise<CardType[]> {
  return cardTablesOf((await openReplica(orgId)).db).types();
}

/**
 * Every card that the query selects, in order, in chunks, all from one state of the replica. They are spooled to disk, because rows would change under a long
 * iteration; memory holds a chunk, and a number per card while they are sorted.
 * @param onCounted receives the count of the list in the same state, before the first cards are yielded.
 */
export async function* streamCards(
  orgId: OrgId,
  scope: CardScope,
  query: CardQuery & { readonly withFigures?: boolean },
  cardIds?: readonly CardId[],
  onCounted?: (total: number) => void,
): AsyncIterable<readonly Card[]> {
  const replica = await openReplica(orgId);
  const selection = select(replica, scope, query);
  const chosen = cardIds ? " AND id IN (SELECT value FROM json_each(?))" : "";
  const matching = `FROM ${from(selection, selection.sorted)} WHERE ${selection.where.text}${chosen}`;
  const params = [...selection.where.params, ...(cardIds ? [JSON.stringify(cardIds)] : [])];
  const inOrder = replica.db.prepare(`SELECT seq ${matching} ORDER BY ${selection.orderBy}`);
  const read = replica.statements.of(readingCard(query.withFigures ? selection.figures : undefined));
  function* rows() {
    for (const { seq } of inOrder.iterate(...params)) {
      const row = read.get(seq ?? null);
      if (row) yield row;
    }
  }
  const spool = new Spool(rows());
  try {
    onCounted?.(Number(replica.statements.of(`SELECT count(*) AS n ${matching}`).get(...params)?.["n"]));
    for (const chunk of spool.chunks()) yield chunk.map(cardOfRow);
  } finally {
    spool.close();
  }
}

/** Ids of every card that the query selects, in its order, from one state of the replica. */
export async function cardIdsOf(orgId: OrgId, scope: CardScope, query: CardQuery): Promise<CardId[]> {
  const replica = await openReplica(orgId);
  const selection = select(replica, scope, query);
  const rows = replica.db
    .prepare(`SELECT id FROM ${from(selection, selection.sorted)} WHERE ${selection.where.text} ORDER BY ${selection.orderBy}`)
    .all(...selection.where.params);
  return rows.map(({ id }) => id).filter(isCardId);
}

/** The cards of these ids as the replica has them, also in the trash, regardless of scope; missing ones are left out. */
export async function cardsById(orgId: OrgId, cardIds: readonly CardId[]): Promise<Map<CardId, Card>> {
  const replica = await openReplica(orgId);
  const read = replica.statements.of(
    "SELECT card.*, card_fields.fields FROM card JOIN card_fields USING (seq) WHERE card.id = ?",
  );
  return new Map(
    cardIds.flatMap((cardId) => {
      const row = read.get(cardId);
      return row ? [[cardId, cardOfRow(row)] as const] : [];
    }),
  );
}

/** The type's cards that have changed after the instant, also those in the trash, at most `limit` of them. */
export const cardsChangedSince = ({ statements }: Replica, typeId: CardTypeId, at: string, limit: number): Card[] =>
  statements
    .of(
      `SELECT card.*, card_fields.fields FROM card JOIN card_fields USING (seq) WHERE type_id = ? AND updated_at > ? AND ${inTime("card.seq")} LIMIT ?`,
    )
    .all(typeId, at, limit)
    .map(cardOfRow);

/** The instant since which no more than `most` of the type's cards have changed, if more have. */
export const changeBefore = ({ statements }: Replica, typeId: CardTypeId, most: number): string =>
  String(
    statements
      .of(`SELECT updated_at FROM card WHERE type_id = ? AND ${inTime("seq")} ORDER BY updated_at DESC LIMIT 1 OFFSET ?`)
      .get(typeId, most)?.["updated_at"],
  );

/** A page of the trash within the scope, latest first; by words of the name. Merged cards are not in it: they come out by an unmerge. */
export async function trashedCards(
  orgId: OrgId,
  scope: Scope,
  { search, cursor, limit }: { readonly search: string; readonly cursor: number; readonly limit: number },
): Promise<{ rows: Card[]; total: number }> {
  const replica = await openReplica(orgId);
  const visible = scopeSql(scope, "card.");
  const where = `trashed_at IS NOT NULL AND merged_into IS NULL AND instr(coalesce(name, ''), ?) > 0 AND ${visible.text}`;
  const params = [fold(search.trim()), ...visible.params];
  const total = Number(replica.statements.of(`SELECT count(*) AS n FROM card WHERE ${where}`).get(...params)?.["n"]);
  const seqs = replica.statements
    .of(`SELECT seq FROM card WHERE ${where} ORDER BY trashed_at DESC, id DESC LIMIT ? OFFSET ?`)
    .all(...params, limit, cursor);
  return {
    rows: cardsOf(
      replica,
      seqs.map(({ seq }) => Number(seq)),
    ),
    total,
  };
}

/** The cards whose time in the trash is up, oldest first: those trashed no later than `until`, and those merged into a card that no longer exists. */
export async function dueCards(orgId: OrgId, until: string): Promise<CardId[]> {
  const replica = await openReplica(orgId);
  return replica.statements
    .of(
      `SELECT id FROM card WHERE trashed_at IS NOT NULL AND ${inTime("seq")}
       AND CASE WHEN merged_into IS NULL THEN trashed_at <= ? ELSE merged_into NOT IN (SELECT id FROM card) END ORDER BY trashed_at, id`,
    )
    .all(until)
    .map(({ id }) => id)
    .filter(isCardId);
}

/** The cards in the trash that were merged into this one. */
export async function mergedInto(orgId: OrgId, cardId: CardId): Promise<Card[]> {
  const replica = await openReplica(orgId);
  return replica.statements
    .of(
      `SELECT card.*, card_fields.fields FROM card JOIN card_fields USING (seq) WHERE merged_into = ? AND ${inTime("card.seq")}`,
    )
    .all(cardId)
    .map(cardOfRow);
}

/** The type's cards that are part of another, and of which. */
export async function mergedOfType(orgId: OrgId, typeId: CardTypeId): Promise<ReadonlyMap<CardId, CardId>> {
  const { statements } = await openReplica(orgId);
  const rows = statements
    .of(`SELECT id, merged_into FROM card WHERE type_id = ? AND merged_into IS NOT NULL AND ${inTime("card.seq")}`)
    .all(typeId);
  return new Map(rows.flatMap(({ id, merged_into: into }) => (isCardId(id) && isCardId(into) ? [[id, into] as const] : [])));
}

/** The journal records that touched the card, chunks of imports too, newest first. The caller checks whether the actor may see the card. */
export const recordsOfCard = async (orgId: OrgId, cardId: CardId): Promise<RecordId[]> =>
  recordsAbout(await openTrail(orgId), cardId);

/** Every card that has the member as a value, also in the trash and merged: searched among the stored values, since this rare query is not worth an index. */
export async function cardsNaming(orgId: OrgId, userId: UserId): Promise<CardId[]> {
  const replica = await openReplica(orgId);
  return replica.statements
    .of(
      `SELECT card.id FROM card_fields JOIN card USING (seq) WHERE instr(card_fields.fields, ?) > 0 AND ${inTime("card_fields.seq")}
       AND EXISTS (SELECT 1 FROM json_each(card_fields.fields) WHERE json_each.value = ?) ORDER BY card.id`,
    )
    .all(userId, userId)
    .flatMap(({ id }) => (isCardId(id) ? [id] : []));
}

/** Every card that has the file among its values, also in the trash: searched among the stored values, since this rare query is not worth an index. */
export async function cardsHolding(orgId: OrgId, fileId: FileId): Promise<CardId[]> {
  const replica = await openReplica(orgId);
  return replica.statements
    .of(
      `SELECT card.id FROM card_fields JOIN card USING (seq) WHERE instr(card_fields.fields, ?) > 0 AND ${inTime("card_fields.seq")}`,
    )
    .all(`"fileId":"${fileId}"`)
    .flatMap(({ id }) => (isCardId(id) ? [id] : []));
}

/** The cards that have any of the files among their values, also in the trash: file → cards. */
export async function holdersOfFiles(orgId: OrgId, fileIds: readonly FileId[]): Promise<Map<string, CardId[]>> {
  const holders = new Map<string, CardId[]>();
  if (fileIds.length === 0) return holders;
  const wanted = new Set<string>(fileIds);
  const replica = await openReplica(orgId);
  const rows = replica.db
    .prepare(
      `SELECT card.id, card_fields.fields FROM card_fields JOIN card USING (seq) WHERE instr(card_fields.fields, ?) > 0 AND ${inTime("card_fields.seq")}`,
    )
    .iterate('"fileId":"');
  for (const { id, fields } of rows) {
    if (!isCardId(id)) continue;
    const named = new Set([...String(fields).matchAll(/"fileId":"([^"]+)"/g)].map(([, fileId]) => fileId ?? ""));
    for (const fileId of named) if (wanted.has(fileId)) holders.set(fileId, [...(holders.get(fileId) ?? []), id]);
  }
  return holders;
}

/** The name in a row's `fields`. */
export function nameOfCard(fields: unknown): string {
  const { name } = JSON.parse(String(fields)) as FieldValues; // as it was stored
  return typeof name === "string" ? name : "";
}

export interface Neighbours {
  readonly previousId: CardId | null;
  readonly nextId: CardId | null;
  /** Counted from 1; null when the query does not select the card. */
  readonly position: number | null;
  readonly total: number;
}

/** Position of the card in the query's list, with its neighbors. */
export async function neighbours(orgId: OrgId, scope: CardScope, query: CardQuery, cardId: CardId): Promise<Neighbours> {
  const replica = await openReplica(orgId);
  const selection = select(replica, scope, query);
  const { where, orderBy } = selection;
  const row = replica.statements
    .of(
      `SELECT * FROM (SELECT id, row_number() OVER w AS position, lag(id) OVER w AS previous, lead(id) OVER w AS next
         FROM ${from(selection, selection.sorted)} WHERE ${where.text} WINDOW w AS (ORDER BY ${orderBy})) WHERE id = ?`,
    )
    .get(...where.params, cardId);
  const { total } = totalsOf(replica, selection, [], query.cardTypeId);
  if (!row) return { previousId: null, nextId: null, position: null, total };
  const id = (value: unknown): CardId | null => (isCardId(value) ? value : null);
  return { previousId: id(row["previous"]), nextId: id(row["next"]), position: Number(row["position"]), total };
}
