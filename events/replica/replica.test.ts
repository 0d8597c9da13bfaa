import { activityProjection } from "@kartis/core/activities/projection.ts";
import { callProjection } from "@kartis/core/voip/projection.ts";
import { chatProjection } from "@kartis/core/chats/projection.ts";
import { cardProjection } from "@kartis/core/cards/projection.ts";
import { newType } from "@kartis/core/cards/replica/live.fixture.ts";
import { TestOrganization } from "@kartis/core/cards/replica/organization.fixture.ts";
import { aroundRequests } from "@kartis/core/data/connection.ts";
import { replicasOf } from "@kartis/core/data/replica/index.ts";
import { rebuildOutdated } from "@kartis/core/data/replica/due.ts";
import {
  countChanges,
  isSnapshotDue,
  noteTooLarge,
  noteWritten,
  readReplicaState,
  noteAsked,
  reportItems,
} from "@kartis/core/data/replica/state.ts";
import { env } from "@kartis/core/kernel/env.ts";
import { newId, type OrgId } from "@kartis/core/kernel/id.ts";
import { fileProjection } from "@kartis/core/files/projection.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { underFaults } from "@kartis/tests/support/faults.ts";
import { takeAll } from "@kartis/tests/support/queue.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler as onAsked } from "./on-asked.ts";
import { handler as onChange } from "./on-change.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(asked);

/** The organizations whose snapshots are requested, in order; takes the messages out of the queue. A misbehaving queue has some of them twice. */
async function asked(): Promise<OrgId[]> {
  const all = (await takeAll(env("REPLICAS_QUEUE_URL"))).map((body) => (JSON.parse(body) as { orgId: OrgId }).orgId);
  return underFaults ? [...new Set(all)] : all;
}

const change = (orgId: OrgId, changes: number) =>
  onChange({
    Records: [sqsRecord({ detail: { orgId, recordId: "01J0000000000000000000000A", actions: ["card.update"], changes } })],
  });
const build = (orgId: OrgId) => onAsked({ Records: [sqsRecord({ orgId })] });

async function cards(count: number) {
  const type = newType();
  const organization = await TestOrganization.found([type]);
  for (let at = 0; at < count; at += 20)
    await organization.createChunk(
      type,
      Array.from({ length: 20 }, (_, index) => ({ name: `Card ${at + index}` })),
    );
  return organization;
}

describe("a snapshot", () => {
  it("is requested once when enough has changed, which is found out without loading anything", async () => {
    const orgId = newId("org");
    const operations: string[] = [];
    const uncounted = aroundRequests((request, next) => {
      operations.push(request.operation);
      return next();
    });
    // Few enough to stay below the limit even if lost answers make each count twice.
    for (let at = 0; at < 4; at++) expect(await change(orgId, 20)).toEqual({ batchItemFailures: [] });
    uncounted();
    expect(new Set(operations)).toEqual(new Set(["UpdateItem"]));
    expect(await asked()).toEqual([]);
    await change(orgId, 120);
    await change(orgId, 400);
    expect(await asked()).toEqual([orgId]);
    const { changes = 0, counted } = await readReplicaState(orgId);
    expect(counted).toBe(changes);
    if (underFaults) expect(changes).toBeGreaterThanOrEqual(600);
    else expect(changes).toBe(600);
  });

  it("is written by the consumer, and due again only after as many changes", async () => {
    const { orgId } = await cards(40);
    await change(orgId, 200);
    expect(await asked()).toEqual([orgId]);
    expect(await build(orgId)).toEqual({ batchItemFailures: [] });
    const reader = replicasOf(
      [cardProjection, activityProjection, fileProjection, chatProjection, callProjection].map((projection) => ({
        ...projection,
        readAll: () => expect.fail("read the table"),
      })),
    );
    const { db } = await reader.openReplica(orgId);
    expect(db.prepare("SELECT count(*) AS n FROM card").get()).toMatchObject({ n: 40 });
    await change(orgId, 499);
    expect(await asked()).toEqual([]);
    await change(orgId, 1);
    expect(await asked()).toEqual([orgId]);
  });

  it.each([
    ["none yet, and few changes", { changes: 199 }, false],
    ["none yet, and many", { changes: 200 }, true],
    ["fresh", { code: "now", changes: 499, bytes: 1_000_000 }, false],
    ["many changes behind", { code: "now", changes: 500, bytes: 1_000_000 }, true],
    ["as many behind, but large", { code: "now", changes: 500, bytes: 76_000_000 }, false],
    ["large, and very many behind", { code: "now", changes: 7_600, bytes: 76_000_000 }, true],
    ["of other code", { code: "before", changes: 1 }, true],
  ])("that is %s: due is %3$s", (_, state, due) => {
    expect(isSnapshotDue(state, "now")).toBe(due);
  });
});

