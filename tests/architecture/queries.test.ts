import { inTime, openTime } from "@kartis/core/data/replica/question-time.ts";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { endlessLoops, programOf } from "../support/query-loops.ts";

const db = new DatabaseSync(":memory:");
openTime(db);
db.exec(`
  CREATE TABLE card (seq INTEGER PRIMARY KEY, id TEXT UNIQUE, owner TEXT);
  CREATE INDEX card_owner ON card (owner);
  CREATE TABLE task (id TEXT PRIMARY KEY, card_id TEXT) WITHOUT ROWID;
  CREATE INDEX task_card ON task (card_id);
  CREATE VIRTUAL TABLE word USING fts5(text);`);

it.each([
  ["SELECT id FROM card WHERE id = ?", 0],
  ["SELECT id FROM task WHERE id IN (SELECT value FROM json_each(?))", 0],
  ["SELECT count(*) FROM card", 0],
  ["SELECT id FROM card", 1],
  ["SELECT id FROM card WHERE owner = ? LIMIT 1", 1],
  [`SELECT id FROM card WHERE owner = ? AND ${inTime("seq")}`, 0],
  [`SELECT * FROM card CROSS JOIN task ON card_id = card.id WHERE ${inTime("card.seq")}`, 1],
  [`SELECT * FROM card CROSS JOIN task ON card_id = card.id WHERE ${inTime("card.seq")} AND ${inTime("task.id")}`, 0],
  [`SELECT id FROM card WHERE seq IN (SELECT rowid FROM word WHERE word MATCH ?) AND ${inTime("seq")}`, 1],
  [`SELECT id FROM card WHERE seq IN (SELECT rowid FROM word WHERE word MATCH ? AND ${inTime("rowid")}) AND ${inTime("seq")}`, 0],
  [`SELECT 1 FROM task WHERE ${inTime("id")} UNION ALL SELECT 1 FROM card`, 1],
  [`SELECT * FROM (SELECT id, row_number() OVER (ORDER BY owner) FROM card)`, 1],
])("%s has %i loops that never look at the time", (sql, loops) => {
  expect(endlessLoops(programOf(db.prepare(`EXPLAIN ${sql}`).all()))).toHaveLength(loops);
});
