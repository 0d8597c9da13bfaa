import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { underFaults } from "@kartis/tests/support/faults.ts";
import type { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replicasOf } from "../../data/replica/index.ts";
import type { Item } from "../../data/replica/projection.ts";
import type { CardId } from "../../kernel/id.ts";
import { cardProjection } from "../projection.ts";
import { recordsOfCard } from "./index.ts";
import { contents, newType } from "./live.fixture.ts";
import { typeOf } from "./memory.fixture.ts";
import { TestOrganization } from "./organization.fixture.ts";
import { cardTablesOf } from "./tables.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("a replica has what is written while it is built, however long that takes", async () => {
  const type = newType();
  const organization = await TestOrganization.found([type]);
  const began = Date.now();
  const written = async (hours: number) => {
    organization.clock = { now: () => began + hours * 3_600_000 };
    return (await organization.create(type, { name: `After ${hours}` })).id;
  };
  const ids: CardId[] = [];
  /** The last of the table's readers: the others have passed every card by the time it ends. */
  async function* slow(readers: readonly AsyncIterable<readonly Item[]>[]): AsyncGenerator<readonly Item[]> {
    for (const reader of readers) yield* reader;
    ids.push(await written(1), await written(2));
  }
  const replicas = replicasOf([{ ...cardProjection, readAll: (orgId) => [slow(cardProjection.readAll(orgId))] }]);
  const { db } = await replicas.openReplica(organization.orgId);
  expect(db.prepare("SELECT id FROM card ORDER BY created_at").all()).toEqual(ids.map((id) => ({ id })));
});

describe("a snapshot", () => {
  it("plus later records equals the table", async () => {
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
    // Nobody reads the table: avoiding that is the snapshot's purpose.
    const fromSnapshot = replicasOf([{ ...cardProjection, readAll: () => expect.fail("read the table") }]);
    expect(contents(await fromSnapshot.openReplica(orgId))).toEqual(contents(await buildWithoutSnapshot(organization)));
  });

  it("replaces the one it is based on, and yields to another process's", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const [one, two] = [replicasOf([cardProjection]), replicasOf([cardProjection])];
    await Promise.all([one.openReplica(organization.orgId), two.openReplica(organization.orgId)]);
    expect((await one.writeSnapshot(organization.orgId)).bytes).toBeGreaterThan(0);
    expect((await two.writeSnapshot(organization.orgId)).bytes).toBe(0);
    await organization.create(type, { name: "In the third" });
    expect((await two.writeSnapshot(organization.orgId)).bytes).toBeGreaterThan(0);
    expect((await one.writeSnapshot(organization.orgId)).bytes).toBe(0);
  });

  it("by another version of the code is not read", async () => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    await replicasOf([cardProjection]).writeSnapshot(organization.orgId);
    let read = false;
    const newer = replicasOf([{ ...cardProjection, readAll: (id) => ((read = true), cardProjection.readAll(id)) }], {
      code: "another",
    });
    await newer.openReplica(organization.orgId);
    expect(read).toBe(true);
  });

  it("knows which cards still have words of a removed field", async () => {
    const type = newType();
    const withNote = {
      ...type,
      fields: [...type.fields, ...typeOf([{ id: "fld_note", key: "note", type: "text", label: "Note" }]).fields],
    };
    const organization = await TestOrganization.found([withNote]);
    const { orgId } = organization;
    // More than are reindexed at once.
    for (let at = 0; at < 700; at += 35)
      await organization.createChunk(
        withNote,
        Array.from({ length: 35 }, () => ({ name: "Card", fld_note: "obsolete" })),
      );
    const writer = replicasOf([cardProjection]);
    await writer.openReplica(orgId);
    await organization.changeType({ ...type, version: 2 });
    const words = ({ db }: { db: DatabaseSync }) =>
      Number(db.prepare("SELECT count(*) AS n FROM card_term WHERE card_term MATCH 'obsolete'").get()?.["n"]);
    const stale = await writer.openReplica(orgId);
    expect(words(stale)).toBeGreaterThan(0);
    await writer.writeSnapshot(orgId);
    const reader = replicasOf([{ ...cardProjection, readAll: () => expect.fail("read the table") }]);
    await expect.poll(async () => words(await reader.openReplica(orgId))).toBe(0);
    expect(contents(await reader.openReplica(orgId))).toEqual(contents(await buildWithoutSnapshot(organization)));
  });

  const buildWithoutSnapshot = (organization: TestOrganization) =>
    replicasOf([cardProjection], { code: "none has written any" }).openReplica(organization.orgId);
});

it("keeps the replicas within the budget, evicts the least recently used, and loads it again", async () => {
  const type = newType();
  const organizations = await Promise.all([0, 1, 2].map(() => TestOrganization.found([type])));
  for (const [at, organization] of organizations.entries()) await organization.create(type, { name: `Card ${at}` });
  const measured = replicasOf([cardProjection]);
  await measured.openReplica(organizations[0]?.orgId ?? expect.fail());
  const replicas = replicasOf([cardProjection], { budgetBytes: (measured.held()[0]?.bytes ?? expect.fail()) * 2.5 });
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

it("reports that it is preparing when loading takes longer than a request should, and continues", async () => {
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

/** The cards' projection with a hook that runs before each change. */
const whichApplies = (before: () => void): typeof cardProjection => ({
  ...cardProjection,
  open(workbench) {
    const opened = cardProjection.open(workbench);
    const apply: typeof opened.apply = opened.apply.bind(opened);
    return Object.assign(opened, {
      apply(...change: Parameters<typeof apply>) {
        before();
        return apply(...change);
      },
    });
  },
});
function takeAWhile(): void {
  const until = performance.now() + 0.06;
  while (performance.now() < until);
}

describe("a replica that is far behind", () => {
  const isBehind = async (patienceMs: number, projection = cardProjection) => {
    const type = newType();
    const organization = await TestOrganization.found([type]);
    const replicas = replicasOf([projection], { patienceMs });
    await until(() => replicas.openReplica(organization.orgId));
    await Promise.all(
      Array.from({ length: 40 }, () =>
        organization.createChunk(
          type,
          Array.from({ length: 45 }, (_, at) => ({ name: `Card ${at}` })),
        ),
      ),
    );
    return { replicas, organization };
  };

  it("reports that it is preparing rather than keep a request waiting, and continues", async () => {
    // Slow enough to exceed the patience on any machine: a tenth of a second in total.
    const { replicas, organization } = await isBehind(1, whichApplies(takeAWhile));
    await expect(replicas.openReplica(organization.orgId)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      details: { messageKey: "errors.preparing" },
    });
    expect(contents(await until(() => replicas.openReplica(organization.orgId))).ids).toHaveLength(1_800);
  });

  it.skipIf(underFaults)("is brought up to date in steps: others are answered meanwhile", async () => {
    let applied = 0;
    const { replicas, organization } = await isBehind(
      60_000,
      whichApplies(() => void applied++),
    );
    applied = 0;
    // The state that others see whenever it is their turn.
    const seen = new Set<number>();
    let isOver = false;
    const others = (async () => {
      while (!isOver) {
        seen.add(applied);
        await new Promise(setImmediate);
      }
    })();
    await replicas.openReplica(organization.orgId);
    isOver = true;
    await others;
    expect(applied).toBe(1_800);
    expect([...seen].filter((count) => count > 0 && count < 1_800)).not.toEqual([]);
  });
});

/** Asks until it is answered. */
async function until<T>(ask: () => Promise<T>): Promise<T> {
  for (;;) {
    const answer = await ask().catch(() => undefined);
    if (answer !== undefined) return answer;
  }
}
