import { chunkLength, holdersOf, type IdentifierLock, locksOf } from "../cards/index.ts";
import type { FieldContext } from "../cards/rules.ts";
import type { CardType, FieldValues } from "../cards/schema.ts";
import type { OrgId } from "../kernel/id.ts";
import type { Reject } from "../operations/index.ts";
import type { Converted } from "./convert.ts";
import type { Row } from "./rows.ts";

/** A row that can become a card. */
interface GoodRow {
  readonly line: number;
  readonly values: FieldValues;
  readonly locks: readonly IdentifierLock[];
}

/** Consecutive rows of the file that fit one transaction. */
export interface Chunk {
  readonly rows: readonly GoodRow[];
  readonly refused: readonly Reject[];
  /** Good and refused. */
  readonly rowCount: number;
  /** The locks among those of `rows` that some card held when the chunk was read; begun then, so that it is there when it is needed. */
  readonly held: Promise<ReadonlySet<string>>;
}

/** No transaction holds more rows than this. */
const windowRows = 100;

/** The file's rows in chunks, from behind the first `skip` on; each row is converted once. */
export async function* chunksOf(
  run: { readonly type: CardType; readonly fieldContext: FieldContext; readonly convert: (row: Row) => Converted },
  orgId: OrgId,
  rows: AsyncIterable<Row>,
  skip: number,
): AsyncGenerator<Chunk> {
  let toSkip = skip;
  let window: (GoodRow | Reject)[] = [];
  for await (const row of rows) {
    if (toSkip > 0) {
      toSkip--;
      continue;
    }
    const converted = run.convert(row);
    window.push(converted.ok ? { ...converted, locks: locksOf(run.type, converted.values, run.fieldContext) } : converted.reject);
    if (window.length < windowRows) continue;
    const length = lengthOf(run, window);
    yield chunkOf(orgId, window.slice(0, length));
    window = window.slice(length);
  }
  while (window.length > 0) {
    const length = lengthOf(run, window);
    yield chunkOf(orgId, window.slice(0, length));
    window = window.slice(length);
  }
}

const isGood = (row: GoodRow | Reject): row is GoodRow => "values" in row;

/** How many rows of the window are done with when as many good ones as fit a transaction are taken. */
function lengthOf(
  { type, fieldContext }: { type: CardType; fieldContext: FieldContext },
  window: readonly (GoodRow | Reject)[],
): number {
  const good = window.filter(isGood);
  const values = good.map((row) => row.values);
  const next = good[chunkLength(type, values, fieldContext)];
  return next ? window.indexOf(next) : window.length;
}

function chunkOf(orgId: OrgId, rows: readonly (GoodRow | Reject)[]): Chunk {
  const good = rows.filter(isGood);
  const held = heldOf(orgId, good);
  held.catch(() => undefined); // whoever commits the chunk awaits it
  return { rows: good, refused: rows.flatMap((row) => (isGood(row) ? [] : [row])), rowCount: rows.length, held };
}

/** The locks of these rows that some card holds now. */
export async function heldOf(orgId: OrgId, rows: readonly Pick<GoodRow, "locks">[]): Promise<ReadonlySet<string>> {
  const hashes = new Set(rows.flatMap((row) => row.locks.map((lock) => lock.hash)));
  return new Set((await holdersOf(orgId, [...hashes])).keys());
}
