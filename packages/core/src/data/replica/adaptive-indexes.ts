import type { DatabaseSync } from "node:sqlite";

/** Below this, a scan is as fast as an index. */
const worthRows = 2_000;
const slowMs = 4;
const perTable = 6;
/** While rows stream in, every index slows each of them down, so none is built then. */
const quietMs = 1_500;

interface Index {
  readonly name: string;
  readonly table: string;
  usedAt: number;
}

/**
 * Indexes for the queries that people really make: built when a shape of query comes the second time or took long, least recently used dropped. What to index
 * cannot be known beforehand, since fields, views and filters are the user's.
 */
export class AdaptiveIndexes {
  readonly #db: DatabaseSync;
  readonly #indexes = new Map<string, Index>();
  readonly #asked = new Map<string, number>();
  #tick = 0;
  #busyUntil = 0;

  constructor(db: DatabaseSync) {
    this.#db = db;
    for (const row of db.prepare("SELECT name, tbl_name, sql FROM sqlite_schema WHERE name LIKE 'adaptive:%'").all()) {
      const [name, table] = [String(row["name"]), String(row["tbl_name"])];
      this.#indexes.set(name.slice("adaptive:".length), { name, table, usedAt: 0 });
    }
  }

  /** Many rows have just been written. */
  busy(): void {
    this.#busyUntil = performance.now() + quietMs;
  }

  /**
   * A query over `table`, which an index on `columns` (SQL expressions, quoted where needed) in this order would serve, has taken `tookMs`.
   * May build the index, which takes about a microsecond a row.
   */
  asked(table: string, columns: readonly string[], tookMs: number, rows: () => number): void {
    const key = `${table}|${columns.join(",")}`;
    const held = this.#indexes.get(key);
    if (held) {
      held.usedAt = ++this.#tick;
      return;
    }
    if (this.#asked.size > 1_000) this.#asked.clear();
    const times = (this.#asked.get(key) ?? 0) + 1;
    this.#asked.set(key, times);
    if (times < 2 && tookMs < slowMs) return;
    if (performance.now() < this.#busyUntil || rows() < worthRows) return;
    this.#makeRoom(table);
    const name = `adaptive:${key}`;
    this.#db.exec(`CREATE INDEX ${quoted(name)} ON ${quoted(table)} (${columns.join(", ")})`);
    this.#indexes.set(key, { name, table, usedAt: ++this.#tick });
  }

  /** The table is dropped, and its indexes with it. */
  forget(table: string): void {
    for (const [key, index] of this.#indexes) if (index.table === table) this.#indexes.delete(key);
  }

  /** The table's columns change, and an index would hold on to one that goes. */
  drop(table: string): void {
    for (const index of this.#indexes.values()) if (index.table === table) this.#db.exec(`DROP INDEX ${quoted(index.name)}`);
    this.forget(table);
  }

  #makeRoom(table: string): void {
    const own = [...this.#indexes].filter(([, index]) => index.table === table).toSorted(([, a], [, b]) => a.usedAt - b.usedAt);
    for (const [key, index] of own.slice(0, Math.max(0, own.length - perTable + 1))) {
      this.#db.exec(`DROP INDEX ${quoted(index.name)}`);
      this.#indexes.delete(key);
      this.#asked.delete(key);
    }
  }
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