describe("a large organization without a snapshot", () => {
  const waiting = () => replicasOf([cardProjection], { builtWhileWaiting: 50, code: "test" });

  it("is left to a consumer, and callers learn how far that is", async () => {
    const { orgId } = await cards(80);
    const replicas = waiting();
    await expect(replicas.openReplica(orgId)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      details: { messageKey: "errors.preparing" },
    });
    expect(await asked()).toEqual([orgId]);
    await reportItems(orgId, 60, Date.now());
    await expect(replicas.openReplica(orgId)).rejects.toMatchObject({
      code: "SERVICE_UNAVAILABLE",
      details: { messageKey: "errors.preparingSoFar", params: { items: 60 } },
    });
    expect(await asked()).toEqual([]);
    // The builder is not heard of any more.
    await reportItems(orgId, 60, Date.now() - 6 * 60_000);
    await expect(replicas.openReplica(orgId)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    expect(await asked()).toEqual([orgId]);
    await replicasOf([cardProjection], { code: "test" }).writeSnapshot(orgId);
    const { db } = await replicas.openReplica(orgId);
    expect(db.prepare("SELECT count(*) AS n FROM card").get()).toMatchObject({ n: 80 });
  });

  it("that is small is built by who asks, whatever has become of its builder", async () => {
    const { orgId } = await cards(20);
    await noteAsked(orgId, Date.now());
    await reportItems(orgId, 10, Date.now());
    const { db } = await waiting().openReplica(orgId);
    expect(db.prepare("SELECT count(*) AS n FROM card").get()).toMatchObject({ n: 20 });
  });

  it("that exceeds the disk is reported in words", async () => {
    const { orgId } = await cards(80);
    const builder = replicasOf([cardProjection], { budgetBytes: 100_000, code: "test" });
    await expect(builder.writeSnapshot(orgId)).rejects.toMatchObject({ code: "UNPROCESSABLE_CONTENT" });
    await noteTooLarge(orgId, "test");
    await expect(waiting().openReplica(orgId)).rejects.toMatchObject({
      code: "UNPROCESSABLE_CONTENT",
      details: { messageKey: "errors.replicaTooLarge" },
    });
  });
});

it("after a change of the code organizations are rebuilt, the busiest first, unless they are of this code already", async () => {
  const [quiet, busy, current] = await Promise.all([cards(20), cards(20), cards(20)]);
  for (const [{ orgId }, counted] of [
    [quiet, 210],
    [busy, 900],
    [current, 5_000],
  ] as const) {
    await countChanges(orgId, counted);
    await build(orgId);
  }
  for (const { orgId } of [quiet, busy]) await noteWritten(orgId, { code: "before", bytes: 1 });
  await asked();
  const outdated = await rebuildOutdated();
  expect(outdated.filter((orgId) => [quiet, busy, current].some((each) => each.orgId === orgId))).toEqual([
    busy.orgId,
    quiet.orgId,
  ]);
  expect(await asked()).toEqual(expect.arrayContaining([busy.orgId, quiet.orgId]));
  for (const { orgId } of [quiet, busy]) await build(orgId);
  expect(await rebuildOutdated()).toEqual([]);
});
