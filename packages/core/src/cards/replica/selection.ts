import type { Replica } from "../../data/replica/index.ts";
import type { Scope } from "../../kernel/scope.ts";
import type { CardQuery } from "../schema.ts";
import { type CardTable, allCards } from "./columns.ts";
import { type FilterShape, compileFilter, invalid, newShape } from "./filter.ts";
import { countsAssigned, scopeSql } from "./scope.ts";
import { partsQuery, queryWords, termsQuery } from "./search-terms.ts";
import { quoted } from "../../data/replica/adaptive-indexes.ts";
import { inTime } from "../../data/replica/question-time.ts";
import { type Sql, and, never } from "./sql.ts";
import { cardTablesOf } from "./tables.ts";

/** A query over one replica, compiled: which cards, in which order. */
export interface Selection {
  readonly table: CardTable;
  readonly where: Sql;
  /** Without the words ORDER BY. Ends with the id, so that the order is the same in every process and on every page. */
  readonly orderBy: string;
  /** Columns for an index that would serve it, or null when none would. */
  indexFor(sums: readonly string[]): string[] | null;
}

type Question = Pick<CardQuery, "cardTypeId" | "filter" | "search"> & Partial<Pick<CardQuery, "sort">>;

/**
 * Compiles the query within the scope. A type that the organization does not have selects nothing: it may have been deleted a moment ago. Throws INVALID_INPUT
 * for what the type's fields do not allow.
 */
export function select(replica: Replica, scope: Scope, query: Question): Selection {
  const table = query.cardTypeId === undefined ? allCards : cardTablesOf(replica.db).find(query.cardTypeId)?.table;
  if (!table) return { table: allCards, where: never, orderBy: "id", indexFor: () => null };
  const shape = newShape();
  const pieces: Sql[] = [scopeSql(scope, "", query.cardTypeId)];
  if (scope.kind === "people") (countsAssigned(scope, query.cardTypeId) ? shape.read : shape.equal).add("owner");
  if (table === allCards) {
    pieces.push({ text: "trashed_at IS NULL", params: [] });
    shape.equal.add("trashed_at");
  }
  if (query.filter) pieces.push(compileFilter(query.filter, table, shape));
  const searched = searchSql(query.search);
  if (searched) pieces.push(searched);
  // First, so that it also applies to rows that nothing else excludes. Without a condition it is a count and a page, which SQLite finds without looking at each
  // row.
  if (query.filter || searched) pieces.unshift({ text: inTime, params: [] });
  const keys = (query.sort ?? []).map(({ fieldId, direction }) => {
    const column = table.columns.get(fieldId);
    if (!column?.sortable) throw invalid(fieldId, column ? "validation.enum" : "validation.unknownField");
    return { sql: column.sortSql, direction, long: column.long };
  });
  const last = keys.at(-1)?.direction ?? "desc";
  // NULLS LAST is the default for descending order; stated only where it is not, since SQLite then walks the index twice.
  const orderBy = [
    ...keys.map(({ sql, direction }) => (direction === "asc" ? `${sql} ASC NULLS LAST` : `${sql} DESC`)),
    `id ${last.toUpperCase()}`,
  ].join(", ");
  return {
    table,
    where: and(pieces),
    orderBy,
    // A search is served by its own index, and few cards are left then.
    indexFor: (sums) => (searched || keys.some((key) => key.long) ? null : indexColumns(shape, keys, sums, last)),
  };
}

function indexColumns(
  shape: FilterShape,
  keys: readonly { readonly sql: string; readonly direction: "asc" | "desc" }[],
  sums: readonly string[],
  last: "asc" | "desc",
): string[] | null {
  if (!shape.indexable) return null;
  const equal = [...shape.equal].toSorted();
  // Read backwards, an index serves the opposite order; only mixed directions need their own.
  const ordered = keys.map(({ sql, direction }) => (direction === last ? sql : `${sql} DESC`));
  const read = [...shape.ranged, ...shape.read, ...sums];
  // With an order, the index is walked until the page is full; without one, bounds narrow it down better.
  const rest = keys.length === 0 && shape.ranged.size > 0 ? [...read, "id"] : [...ordered, "id", ...read];
  const columns: string[] = [];
  for (const column of [...equal, ...rest]) {
    if (!columns.some((present) => present === column || present === `${column} DESC`)) columns.push(column);
  }
  return columns.length > 10 ? null : columns;
}

/**
 * The filter of a list's search box: cards that have every word as a word, the beginning or (from three letters) part of one, or a name that sounds like it in
 * another script. Undefined for an empty search.
 */
function searchSql(search: string | undefined): Sql | undefined {
  const queried = queryWords(search ?? "");
  if (queried.length === 0) return search && search.trim() !== "" ? never : undefined;
  const parts = partsQuery(queried);
  const terms = "SELECT rowid FROM card_term WHERE card_term MATCH ?";
  if (parts === undefined) return { text: `seq IN (${terms})`, params: [termsQuery(queried)] };
  return {
    text: `seq IN (${terms} UNION SELECT rowid FROM card_part WHERE card_part MATCH ?)`,
    params: [termsQuery(queried), parts],
  };
}

export const from = ({ table }: Selection): string => quoted(table.name);
