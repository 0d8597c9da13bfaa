import { randomBytes } from "node:crypto";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { underFaults } from "@kartis/tests/support/faults.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { check, commit, type CommitContext, type ChangeSet, put, update } from "./commit.ts";
import { around, counterEntity, loseNothing, lossy, newContext, noteEntity, recordsOf } from "./commit.fixture.ts";
import { findRecord } from "./journal-entity.ts";
import type { Change } from "./journal.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

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

/** Reads, adds one, and writes on condition that nobody else wrote first. */
async function increment(orgId: OrgId, counterId: string): Promise<ChangeSet<number>> {
  const { version, value } = await read(orgId, counterId);
  const item = counterEntity().put({ orgId, counterId, version: version + 1, value: value + 1 });
  const params =
    version === 0
      ? item.where((attribute, { notExists }) => notExists(attribute.version))
      : item.where((attribute, { eq }) => eq(attribute.version, version));
  return {
    writes: [put(params.params(), "stale")],
    records: [{ changes: [change(counterId, version + 1)] }],
    result: value + 1,
  };
}

/** Random, so that compression saves nothing. */
const letters = (bytes: number): string => randomBytes(bytes).toString("base64").slice(0, bytes);

async function withText(orgId: OrgId, noteId: string, bytes: number): Promise<ChangeSet<number>> {
  const { writes, ...rest } = await increment(orgId, "large");
  return {
    ...rest,
    writes: [
      ...writes,
      put(
        noteEntity()
          .put({ orgId, noteId, text: letters(bytes) })
          .params(),
        "stale",
      ),
    ],
  };
}

/** From here on, each reading of the clock is three seconds later. */
function hurry(): void {
  let gone = 0;
  const now = performance.now.bind(performance);
  vi.spyOn(performance, "now").mockImplementation(() => now() + (gone += 3_000));
}

afterEach(() => {
  loseNothing();
  vi.restoreAllMocks();
});

