import { QueryCommand, type QueryCommandOutput } from "@aws-sdk/lib-dynamodb";
import { decodeTime, encodeTime } from "ulid";
import type { OrgId, RecordId } from "../../kernel/id.ts";
import type { JournalRecord } from "../journal.ts";
import { fromItem, isRecordItem, journalEntity } from "../journal-entity.ts";
import { documentClient } from "../connection.ts";
import { tableName } from "../table.ts";
import { itemsByKey } from "../items-by-key.ts";
import type { Item } from "./projection.ts";

export const timeOf = (id: RecordId): number => decodeTime(id);
/** The lowest id of a millisecond. */
export const firstIdAt = (ms: number): RecordId => `${encodeTime(Math.max(0, ms), 10)}${"0".repeat(16)}`;

/** A record as it was read. A chunk of an import takes milliseconds to unpack, so that is done when it is applied. */
export interface ReadRecord {
  readonly id: RecordId;
  readonly item: Item;
}

export const recordOf = ({ item }: ReadRecord): JournalRecord => fromItem(item);

/** The approximate stored size of the record: the cost of reading it again. */
export function sizeOf({ item: { chunk, before, after } }: ReadRecord): number {
  const body = chunk instanceof Uint8Array ? chunk.byteLength : JSON.stringify([before, after]).length;
  return body + 400;
}

/** How many records are read at once: unmarshalling a page holds up every other request. */
const pageLength = 250;

/**
 * Records from `from` on (without it, of the organization), oldest first, strongly consistent, a page at a time.
 * @param attributes those that are read of each record: by default all. A stretch of which only the changes are read takes a fifth less work
 */
export async function* recordsFrom(
  orgId: OrgId,
  from: { readonly id: RecordId; readonly inclusive: boolean } | null,
  attributes?: readonly string[],
): AsyncGenerator<readonly ReadRecord[]> {
  const query = journalEntity().query.feed({ orgId });
  const ranged = !from ? query : from.inclusive ? query.gte({ recordId: from.id }) : query.gt({ recordId: from.id });
  yield* pagesOf(ranged.params(), attributes);
}

/** Records from the one id up to the other, without it, in the same way. */
export async function* recordsBetween(
  orgId: OrgId,
  from: RecordId,
  to: RecordId,
  attributes?: readonly string[],
): AsyncGenerator<readonly ReadRecord[]> {
  const query = journalEntity().query.feed({ orgId }).between({ recordId: from }, { recordId: to });
  for await (const page of pagesOf(query.params(), attributes)) yield page.filter(({ id }) => id < to);
}

/** A projection of these attributes, and of those that identify records and give them their order. */
function projection(params: object, attributes: readonly string[]): object {
  const { ExpressionAttributeNames: known } = params as { readonly ExpressionAttributeNames?: object }; // ElectroDB's own
  const named = ["__edb_e__", "recordId", ...attributes].map((name, at) => [`#a${at}`, name] as const);
  return {
    ProjectionExpression: named.map(([placeholder]) => placeholder).join(", "),
    ExpressionAttributeNames: { ...known, ...Object.fromEntries(named) },
  };
}

/** The next page is read while this one is processed. @param attributes all, if absent */
async function* pagesOf(params: object, attributes?: readonly string[]): AsyncGenerator<readonly ReadRecord[]> {
  const only = attributes ? projection(params, attributes) : {};
  const read = (ExclusiveStartKey?: Record<string, unknown>): Promise<QueryCommandOutput> =>
    documentClient().send(
      new QueryCommand({
        TableName: tableName(),
        ...params,
        ...only,
        ConsistentRead: true,
        Limit: pageLength,
        ...(ExclusiveStartKey ? { ExclusiveStartKey } : {}),
      }),
    );
  let reading: Promise<QueryCommandOutput> | undefined = read();
  while (reading) {
    const { Items = [], LastEvaluatedKey }: QueryCommandOutput = await reading;
    reading = LastEvaluatedKey ? read(LastEvaluatedKey) : undefined;
    reading?.catch(() => undefined); // awaited when the page is taken, if it is
    // A query from a record on has no end: other entities may follow the last one.
    yield Items.filter(isRecordItem).map((item) => ({ id: String(item["recordId"]), item }));
  }
}

/** The ids alone of the records between the two, strongly consistent; the engine sends no more than that. */
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

/** Records by id, strongly consistent, oldest first. Missing ones are left out. */
export async function readById(orgId: OrgId, ids: readonly RecordId[]): Promise<ReadRecord[]> {
  const keys = ids.map((recordId) => {
    const params = journalEntity().get({ orgId, recordId }).params();
    return params["Key"] as Record<string, unknown>; // ElectroDB types its params as a record
  });
  const items = await itemsByKey(keys);
  return items.map((item) => ({ id: String(item["recordId"]), item })).toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** The same, unpacked. */
export const recordsById = async (orgId: OrgId, ids: readonly RecordId[]): Promise<JournalRecord[]> =>
  (await readById(orgId, ids)).map(recordOf);

/** The newest record's id, strongly consistent; null for an organization without any. */
export async function newestId(orgId: OrgId): Promise<RecordId | null> {
  const { data } = await journalEntity()
    .query.feed({ orgId })
    .go({ consistent: true, order: "desc", limit: 1, attributes: ["recordId"] });
  return data[0]?.recordId ?? null;
}
