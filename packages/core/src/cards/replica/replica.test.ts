import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { put } from "../../data/commit.ts";
import { journalEntity, toItem } from "../../data/journal-entity.ts";
import type { Change, JournalRecord } from "../../data/journal.ts";
import { type Replica, replicasOf } from "../../data/replica/index.ts";
import { documentClient } from "../../data/table.ts";
import { type CardId, newId, recordIds } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { PutCommand } from "@aws-sdk/lib-dynamodb";
import { ulid } from "ulid";
import { cardEntity, shardOf } from "../entity.ts";
import { cardProjection } from "../projection.ts";
import type { CardType } from "../schema.ts";
import { cardTypesOf, countByType, listCards, neighbours, recordsOfCard, streamCards, groupCards } from "./index.ts";
import { typeOf } from "./memory.fixture.ts";
import { TestOrganization } from "./organization.fixture.ts";
import { cardTablesOf } from "./tables.ts";

const everyone: Scope = { kind: "organization" };
const options = [
  { id: "opt_a", label: "A", hue: "blue" },
  { id: "opt_b", label: "B", hue: "red" },
] as const;
const newType = (): CardType =>
  typeOf(
    [
      { id: "name", key: "name", type: "text", label: "Name" },
      { id: "status", key: "status", type: "singleSelect", label: "Status", options },
      { id: "fld_sum", key: "sum", type: "currency", label: "Sum" },
    ],
    { id: newId("typ") },
  );
