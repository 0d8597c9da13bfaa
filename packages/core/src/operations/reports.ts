import type { Clock } from "../kernel/clock.ts";
import type { OperationId, OrgId } from "../kernel/id.ts";
import { memoryEntity, rejectEntity } from "./entity.ts";
import type { Alteration, Reject, RowChange } from "./schema.ts";
import { operationDays } from "./start.ts";
import { epochSeconds } from "../kernel/clock.ts";

interface OperationKey {
  readonly orgId: OrgId;
  readonly operationId: OperationId;
}

/** Expiry of an operation's items, as DynamoDB's time to live. */
export const expiryOf = (clock: Clock, days = operationDays): number => epochSeconds(clock.now()) + days * 86_400;

/** Padded so that chunks sort in their order. */
export const chunkKey = (done: number): string => String(done).padStart(12, "0");

/** Stores what an operation needs to know from its first run on, before its progress begins: part after part, read again by `memoryOf`. */
export async function remember(
  { orgId, operationId }: OperationKey,
  part: number,
  bytes: Uint8Array,
  clock: Clock,
  days = operationDays,
): Promise<void> {
  await memoryEntity()
    .put({ orgId, operationId, chunk: chunkKey(part), bytes, expiresAt: expiryOf(clock, days) })
    .go();
}

/** One part of what `remember` stored, strongly consistent; undefined if it is not there or no longer. */
export async function recalled({ orgId, operationId }: OperationKey, part: number): Promise<Uint8Array | undefined> {
  const { data } = await memoryEntity()
    .get({ orgId, operationId, chunk: chunkKey(part) })
    .go({ consistent: true });
  return data?.bytes;
}

/** State stored by the chunks so far. */
export async function* memoryOf({ orgId, operationId }: OperationKey): AsyncGenerator<Uint8Array> {
  let cursor: string | null = null;
  do {
    const page: { data: { bytes: Uint8Array }[]; cursor: string | null } = await memoryEntity()
      .query.main({ orgId, operationId })
      .go({ cursor, consistent: true });
    for (const item of page.data) yield item.bytes;
    cursor = page.cursor;
  } while (cursor);
}

export interface ChunkReport {
  readonly rejects: readonly Reject[];
  readonly examples?: readonly RowChange[];
  readonly alterations?: readonly Alteration[];
}

/** The reports so far, in the order of the file, a chunk at a time. */
export async function* reportsOf(orgId: OrgId, operationId: OperationId): AsyncGenerator<ChunkReport> {
  let cursor: string | null = null;
  do {
    const page: { data: ChunkReport[]; cursor: string | null } = await rejectEntity()
      .query.main({ orgId, operationId })
      .go({ cursor, consistent: true });
    yield* page.data;
    cursor = page.cursor;
  } while (cursor);
}

/** All rejects so far, in the order of the file, a chunk at a time. */
export async function* rejectsOf(orgId: OrgId, operationId: OperationId): AsyncGenerator<readonly Reject[]> {
  for await (const { rejects } of reportsOf(orgId, operationId)) yield rejects;
}

/** At most this many rejected rows are listed; all of them are in the file. */
export const shownErrors = 200;
/** At most this many changing rows are listed with their changes; the rest is counted. */
export const shownChanges = 50;
/** At most this many altered cells are listed; the rows with one are counted. */
export const shownAlterations = 50;
