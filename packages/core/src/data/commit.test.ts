import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { KartisError } from "../kernel/error.ts";
import { newId, type OrgId } from "../kernel/id.ts";
import { check, commit, type CommitContext, type Plan, put } from "./commit.ts";
import { lazy, tenantEntity } from "./entity.ts";
import { findRecord } from "./journal-entity.ts";
import { recordsFrom } from "./replica/feed.ts";
import { documentClient } from "./table.ts";
import type { Change } from "./journal.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** A thing with a number and a version, to be changed by several at once. */
const counterEntity = lazy(() =>
  tenantEntity({
    model: { service: "kartis", entity: "testCounter", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      counterId: { type: "string", required: true },
      version: { type: "number", required: true },
      value: { type: "number", required: true },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "counterId"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  }),
);

const newContext = (): CommitContext => {
  const orgId = newId("org");
  return { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: newId("req"), origin: "system" };
};
const change = (id: string, version: number): Change => ({
  action: "card.update",
  subject: { kind: "card", id },
  version,
  before: null,
  after: { value: version },
});

async function read(orgId: OrgId, counterId: string) {
  return (await counterEntity().get({ orgId, counterId }).go({ consistent: true })).data ?? { version: 0, value: 0 };
}

/** Reads, adds one, and writes under the condition that nobody was quicker. */
async function incrementPlan(orgId: OrgId, counterId: string): Promise<Plan<number>> {
  const { version, value } = await read(orgId, counterId);
  const item = counterEntity().put({ orgId, counterId, version: version + 1, value: value + 1 });
  const params =
    version === 0
      ? item.where((attribute, { notExists }) => notExists(attribute.version))
      : item.where((attribute, { eq }) => eq(attribute.version, version));
  return {
    writes: [put(params.params(), "replan")],
    records: [{ changes: [change(counterId, version + 1)] }],
    result: value + 1,
  };
}

/** Loses the first transactions of this process's client, either before they reach the engine or after they have been written. */
function lossy(
  times: number,
  what: "the request" | "the answer",
  commands: readonly string[] = ["TransactWriteItemsCommand"],
): { lost(): number } {
  let lost = 0;
  documentClient().middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        if (!commands.includes(commandName ?? "") || lost >= times) return next(args);
        lost++;
        if (what === "the answer") await next(args);
        throw new Error("socket hang up");
      },
    { step: "build", name: "lossy", override: true },
  );
  return { lost: () => lost };
}

const recordsOf = async (orgId: OrgId) => (await recordsFrom(orgId, null, new Set())).map(({ record }) => record);

