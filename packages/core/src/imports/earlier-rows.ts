import type { IdentifierLock } from "../cards/index.ts";
import { memoryOf, type RunningOperation } from "../operations/index.ts";

/** Of a lock's hash 48 bits are kept: among a million rows two collide in one of some hundred imports, which then tells one duplicate too many. */
const keptBytes = 6;
const keptOf = (lock: IdentifierLock): number => Buffer.from(lock.hash.slice(0, 8), "base64url").readUIntBE(0, keptBytes);

/** What must be remembered of a chunk: what identifies its rows, as far as it is not to be found in the table. */
export function asMemory(locks: readonly IdentifierLock[]): Uint8Array | undefined {
  if (locks.length === 0) return undefined;
  const bytes = Buffer.alloc(locks.length * keptBytes);
  locks.forEach((lock, at) => bytes.writeUIntBE(keptOf(lock), at * keptBytes, keptBytes));
  return bytes;
}

/**
 * What identifies the rows that were dealt with, as far as a look into the table would miss it: in an import of new cards those of the chunk
 * before, which is written while the next is looked up; in a dry run, and where rows may change cards, all.
 */
export class EarlierRows {
  readonly #keepsAll: boolean;
  #kept: Set<number>;

  private constructor(keepsAll: boolean, kept: Set<number>) {
    this.#keepsAll = keepsAll;
    this.#kept = kept;
  }

  static async of(operation: RunningOperation, keepsAll: boolean): Promise<EarlierRows> {
    const kept = new Set<number>();
    if (keepsAll && operation.done > 0) {
      for await (const bytes of memoryOf(operation)) {
        const buffer = Buffer.from(bytes);
        for (let at = 0; at < buffer.length; at += keptBytes) kept.add(buffer.readUIntBE(at, keptBytes));
      }
    }
    return new EarlierRows(keepsAll, kept);
  }

  add(locks: readonly IdentifierLock[]): void {
    if (!this.#keepsAll) this.#kept = new Set();
    for (const lock of locks) this.#kept.add(keptOf(lock));
  }

  has(lock: IdentifierLock): boolean {
    return this.#kept.has(keptOf(lock));
  }

  /** The hashes among those of the rows that earlier rows have. */
  among(rows: readonly { readonly locks: readonly IdentifierLock[] }[]): string[] {
    return rows.flatMap((row) => row.locks.filter((lock) => this.has(lock)).map((lock) => lock.hash));
  }
}
