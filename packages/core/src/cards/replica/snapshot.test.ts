import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { replicasOf } from "../../data/replica/index.ts";
import { cardProjection } from "../projection.ts";
import { recordsOfCard } from "./index.ts";
import { contents, fresh, newType } from "./live.fixture.ts";
import { TestOrganization } from "./organization.fixture.ts";
import { cardTablesOf } from "./tables.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

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
    await organization.create(type, { name: "In the third" });
    expect((await two.writeSnapshot(organization.orgId)).bytes).toBeGreaterThan(0);
    expect((await one.writeSnapshot(organization.orgId)).bytes).toBe(0);
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
