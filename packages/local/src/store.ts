import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SQLOutputValue } from "node:sqlite";

/**
 * Opens (and creates, with its folder) a SQLite database of a local engine. `":memory:"` is a store that dies with the process.
 *
 * A committed transaction survives the death of the process (kill -9), which is what the engines promise for an
 * acknowledged request; WAL with `synchronous=NORMAL` may lose the last commits only when the machine loses power.
 */
export function openStore(file: string): DatabaseSync {
  if (file !== ":memory:") mkdirSync(dirname(file), { recursive: true });
  const store = new DatabaseSync(file);
  store.exec(`
    PRAGMA busy_timeout = 5000;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
  `);
  return store;
}

/**
 * Runs `work` in one transaction: all of it is durable or none. Inside another transaction it joins that one.
 * `work` must be synchronous: the connection is shared, so anything awaited inside would let another request
 * write into this transaction.
 */
export function inTransaction<T>(store: DatabaseSync, work: () => T): T {
  if (store.isTransaction) return work();
  store.exec("BEGIN IMMEDIATE");
  try {
    const result = work();
    store.exec("COMMIT");
    return result;
  } catch (error) {
    store.exec("ROLLBACK");
    throw error;
  }
}

/** A row as node:sqlite returns it; read its columns with the functions below, which fail loudly on a wrong type. */
export type Row = Readonly<Record<string, SQLOutputValue>>;

export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== "string") throw new TypeError(`column ${column} holds ${typeof value}, not text`);
  return value;
}

export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== "number") throw new TypeError(`column ${column} holds ${typeof value}, not a number`);
  return value;
}

export function optionalTextOf(row: Row, column: string): string | undefined {
  return row[column] === null ? undefined : textOf(row, column);
}

export function optionalNumberOf(row: Row, column: string): number | undefined {
  return row[column] === null ? undefined : numberOf(row, column);
}
