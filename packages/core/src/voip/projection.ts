import type { DatabaseSync } from "node:sqlite";
import { itemsByKey } from "../data/items-by-key.ts";
import type { Change, Subject } from "../data/journal.ts";
import { itemsOf } from "../data/replica/items.ts";
import type { Item, OpenProjection, Projection, Workbench } from "../data/replica/projection.ts";
import { callOf, shownCall } from "./calls.ts";
import { callEntity } from "./entity.ts";

/** Calls in the replica: what the VoIP center lists and counts. */
export const callProjection: Projection = {
  name: "calls",
  kinds: ["call"],
  create(db: DatabaseSync) {
    db.exec(`
      CREATE TABLE call (
        id TEXT PRIMARY KEY, version INTEGER NOT NULL, direction TEXT NOT NULL, status TEXT NOT NULL, number TEXT, user_id TEXT, card_id TEXT,
        started_at TEXT NOT NULL, changed_at TEXT NOT NULL, seconds INTEGER, is_placed INTEGER NOT NULL, rings TEXT NOT NULL, held TEXT NOT NULL) WITHOUT ROWID;
      CREATE INDEX call_latest ON call (started_at, id);
      CREATE INDEX call_of_number ON call (number, started_at, status) WHERE number IS NOT NULL;
      CREATE INDEX call_missed ON call (started_at, id) WHERE status = 'missed' AND number IS NOT NULL;
      CREATE INDEX call_pending ON call (changed_at) WHERE status = 'pending';
      CREATE INDEX call_of_card ON call (card_id) WHERE card_id IS NOT NULL;
      CREATE TABLE call_tombstone (id TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
    `);
  },
  open: (workbench) => new CallTable(workbench),
  readAll: (orgId) => [itemsOf(callEntity().query.main({ orgId }).params())],
  async fetch(orgId, subjects) {
    const keys = subjects.map(({ id }) => {
      const params = callEntity().get({ orgId, callId: id }).params();
      return params["Key"] as Record<string, unknown>; // ElectroDB types its params as a record
    });
    const byId = new Map((await itemsByKey(keys)).map((item) => [String(item["callId"]), item]));
    return subjects.map((subject) => ({ subject, item: byId.get(subject.id) ?? null }));
  },
};

class CallTable implements OpenProjection {
  readonly #statements: Workbench["statements"];

  constructor({ statements }: Workbench) {
    this.#statements = statements;
  }

  versionOf({ id }: Subject): number {
    const row =
      this.#statements.of("SELECT version FROM call WHERE id = ?").get(id) ??
      this.#statements.of("SELECT version FROM call_tombstone WHERE id = ?").get(id);
    return row ? Number(row["version"]) : 0;
  }

  apply({ action, subject, version }: Change): boolean {
    // The journal has no numbers: calls are read by key.
    if (action !== "voip.delete") return false;
    this.bury(subject, version);
    return true;
  }

  put(item: Item): void {
    const stored = callOf(item);
    const { id, version, direction, status, number, userId, cardId, startedAt, seconds } = shownCall(stored);
    if (this.versionOf({ kind: "call", id }) >= version) return;
    this.#statements
      .of("INSERT OR REPLACE INTO call VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
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
        Number(stored.placedBy !== null),
        JSON.stringify(stored.facts.rings),
        JSON.stringify(stored),
      );
  }

  bury({ id }: Subject, version: number): void {
    this.#statements.of("DELETE FROM call WHERE id = ?").run(id);
    this.#statements.of("INSERT OR REPLACE INTO call_tombstone VALUES (?, ?)").run(id, version);
  }
}
