import { DatabaseSync } from "node:sqlite";
import { setImmediate as turn } from "node:timers/promises";
import { textOf } from "../store.ts";
import type { TableDefinition } from "./table.ts";
import { DynamoError } from "./wire.ts";
import type { DynamoWire } from "./wire.ts";

/** Upkeep that the engine does not do in its own file. We open the file beside it, which SQLite allows, and keep each write short. */
export interface Upkeep {
  /** Enforces this table's time-to-live from now on. */
  watch(definition: TableDefinition): void;
  sweepExpired(nowMs: number): Promise<number>;
  /** One round: expired items, then stream records past their day. */
  run(nowMs: number): Promise<void>;
  close(): void;
}

/** As on AWS. */
const streamRetentionMs = 24 * 3600 * 1000;

/** One short transaction each: the engine waits for the write lock, and an item's write should not feel it. */
const batchRows = 500;

interface ExpiringTable {
  readonly tableName: string;
  readonly attribute: string;
  readonly keyNames: readonly string[];
}

/**
 * Opens the engine's database file. Adds an index on the stream's sequence numbers: without it the engine reads every stream
 * record there is to number the next one, which made a write 15 ms slower with 40,000 records.
 */
export function openUpkeep(databaseFile: string, wire: DynamoWire): Upkeep {
  const store = new DatabaseSync(databaseFile, { timeout: 5_000 });
  store.exec(
    `CREATE INDEX IF NOT EXISTS "kartis::stream_sequence" ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`,
  );
  // The newest record of each table stays: the engine continues the numbering from it.
  const trim = store.prepare(
    `DELETE FROM _stream_records WHERE id IN (
       SELECT id FROM _stream_records WHERE id < (SELECT MIN(newest) FROM (SELECT MAX(id) AS newest FROM _stream_records GROUP BY table_name))
       AND created_at < ? ORDER BY id LIMIT ${batchRows})`,
  );
  const expiring = new Map<string, ExpiringTable>();

  async function sweepExpired(nowMs: number): Promise<number> {
    let deleted = 0;
    for (const table of expiring.values()) deleted += await sweepTable(store, wire, table, Math.floor(nowMs / 1000));
    return deleted;
  }

  return {
    sweepExpired,
    watch({ tableName, timeToLiveAttribute: attribute, schema }) {
      if (attribute === undefined || expiring.has(tableName)) return;
      const expiry = expiryOf(attribute);
      store.exec(
        `CREATE INDEX IF NOT EXISTS ${quoted(`kartis::expiry::${tableName}`)} ON ${quoted(tableName)} (${expiry}) WHERE ${expiry} IS NOT NULL`,
      );
      const keyNames = (schema.KeySchema ?? []).flatMap((key) => key.AttributeName ?? []);
      expiring.set(tableName, { tableName, attribute, keyNames });
    },
    async run(nowMs) {
      await sweepExpired(nowMs);
      const before = Math.floor((nowMs - streamRetentionMs) / 1000);
      while (Number(trim.run(before).changes) === batchRows) await turn();
    },
    close: () => store.close(),
  };
}

/** Deletes through the engine, so that the stream reports it, and only items that are still expired at that moment. */
async function sweepTable(store: DatabaseSync, wire: DynamoWire, table: ExpiringTable, now: number): Promise<number> {
  const expiry = expiryOf(table.attribute);
  const find = store.prepare(
    `SELECT item_json FROM ${quoted(table.tableName)} WHERE ${expiry} IS NOT NULL AND ${expiry} <= ? ORDER BY ${expiry} LIMIT ${batchRows}`,
  );
  let deleted = 0;
  for (;;) {
    const rows = find.all(now);
    let changed = 0;
    for (const row of rows) {
      const item: Record<string, unknown> = JSON.parse(textOf(row, "item_json"));
      const key = Object.fromEntries(table.keyNames.flatMap((name) => (item[name] === undefined ? [] : [[name, item[name]]])));
      if (await deleteExpired(wire, table, key, now)) changed++;
    }
    deleted += changed;
    if (rows.length < batchRows || changed === 0) return deleted;
  }
}

async function deleteExpired(
  wire: DynamoWire,
  table: ExpiringTable,
  key: Record<string, unknown>,
  now: number,
): Promise<boolean> {
  try {
    await wire.call("DynamoDB_20120810.DeleteItem", {
      TableName: table.tableName,
      Key: key,
      ConditionExpression: "#expiry <= :now",
      ExpressionAttributeNames: { "#expiry": table.attribute },
      ExpressionAttributeValues: { ":now": { N: String(now) } },
    });
    return true;
  } catch (error) {
    if (error instanceof DynamoError && error.code === "ConditionalCheckFailedException") return false; // its life was prolonged meanwhile
    throw error;
  }
}

const expiryOf = (attribute: string) => `CAST(json_extract(item_json, '$.${attribute}.N') AS INTEGER)`;
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;
