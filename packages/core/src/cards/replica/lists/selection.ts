import type { Replica } from "../../../data/replica/index.ts";
import type { CardQuery, Sort } from "../../query/schema.ts";
import { type CardTable, type Column, allCards } from "../columns.ts";
import { type FilterShape, compileFilter, invalid, newShape } from "./filter.ts";
import { countsAssigned, scopeSql } from "../scope.ts";
import { partsQuery, queryWords, termsQuery } from "../search/search-terms.ts";
import { quoted } from "../../../data/replica/adaptive-indexes.ts";
import { inTime } from "../../../data/replica/question-time.ts";
import { type CardScope, type FigureTable, figureJoin, figuresOf } from "./figures.ts";
import { readsFigures } from "../../figures/schema.ts";
import { type Sql, and, never } from "../../../data/replica/sql.ts";
import { cardTablesOf } from "../tables.ts";

/** A query over one replica, compiled: which cards, in which order. */
export interface Selection {
  readonly table: CardTable;
  readonly where: Sql;
  /** All cards of the type: SQLite counts them without looking at each, where nothing else is asked of it. */
  readonly isAll: boolean;
  /** The viewer's figures, for a query that reads any. */
  readonly figures: FigureTable | undefined;
  /** Join with the figures: none if they are only displayed, inner if cards without activities cannot match. */
  readonly join: "none" | "left" | "inner";
  /** The columns of the order. */
  readonly sorted: readonly Column[];
  /** Of each of them, and of the id, which is the last. */
  readonly directions: readonly Sort["direction"][];
  /** Without the words ORDER BY. Ends with the id, so that the order is the same in every process and on every page. */
  readonly orderBy: string;
  /** For lists sorted by a figure: the cards with activities, which come first, in the order of its index. */
  readonly first: { readonly from: string; readonly condition: string; readonly orderBy: string } | undefined;
  /** Columns for an index that would serve it, or null when none would. */
  indexFor(sums: readonly string[]): string[] | null;
}

type Question = Pick<CardQuery, "cardTypeId" | "filter" | "search"> &
  Partial<Pick<CardQuery, "sort">> & {
    readonly withFigures?: boolean;
    readonly sums?: readonly string[];
    readonly by?: string;
  };

/**
 * Compiles the query within the scope. A type that the organization does not have selects nothing: it may have been deleted a moment ago. Throws INVALID_INPUT
 * for what the type's fields do not allow.
 */
export function select(replica: Replica, scope: CardScope, query: Question): Selection {
  const table = query.cardTypeId === undefined ? allCards : cardTablesOf(replica.db).find(query.cardTypeId)?.table;
  if (!table)
    return {
      table: allCards,
      where: never,
      isAll: false,
      figures: undefined,
      join: "none",
      sorted: [],
      directions: ["asc"],
      orderBy: "id",
      first: undefined,
      indexFor: () => null,
    };
  // A query without a viewer must not be answered with everything.
  if (readsFigures(query) && !scope.figures) throw new Error("Figures are counted for a viewer");
  const figures = scope.figures && readsFigures(query) ? figuresOf(replica.db, scope.figures) : undefined;
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
  const keys = (query.sort ?? []).map(({ fieldId, direction }) => {
    const column = table.columns.get(fieldId);
    if (!column?.sortable) throw invalid(fieldId, column ? "validation.enum" : "validation.unknownField");
    return { sql: column.sortSql, direction, isIndexable: !column.long && column.figure === undefined, column };
  });
  const last = keys.at(-1)?.direction ?? "desc";
  const orderBy = [...keys.map(ordered), `id ${last.toUpperCase()}`].join(", ");
  for (const column of shape.figures) figures?.index(column);
  return {
    table,
    where: and(pieces),
    isAll: scope.kind === "organization" && pieces.length === 1,
    figures,
    join: shape.figures.size > 0 ? "inner" : shape.readsFigures ? "left" : "none",
    sorted: keys.map(({ column }) => column),
    directions: [...keys.map(({ direction }) => direction), last],
    orderBy,
    first: figures && firstOf(table, figures, keys, last),
    // A search is served by its own index, and few cards are left then.
    indexFor: (sums) => (searched || keys.some((key) => !key.isIndexable) ? null : indexColumns(shape, keys, sums, last)),
  };
}

interface Key {
  readonly sql: string;
  readonly direction: "asc" | "desc";
  readonly column: Column;
}

/** Cards without activities come last, except where they count as none and the fewest come first. */
function firstOf(
  table: CardTable,
  figures: FigureTable,
  [key, ...others]: readonly Key[],
  last: "asc" | "desc",
): Selection["first"] {
  const { figure, kind } = key?.column ?? {};
  if (!key || figure === undefined || (kind === "number" && key.direction === "asc")) return undefined;
  figures.index(figure);
  return {
    from: `temp.${figures.name} AS figure CROSS JOIN ${quoted(table.name)} USING (seq)`,
    condition: `figure.${figure} ${kind === "number" ? "> 0" : "IS NOT NULL"}`,
    orderBy: [
      `figure.${figure} ${key.direction.toUpperCase()}`,
      ...others.map(ordered),
      `figure.card_id ${last.toUpperCase()}`,
    ].join(", "),
  };
}

// NULLS LAST is the default for descending order; stated only where it is not, since SQLite then walks the index twice.
const ordered = ({ sql, direction }: Pick<Key, "sql" | "direction">): string =>
  direction === "asc" ? `${sql} ASC NULLS LAST` : `${sql} DESC`;

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
  const found = (index: "card_term" | "card_part") => `SELECT rowid FROM ${index} WHERE ${index} MATCH ? AND ${inTime("rowid")}`;
  const terms = found("card_term");
  if (parts === undefined) return { text: `seq IN (${terms})`, params: [termsQuery(queried)] };
  return {
    text: `seq IN (${terms} UNION ${found("card_part")})`,
    params: [termsQuery(queried), parts],
  };
}

/** The tables of the selection; with figures where its columns are more than those it filters by. */
export function from({ table, figures, join }: Selection, columns: readonly Column[] = []): string {
  const isJoined = join !== "none" || columns.some(({ figure }) => figure !== undefined);
  if (!figures || !isJoined) return quoted(table.name);
  return join === "inner"
    ? `${quoted(table.name)} JOIN temp.${figures.name} AS figure USING (seq)`
    : `${quoted(table.name)} ${figureJoin(figures)}`;
}
