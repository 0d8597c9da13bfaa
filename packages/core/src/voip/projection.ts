import type { DatabaseSync } from "node:sqlite";
import { itemsOf } from "../data/replica/items.ts";
import type { Item, Projection } from "../data/replica/projection.ts";
import { fetchByKey, RowsByKey } from "../data/replica/rows-by-key.ts";
import { callOf, shownCall } from "./calls.ts";
import { callEntity } from "./call-entity.ts";

/** Calls in the replica: what the VoIP center lists and counts. */
export const callProjection: Projection = {
  name: "calls",
  kinds: ["call"],
  create(db: DatabaseSync) {
    db.exec(`
      CREATE TABLE call (
        id TEXT PRIMARY KEY, version INTEGER NOT NULL, direction TEXT NOT NULL, status TEXT NOT NULL, number TEXT, user_id TEXT, card_id TEXT,
        started_at TEXT NOT NULL, changed_at TEXT NOT NULL, seconds INTEGER, handled INTEGER NOT NULL, held TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX call_latest ON call (started_at, id);
      CREATE INDEX call_of_number ON call (number, started_at, status);
      CREATE INDEX call_missed ON call (started_at, id) WHERE status = 'missed';
      CREATE INDEX call_pending ON call (changed_at) WHERE status = 'pending';
      CREATE INDEX call_of_card ON call (card_id);
      CREATE TABLE call_tombstone (id TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
    `);
  },
  open: (workbench) => new CallTable(workbench, "call", "voip.delete"),
  readAll: (orgId) => [itemsOf(callEntity().query.main({ orgId }).params())],
  fetch: fetchByKey((orgId, callId) => callEntity().get({ orgId, callId }).params(), "callId"),
};

class CallTable extends RowsByKey {
  put(item: Item): void {
    const stored = callOf(item);
    const { id, version, direction, status, number, userId, cardId, startedAt, seconds, handledBy } = shownCall(stored);
    if (this.versionOf({ kind: "call", id }) >= version) return;
    this.statements
      .of("INSERT OR REPLACE INTO call VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      .run(
        id,
        version,
        direction,
        status,
        number,
        userId,
        cardId,
        startedAt,
        stored.changedAt,
        seconds,
        handledBy ? 1 : 0,
        JSON.stringify(stored),
      );
  }
}
