import { namesOfCards } from "../../cards/index.ts";
import type { CardNames } from "../../cards/schema.ts";
import { fold } from "../../kernel/fold.ts";
import type { CardId, OrgId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { openReplica } from "../../replicas.ts";
import type { Activity } from "../activity.ts";
import type { ActivityType } from "../types/list.ts";
import { activityOfRow } from "./rows.ts";
import { activityScopeSql } from "./scope.ts";

/** Whose trash, and of what type. */
interface Asked<Row> {
  readonly orgId: OrgId;
  readonly type: ActivityType;
  readonly scope: Scope;
  /** Of which cards the caller learns the names. */
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

/** A page of the trash of a type within the scope, latest first; by words of the title. */
export async function trashedOf<Row>(
  { orgId, type, scope, cardScope, rowOf, cardsOf }: Asked<Row>,
  { search, cursor, limit }: { readonly search: string; readonly cursor: number; readonly limit: number },
): Promise<TrashPage<Row>> {
  const replica = await openReplica(orgId);
  const visible = activityScopeSql(scope);
  const where = `type = ? AND trashed_at IS NOT NULL AND instr(folded, ?) > 0 AND ${visible.text}`;
  const params = [type, fold(search.trim()), ...visible.params];
  const total = Number(replica.statements.of(`SELECT count(*) AS n FROM activity WHERE ${where}`).get(...params)?.["n"]);
  const rows = replica.statements
    .of(`SELECT * FROM activity WHERE ${where} ORDER BY trashed_at DESC, id DESC LIMIT ? OFFSET ?`)
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
