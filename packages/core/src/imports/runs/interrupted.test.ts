import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { meetingProcedures, taskProcedures } from "../../activities/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import type { OperationId } from "../../kernel/id.ts";
import { findOperation } from "../../operations/index.ts";
import { dyingAt, killed } from "../../operations/killed.fixture.ts";
import { usedOf } from "../../plans/index.ts";
import { runRevert, undoProcedures } from "../../undo/index.ts";
import { type Firm, newFirm } from "../firm.fixture.ts";
import { importProcedures, runImport } from "../index.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const timeZone = "Asia/Jerusalem";
const columns = {
  tasks: ["title", "due"],
  meetings: ["title", "start"],
} as const;
type Kind = keyof typeof columns;

async function titlesOf({ owner }: Firm, kind: Kind): Promise<string[]> {
  if (kind === "meetings") {
    const window = { from: "2031-01-01T00:00:00.000Z", until: "2031-02-01T00:00:00.000Z", timeZone };
    const { occurrences } = await owner.call(named(meetingProcedures, "meetings.range"), window);
    return occurrences.map(({ title }) => title);
  }
  const listed = { timeZone, state: "open", limit: 200, cursor: 0 } as const;
  return (await owner.call(named(taskProcedures, "tasks.list"), listed)).rows.map(({ title }) => title);
}

/** One stretch of an operation, as its starter. */
async function stretch({ owner }: Firm, operationId: OperationId, runMs: number): Promise<boolean> {
  const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
  const actor = await owner.actor();
  if (operation.state !== "running") return true;
  return operation.kind === "import"
    ? runImport(operation, actor, owner.clock, runMs)
    : runRevert(operation, actor, owner.clock, runMs);
}

/** Runs it until it dies, and then, as the queue does, again to its end. Returns whether it died. */
async function dyingOnce(firm: Firm, operationId: OperationId, write: number, when: "before" | "after"): Promise<boolean> {
  const hasDied = dyingAt(write, when);
  await stretch(firm, operationId, Number.POSITIVE_INFINITY).catch((error: unknown) => {
    if (!String(error).includes(killed)) throw error;
  });
  const died = hasDied();
  for (let finished = false; !finished;) finished = await stretch(firm, operationId, Number.POSITIVE_INFINITY);
  expect(await firm.get(operationId)).toMatchObject({ state: "done" });
  return died;
}

/** More than a transaction takes, with two that are refused. */
const good = Array.from({ length: 120 }, (_, at) => `Row ${at}`);
const content = ["A;B", ...good.map((title) => `${title};2031-01-02`), ";2031-01-02", "No day;"].join("\n");

describe.each(["tasks", "meetings"] as const)("an import of %s", (kind) => {
  it.each(["before", "after"] as const)(
    "that is killed %s any of its writes resumes and ends, and so does its revert",
    { timeout: 120_000 },
    async (when) => {
      const firm = await newFirm();
      const { owner } = firm;
      const mapping = columns[kind].map((fieldId, column) => ({ column, fieldId }));
      const used = await usedOf(owner.orgId, "activities");
      const fileId = await firm.upload(content);
      let [importDies, revertDies, deaths] = [true, true, 0];
      for (let write = 1; importDies || revertDies; write++) {
        const { operationId } = await owner.call(named(importProcedures, "imports.start"), {
          typeId: kind,
          fileId,
          mapping,
          timeZone,
        });
        importDies = await dyingOnce(firm, operationId, write, when);
        const rejected = [122, 123];
        const result = await firm.get(operationId);
        expect(result).toMatchObject({ total: 122, done: 122, created: 120, failed: 2, skipped: 0 });
        expect(result.errors.map(({ line }) => line)).toEqual(rejected);
        expect((await firm.textOf(result.rejectsUrl)).trim().split("\r\n")).toHaveLength(rejected.length + 1);
        expect((await titlesOf(firm, kind)).toSorted()).toEqual(good.toSorted());
        expect(await usedOf(owner.orgId, "activities")).toBe(used + good.length);
        const made = (await latestRecords(owner.orgId, 40, null)).filter(({ batchId }) => batchId === operationId);
        expect(made.flatMap(({ changes }) => changes)).toHaveLength(good.length);

        const { operationId: revertId } = await owner.call(named(undoProcedures, "changes.revert"), { operationId });
        revertDies = await dyingOnce(firm, revertId, write, when);
        expect(await firm.get(revertId)).toMatchObject({ total: 120, done: 120, updated: 120, failed: 0 });
        expect(await titlesOf(firm, kind)).toEqual([]);
        expect(await usedOf(owner.orgId, "activities")).toBe(used);
        deaths += Number(importDies) + Number(revertDies);
      }
      // Otherwise nothing was tried.
      expect(deaths).toBeGreaterThan(6);
    },
  );
});
