import { scopeSql, shownInstead } from "../cards/index.ts";
import { inTime } from "../data/replica/question-time.ts";
import { always, and, never, or, type Sql } from "../data/replica/sql.ts";
import { isId, type OrgId, type UserId } from "../kernel/id.ts";
import type { Scope } from "../kernel/scope.ts";
import { openReplica } from "../replicas.ts";
import type { StoredCall } from "./calls.ts";
import { heldIn } from "./replica/lookups.ts";
import { ringingMs } from "./rules.ts";
import { type CallFolder, callFolders, type ListCallsInput, type MemberCalls } from "./schema.ts";

/** The calls that a caller sees: their own; and those within their scope for comments, unless they are on a card out of sight. */
export interface CallSight {
  readonly userId: UserId | null;
  readonly comments: Scope;
  readonly cards: Scope;
}

function sightSql({ userId, comments, cards }: CallSight): Sql {
  const visible = scopeSql(cards, "card.");
  const onSeenCard: Sql = {
    text: `(call.card_id IS NULL OR EXISTS (SELECT 1 FROM card WHERE card.id = ${shownInstead("call.card_id")} AND ${visible.text}))`,
    params: visible.params,
  };
  const own: Sql = userId === null ? never : { text: "call.user_id = ?", params: [userId] };
  const inQuestion: Sql = { text: inTime("call.id"), params: [] };
  if (comments.kind === "organization") return and([inQuestion, or([own, onSeenCard])]);
  if (comments.userIds.length === 0) return never;
  const theirs: Sql = {
    text: `call.user_id IN (${comments.userIds.map(() => "?").join(", ")})`,
    params: [...comments.userIds],
  };
  return and([inQuestion, or([own, and([theirs, onSeenCard])])]);
}

/** The last missed call of each number, unless somebody has spoken with it since or marked the call as handled. Providers tell whole seconds: a conversation in the same one counts. */
const toCallBack: Sql = {
  text: `call.status = 'missed' AND call.handled = 0 AND call.number IS NOT NULL AND NOT EXISTS (
           SELECT 1 FROM call AS later WHERE later.number = call.number AND later.started_at >= call.started_at
             AND (later.status = 'answered' OR later.status = 'missed' AND (later.started_at, later.id) > (call.started_at, call.id))
             AND ${inTime("later.id")})`,
  params: [],
};

const folders: Readonly<Record<CallFolder, Sql>> = { all: always, callBack: toCallBack };

/** A LIKE pattern for rows that contain the text, with its wildcards escaped. */
const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, (character) => `\\${character}`)}%`;

function searchSql(query: string, cards: Scope): Sql {
  if (query === "") return always;
  const digits = /^[+\d\s().-]+$/.test(query) ? query.replace(/\D/g, "").replace(/^0+/, "") : "";
  const visible = scopeSql(cards, "card.");
  const byName: Sql = {
    text: `EXISTS (SELECT 1 FROM card WHERE card.id = ${shownInstead("call.card_id")} AND card.name LIKE ? ESCAPE '\\' AND ${visible.text})`,
    params: [likePattern(query), ...visible.params],
  };
  return digits.length < 3 ? byName : or([byName, { text: "call.number LIKE ?", params: [`%${digits}%`] }]);
}

const isEqual = (column: string, value: string | undefined): Sql =>
  value === undefined ? always : { text: `${column} = ?`, params: [value] };

/** A page of the folder's calls, the latest first, with their total and the count in each folder. */
export async function listedCalls(
  orgId: OrgId,
  sight: CallSight,
  { folder, direction, status, userId, query, cursor, limit }: ListCallsInput,
): Promise<{ calls: StoredCall[]; total: number; counts: Record<CallFolder, number> }> {
  const { statements } = await openReplica(orgId);
  const seen = sightSql(sight);
  const where = and([
    folders[folder],
    isEqual("call.direction", direction),
    isEqual("call.status", status),
    isEqual("call.user_id", userId),
    searchSql(query, sight.cards),
    seen,
  ]);
  const rows = statements
    .of(`SELECT call.held FROM call WHERE ${where.text} ORDER BY call.started_at DESC, call.id DESC LIMIT ? OFFSET ?`)
    .all(...where.params, limit, cursor);
  const count = ({ text, params }: Sql): number =>
    Number(statements.of(`SELECT count(*) AS n FROM call WHERE ${text}`).get(...params)?.["n"] ?? 0);
  const counts = Object.fromEntries(callFolders.map((one) => [one, count(and([folders[one], seen]))])) as Record<
    CallFolder,
    number
  >; // one of each
  return { calls: rows.map(heldIn), total: count(where), counts };
}

/** The call, if the caller sees it. */
export async function seenCall(orgId: OrgId, sight: CallSight, callId: StoredCall["id"]): Promise<StoredCall | undefined> {
  const { statements } = await openReplica(orgId);
  const seen = sightSql(sight);
  const row = statements.of(`SELECT call.held FROM call WHERE call.id = ? AND ${seen.text}`).get(callId, ...seen.params);
  return row && heldIn(row);
}

/** Incoming calls that ring at the extension now or are being held there, and what has been placed from Kartis by the person and is not over; the latest first. */
export async function callsAt(orgId: OrgId, userId: UserId, extension: string, nowMs: number): Promise<StoredCall[]> {
  const { statements } = await openReplica(orgId);
  return statements
    .of(
      `SELECT call.held FROM call WHERE call.status = 'pending' AND ${inTime("call.id")}
         AND (call.changed_at > ? OR json_extract(call.held, '$.facts.outcome.value.state') = 'talking' AND json_extract(call.held, '$.facts.extension.value') = ?)
         AND ((call.direction = 'IN' AND EXISTS (SELECT 1 FROM json_each(call.held, '$.facts.rings') WHERE value = ?)) OR (call.user_id = ? AND json_extract(call.held, '$.placedBy') IS NOT NULL))
       ORDER BY call.changed_at DESC LIMIT 5`,
    )
    .all(new Date(nowMs - ringingMs).toISOString(), extension, extension, userId)
    .map(heldIn);
}

/** The calls of each member since an instant, as far as the caller sees them. */
export async function countedCalls(orgId: OrgId, sight: CallSight, since: string): Promise<MemberCalls[]> {
  const { statements } = await openReplica(orgId);
  const seen = sightSql(sight);
  return statements
    .of(
      `SELECT call.user_id AS user_id, sum(call.direction = 'IN' AND call.status = 'answered') AS answered, sum(call.status = 'missed') AS missed,
         sum(call.direction = 'OUT') AS placed, sum(call.status = 'failed') AS failed, coalesce(sum(call.seconds), 0) AS seconds
       FROM call WHERE call.started_at >= ? AND ${seen.text} GROUP BY call.user_id ORDER BY count(*) DESC, call.user_id`,
    )
    .all(since, ...seen.params)
    .map(({ user_id: userId, ...figures }) => ({
      userId: isId("usr", userId) ? userId : null,
      answered: Number(figures["answered"]),
      missed: Number(figures["missed"]),
      placed: Number(figures["placed"]),
      failed: Number(figures["failed"]),
      seconds: Number(figures["seconds"]),
    }));
}