const all = { cursor: 0, limit: 200, sums: [], sort: [] };

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** Everything that a replica holds, without what may differ between two that hold the same: row and record numbers. */
function contents({ db }: Replica) {
  const tables = cardTablesOf(db)
    .types()
    .map((type) => `cards:${type.id}`);
  return {
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
    records: db
      .prepare(
        "SELECT card.id, record.id AS record FROM card JOIN card_record USING (seq) JOIN record ON n = record ORDER BY 1, 2",
      )
      .all(),
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

/** A replica made from the table alone, as another process would make it. */
const fresh = (organization: TestOrganization) => replicasOf([cardProjection]).openReplica(organization.orgId);

/** Puts a record into the feed without a commit: as one that lands late, or twice, or before another. */
async function land(organization: TestOrganization, change: Change, id: string): Promise<void> {
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
  const { Put } = put(journalEntity().create(toItem(record)).params(), "replan").item;
  if (Put?.Item) await documentClient().send(new PutCommand({ TableName: Put.TableName, Item: Put.Item }));
}

/** Writes the item of a card past the journal. */
async function setItem(
  organization: TestOrganization,
  card: { id: CardId; typeId: string; version: number; fields: object },
): Promise<void> {
  const at = new Date().toISOString();
  await cardEntity()
    .put({
      orgId: organization.orgId,
      shard: shardOf(card.id),
      cardId: card.id,
      typeId: card.typeId,
      version: card.version,
      fields: card.fields,
      fieldVersions: {},
      createdAt: at,
      updatedAt: at,
    })
    .go();
}

describe("the live replica", () => {
  it("equals one rebuilt from the table, after writers at the same time", async () => {
    const numbers = ["zero", "one", "two"];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ kind: fc.constantFrom("create", "chunk", "edit", "edit", "trash", "restore"), pick: fc.nat(50) }), {
          minLength: 20,
          maxLength: 40,
        }),
        async (steps) => {
          const type = newType();
          const organization = await TestOrganization.found([type]);
          const live = replicasOf([cardProjection]);
          await live.openReplica(organization.orgId);
          const ids: CardId[] = [(await organization.create(type, { name: "First" })).id];
          const values = (pick: number) => ({
            name: `Card ${numbers[pick % 3]}`,
            ...(pick % 2 ? { status: options[pick % 4 === 1 ? 0 : 1].id } : { status: null }),
            fld_sum: pick * 100,
          });
          const writer = async (own: typeof steps) => {
            for (const { kind, pick } of own) {
              const cardId = ids[pick % ids.length] ?? expect.fail();
              // Two writers of one card may be told of each other; what counts is that the journal and the table agree.
              const done = async (work: Promise<unknown>) => void (await work.catch(() => undefined));
              if (kind === "create") ids.push((await organization.create(type, values(pick))).id);
              else if (kind === "chunk") ids.push(...(await organization.createChunk(type, [values(pick), values(pick + 1)])));
              else if (kind === "edit") await done(organization.edit(type, cardId, values(pick)));
              else await done(organization.trash(type, cardId, kind === "trash"));
              if (pick % 5 === 0) await live.openReplica(organization.orgId);
            }
          };
          await Promise.all([0, 1, 2, 3].map((lane) => writer(steps.filter((_, at) => at % 4 === lane))));
          const [left, right] = [await live.openReplica(organization.orgId), await fresh(organization)];
          expect(contents(left)).toEqual(contents(right));
          expect(contents(left).cards).toHaveLength(ids.length);
        },
      ),
      { numRuns: 6 },
    );
  });

  it("has what this process has just written, and what another process has", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    for (let number = 0; number < 10; number++) {
      await organization.create(type, { name: `Own ${number}` });
      expect((await listCards(organization.orgId, everyone, { ...all, typeId: type.id })).total).toBe(number + 1);
    }
    const child = spawn(
      process.execPath,
      [
        "--disable-warning=ExperimentalWarning",
        join(import.meta.dirname, "writer-process.fixture.ts"),
        organization.orgId,
        JSON.stringify(type),
      ],
      { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ...backend.environment } },
    );
    const lines = child.stdout.setEncoding("utf8")[Symbol.asyncIterator]();
    for (let number = 0; number < 20; number++) {
      child.stdin.write("write\n");
      expect(String((await lines.next()).value).trim()).toBe("written");
      expect((await listCards(organization.orgId, everyone, { ...all, typeId: type.id })).total).toBe(11 + number);
    }
    child.stdin.end();
    await once(child, "exit");
  });

  it("sees a write that is acknowledged while an earlier question is being answered", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const card = await organization.create(type, { name: "One" });
        const { rows } = await listCards(organization.orgId, everyone, { ...all, typeId: type.id });
        expect(rows.map((row) => row.id)).toContain(card.id);
      }),
    );
  });

  it("takes records in any order: one that lands under an older id, a change before its creation, the same twice", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    await organization.create(type, { name: "Earlier" });
    await listCards(orgId, everyone, { ...all, typeId: type.id });
    const nextId = recordIds();
    const cardId = newId("crd");
    const subject = { kind: "card", id: cardId, typeId: type.id } as const;
    const [first, second, newest] = [nextId(Date.now()), nextId(Date.now()), nextId(Date.now() + 5)];
    await setItem(organization, { id: cardId, typeId: type.id, version: 3, fields: { name: "Third" } });
    await land(
      organization,
      { action: "card.update", subject, version: 3, before: { name: "Second" }, after: { name: "Third" } },
      newest,
    );
    const names = async () =>
      (await listCards(orgId, everyone, { ...all, typeId: type.id })).rows.map((card) => [card.fields["name"], card.version]);
    expect(await names()).toContainEqual(["Third", 3]);
    await land(organization, { action: "card.create", subject, version: 1, before: null, after: { name: "First" } }, first);
    await land(
      organization,
      { action: "card.update", subject, version: 2, before: { name: "First" }, after: { name: "Second" } },
      second,
    );
    expect(await names()).toContainEqual(["Third", 3]);
    expect(await recordsOfCard(orgId, cardId)).toEqual([newest, second, first]);
  });

  it("reads again what a repair record names, and keeps a tombstone of what is gone", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    const card = await organization.create(type, { name: "Before" });
    const other = await organization.create(type, { name: "Gone" });
    const names = async () =>
      (await listCards(orgId, everyone, { ...all, typeId: type.id })).rows.map((row) => row.fields["name"]);
    expect(await names()).toEqual(["Gone", "Before"]);
    // A change that landed long ago under an id that nobody reads again.
    await setItem(organization, { id: card.id, typeId: type.id, version: 2, fields: { name: "After" } });
    await cardEntity()
      .remove({ orgId, shard: shardOf(other.id), cardId: other.id })
      .go();
    expect(await names()).toEqual(["Gone", "Before"]);
    for (const { id } of [card, other]) {
      const subject = { kind: "card", id, typeId: type.id } as const;
      await land(organization, { action: "replica.repair", subject, version: 2, before: null, after: null }, ulid());
    }
    expect(await names()).toEqual(["After"]);
    const subject = { kind: "card", id: other.id, typeId: type.id } as const;
    await land(organization, { action: "card.create", subject, version: 1, before: null, after: { name: "Gone" } }, ulid());
    expect(await names()).toEqual(["After"]);
  });

  it("asks again for what it could not fetch", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    let failures = 1;
    const replicas = replicasOf([
      {
        ...cardProjection,
        fetch: async (orgId, subjects) => {
          if (failures-- > 0) throw new Error("no answer");
          return cardProjection.fetch(orgId, subjects);
        },
      },
    ]);
    await replicas.openReplica(organization.orgId);
    const cardId = newId("crd");
    await setItem(organization, { id: cardId, typeId: type.id, version: 4, fields: { name: "Fourth" } });
    await land(
      organization,
      { action: "card.update", subject: { kind: "card", id: cardId }, version: 4, before: null, after: {} },
      ulid(),
    );
    await expect(replicas.openReplica(organization.orgId)).rejects.toThrow("no answer");
    expect(contents(await replicas.openReplica(organization.orgId)).cards).toMatchObject([{ id: cardId, version: 4 }]);
  });

  it("derives the columns again when the type changes, also for cards that were there before their type", async () => {
    const type = newType();
    const organization = await TestOrganization.found([]);
    const { orgId } = organization;
    await organization.create(type, { name: "Two", status: "opt_b", fld_sum: 200 });
    await organization.create(type, { name: "One", status: "opt_a", fld_sum: 100 });
    expect((await listCards(orgId, everyone, { ...all })).total).toBe(2);
    expect((await listCards(orgId, everyone, { ...all, typeId: type.id })).total).toBe(0);
    await organization.changeType(type);
    const sorted = async (fieldId: string) =>
      (await listCards(orgId, everyone, { ...all, typeId: type.id, sort: [{ fieldId, direction: "asc" }] })).rows.map(
        (row) => row.fields["name"],
      );
    expect(await sorted("status")).toEqual(["One", "Two"]);
    // The options change places, a field goes and another comes.
    const changed: CardType = {
      ...type,
      version: 2,
      fields: type.fields
        .filter((field) => field.id !== "fld_sum")
        .map((field) => (field.id === "status" ? { ...field, options: field.options.toReversed() } : field))
        .concat(typeOf([{ id: "fld_mail", key: "mail", type: "email", label: "Mail" }]).fields),
    };
    await organization.changeType(changed);
    expect(await sorted("status")).toEqual(["Two", "One"]);
    await organization.create(changed, { name: "Three", fld_mail: "a@example.com" });
    expect(await sorted("fld_mail")).toEqual(["Three", "Two", "One"]);
    await expect(sorted("fld_sum")).rejects.toThrow("INVALID_INPUT");
    expect(await cardTypesOf(orgId)).toEqual([changed]);
    expect(await countByType(orgId, everyone)).toEqual({ [type.id]: 3 });
  });
});

