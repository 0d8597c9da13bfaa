import type { IdentifierLock } from "../../cards/index.ts";
import { memoryOf, type RunningOperation } from "../../operations/index.ts";

/** 48 bits of a lock's hash are stored: among a million rows two collide in one of some hundred imports, which then reports one duplicate too many. */
const keptBytes = 6;
const keptOf = (lock: IdentifierLock): number => Buffer.from(lock.hash.slice(0, 8), "base64url").readUIntBE(0, keptBytes);

/** Encodes what later chunks must remember of this one: its rows' identifiers, unless the table has them. */
export function asMemory(locks: readonly IdentifierLock[]): Uint8Array | undefined {
  if (locks.length === 0) return undefined;
  const bytes = Buffer.alloc(locks.length * keptBytes);
  locks.forEach((lock, at) => bytes.writeUIntBE(keptOf(lock), at * keptBytes, keptBytes));
  return bytes;
}

/** Identifiers of the rows before a chunk that a look into the table would miss. */
export interface Earlier {
  has(lock: IdentifierLock): boolean;
  /** The hashes among those of the rows that earlier rows have. */
  among(rows: readonly { readonly locks: readonly IdentifierLock[] }[]): string[];
}

/**
 * Identifiers of processed rows: all of them in a dry run, and if rows may change cards; none in an import of new cards, which are found in the table. The
 * previous chunk, which may not be written yet, is always added.
 */
export class EarlierRows {
  readonly #keepsAll: boolean;
  readonly #kept = new Set<number>();

  private constructor(keepsAll: boolean) {
    this.#keepsAll = keepsAll;
  }

  static async of(operation: RunningOperation, keepsAll: boolean): Promise<EarlierRows> {
    const rows = new EarlierRows(keepsAll);
    if (!keepsAll || operation.done === 0) return rows;
    for await (const bytes of memoryOf(operation)) {
      const buffer = Buffer.from(bytes);
      for (let at = 0; at < buffer.length; at += keptBytes) rows.#kept.add(buffer.readUIntBE(at, keptBytes));
    }
    return rows;
  }

  /** The chunk with these rows is written. */
  add(locks: readonly IdentifierLock[]): void {
    if (this.#keepsAll) for (const lock of locks) this.#kept.add(keptOf(lock));
  }

  /** State for the chunk that follows these rows. */
  behind(taking: readonly IdentifierLock[]): Earlier {
    const before = new Set(taking.map(keptOf));
    const has = (lock: IdentifierLock) => this.#kept.has(keptOf(lock)) || before.has(keptOf(lock));
    return { has, among: (rows) => rows.flatMap((row) => row.locks.filter(has).map((lock) => lock.hash)) };
  }
}
