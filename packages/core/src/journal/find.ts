import type { SQLInputValue } from "node:sqlite";
import { recordsOfCard } from "../cards/index.ts";
import { firstIdAt } from "../data/replica/feed.ts";
import type { Replica } from "../data/replica/index.ts";
import { isId } from "../kernel/id-form.ts";
import type { OrgId, RecordId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { openReplica } from "../replicas.ts";
import type { AuditFilter } from "./schema.ts";

interface Condition {
  readonly text: string;
  readonly params: readonly SQLInputValue[];
}

const among = (column: string, values: readonly string[] | undefined): Condition[] =>
  values ? [{ text: `${column} IN (SELECT value FROM json_each(?))`, params: [JSON.stringify(values)] }] : [];

async function conditionsOf(orgId: OrgId, filter: AuditFilter, scope: Scope): Promise<Condition[]> {
  const { actors, actions, origins, subjectKind, subjectId, from, until } = filter;
  const isCard = isId("crd", subjectId);
  return [
    { text: "action <> 'replica.repair'", params: [] },
    ...(scope.kind === "people" ? among("actor", scope.userIds) : []),
    ...among("actor", actors),
    ...among("action", actions),
    ...among("origin", origins),
    ...(subjectKind ? [{ text: "kind = ?", params: [subjectKind] }] : []),
    ...(isCard ? among("id", await recordsOfCard(orgId, subjectId)) : []),
    ...(subjectId !== undefined && !isCard ? [{ text: "subject = ?", params: [subjectId] }] : []),
    // Ids begin with their instant.
    ...(from ? [{ text: "id >= ?", params: [firstIdAt(Date.parse(from))] }] : []),
    ...(until ? [{ text: "id < ?", params: [firstIdAt(Date.parse(until))] }] : []),
  ];
}

function select({ statements }: Replica, conditions: readonly Condition[], limit: number): RecordId[] {
  const where = conditions.map(({ text }) => text).join(" AND ");
  return statements
    .of(`SELECT id FROM record WHERE ${where} ORDER BY id DESC LIMIT ?`)
    .all(...conditions.flatMap(({ params }) => params), limit)
    .map(({ id }) => String(id));
}

/**
 * The ids of a page of records, newest first, and how many there are in all. Goes through the index of ids in the replica, backwards from the cursor, so a
 * page costs no more of the table than its own records, read by key; one that nearly nothing matches goes through all ids, in memory.
 */
export async function findRecords(
  orgId: OrgId,
  filter: AuditFilter,
  scope: Scope,
  { limit, cursor }: { readonly limit: number; readonly cursor: RecordId | null },
): Promise<{ ids: RecordId[]; total: number }> {
  const conditions = await conditionsOf(orgId, filter, scope);
  const replica = await openReplica(orgId);
  const where = conditions.map(({ text }) => text).join(" AND ");
  const counted = replica.statements
    .of(`SELECT count(*) AS n FROM record WHERE ${where}`)
    .get(...conditions.flatMap(({ params }) => params));
  const from = cursor === null ? conditions : [...conditions, { text: "id < ?", params: [cursor] }];
  return { ids: select(replica, from, limit), total: Number(counted?.["n"]) };
}

/** The ids of all of them, newest first. */
export async function allRecords(orgId: OrgId, filter: AuditFilter, scope: Scope): Promise<RecordId[]> {
  const conditions = await conditionsOf(orgId, filter, scope);
  return select(await openReplica(orgId), conditions, -1);
}
