import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { encodeTime } from "ulid";
import * as z from "zod";
import type { OrgId, RecordId } from "../kernel/id.ts";
import { lazy, tenantEntity } from "./entity.ts";
import { type Change, type JournalRecord, journalActions, subjectKinds } from "./journal.ts";

/**
 * Keys and load. Main: the organization's feed in the order of ids, which catch-up, the publisher's re-drive and undo read. One partition key takes 1,000 write
 * units a second and a transaction costs two per KB, so one organization can write about 500 small records a second; an import writes one record per chunk of
 * rows instead of one per row, and meets the limit of the engine's transactions first. No index: the history of a subject comes from the trail (`data/trail/`),
 * and each index would cost every record a write unit.
 */
export const journalEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "record", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      recordId: { type: "string", required: true },
      at: { type: "string", required: true },
      actorKind: { type: "string", required: true },
      actorId: { type: "string", required: true },
      impersonatedBy: { type: "string" },
      origin: { type: "string", required: true },
      requestId: { type: "string", required: true },
      batchId: { type: "string" },
      startsAutomations: { type: "boolean" },
      causedBy: { type: "string" },
      depth: { type: "number", required: true },
      /** Action of the only change; for a chunk, the operation's. */
      action: { type: "string", required: true },
      subjectKind: { type: "string", required: true },
      subjectId: { type: "string", required: true },
      subjectTypeId: { type: "string" },
      version: { type: "number" },
      before: { type: "any" },
      after: { type: "any" },
      /** A chunk's changes: JSON, zstd-compressed. */
      chunk: { type: "any" },
      changeCount: { type: "number", required: true },
      /** That of the only change. */
      notifyGuests: { type: "boolean" },
      /** True when values have been redacted in the only change. */
      erased: { type: "boolean" },
      /** Number of redactions; absent for none. Of two simultaneous redactions, one rereads. */
      redactions: { type: "number" },
    },
    indexes: {
      feed: {
        pk: { field: "pk", composite: ["orgId"], casing: "none" },
        sk: { field: "sk", composite: ["recordId"], casing: "none" },
      },
    },
  }),
);

const changesSchema = z.array(z.custom<Change>((value) => typeof value === "object" && value !== null && "subject" in value));

/** The record as an item of the table. */
export function toItem(record: JournalRecord) {
  const [first] = record.changes;
  if (!first) throw new Error("A journal record without a change");
  const head = {
    orgId: record.orgId,
    recordId: record.id,
    at: record.at,
    actorKind: record.actor.kind,
    actorId: record.actor.id,
    impersonatedBy: record.actor.impersonatedBy,
    origin: record.origin,
    requestId: record.requestId,
    batchId: record.batchId,
    startsAutomations: record.startsAutomations,
    causedBy: record.causedBy,
    depth: record.depth,
    changeCount: record.changes.length,
  };
  if (record.changes.length === 1) {
    return {
      ...head,
      action: first.action,
      subjectKind: first.subject.kind,
      subjectId: first.subject.id,
      subjectTypeId: first.subject.typeId,
      version: first.version,
      before: first.before ?? undefined,
      after: first.after ?? undefined,
      notifyGuests: first.notifyGuests,
      erased: first.erased,
    };
  }
  return {
    ...head,
    action: first.action,
    subjectKind: "operation",
    subjectId: record.batchId ?? record.id,
    chunk: chunkOf(record.changes),
  };
}

/** A chunk's changes in stored form. */
export const chunkOf = (changes: readonly Change[]): Uint8Array => zstdCompressSync(Buffer.from(JSON.stringify(changes)));

type RecordItem = ReturnType<typeof toItem>;
/** Of any of the forms that an item can have. */
type AttributeOf<Item> = Item extends unknown ? keyof Item : never;

/** The attributes from which a record's changes, its actor and its causes are read: all but the request, and what the key contains. */
export const changeAttributes = [
  "at",
  "actorKind",
  "actorId",
  "origin",
  "batchId",
  "startsAutomations",
  "causedBy",
  "depth",
  "action",
  "subjectKind",
  "subjectId",
  "subjectTypeId",
  "version",
  "before",
  "after",
  "chunk",
  "erased",
] as const satisfies readonly AttributeOf<RecordItem>[];

/** What was read with `changeAttributes`. */
const changesOnlySchema = z.object({
  recordId: z.string(),
  at: z.string(),
  actorKind: z.enum(["anonymous", "user", "token", "guest", "automation", "webhook", "form", "system"]),
  actorId: z.string(),
  impersonatedBy: z.string().optional(),
  origin: z.enum(["ui", "api", "import", "bulk", "undo", "automation", "system"]),
  batchId: z.string().optional(),
  startsAutomations: z.literal(true).optional(),
  causedBy: z.string().optional(),
  depth: z.number(),
  action: z.enum(journalActions),
  subjectKind: z.enum(subjectKinds),
  subjectId: z.string(),
  subjectTypeId: z.string().optional(),
  version: z.number().optional(),
  before: z.record(z.string(), z.unknown()).optional(),
  after: z.record(z.string(), z.unknown()).optional(),
  chunk: z.instanceof(Uint8Array).optional(),
  notifyGuests: z.boolean().optional(),
  erased: z.literal(true).optional(),
});
const storedSchema = changesOnlySchema.extend({ orgId: z.templateLiteral(["org_", z.string()]), requestId: z.string() });

/** A chunk's changes, from what is stored of them. */
export const changesOfChunk = (chunk: Uint8Array): Change[] =>
  changesSchema.parse(JSON.parse(zstdDecompressSync(chunk).toString("utf8")));

/** Reads a record back from an item of the table or an image of its stream (unmarshalled). */
export function fromItem(item: unknown): JournalRecord {
  const stored = storedSchema.parse(item);
  return recordFrom(stored, stored);
}

