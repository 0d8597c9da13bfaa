import type { OrgId } from "../../../kernel/id.ts";
import { openReplica } from "../../../replicas.ts";
import type { CardQuery } from "../../query/schema.ts";
import type { CardScope } from "./figures.ts";
import { from, select } from "./selection.ts";

/** Of instants, each minute of the year can be one of its own. */
const mostDates = 20_000;

/**
 * The different values of a field of days or instants among the cards that the query selects, in ascending order. With `ofYear` one for each day of the year, or
 * minute for instants: the earliest. Empty for a field that the type does not have.
 */
export async function datesOf(
  orgId: OrgId,
  scope: CardScope,
  query: Pick<CardQuery, "cardTypeId" | "filter">,
  fieldId: string,
  { ofYear }: { readonly ofYear: boolean },
): Promise<readonly string[]> {
  const replica = await openReplica(orgId);
  const selection = select(replica, scope, query);
  const column = selection.table.columns.get(fieldId);
  if (!column) return [];
  // MM-DD, and of instants also THH:MM.
  const group = ofYear ? `substr(${column.sql}, 6, 11)` : column.sql;
  return replica.statements
    .of(
      `SELECT min(${column.sql}) AS value FROM ${from(selection, [column])} WHERE ${selection.where.text} AND ${column.sql} IS NOT NULL
       GROUP BY ${group} ORDER BY ${group} LIMIT ${mostDates}`,
    )
    .all(...selection.where.params)
    .map(({ value }) => String(value));
}
