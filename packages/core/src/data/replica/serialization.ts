import { DatabaseSync } from "node:sqlite";

declare module "node:sqlite" {
  /** In Node since 24.18, not yet in its types. */
  interface DatabaseSync {
    serialize(): Uint8Array;
    deserialize(bytes: Uint8Array): void;
  }
}

/** The database as one file's bytes. */
export const toBytes = (db: DatabaseSync): Uint8Array => db.serialize();

/** A database in memory from such bytes. */
export function fromBytes(bytes: Uint8Array): DatabaseSync {
  const db = new DatabaseSync(":memory:");
  db.deserialize(bytes);
  return db;
}
