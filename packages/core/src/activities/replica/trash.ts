import { namesOfCards } from "../../cards/index.ts";
import type { CardNames } from "../../cards/schema.ts";
import type { Sql } from "../../data/replica/sql.ts";
import { fold } from "../../kernel/fold.ts";
import type { ActivityId, CardId, OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import type { Activity } from "../activity.ts";
import type { ActivityType } from "../types/list.ts";
import { activityOfRow } from "./rows.ts";
import { activityScopeSql } from "./scope.ts";
import { idsFound } from "./selected.ts";

/** Query for the trash of one type of activity. */
interface Asked<Row> {
  readonly orgId: OrgId;
  readonly type: ActivityType;
  readonly scope: Scope;
  /** Scope of cards whose names the caller sees. */
  readonly cardScope: Scope;
  readonly rowOf: (activity: Activity) => Row;
  readonly cardsOf: (rows: readonly Row[]) => ReadonlySet<CardId>;
}

interface TrashPage<Row> {
  readonly rows: readonly Row[];
  readonly cards: CardNames;
  readonly total: number;
  readonly nextCursor: number | null;
}

function inTrash(type: ActivityType, scope: Scope, search: string): Sql {
  const visible = activityScopeSql(scope);
  return {
    text: `type = ? AND trashed_at IS NOT NULL AND instr(folded, ?) > 0 AND ${visible.text}`,
    params: [type, fold(search.trim()), ...visible.params],
  };
}

const latestFirst = "ORDER BY trashed_at DESC, id DESC";

/** Everything in the trash of a type within the scope, in one state of the replica, latest first; by words of the title. */
export function trashedIdsOf(orgId: OrgId, type: ActivityType, scope: Scope, search: string): Promise<ActivityId[]> {
  const { text, params } = inTrash(type, scope, search);
  return idsFound(orgId, { text: `SELECT id FROM activity WHERE ${text} ${latestFirst}`, params });
}

/** A page of the trash of a type within the scope, latest first; by words of the title. */
export async function trashedOf<Row>(
  { orgId, type, scope, cardScope, rowOf, cardsOf }: Asked<Row>,
  { search, cursor, limit }: { readonly search: string; readonly cursor: number; readonly limit: number },
): Promise<TrashPage<Row>> {
  const replica = await openReplica(orgId);
  const { text: where, params } = inTrash(type, scope, search);
  const total = Number(replica.statements.of(`SELECT count(*) AS n FROM activity WHERE ${where}`).get(...params)?.["n"]);
  const rows = replica.statements
    .of(`SELECT * FROM activity WHERE ${where} ${latestFirst} LIMIT ? OFFSET ?`)
    .all(...params, limit, cursor)
    .map((row) => rowOf(activityOfRow(row)));
  const end = cursor + rows.length;
  return {
    rows,
    cards: namesOfCards(replica, cardScope, cardsOf(rows)),
    total,
    nextCursor: rows.length > 0 && end < total ? end : null,
  };
}
