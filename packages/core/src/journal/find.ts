import { inTime } from "../data/replica/question-time.ts";
import type { SQLInputValue } from "node:sqlite";
import { firstIdAt } from "../data/replica/feed.ts";
import type { Replica } from "../data/replica/index.ts";
import { aboutParams, aboutSql, packed, recordIdOf } from "../data/trail/about.ts";
import type { OrgId, RecordId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { openTrail } from "../replicas.ts";
import type { AuditFilter } from "./schema.ts";

interface Condition {
  readonly text: string;
  readonly params: readonly SQLInputValue[];
}

/** Columns of words hold their numbers. */
const among = (column: string, values: readonly string[] | undefined): Condition[] =>
  values
    ? [
        {
          text: `${column} IN (SELECT n FROM word WHERE text IN (SELECT value FROM json_each(?)))`,
          params: [JSON.stringify(values)],
        },
      ]
    : [];

function conditionsOf(filter: AuditFilter, scope: Scope): Condition[] {
  const { actors, actions, origins, subjectKind, subjectId, from, until } = filter;
  return [
    { text: inTime("record.id"), params: [] },
    ...(scope.kind === "people" ? among("actor", scope.userIds) : []),
    ...among("actor", actors),
    ...among("action", actions),
    ...among("origin", origins),
    ...among("kind", subjectKind && [subjectKind]),
    ...(subjectId === undefined ? [] : [{ text: `id IN (${aboutSql})`, params: aboutParams(subjectId) }]),
    // Ids begin with their instant.
    ...(from ? [{ text: "id >= ?", params: [packed(firstIdAt(Date.parse(from)))] }] : []),
    ...(until ? [{ text: "id < ?", params: [packed(firstIdAt(Date.parse(until)))] }] : []),
  ];
}

const whereOf = (conditions: readonly Condition[]): string => conditions.map(({ text }) => text).join(" AND ");

function select({ statements }: Replica, conditions: readonly Condition[], limit: number): RecordId[] {
  return statements
    .of(`SELECT id FROM record WHERE ${whereOf(conditions)} ORDER BY id DESC LIMIT ?`)
    .all(...conditions.flatMap(({ params }) => params), limit)
    .map(({ id }) => recordIdOf(id));
}

/**
 * The ids of a page of records, newest first, and how many there are in all. Goes through the trail's ids backwards from the cursor, so a page costs no more of
 * the table than its own records, read by key; a query that nearly nothing matches goes through all ids, in memory.
 */
export async function findRecords(
  orgId: OrgId,
  filter: AuditFilter,
  scope: Scope,
  { limit, cursor }: { readonly limit: number; readonly cursor: RecordId | null },
): Promise<{ ids: RecordId[]; total: number }> {
  const conditions = conditionsOf(filter, scope);
  const trail = await openTrail(orgId);
  const counted = trail.statements
    .of(`SELECT count(*) AS n FROM record WHERE ${whereOf(conditions)}`)
    .get(...conditions.flatMap(({ params }) => params));
  const from = cursor === null ? conditions : [...conditions, { text: "id < ?", params: [packed(cursor)] }];
  return { ids: select(trail, from, limit), total: Number(counted?.["n"]) };
}

/** The ids of all of them, newest first. */
export async function allRecords(orgId: OrgId, filter: AuditFilter, scope: Scope): Promise<RecordId[]> {
  return select(await openTrail(orgId), conditionsOf(filter, scope), -1);
}