describe("a snapshot", () => {
  it("and what came after it make the same as the table", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    const ids = await organization.createChunk(
      type,
      Array.from({ length: 40 }, (_, at) => ({ name: `Card ${at}`, fld_sum: at })),
    );
    const writer = replicasOf([cardProjection]);
    const { bytes, cursor } = await writer.writeSnapshot(orgId);
    expect(bytes).toBeGreaterThan(1_000);
    expect(cursor).toBe((await recordsOfCard(orgId, ids[0] ?? expect.fail()))[0]);
    await organization.edit(type, ids[3] ?? expect.fail(), { name: "Card one" });
    await organization.trash(type, ids[4] ?? expect.fail(), true);
    // Nobody reads the table for it: that is what it is for.
    const fromSnapshot = replicasOf([{ ...cardProjection, readAll: () => expect.fail("read the table") }]);
    expect(contents(await fromSnapshot.openReplica(orgId))).toEqual(contents(await buildWithoutSnapshot(organization)));
  });

  it("replaces the one it follows on, and gives way to another process's", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const [one, two] = [replicasOf([cardProjection]), replicasOf([cardProjection])];
    await Promise.all([one.openReplica(organization.orgId), two.openReplica(organization.orgId)]);
    expect((await one.writeSnapshot(organization.orgId)).bytes).toBeGreaterThan(0);
    expect((await two.writeSnapshot(organization.orgId)).bytes).toBe(0);
    expect((await two.writeSnapshot(organization.orgId)).bytes).toBeGreaterThan(0);
  });

  it("is written when enough has changed, and not before", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const { orgId } = organization;
    const writer = replicasOf([cardProjection], { snapshotEvery: { changes: 30, bytes: 1e9 } });
    const readsTable = async () => {
      let read = false;
      const reader = replicasOf([{ ...cardProjection, readAll: (id) => ((read = true), cardProjection.readAll(id)) }]);
      await reader.openReplica(orgId);
      return read;
    };
    await writer.openReplica(orgId);
    await organization.createChunk(
      type,
      Array.from({ length: 20 }, () => ({ name: "Card" })),
    );
    await writer.writeSnapshotIfDue(orgId);
    expect(await readsTable()).toBe(true);
    await organization.createChunk(
      type,
      Array.from({ length: 20 }, () => ({ name: "Card" })),
    );
    await writer.writeSnapshotIfDue(orgId);
    expect(await readsTable()).toBe(false);
  });

  it("of other projections is not read", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    await replicasOf([cardProjection]).writeSnapshot(organization.orgId);
    let read = false;
    const newer = replicasOf([
      { ...cardProjection, revision: cardProjection.revision + 1, readAll: (id) => ((read = true), cardProjection.readAll(id)) },
    ]);
    await newer.openReplica(organization.orgId);
    expect(read).toBe(true);
  });

  const buildWithoutSnapshot = (organization: TestOrganization) =>
    replicasOf([{ ...cardProjection, revision: -1 }]).openReplica(organization.orgId);
});

