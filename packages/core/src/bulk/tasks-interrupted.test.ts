import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { taskProcedures } from "../activities/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { OperationId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { dyingAt, killed } from "../operations/killed.fixture.ts";
import { usedOf } from "../plans/index.ts";
import { runRevert, undoProcedures } from "../undo/index.ts";
import { bulkProcedures, runBulk } from "./index.ts";
import { makeTasks, timeZone } from "./tasks.fixture.ts";

const list = named(taskProcedures, "tasks.list");
const getOperation = named(operationProcedures, "operations.get");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** One stretch of the operation, as its starter. */
async function stretch(owner: Owner, operationId: OperationId): Promise<boolean> {
  const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
  if (operation.state !== "running") return true;
  const run = operation.kind === "bulk" ? runBulk : runRevert;
  return run(operation, await owner.actor(), owner.clock, Number.POSITIVE_INFINITY);
}

/** Runs it until it dies, and then, as the queue does, again to its end. Returns whether it died. */
async function dyingOnce(owner: Owner, operationId: OperationId, write: number, when: "before" | "after"): Promise<boolean> {
  const hasDied = dyingAt(write, when);
  await stretch(owner, operationId).catch((error: unknown) => {
    if (!String(error).includes(killed)) throw error;
  });
  const died = hasDied();
  for (let finished = false; !finished;) finished = await stretch(owner, operationId);
  return died;
}

const daily = { frequency: "day", every: 1, ends: { type: "never" } } as const;

it.each(["before", "after"] as const)(
  "a bulk change of tasks that is killed %s any of its writes resumes and ends, and so does its revert: each once, each next once",
  { timeout: 120_000 },
  async (when) => {
    const owner = await newOwner({ language: "he" });
    await makeTasks(owner, 200, (at) => (at % 4 === 0 ? { repeat: daily } : {}));
    const used = await usedOf(owner.orgId, "activities");
    const stateOf = async (state: "open" | "done") =>
      (await owner.call(list, { timeZone, state, limit: 200 })).rows.map(({ title, due }) => `${title} ${due}`).toSorted();
    const before = await stateOf("open");
    let [dies, revertDies, deaths] = [true, true, 0];
    for (let write = 1; dies || revertDies; write++) {
      const { operationId } = await owner.call(named(bulkProcedures, "bulk.start"), {
        target: "tasks",
        selection: { query: { timeZone } },
        change: { kind: "edit", values: { done: true } },
      });
      dies = await dyingOnce(owner, operationId, write, when);
      expect(await owner.call(getOperation, { operationId })).toMatchObject({
        state: "done",
        done: 200,
        updated: 200,
        skipped: 0,
        failed: 0,
      });
      expect(await stateOf("done")).toEqual(before);
      expect(await stateOf("open")).toHaveLength(50);
      expect(await usedOf(owner.orgId, "activities")).toBe(used + 50);
      const records = (await latestRecords(owner.orgId, 40, null)).filter(({ batchId }) => batchId === operationId);
      const changes = records.flatMap((record) => record.changes).filter(({ action }) => action !== "replica.repair");
      expect(changes).toHaveLength(250);

      const { operationId: revertId } = await owner.call(named(undoProcedures, "changes.revert"), { operationId });
      revertDies = await dyingOnce(owner, revertId, write, when);
      expect(await owner.call(getOperation, { operationId: revertId })).toMatchObject({
        state: "done",
        updated: 250,
        skipped: 0,
        failed: 0,
      });
      expect([await stateOf("open"), await stateOf("done")]).toEqual([before, []]);
      expect(await usedOf(owner.orgId, "activities")).toBe(used);
      deaths += Number(dies) + Number(revertDies);
    }
    // Otherwise nothing was tried.
    expect(deaths).toBeGreaterThan(6);
  },
);
