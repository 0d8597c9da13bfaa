import { decodeTime, encodeTime } from "ulid";
import type { ActorRef } from "../../kernel/actor.ts";
import type { OrgId, RecordId } from "../../kernel/id.ts";
import type { JournalRecord, Subject, SubjectKind } from "../journal.ts";
import { changesOfChunk, fromItem, journalEntity } from "../journal-entity.ts";
import { actorColumn, type RecordHead } from "./record-head.ts";

export const timeOf = (id: RecordId): number => decodeTime(id);
/** The lowest id of a millisecond. */
export const firstIdAt = (ms: number): RecordId => `${encodeTime(Math.max(0, ms), 10)}${"0".repeat(16)}`;

/** A record that was read, with its size as stored, or about so: what reading it again would cost. */
export interface ReadRecord {
  readonly record: JournalRecord;
  readonly bytes: number;
}

/**
 * All records from `from` on (without it, of the organization), oldest first, strongly consistent. Those in `known` are left out before they
 * are decompressed or parsed.
 */
export async function recordsFrom(
  orgId: OrgId,
  from: { readonly id: RecordId; readonly inclusive: boolean } | null,
  known: { has(id: RecordId): boolean },
): Promise<ReadRecord[]> {
  const records: ReadRecord[] = [];
  const query = journalEntity().query.feed({ orgId });
  const ranged = !from ? query : from.inclusive ? query.gte({ recordId: from.id }) : query.gt({ recordId: from.id });
  let cursor: string | null = null;
  do {
    const page: { data: readonly { recordId: string }[]; cursor: string | null } = await ranged.go({ consistent: true, cursor });
    for (const item of page.data) if (!known.has(item.recordId)) records.push({ record: fromItem(item), bytes: sizeOf(item) });
    cursor = page.cursor;
  } while (cursor !== null);
  return records;
}

/** Ids alone of the records between the two, strongly consistent; the engine sends no more than that. */
export async function idsBetween(orgId: OrgId, from: RecordId, to: RecordId): Promise<RecordId[]> {
  const ids: RecordId[] = [];
  let cursor: string | null = null;
  do {
    const page: { data: readonly { recordId: string }[]; cursor: string | null } = await journalEntity()
      .query.feed({ orgId })
      .between({ recordId: from }, { recordId: to })
      .go({ consistent: true, cursor, attributes: ["recordId"] });
    for (const item of page.data) ids.push(item.recordId);
    cursor = page.cursor;
  } while (cursor !== null);
  return ids;
}

/** Records by id, strongly consistent. One that is not there is left out. */
export async function recordsById(orgId: OrgId, ids: readonly RecordId[]): Promise<ReadRecord[]> {
  if (ids.length === 0) return [];
  const found: ReadRecord[] = [];
  let wanted = ids.map((recordId) => ({ orgId, recordId }));
  while (wanted.length > 0) {
    const { data, unprocessed } = await journalEntity().get(wanted).go({ consistent: true });
    for (const item of data) found.push({ record: fromItem(item), bytes: sizeOf(item) });
    wanted = unprocessed.map(({ recordId }) => ({ orgId, recordId: String(recordId) }));
  }
  return found.toSorted((a, b) => (a.record.id < b.record.id ? -1 : 1));
}

/** The newest record's id, strongly consistent; null for an organization without any. */
export async function newestId(orgId: OrgId): Promise<RecordId | null> {
  const { data } = await journalEntity()
    .query.feed({ orgId })
    .go({ consistent: true, order: "desc", limit: 1, attributes: ["recordId"] });
  return data[0]?.recordId ?? null;
}

function sizeOf(item: object): number {
  const { chunk, before, after } = item as { chunk?: unknown; before?: unknown; after?: unknown };
  const body = chunk instanceof Uint8Array ? chunk.byteLength : JSON.stringify([before, after]).length;
  return body + 400;
}

/** The heads of all records up to `untilId`, a page at a time; values are neither sent (of single changes) nor kept. */
export async function* headsUntil(orgId: OrgId, untilId: RecordId): AsyncIterable<readonly RecordHead[]> {
  let cursor: string | null = null;
  do {
    const page: { data: readonly HeadItem[]; cursor: string | null } = await journalEntity()
      .query.feed({ orgId })
      .lte({ recordId: untilId })
      .go({
        consistent: true,
        cursor,
        attributes: ["recordId", "actorKind", "actorId", "action", "origin", "subjectKind", "subjectId", "chunk"],
      });
    yield page.data.map((item) => ({
      id: item.recordId,
      actor: actorColumn({ kind: item.actorKind as ActorRef["kind"], id: item.actorId }), // as `toItem` wrote it
      action: item.action,
      origin: item.origin,
      subjects: subjectsOf(item),
    }));
    cursor = page.cursor;
  } while (cursor !== null);
}

interface HeadItem {
  readonly recordId: string;
  readonly actorKind: string;
  readonly actorId: string;
  readonly action: string;
  readonly origin: string;
  readonly subjectKind: string;
  readonly subjectId: string;
  readonly chunk?: unknown;
}

function subjectsOf({ subjectKind, subjectId, chunk }: HeadItem): Subject[] {
  if (chunk instanceof Uint8Array) return changesOfChunk(chunk).map(({ subject }) => subject);
  return [{ kind: subjectKind as SubjectKind, id: subjectId }]; // as `toItem` wrote it; a kind no projection has is passed over
}
