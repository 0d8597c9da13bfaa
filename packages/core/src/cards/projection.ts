import type { DatabaseSync } from "node:sqlite";
import type { Subject } from "../data/journal.ts";
import type { Fetched, Projection } from "../data/replica/projection.ts";
import { itemsByKey } from "../data/items-by-key.ts";
import { itemsOf } from "../data/replica/items.ts";
import type { OrgId } from "../kernel/id.ts";
import { cardEntity, cardTypeEntity, shardOf, shards } from "./entity.ts";
import { CardTables } from "./replica/tables.ts";

/**
 * Cards and card types in the replica. `card` has a row for every card that exists, also in the trash; `card_fields` its values as stored; `card_link` which
 * cards it names in which field; `card_person` which people besides the owner, by their places (a person, a type and a field, each stored once); the table of
 * its type (`columns.ts`) what is filtered, sorted and summed by. `card_term` and `card_part` find it by words and by trigrams; `card_stale` has the cards
 * whose words are still to be reindexed.
 */
export const cardProjection: Projection = {
  name: "cards",
  kinds: ["card", "cardType"],
  create(db: DatabaseSync) {
    db.exec(`
      CREATE TABLE card_type (id TEXT PRIMARY KEY, version INTEGER NOT NULL, gone INTEGER NOT NULL, definition TEXT) WITHOUT ROWID;
      CREATE TABLE card (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type_id TEXT NOT NULL, version INTEGER NOT NULL,
        created_at TEXT NOT NULL, updated_at TEXT NOT NULL, trashed_at TEXT, merged_into TEXT, name TEXT, status TEXT, owner TEXT);
      CREATE INDEX card_merged ON card (merged_into) WHERE merged_into IS NOT NULL;
      CREATE TABLE card_fields (seq INTEGER PRIMARY KEY, fields TEXT NOT NULL);
      CREATE TABLE card_link (target TEXT NOT NULL, field TEXT NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (target, field, seq)) WITHOUT ROWID;
      CREATE TABLE person_place (place INTEGER PRIMARY KEY, user_id TEXT NOT NULL, type_id TEXT NOT NULL, field TEXT NOT NULL, UNIQUE (user_id, type_id, field));
      CREATE TABLE card_person (place INTEGER NOT NULL, seq INTEGER NOT NULL, PRIMARY KEY (place, seq)) WITHOUT ROWID;
      CREATE TABLE card_tombstone (id TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID;
      CREATE TABLE card_stale (seq INTEGER PRIMARY KEY);
      CREATE VIRTUAL TABLE card_term USING fts5(text, tokenize = 'ascii', content = '', contentless_delete = 1, detail = none, prefix = '1 2');
      CREATE VIRTUAL TABLE card_part USING fts5(text, tokenize = 'trigram', content = '', contentless_delete = 1, detail = none);
    `);
  },
  open: (workbench) => new CardTables(workbench),
  readAll: (orgId) => [
    itemsOf(cardTypeEntity().query.main({ orgId, kind: "type" }).params()),
    ...shards.map((shard) => itemsOf(cardEntity().query.main({ orgId, shard }).params())),
  ],
  fetch: readSubjects,
};

async function readSubjects(orgId: OrgId, subjects: readonly Subject[]): Promise<readonly Fetched[]> {
  const items = await itemsByKey(subjects.map((subject) => keyOf(orgId, subject)));
  const byId = new Map(items.map((item) => [String(item["cardId"] ?? item["typeId"]), item]));
  return subjects.map((subject) => ({ subject, item: byId.get(subject.id) ?? null }));
}

function keyOf(orgId: OrgId, { kind, id }: Subject): Record<string, unknown> {
  const params =
    kind === "card"
      ? cardEntity()
          .get({ orgId, shard: shardOf(id), cardId: id })
          .params()
      : cardTypeEntity().get({ orgId, kind: "type", typeId: id }).params();
  return params["Key"] as Record<string, unknown>; // ElectroDB types its params as a record
}
