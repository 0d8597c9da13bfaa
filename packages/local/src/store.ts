import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SQLOutputValue, StatementSync } from "node:sqlite";

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
    -- The data folder is this process's alone, so that locks need not be taken and given back for each statement.
    PRAGMA locking_mode = EXCLUSIVE;
    PRAGMA journal_mode = WAL;
    PRAGMA synchronous = NORMAL;
    PRAGMA foreign_keys = ON;
  `);
  return store;
}

const statements = new WeakMap<DatabaseSync, Map<string, StatementSync>>();

/** The statement, compiled once per store. Its text must be one of a fixed few: what varies is bound. */
export function prepared(store: DatabaseSync, sql: string): StatementSync {
  let known = statements.get(store);
  if (known === undefined) statements.set(store, (known = new Map()));
  let statement = known.get(sql);
  if (statement === undefined) known.set(sql, (statement = store.prepare(sql)));
  return statement;
}

/**
 * Runs `work` in one transaction: all of it is durable or none. Inside another transaction it joins that one.
 * `work` must be synchronous: the connection is shared, so anything awaited inside would let another request
 * write into this transaction.
 */
export function inTransaction<T>(store: DatabaseSync, work: () => T): T {
  if (store.isTransaction) return work();
  prepared(store, "BEGIN IMMEDIATE").run();
  try {
    const result = work();
    prepared(store, "COMMIT").run();
    return result;
  } catch (error) {
    prepared(store, "ROLLBACK").run();
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
