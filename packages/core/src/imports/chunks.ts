import { chunkLength, holdersOf, type IdentifierLock, locksOf } from "../cards/index.ts";
import type { FieldContext } from "../cards/rules.ts";
import type { CardType } from "../cards/schema.ts";
import type { OrgId } from "../kernel/id.ts";
import type { ReadRow, RefusedRow } from "./convert.ts";
import type { Row } from "./rows.ts";

/** A row that may become a card, with the locks on what identifies it. */
export interface GoodRow extends ReadRow {
  readonly locks: readonly IdentifierLock[];
}
/** A row that the person has chosen to leave out. */
export interface LeftOut {
  readonly line: number;
  readonly leftOut: true;
}
export type ChunkRow = GoodRow | RefusedRow | LeftOut;

export const isGood = (row: ChunkRow): row is GoodRow => "values" in row;
export const isRefused = (row: ChunkRow): row is RefusedRow => "rejects" in row;

/** Consecutive rows of the file that fit one transaction. */
export interface Chunk {
  readonly rows: readonly ChunkRow[];
  readonly good: readonly GoodRow[];
  /**
   * The locks among those of `good` that some card held when the chunk was read; begun then, so that it is there when it is needed. None where no
   * duplicates are expected: the transaction itself finds them.
   */
  readonly held: Promise<ReadonlySet<string>>;
}

/** No transaction holds more rows than this. */
const windowRows = 100;

interface Cutting {
  readonly type: CardType;
  readonly fieldContext: FieldContext;
  /** Rows may change cards that are there, which takes up to two items for each of their locks; who holds them is looked up later. */
  readonly isUpsert: boolean;
  /** Whether it pays to look up who holds the locks before the transaction that takes them. */
  readonly looksAhead: () => boolean;
  readonly convert: (row: Row) => ReadRow | RefusedRow | LeftOut;
}

/** The file's rows in chunks, from behind the first `skip` on; each row is converted once. */
export async function* chunksOf(cutting: Cutting, orgId: OrgId, rows: AsyncIterable<Row>, skip: number): AsyncGenerator<Chunk> {
  let toSkip = skip;
  let window: ChunkRow[] = [];
  for await (const row of rows) {
    if (toSkip > 0) {
      toSkip--;
      continue;
    }
    const converted = cutting.convert(row);
    window.push(
      "values" in converted ? { ...converted, locks: locksOf(cutting.type, converted.values, cutting.fieldContext) } : converted,
    );
    if (window.length < windowRows) continue;
    const length = lengthOf(cutting, window);
    yield chunkOf(cutting, orgId, window.slice(0, length));
    window = window.slice(length);
  }
  while (window.length > 0) {
    const length = lengthOf(cutting, window);
    yield chunkOf(cutting, orgId, window.slice(0, length));
    window = window.slice(length);
  }
}

/** How many rows of the window are done with when as many good ones as fit a transaction are taken. */
function lengthOf({ type, fieldContext, isUpsert }: Cutting, window: readonly ChunkRow[]): number {
  const good = window.filter(isGood);
  const most = isUpsert ? Math.floor(windowRows / (1 + 2 * type.identifiers.length)) : windowRows;
  const values = good.slice(0, Math.max(1, most)).map((row) => row.values);
  const next = good[chunkLength(type, values, fieldContext)];
  return next ? window.indexOf(next) : window.length;
}

const none: Promise<ReadonlySet<string>> = Promise.resolve(new Set<string>());

function chunkOf({ isUpsert, looksAhead }: Cutting, orgId: OrgId, rows: readonly ChunkRow[]): Chunk {
  const good = rows.filter(isGood);
  const held = !isUpsert && looksAhead() ? heldOf(orgId, good) : none;
  held.catch(() => undefined); // whoever commits the chunk awaits it
  return { rows, good, held };
}

/** The locks of these rows that some card holds now. */
export async function heldOf(orgId: OrgId, rows: readonly Pick<GoodRow, "locks">[]): Promise<ReadonlySet<string>> {
  const hashes = new Set(rows.flatMap((row) => row.locks.map((lock) => lock.hash)));
  return new Set((await holdersOf(orgId, [...hashes])).keys());
}
