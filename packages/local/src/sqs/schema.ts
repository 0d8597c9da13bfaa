import type { DatabaseSync } from "node:sqlite";

/**
 * `in_flight` distinguishes a message that somebody holds from one that is merely delayed: both have a `visible_at` in the future.
 * `source_queue` is set on a message in a dead-letter queue: where it came from, and may be redriven to.
 */
export function createSqsTables(store: DatabaseSync): void {
  store.exec(`
    CREATE TABLE IF NOT EXISTS sqs_queue (
      name TEXT PRIMARY KEY,
      attributes TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      modified_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE IF NOT EXISTS sqs_message (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      queue TEXT NOT NULL REFERENCES sqs_queue(name) ON DELETE CASCADE,
      message_id TEXT NOT NULL,
      body TEXT NOT NULL,
      attributes TEXT NOT NULL,
      trace_header TEXT,
      group_id TEXT,
      dedupe_id TEXT,
      sent_at INTEGER NOT NULL,
      visible_at INTEGER NOT NULL,
      in_flight INTEGER NOT NULL DEFAULT 0,
      receive_count INTEGER NOT NULL DEFAULT 0,
      first_received_at INTEGER,
      receipt TEXT,
      source_queue TEXT
    ) STRICT;
    CREATE INDEX IF NOT EXISTS sqs_message_visible ON sqs_message(queue, visible_at, id);
    CREATE INDEX IF NOT EXISTS sqs_message_group ON sqs_message(queue, coalesce(group_id, ''), visible_at, id);
    CREATE INDEX IF NOT EXISTS sqs_message_order ON sqs_message(queue, id);
    CREATE TABLE IF NOT EXISTS sqs_dedupe (
      queue TEXT NOT NULL REFERENCES sqs_queue(name) ON DELETE CASCADE,
      scope TEXT NOT NULL,
      dedupe_id TEXT NOT NULL,
      message_id TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      sent_at INTEGER NOT NULL,
      PRIMARY KEY (queue, scope, dedupe_id)
    ) STRICT;
    CREATE TABLE IF NOT EXISTS sqs_move_task (
      handle TEXT PRIMARY KEY,
      source TEXT NOT NULL,
      destination TEXT,
      moved INTEGER NOT NULL,
      to_move INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      failure TEXT
    ) STRICT;
  `);
}