/** Reads a record back from an item of which only `changeAttributes` were read; which request made it stays unknown. */
export const fromChangesOfItem = (orgId: OrgId, item: unknown): JournalRecord =>
  recordFrom(changesOnlySchema.parse(item), { orgId, requestId: "" });

function recordFrom(
  stored: z.output<typeof changesOnlySchema>,
  { orgId, requestId }: Pick<JournalRecord, "orgId" | "requestId">,
): JournalRecord {
  const changes: Change[] = stored.chunk
    ? changesOfChunk(stored.chunk)
    : [
        {
          action: stored.action,
          subject: {
            kind: stored.subjectKind,
            id: stored.subjectId,
            ...(stored.subjectTypeId ? { typeId: stored.subjectTypeId } : {}),
          },
          version: stored.version ?? 1,
          before: stored.before ?? null,
          after: stored.after ?? null,
          ...(stored.notifyGuests === undefined ? {} : { notifyGuests: stored.notifyGuests }),
          ...(stored.erased ? { erased: true } : {}),
        },
      ];
  return {
    id: stored.recordId,
    orgId,
    at: stored.at,
    actor: {
      kind: stored.actorKind,
      id: stored.actorId,
      ...(stored.impersonatedBy ? { impersonatedBy: stored.impersonatedBy } : {}),
    },
    origin: stored.origin,
    requestId,
    ...(stored.batchId ? { batchId: stored.batchId } : {}),
    ...(stored.startsAutomations ? { startsAutomations: true } : {}),
    ...(stored.causedBy ? { causedBy: stored.causedBy } : {}),
    depth: stored.depth,
    changes,
  };
}

/** True for an item or stream image that is a journal record. */
export const isRecordItem = (item: Readonly<Record<string, unknown>>): boolean => item["__edb_e__"] === "record";

/** The newest records first, as many as asked for: those before `before`, or from the newest on. A page of the table may have fewer. */
export async function latestRecords(orgId: OrgId, limit: number, before: RecordId | null): Promise<JournalRecord[]> {
  const feed = journalEntity().query.feed({ orgId });
  const page = await (before === null ? feed : feed.lt({ recordId: before })).go({
    consistent: true,
    order: "desc",
    limit,
    count: limit,
  });
  return page.data.map(fromItem);
}

/** All records of the organization from that id on, oldest first, a page of the table at a time; strongly consistent. */
export async function* recordPages(orgId: OrgId, from: RecordId): AsyncGenerator<JournalRecord[]> {
  let cursor: string | null = null;
  do {
    const page: { data: readonly object[]; cursor: string | null } = await journalEntity()
      .query.feed({ orgId })
      .gte({ recordId: from })
      .go({ consistent: true, cursor });
    yield page.data.map(fromItem);
    cursor = page.cursor;
  } while (cursor !== null);
}

/** The ids of everyone who has done anything since the instant. */
export async function actorsSince(orgId: OrgId, fromMs: number): Promise<Set<string>> {
  const { data } = await journalEntity()
    .query.feed({ orgId })
    .gte({ recordId: idAt(fromMs) })
    .go({ consistent: true, pages: "all", attributes: ["actorId"] });
  return new Set(data.map(({ actorId }) => actorId));
}

/** Whether anything has been recorded since the instant, strongly consistent. */
export async function isChangedSince(orgId: OrgId, fromMs: number): Promise<boolean> {
  const feed = journalEntity()
    .query.feed({ orgId })
    .gte({ recordId: idAt(fromMs) });
  return (await feed.go({ consistent: true, limit: 1, attributes: ["actorId"] })).data.length > 0;
}

/** One record by its id, strongly consistent. */
export async function findRecord(orgId: OrgId, recordId: RecordId): Promise<JournalRecord | undefined> {
  const { data } = await journalEntity().get({ orgId, recordId }).go({ consistent: true });
  return data ? fromItem(data) : undefined;
}

/** The first id that a record of the instant can have. */
export const idAt = (ms: number): RecordId => `${encodeTime(Math.max(0, ms), 10)}${"0".repeat(16)}`;

/** The records of one long operation that were made between the instants, newest first; others in between are skipped unread. */
export async function* recordsOfBatch(
  orgId: OrgId,
  batchId: string,
  fromMs: number,
  untilMs: number,
): AsyncGenerator<JournalRecord> {
  let cursor: string | null = null;
  do {
    const page: { data: readonly { batchId?: string | undefined }[]; cursor: string | null } = await journalEntity()
      .query.feed({ orgId })
      .between({ recordId: idAt(fromMs) }, { recordId: idAt(untilMs) })
      .go({ consistent: true, order: "desc", cursor });
    for (const item of page.data) if (item.batchId === batchId) yield fromItem(item);
    cursor = page.cursor;
  } while (cursor !== null);
}

interface JournalHead {
  readonly batchId?: string | undefined;
  readonly action: string;
  readonly subjectKind: string;
  readonly changeCount: number;
}

/** The same records without their values, in any order. */
export async function* journalHeads(orgId: OrgId, batchId: string, fromMs: number, untilMs: number): AsyncGenerator<JournalHead> {
  let cursor: string | null = null;
  do {
    const page: { data: readonly JournalHead[]; cursor: string | null } = await journalEntity()
      .query.feed({ orgId })
      .between({ recordId: idAt(fromMs) }, { recordId: idAt(untilMs) })
      .go({ consistent: true, cursor, attributes: ["batchId", "action", "subjectKind", "changeCount"] });
    for (const item of page.data) if (item.batchId === batchId) yield item;
    cursor = page.cursor;
  } while (cursor !== null);
}

export type { RecordItem };
