import type { DatabaseSync } from "node:sqlite";
import { prepared, textOf } from "../store.ts";

/** Position of each reader of a stream. Durable: a restart continues after the last successful batch. */
export class Checkpoints {
  readonly #store: DatabaseSync;

  constructor(store: DatabaseSync) {
    store.exec(`
      CREATE TABLE IF NOT EXISTS stream_checkpoint (
        reader TEXT NOT NULL,
        shard TEXT NOT NULL,
        sequence_number TEXT NOT NULL,
        PRIMARY KEY (reader, shard)
      ) STRICT`);
    this.#store = store;
  }

  /** The sequence number of the last record that the reader has done. */
  find(reader: string, shard: string): string | undefined {
    const row = prepared(this.#store, "SELECT sequence_number FROM stream_checkpoint WHERE reader = ? AND shard = ?").get(
      reader,
      shard,
    );
    return row && textOf(row, "sequence_number");
  }

  put(reader: string, shard: string, sequenceNumber: string): void {
    prepared(this.#store, "INSERT OR REPLACE INTO stream_checkpoint (reader, shard, sequence_number) VALUES (?, ?, ?)").run(
      reader,
      shard,
      sequenceNumber,
    );
  }
}