describe("commit", () => {
  it("prepares again when another writer was first: nothing is lost, and each change has its record", async () => {
    const context = newContext();
    const results = await Promise.all(Array.from({ length: 6 }, () => commit(context, () => increment(context.orgId, "one"))));
    expect(results.map(({ result }) => result).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(await read(context.orgId, "one")).toMatchObject({ value: 6, version: 6 });
    const versions = (await recordsOf(context.orgId)).map((record) => record.changes[0]?.version);
    expect(versions.toSorted((a = 0, b = 0) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
  });

  it.each<[string, (orgId: OrgId) => Promise<ChangeSet<number>>]>([
    ["an item of more than 400 KB", (orgId) => withText(orgId, "large", 410_000)],
    [
      "a record of more than 400 KB",
      async (orgId) => ({
        ...(await increment(orgId, "large")),
        records: [{ changes: [{ ...change("large", 1), after: { text: letters(410_000) } }] }],
      }),
    ],
    [
      "an item that grows past 400 KB",
      async (orgId) => {
        await noteEntity()
          .put({ orgId, noteId: "large", text: letters(300_000) })
          .go();
        const grown = noteEntity()
          .patch({ orgId, noteId: "large" })
          .set({ more: letters(200_000) });
        const changeSet = await increment(orgId, "large");
        return { ...changeSet, writes: [...changeSet.writes, update(grown.params(), "stale")] };
      },
    ],
    [
      "a transaction of more than 4 MB",
      async (orgId) => {
        const changeSet = await increment(orgId, "large");
        const many = await Promise.all(Array.from({ length: 15 }, (_, at) => withText(orgId, `n${at}`, 300_000)));
        return { ...changeSet, writes: [...changeSet.writes, ...many.flatMap(({ writes }) => writes.slice(1))] };
      },
    ],
  ])("says that it is too large, and writes nothing: %s", async (_, changeSetOf) => {
    const context = newContext();
    await expect(commit(context, () => changeSetOf(context.orgId))).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
    expect(await read(context.orgId, "large")).toEqual({ version: 0, value: 0 });
    expect(await recordsOf(context.orgId)).toEqual([]);
  });

  it("writes all of a change set or none, and its record with it", async () => {
    const context = newContext();
    const refused = commit(context, async () => {
      const changeSet = await increment(context.orgId, "none");
      const impossible = check(
        {
          ...counterEntity().get({ orgId: context.orgId, counterId: "missing" }).params(),
          ConditionExpression: "attribute_exists(pk)",
        },
        () => new KartisError("NOT_FOUND"),
      );
      return { ...changeSet, writes: [...changeSet.writes, impossible] };
    });
    await expect(refused).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await read(context.orgId, "none")).toMatchObject({ value: 0 });
    expect(await recordsOf(context.orgId)).toEqual([]);
  });

  it("writes nothing for an empty change set", async () => {
    const context = newContext();
    expect(await commit(context, async () => ({ writes: [], records: [], result: "same" }))).toEqual({
      result: "same",
      records: [],
    });
    expect(await recordsOf(context.orgId)).toEqual([]);
  });

  it("applies a consumer's effect once, however often its message comes, even at the same time", async () => {
    const context = { ...newContext(), ledger: { consumer: "test", recordId: "01J0000000000000000000000A" } };
    await Promise.all(Array.from({ length: 4 }, () => commit(context, () => increment(context.orgId, "ledger"))));
    await commit(context, () => increment(context.orgId, "ledger"));
    expect(await read(context.orgId, "ledger")).toMatchObject({ value: 1 });
    expect(await recordsOf(context.orgId)).toHaveLength(1);
  });

  it("writes once when the answer was lost after it had landed, and returns its result", async () => {
    const context = newContext();
    const network = lossy(1, "the answer");
    const { result, records } = await commit(context, () => increment(context.orgId, "lost"));
    expect(network.lost()).toBe(1);
    expect(result).toBe(1);
    expect(await read(context.orgId, "lost")).toMatchObject({ value: 1 });
    expect(records).toHaveLength(1);
    expect((await recordsOf(context.orgId)).map(({ id }) => id)).toEqual(records.map(({ id }) => id));
  });

  it("writes again, under a new id, what was lost on the way to the engine", async () => {
    const context = newContext();
    const network = lossy(2, "the request");
    const { result } = await commit(context, () => increment(context.orgId, "again"));
    expect(network.lost()).toBe(2);
    expect(result).toBe(1);
    expect(await recordsOf(context.orgId)).toHaveLength(1);
  });

  it("outlasts an engine that for a while answers nothing, not even reads", async () => {
    const context = newContext();
    const changeSet = await increment(context.orgId, "outage");
    const network = lossy(5, "the request", ["TransactWriteItems", "GetItem"]);
    const { result } = await commit(context, async () => changeSet);
    expect(network.lost()).toBe(5);
    expect(result).toBe(1);
    expect(await recordsOf(context.orgId)).toHaveLength(1);
  });

  it("reports it when the engine stays away", async () => {
    const context = newContext();
    const changeSet = await increment(context.orgId, "gone");
    lossy(Number.POSITIVE_INFINITY, "the request", ["TransactWriteItems", "GetItem"]);
    hurry();
    await expect(commit(context, async () => changeSet)).rejects.toMatchObject({ code: "SERVICE_UNAVAILABLE" });
    loseNothing();
    expect(await recordsOf(context.orgId)).toEqual([]);
  });

  // Its time limit is counted in looks at the clock, which a fault uses up.
  it.skipIf(underFaults)("reports a conflict when other writers keep winning", async () => {
    const context = newContext();
    await commit(context, () => increment(context.orgId, "busy"));
    hurry();
    const late = commit(context, async () => {
      const changeSet = await increment(context.orgId, "busy");
      await commit(context, () => increment(context.orgId, "busy"));
      return changeSet;
    });
    await expect(late).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("rereads what the engine did not answer while the change was prepared", async () => {
    const context = newContext();
    // More than the connection itself retries.
    const network = lossy(20, "the request", ["GetItem"]);
    const { result } = await commit(context, () => increment(context.orgId, "unread"));
    expect(network.lost()).toBe(20);
    expect(result).toBe(1);
  });

  it("does not take for a lost answer what was never sent", async () => {
    const context = newContext();
    let sent = 0;
    around(({ operation }, next) => {
      if (operation === "TransactWriteItems") sent++;
      return next();
    });
    const { writes, records } = await increment(context.orgId, "unsendable");
    const huge = put(counterEntity().put({ orgId: context.orgId, counterId: "huge", version: 1, value: 1e39 }).params(), "stale");
    let prepared = 0;
    const refused = commit(context, async () => {
      prepared++;
      return { writes: [...writes, huge], records, result: null };
    });
    await expect(refused).rejects.toThrow(/1e\+39/);
    expect([prepared, sent]).toEqual([1, 1]);
    expect(await read(context.orgId, "unsendable")).toMatchObject({ value: 0 });
  });

  it("recognizes its own write that lands only while the change is prepared again", async () => {
    const context = newContext();
    const { orgId } = context;
    const gate = (isOpen: boolean) =>
      noteEntity()
        .put({ orgId, noteId: "gate", count: Number(isOpen) })
        .go();
    const behindGate = check(
      {
        ...noteEntity().get({ orgId, noteId: "gate" }).params(),
        ConditionExpression: "#count = :open",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":open": 1 },
      },
      "stale",
    );
    let held: (() => Promise<unknown>) | undefined;
    await gate(true);
    around(async ({ operation }, next) => {
      if (operation !== "TransactWriteItems" || held) return next();
      held = next;
      await gate(false);
      throw Object.assign(new Error("socket hang up"), { code: "ECONNRESET" });
    });
    let prepared = 0;
    const { result } = await commit(context, async () => {
      if (++prepared === 2) {
        await gate(true);
        await held?.();
      }
      const { writes, ...rest } = await increment(orgId, "late");
      return { ...rest, writes: [...writes, behindGate] };
    });
    expect([prepared, result]).toEqual([2, 1]);
    expect(await read(orgId, "late")).toMatchObject({ value: 1 });
    expect(await recordsOf(orgId)).toHaveLength(1);
  });

  it("gives a consumer the record it wrote when the answer to that was lost", async () => {
    const context = { ...newContext(), ledger: { consumer: "test", recordId: "01J0000000000000000000000C" } };
    lossy(1, "the answer");
    const { records } = await commit(context, () => increment(context.orgId, "ledger"));
    expect(await recordsOf(context.orgId)).toMatchObject(records.map(({ id }) => ({ id })));
    expect(records).toHaveLength(1);
    expect(await read(context.orgId, "ledger")).toMatchObject({ value: 1 });
  });

  it("keeps the record's actor, origin, batch, cause, and a chunk of many changes", async () => {
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

  it("refuses a change set that no transaction can hold", async () => {
    const context = newContext();
    const many = Array.from({ length: 100 }, (_, at) =>
      put(
        counterEntity()
          .put({ orgId: context.orgId, counterId: String(at), version: 1, value: 1 })
          .params(),
        "stale",
      ),
    );
    await expect(
      commit(context, async () => ({ writes: many, records: [{ changes: [change("x", 1)] }], result: null })),
    ).rejects.toThrow("101 items");
  });
});
