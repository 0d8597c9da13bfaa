import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

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
 * Runs `work` in one transaction: all of it is durable or none. `work` must be synchronous; node:sqlite has one
 * connection, so anything awaited inside would let another request write into this transaction.
 */
export function inTransaction<T>(store: DatabaseSync, work: () => T): T {
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
