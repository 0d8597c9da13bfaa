import { chunkLength, holdersOf, type IdentifierLock } from "../../cards/index.ts";
import type { FieldContext } from "../../cards/rules.ts";
import type { CardType } from "../../cards/schema.ts";
import type { OrgId } from "../../kernel/id.ts";
import { inWindows } from "../../operations/index.ts";
import type { ReadRow, RefusedRow } from "../values/convert.ts";
import type { Row } from "../rows.ts";

/** A row that may become something; a card, with its identifier locks. */
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

/** No transaction holds more rows than this. */
export const windowRows = 100;

interface Cutting {
  readonly type: CardType;
  readonly fieldContext: FieldContext;
  /** Rows may change existing cards, which takes up to two items for each of their locks; their holders are looked up later. */
  readonly isUpsert: boolean;
}

/** The file's rows after the first `skip`, a window at a time; each is converted once. */
export async function* windowsOf(
  convert: (row: Row) => ChunkRow,
  rows: AsyncIterable<Row>,
  skip: number,
): AsyncGenerator<ChunkRow[]> {
  for await (const window of inWindows(rows, skip, windowRows)) yield window.map(convert);
}

/** Number of rows of the window that are finished once the good ones fill a transaction. */
export function lengthOf({ type, fieldContext, isUpsert }: Cutting, window: readonly ChunkRow[]): number {
  const good = window.filter(isGood);
  const most = isUpsert ? Math.floor(windowRows / (1 + 2 * type.identifiers.length)) : windowRows;
  const values = good.slice(0, Math.max(1, most)).map((row) => row.values);
  const next = good[chunkLength(type, values, fieldContext)];
  return next ? window.indexOf(next) : window.length;
}

/** The locks of these rows that some card holds now. */
export async function heldOf(orgId: OrgId, rows: readonly Pick<GoodRow, "locks">[]): Promise<ReadonlySet<string>> {
  const hashes = new Set(rows.flatMap((row) => row.locks.map((lock) => lock.hash)));
  return new Set((await holdersOf(orgId, [...hashes])).keys());
}