it("keeps the replicas within the budget, lets go of the one used longest ago, and loads it again", async () => {
  const type = newType();
  const organizations = await Promise.all([0, 1, 2].map(() => TestOrganization.found([type])));
  for (const [at, organization] of organizations.entries()) await organization.create(type, { name: `Card ${at}` });
  const size = (await fresh(organizations[0] ?? expect.fail())).db.prepare("PRAGMA page_count").get()?.["page_count"];
  const replicas = replicasOf([cardProjection], { budgetBytes: Number(size) * 4096 * 2.5 });
  const ids = organizations.map((organization) => organization.orgId);
  const open = (at: number) => replicas.openReplica(ids[at] ?? expect.fail());
  const first = await open(0);
  await open(1);
  await open(0);
  await open(2);
  expect(replicas.held().map(({ orgId }) => orgId)).toEqual([ids[0], ids[2]]);
  await open(1);
  expect(replicas.held().map(({ orgId }) => orgId)).toEqual([ids[2], ids[1]]);
  expect(contents(await open(0))).toEqual(contents(first));
});

it("says that it is preparing when loading takes longer than a request should, and goes on", async () => {
  const type = newType();
  const organization = await TestOrganization.found([type]);
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = replicasOf(
    [
      {
        ...cardProjection,
        readAll: (orgId) =>
          cardProjection.readAll(orgId).map(async function* (pages) {
            await gate;
            yield* pages;
          }),
      },
    ],
    { patienceMs: 20 },
  );
  await expect(slow.openReplica(organization.orgId)).rejects.toMatchObject({
    code: "SERVICE_UNAVAILABLE",
    details: { messageKey: "errors.preparing" },
  });
  release();
  expect(cardTablesOf((await until(() => slow.openReplica(organization.orgId))).db).types()).toEqual([type]);
});

/** Asks until it is answered. */
async function until<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
  }
}

it("groups, finds neighbours and streams one state to the end", async () => {
  const type = newType();
  const organization = await TestOrganization.found([type]);
  const { orgId } = organization;
  await organization.createChunk(
    type,
    Array.from({ length: 30 }, (_, at) => ({
      name: `Card ${String(at).padStart(2, "0")}`,
      fld_sum: at,
      ...(at % 3 ? { status: at % 3 === 1 ? "opt_a" : "opt_b" } : {}),
    })),
  );
  const groups = await groupCards(orgId, everyone, { typeId: type.id, by: "status", sums: ["fld_sum"] });
  expect(groups).toEqual([
    { value: "opt_a", count: 10, sums: { fld_sum: 145 } },
    { value: "opt_b", count: 10, sums: { fld_sum: 155 } },
    { value: null, count: 10, sums: { fld_sum: 135 } },
  ]);
  const query = {
    typeId: type.id,
    sort: [{ fieldId: "name", direction: "asc" as const }],
    filter: { fieldId: "status", operator: "EXISTS" as const },
  };
  const { rows } = await listCards(orgId, everyone, { ...all, ...query });
  const [first, second, third] = rows;
  expect(await neighbours(orgId, everyone, query, second?.id ?? expect.fail())).toEqual({
    previousId: first?.id,
    nextId: third?.id,
    position: 2,
    total: 20,
  });
  const paged = await listCards(orgId, everyone, { ...all, ...query, cursor: 15, limit: 10 });
  expect([paged.rows.map((row) => row.id), paged.nextCursor, paged.total]).toEqual([
    rows.slice(15).map((row) => row.id),
    null,
    20,
  ]);
  const stream = streamCards(orgId, everyone, query)[Symbol.asyncIterator]();
  const chunk: unknown = (await stream.next()).value;
  await organization.edit(type, third?.id ?? expect.fail(), { name: "Changed" });
  expect(chunk).toEqual(rows);
  expect(await stream.next()).toMatchObject({ done: true });
});

it("says which records touched a card, chunks and what came before loading too", async () => {
  const type = newType();
  const organization = await TestOrganization.found([type]);
  const { orgId } = organization;
  const [cardId = expect.fail(), otherId = expect.fail()] = await organization.createChunk(type, [{ name: "A" }, { name: "B" }]);
  await organization.edit(type, cardId, { name: "AA" });
  const records = await recordsOfCard(orgId, cardId);
  expect(records).toHaveLength(2);
  expect(records.toSorted().toReversed()).toEqual(records);
  expect(await recordsOfCard(orgId, otherId)).toEqual(records.slice(1));
});
