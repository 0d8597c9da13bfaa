import type { Replica } from "../../../data/replica/index.ts";
import type { OrgId } from "../../../kernel/id.ts";
import { openReplica } from "../../../replicas.ts";
import type { CardGroup, GroupQuery } from "../../query/schema.ts";
import type { CardScope } from "./figures.ts";
import { invalid } from "./filter.ts";
import { cardsOf } from "../rows.ts";
import { from, select } from "./selection.ts";
import { cardTablesOf } from "../tables.ts";
import { summed } from "./totals.ts";

/** More groups than anybody looks through; the rest is left out, which lists show by their counts. */
const maxGroups = 1_000;

/**
 * The cards grouped by the values of one field: the number in each, with sums. Cards without a value come last. Texts that compare equal are one group,
 * labelled with one of its cards' text. Days may be grouped by month: the value is then `2026-11`. Throws INVALID_INPUT for a field with several values per
 * card.
 */
export async function groupCards(orgId: OrgId, scope: CardScope, input: GroupQuery): Promise<CardGroup[]> {
  const replica = await openReplica(orgId);
  const selection = select(replica, scope, input);
  const type = cardTablesOf(replica.db).find(input.cardTypeId);
  if (!type) return [];
  const column = selection.table.columns.get(input.by);
  if (!column || column.kind === "set" || column.long)
    throw invalid(input.by, column ? "validation.enum" : "validation.unknownField");
  const isByMonth = input.bucket === "month";
  const value = isByMonth ? `substr(${column.sql}, 1, 7)` : column.sql;
  const order = isByMonth ? value : column.sortSql;
  const sums = summed(selection.table, input.sums);
  const { where } = selection;
  const wanted = sums.map(({ sql }, at) => `, total(${sql}) AS s${at}`).join("");
  const began = performance.now();
  const rows = replica.statements
    .of(
      `SELECT ${value} AS value, ${column.folded ? "min(seq) AS sample, " : ""}count(*) AS n${wanted} FROM ${from(selection, [column, ...sums])} WHERE ${where.text}
       GROUP BY ${value} ORDER BY ${order} IS NULL, ${order} LIMIT ${maxGroups}`,
    )
    .all(...where.params);
  const index = selection.indexFor([]);
  if (index && !isByMonth && column.figure === undefined) {
    const columns = [
      ...new Set([
        ...index.slice(0, -1),
        column.sql,
        column.sortSql,
        ...sums.flatMap(({ sql, figure }) => (figure ? [] : [sql])),
      ]),
    ];
    replica.indexes.asked(selection.table.name, columns, performance.now() - began, () =>
      rows.reduce((total, row) => total + Number(row["n"]), 0),
    );
  }
  return rows.map((row) => ({
    value: column.folded && row["value"] !== null ? textOf(replica, Number(row["sample"]), input.by) : valueOf(row["value"]),
    count: Number(row["n"]),
    sums: Object.fromEntries(sums.map(({ fieldId }, at) => [fieldId, Number(row[`s${at}`])])),
  }));
}

const valueOf = (value: unknown): string | number | null =>
  typeof value === "string" || typeof value === "number" ? value : null;

/** The text as one of the group's cards has it: the column holds it without case and accents. */
const textOf = (replica: Replica, seq: number, fieldId: string) => valueOf(cardsOf(replica, [seq])[0]?.fields[fieldId]);