describe("commit", () => {
  it("plans again when somebody was quicker: nothing is lost, and each change has its record", async () => {
    const context = newContext();
    const results = await Promise.all(
      Array.from({ length: 6 }, () => commit(context, () => incrementPlan(context.orgId, "one"))),
    );
    expect(results.map(({ result }) => result).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await read(context.orgId, "one")).toMatchObject({ value: 6, version: 6 });
    const versions = (await recordsOf(context.orgId)).map((record) => record.changes[0]?.version);
    expect(versions.toSorted((a = 0, b = 0) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it("writes all of a plan or none, and its record with it", async () => {
    const context = newContext();
    const refused = commit(context, async () => {
      const plan = await incrementPlan(context.orgId, "none");
      const impossible = check(
        {
          ...counterEntity().get({ orgId: context.orgId, counterId: "missing" }).params(),
          ConditionExpression: "attribute_exists(pk)",
        },
        () => new KartisError("NOT_FOUND"),
      );
      return { ...plan, writes: [...plan.writes, impossible] };
    });
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await read(context.orgId, "none")).toMatchObject({ value: 0 });
    expect(await recordsOf(context.orgId)).toEqual([]);
  });

  it("writes nothing for an empty plan", async () => {
    const context = newContext();
    expect(await commit(context, async () => ({ writes: [], records: [], result: "same" }))).toEqual({
      result: "same",
      records: [],
    });
    expect(await recordsOf(context.orgId)).toEqual([]);
  });

  it("has a consumer's effect once, however often its message comes, even at the same time", async () => {
    const context = { ...newContext(), ledger: { consumer: "test", recordId: "01J0000000000000000000000A" } };
    await Promise.all(Array.from({ length: 4 }, () => commit(context, () => incrementPlan(context.orgId, "ledger"))));
    await commit(context, () => incrementPlan(context.orgId, "ledger"));
    expect(await read(context.orgId, "ledger")).toMatchObject({ value: 1 });
    expect(await recordsOf(context.orgId)).toHaveLength(1);
  });

  it("does a write once whose answer was lost after it had landed, and tells its result", async () => {
    const context = newContext();
    const network = lossy(1, "the answer");
    const { result, records } = await commit(context, () => incrementPlan(context.orgId, "lost"));
    expect(network.lost()).toBe(1);
    expect(result).toBe(1);
    expect(await read(context.orgId, "lost")).toMatchObject({ value: 1 });
    expect(records).toHaveLength(1);
    expect((await recordsOf(context.orgId)).map(({ id }) => id)).toEqual(records.map(({ id }) => id));
  });

  it("writes again, under a new id, what was lost on its way there", async () => {
    const context = newContext();
    const network = lossy(2, "the request");
    const { result } = await commit(context, () => incrementPlan(context.orgId, "again"));
    expect(network.lost()).toBe(2);
    expect(result).toBe(1);
    expect(await recordsOf(context.orgId)).toHaveLength(1);
  });

  it("outlasts an engine that for a while answers nothing at all, its reads neither", async () => {
    const context = newContext();
    const plan = await incrementPlan(context.orgId, "outage");
    const network = lossy(5, "the request", ["TransactWriteItemsCommand", "GetItemCommand"]);
    const { result } = await commit(context, async () => plan);
    expect(network.lost()).toBe(5);
    expect(result).toBe(1);
    expect(await recordsOf(context.orgId)).toHaveLength(1);
  });

  it("says so when the engine stays away", async () => {
    const context = newContext();
    const plan = await incrementPlan(context.orgId, "gone");
    lossy(Number.POSITIVE_INFINITY, "the request", ["TransactWriteItemsCommand", "GetItemCommand"]);
    await expect(commit(context, async () => plan)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    lossy(0, "the request");
    expect(await recordsOf(context.orgId)).toEqual([]);
  });

  it("keeps what a record says: actor, origin, batch, cause, and a chunk of many changes", async () => {
    const context: CommitContext = {
      ...newContext(),
      origin: "import",
      batchId: "opn_x",
      causedBy: "01J0000000000000000000000B",
      depth: 2,
    };
    const changes = Array.from({ length: 60 }, (_, at) => change(`crd_${at}`, 1));
    const { records } = await commit(context, async () => ({ writes: [], records: [{ changes }], result: null }));
    const stored = await findRecord(context.orgId, records[0]?.id ?? "");
    expect(stored).toEqual(records[0]);
    expect(stored).toMatchObject({
      actor: { kind: "system", id: "test" },
      origin: "import",
      batchId: "opn_x",
      causedBy: "01J0000000000000000000000B",
      depth: 2,
    });
    expect(stored?.changes).toEqual(changes);
  });

  it("refuses a plan that no transaction can hold", async () => {
    const context = newContext();
    const many = Array.from({ length: 100 }, (_, at) =>
      put(
        counterEntity()
          .put({ orgId: context.orgId, counterId: String(at), version: 1, value: 1 })
          .params(),
        "replan",
      ),
    );
    await expect(
      commit(context, async () => ({ writes: many, records: [{ changes: [change("x", 1)] }], result: null })),
    ).rejects.toThrow("101 items");
  });
});

describe("an entity of an organization", () => {
  it("cannot be defined with a key that does not begin with it", () => {
    expect(() =>
      tenantEntity({
        model: { service: "kartis", entity: "wrong", version: "1" },
        attributes: { orgId: { type: "string", required: true }, thingId: { type: "string", required: true } },
        indexes: { main: { pk: { field: "pk", composite: ["thingId"] }, sk: { field: "sk", composite: ["orgId"] } } },
      }),
    ).toThrow("begins with orgId");
  });
});
