import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { put } from "../../data/commit.ts";
import { journalEntity, toItem } from "../../data/journal-entity.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { type Replica, replicasOf } from "../../data/replica/index.ts";
import { documentClient } from "../../data/connection.ts";
import { type CardId, newId } from "../../kernel/id.ts";
import { cardEntity, shardOf } from "../entity.ts";
import { cardProjection } from "../projection.ts";
import type { CardType } from "../schema.ts";
import { typeOf } from "./memory.fixture.ts";
import type { TestOrganization } from "./organization.fixture.ts";
import { cardTablesOf } from "./tables.ts";

export const options = [
  { id: "opt_a", label: "A", hue: "blue" },
  { id: "opt_b", label: "B", hue: "red" },
] as const;
export const newType = (): CardType =>
  typeOf(
    [
      { id: "name", key: "name", type: "text", label: "Name" },
      { id: "status", key: "status", type: "singleSelect", label: "Status", options },
      { id: "fld_sum", key: "sum", type: "currency", label: "Sum" },
    ],
    { id: newId("typ") },
  );

/** Everything that a replica holds, without what may differ between two equal ones: row and record numbers. */
export function contents({ db }: Replica) {
  const tables = cardTablesOf(db)
    .types()
    .map((type) => `cards:${type.id}`);
  const ids = db.prepare("SELECT id FROM card ORDER BY id").all();
  return {
    ids: ids.map(({ id }) => String(id)),
    cards: db
      .prepare(
        "SELECT id, type_id, version, created_at, updated_at, trashed_at, name, status, owner, fields FROM card JOIN card_fields USING (seq) ORDER BY id",
      )
      .all()
      .map((row) => ({ ...row, fields: JSON.parse(String(row["fields"])) as unknown })),
    lists: tables.map((table) =>
      db
        .prepare(`SELECT * FROM "${table}" ORDER BY id`)
        .all()
        .map(({ seq: _, ...row }) => row),
    ),
    links: db.prepare("SELECT id, field, target FROM card_link JOIN card USING (seq) ORDER BY 1, 2, 3").all(),
    found: ["card", "card zero", "1", "two"].map((words) =>
      db.prepare("SELECT id FROM card JOIN card_term ON card_term.rowid = seq WHERE card_term MATCH ? ORDER BY id").all(
        words
          .split(" ")
          .map((word) => `"${word}" *`)
          .join(" AND "),
      ),
    ),
  };
}

/** A replica built from the table alone, as another process would build it. */
export const fresh = (organization: TestOrganization) => replicasOf([cardProjection]).openReplica(organization.orgId);

/** Puts a record into the feed without a commit: as one that lands late, or twice, or before another. */
export async function land(organization: TestOrganization, change: Change, id: string): Promise<void> {
  const record: JournalRecord = {
    id,
    orgId: organization.orgId,
    at: new Date().toISOString(),
    actor: { kind: "system", id: "test" },
    origin: "system",
    requestId: "req_test",
    depth: 0,
    changes: [change],
  };
  const { Put } = put(journalEntity().create(toItem(record)).params(), "stale").item;
  if (Put?.Item) await documentClient().send(new PutCommand({ TableName: Put.TableName, Item: Put.Item }));
}

/** Writes a card's item past the journal. */
export async function setItem(
  organization: TestOrganization,
  card: { id: CardId; typeId: string; version: number; fields: object },
): Promise<void> {
  const at = new Date().toISOString();
  await writePastTheJournal(
    cardEntity().put({
      orgId: organization.orgId,
      shard: shardOf(card.id),
      cardId: card.id,
      typeId: card.typeId,
      version: card.version,
      fields: card.fields,
      fieldVersions: {},
      createdAt: at,
      updatedAt: at,
    }),
  );
}
