import type { Replica } from "../../../data/replica/index.ts";
import type { CardList } from "../../query/schema.ts";
import type { CardTable, Column } from "../columns.ts";
import { invalid } from "./filter.ts";
import { type Selection, from } from "./selection.ts";
import { cardTablesOf } from "../tables.ts";

export interface Totals {
  readonly total: number;
  readonly sums: CardList["sums"];
  /** Columns that were read for the sums. */
  readonly columns: readonly string[];
}

/** The columns of fields to be summed. Throws INVALID_INPUT for a field that cannot be summed. */
export function summed(table: CardTable, fieldIds: readonly string[]): Column[] {
  return [...new Set(fieldIds)].map((fieldId) => {
    const column = table.columns.get(fieldId);
    if (!column?.summable) throw invalid(fieldId, column ? "validation.enum" : "validation.unknownField");
    return column;
  });
}

const remembered = new WeakMap<Replica["db"], Map<string, { state: string; totals: Totals }>>();
const maxRemembered = 200;

/**
 * Number and sums of the whole selection. Cached until a card of the type changes, so that further pages do not count again. Sums of whole numbers are exact up
 * to a number's precision (`sum` would fail beyond 64 bits); the average is not rounded and covers the cards that have a value.
 */
export function totalsOf(replica: Replica, selection: Selection, sums: readonly Column[], typeId: string | undefined): Totals {
  const { where } = selection;
  const wanted = sums.map(({ sql }, at) => `, total(${sql}) AS s${at}, count(${sql}) AS c${at}`).join("");
  const tables = from(selection, sums);
  const text = `SELECT count(*) AS n${wanted} FROM ${tables}${selection.isAll && sums.length === 0 ? "" : ` WHERE ${where.text}`}`;
  const key = JSON.stringify([text, where.params]);
  // A list that only shows figures is counted without them.
  const isJoined = selection.join !== "none" || sums.some(({ figure }) => figure !== undefined);
  const state = `${cardTablesOf(replica.db).stateOf(typeId)}:${isJoined ? (selection.figures?.state ?? "") : ""}`;
  const known = remembered.get(replica.db) ?? new Map<string, { state: string; totals: Totals }>();
  remembered.set(replica.db, known);
  const before = known.get(key);
  if (before?.state === state) return before.totals;
  const row = replica.statements.of(text).get(...where.params) ?? {};
  const totals: Totals = {
    total: Number(row["n"]),
    sums: Object.fromEntries(
      sums.map(({ fieldId }, at) => {
        const [sum, count] = [Number(row[`s${at}`] ?? 0), Number(row[`c${at}`])];
        return [fieldId, { sum, average: count === 0 ? null : sum / count, count }];
      }),
    ),
    columns: sums.flatMap(({ sql, figure }) => (figure ? [] : [sql])),
  };
  known.delete(key);
  known.set(key, { state, totals });
  for (const oldest of known.keys()) {
    if (known.size <= maxRemembered) break;
    known.delete(oldest);
  }
  return totals;
}
