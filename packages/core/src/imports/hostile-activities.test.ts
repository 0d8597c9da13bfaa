import { handler as onRequested } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { meetingProcedures, taskProcedures } from "../activities/index.ts";
import { fileProcedures } from "../attachments/index.ts";
import { activityExportProcedures } from "../exports/index.ts";
import { forgetTemporary } from "../files/index.ts";
import type { OperationId } from "../kernel/id.ts";
import { operationProcedures } from "../operations/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { limits, recount, usedOf } from "../plans/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { type Firm, newFirm } from "./firm.fixture.ts";
import { importProcedures } from "./index.ts";
import type { StartImportInput } from "./schema.ts";

const [start, checkRows] = [named(importProcedures, "imports.start"), named(importProcedures, "imports.checkRows")];
const timeZone = "Asia/Jerusalem";
const titleAndDay = ["title", "due"];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

type Job = z.input<typeof StartImportInput>;
const columnsOf = (fieldIds: readonly string[]) => fieldIds.map((fieldId, column) => ({ column, fieldId }));

const begin = async (firm: Firm, fieldIds: readonly string[], content: string, job: Partial<Job> = {}) =>
  firm.owner.call(start, {
    typeId: "tasks",
    fileId: job.fileId ?? (await firm.upload(content)),
    mapping: columnsOf(fieldIds),
    timeZone,
    ...job,
  });

/** Runs the operation as the queue's consumer does. */
const runQueued = ({ owner: { orgId } }: Firm, operationId: OperationId) =>
  deliver(onRequested, sqsRecord({ orgId, operationId }));

const titlesOf = async (owner: Owner) =>
  (await owner.call(named(taskProcedures, "tasks.list"), { timeZone, state: "open", limit: 200, cursor: 0 })).rows.map(
    ({ title }) => title,
  );

describe("an import of tasks", () => {
  it("is refused with columns out of range, one field twice, an unknown field or zone, and more columns than there may be", async () => {
    const firm = await newFirm();
    const both = columnsOf(titleAndDay);
    const fileId = await firm.upload("A;B\nx;2031-01-01\n");
    const cases: readonly (readonly [Partial<Job>, Record<string, string>])[] = [
      [{ mapping: [...both, { column: 2, fieldId: "title" }] }, { mapping: "validation.oneColumnEach" }],
      [{ mapping: [...both, { column: 2, fieldId: "__proto__" }] }, { mapping: "validation.unknownField" }],
      [{ mapping: [...both, { column: 200, fieldId: "done" }] }, { "mapping.2.column": "validation.range" }],
      [{ mapping: [...both, { column: -1, fieldId: "done" }] }, { "mapping.2.column": "validation.range" }],
      [{ mapping: Array.from({ length: 201 }, () => ({ column: 0, fieldId: null })) }, { mapping: "validation.arraySize" }],
      [{ timeZone: "Mars/Olympus" }, { timeZone: "validation.enum" }],
    ];
    for (const [job, fields] of cases)
      await expect(begin(firm, titleAndDay, "", { fileId, ...job })).rejects.toMatchObject({
        code: "INVALID_INPUT",
        details: { fields },
      });
  });

  it("takes 200 columns, columns that the file has not, and corrections of lines that do not exist", async () => {
    const firm = await newFirm();
    const wide = Array.from({ length: 200 }, (_, column) => ({ column, fieldId: titleAndDay[column] ?? null }));
    const { operationId } = await begin(firm, [], "A;B\nx;2031-01-01\n", {
      mapping: wide,
      corrections: [
        { line: 999, column: 0, value: "nowhere" },
        { line: 1, column: 0, value: "the header" },
        { line: 2, column: 199, value: "\u0000\ud800" },
      ],
      skipLines: [1, 998],
    });
    await runQueued(firm, operationId);
    expect(await firm.get(operationId)).toMatchObject({ state: "done", total: 1, created: 1, failed: 0 });
    const far = [
      { column: 198, fieldId: "due" },
      { column: 199, fieldId: "title" },
    ];
    const { operationId: farId } = await begin(firm, [], "A;B\nx;2031-01-01\n", { mapping: far });
    await runQueued(firm, farId);
    expect(await firm.get(farId)).toMatchObject({ state: "done", created: 0, failed: 1 });
    expect(await titlesOf(firm.owner)).toEqual(["x"]);
  });

  it("takes no file of another organization, of a colleague, or that was uploaded for something else", async () => {
    const [firm, other] = [await newFirm(), await newFirm()];
    const colleague = await newMember(firm.owner, { systemRole: "ADMIN" });
    const card = await firm.create({ name: "Arbel" });
    const attachment = await firm.owner.call(named(fileProcedures, "files.createUpload"), {
      name: "a.csv",
      bytes: 10,
      purpose: "card",
      cardId: card.id,
    });
    const foreign = await other.upload("A;B\nx;2031-01-01\n");
    const own = await firm.upload("A;B\nx;2031-01-01\n");
    const mapping = columnsOf(titleAndDay);
    for (const [by, fileId] of [
      [firm.owner, foreign],
      [firm.owner, attachment.fileId],
      [colleague, own],
    ] as const)
      await expect(by.call(start, { typeId: "tasks", fileId, mapping })).rejects.toMatchObject({
        code: "NOT_FOUND",
        details: { messageKey: "errors.uploadMissing" },
      });
  });

  it("ends with its reason when its file is gone before it runs", async () => {
    const firm = await newFirm();
    const fileId = await firm.upload("A;B\nx;2031-01-01\n");
    const { operationId } = await begin(firm, titleAndDay, "", { fileId });
    await forgetTemporary(firm.owner.orgId, fileId);
    expect(await runQueued(firm, operationId)).toEqual({ batchItemFailures: [] });
    expect(await firm.get(operationId)).toMatchObject({ state: "failed", failure: "errors.uploadMissing", created: 0 });
  });

  it("makes nothing when its maker may no longer create tasks", async () => {
    const firm = await newFirm();
    const { owner } = firm;
    const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Planner",
      grants: { "TASKS.create": "USER", "TASKS.read": "USER" },
    });
    const planner = await newMember(owner, { roleId });
    const fileId = await firm.upload("A;B\nx;2031-01-01\n", planner);
    const started = await planner.call(start, { typeId: "tasks", fileId, mapping: columnsOf(titleAndDay), timeZone });
    const { id: reader } = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Reader",
      grants: { "TASKS.read": "USER" },
    });
    await owner.call(named(organizationProcedures, "members.setRole"), {
      userId: planner.userId,
      systemRole: "BASIC",
      roleId: reader,
    });
    expect(await runQueued(firm, started.operationId)).toEqual({ batchItemFailures: [] });
    expect(await planner.call(named(operationProcedures, "operations.get"), started)).toMatchObject({
      state: "failed",
      failure: "errors.FORBIDDEN.message",
      done: 0,
    });
    expect(await titlesOf(owner)).toEqual([]);
  });

  it("ends at the plan's limit in mid-run with its reason, what was made stays, and can be reverted", async () => {
    const firm = await newFirm();
    const { orgId } = firm.owner;
    const limit = limits.TRIAL.activities ?? expect.fail("A trial has a limit");
    await recount(orgId, "TRIAL", "activities", limit - 130);
    const content = `A;B\n${Array.from({ length: 200 }, (_, at) => `Task ${at};2031-01-01`).join("\n")}`;
    const { operationId } = await begin(firm, titleAndDay, content);
    expect(await runQueued(firm, operationId)).toEqual({ batchItemFailures: [] });
    expect(await firm.get(operationId)).toMatchObject({
      state: "failed",
      failure: "errors.limit.activities",
      created: 130,
      done: 130,
    });
    expect(await usedOf(orgId, "activities")).toBe(limit);
    const { operationId: revertId } = await firm.owner.call(named(undoProcedures, "changes.revert"), { operationId });
    expect(await runQueued(firm, revertId)).toEqual({ batchItemFailures: [] });
    expect(await firm.get(revertId)).toMatchObject({ state: "done", updated: 130, failed: 0 });
    expect(await usedOf(orgId, "activities")).toBe(limit - 130);
  });

  it("is made twice by two imports of one file at once, each of which is reverted by itself", async () => {
    const firm = await newFirm();
    const titles = Array.from({ length: 120 }, (_, at) => `Task ${at}`);
    const fileId = await firm.upload(`A;B\n${titles.map((title) => `${title};2031-01-01`).join("\n")}`);
    const [one, two] = [await begin(firm, titleAndDay, "", { fileId }), await begin(firm, titleAndDay, "", { fileId })];
    const used = await usedOf(firm.owner.orgId, "activities");
    await Promise.all([runQueued(firm, one.operationId), runQueued(firm, two.operationId)]);
    for (const { operationId } of [one, two])
      expect(await firm.get(operationId)).toMatchObject({ state: "done", created: 120, failed: 0 });
    expect(await usedOf(firm.owner.orgId, "activities")).toBe(used + 240);
    const { operationId: revertId } = await firm.owner.call(named(undoProcedures, "changes.revert"), one);
    await runQueued(firm, revertId);
    expect((await titlesOf(firm.owner)).toSorted()).toEqual(titles.toSorted());
    expect(await usedOf(firm.owner.orgId, "activities")).toBe(used + 120);
  });

  it("keeps formulas as texts, which its export guards, and drops what no text may hold", async () => {
    const firm = await newFirm();
    const titles = ["=1+1", "@SUM(A1)", "-5+A1", "+7", "a\u0000b", "x\ud800y", "\u0000"];
    const { operationId } = await begin(firm, titleAndDay, `A;B\n${titles.map((title) => `"${title}";2031-01-01`).join("\n")}`);
    await runQueued(firm, operationId);
    const result = await firm.get(operationId);
    expect(result).toMatchObject({ created: 6, failed: 1, errors: [{ line: 8, fieldId: "title", message: "validation.title" }] });
    const stored = await titlesOf(firm.owner);
    expect(stored).toEqual(expect.arrayContaining(["=1+1", "@SUM(A1)", "-5+A1", "+7", "ab"]));
    expect(stored.every((title) => title.isWellFormed() && !title.includes("\u0000"))).toBe(true);
    const { operationId: exportId } = await firm.owner.call(named(activityExportProcedures, "tasks.export"), {
      timeZone,
      state: "open",
    });
    await runQueued(firm, exportId);
    const text = await firm.textOf((await firm.get(exportId)).resultUrl);
    for (const guarded of [`"'=1+1"`, `"'@SUM(A1)"`, `"'-5+A1"`, `"'+7"`]) expect(text).toContain(guarded);
    expect(text).not.toMatch(/(^|\n|,)"?[=+@-]/);
  });
});

describe("an import of meetings", () => {
  it.each([
    ["a day of the year 9999", ["x", "9999-12-31", ""], "start", "validation.range"],
    ["a day of the year 1", ["x", "0001-01-01", ""], "start", "validation.date"],
    ["an end far after its day", ["x", "2031-01-01", "9999-12-31"], "end", "validation.range"],
    ["an end far after its time", ["x", "2031-01-01 10:00", "2031-02-01 10:00"], "end", "validation.range"],
    ["an end before its start", ["x", "2031-01-02 10:00", "2031-01-01 10:00"], "end", "validation.endBeforeStart"],
    ["an end at its start", ["x", "2031-01-02 10:00", "2031-01-02 10:00"], "end", "validation.endBeforeStart"],
  ])("refuses %s, and says in which column", async (_, cells, fieldId, message) => {
    const { owner } = await newFirm();
    const mapping = columnsOf(["title", "start", "end"]);
    const [checked] = await owner.call(checkRows, { typeId: "meetings", mapping, timeZone, rows: [{ line: 2, cells }] });
    expect(checked?.errors.map((error) => [error.fieldId, error.message])).toEqual([[fieldId, message]]);
  });

  it("refuses a time that the clocks skip, and a guest whose address or name has a line of its own", async () => {
    const firm = await newFirm();
    const mapping = columnsOf(["title", "start", "guests"]);
    const guests = [
      "a@b.example\r\nBcc: x@y.example",
      "a@b.example\rBcc: x@y.example",
      "Dana\rBcc: x@y.example <a@b.example>",
      "Dana\u2028Bcc: x <a@b.example>",
      "a@b.example%0d%0aBcc:x@y.example",
      "<<a@b.example>>",
    ];
    const rows = guests.map((guest, at) => ({ line: at + 2, cells: ["x", "2031-01-01", guest] }));
    const checked = await firm.owner.call(checkRows, { typeId: "meetings", mapping, timeZone, rows });
    expect(checked.map(({ errors }) => errors.map(({ message }) => message))).toEqual(guests.map(() => ["validation.guest"]));
    // Clocks in Israel go forward at two that night.
    const gap = await begin(firm, ["title", "start"], "A;B\nGap;2031-03-28 02:30", { typeId: "meetings" });
    await runQueued(firm, gap.operationId);
    const { occurrences } = await firm.owner.call(named(meetingProcedures, "meetings.range"), {
      from: "2031-03-01T00:00:00.000Z",
      until: "2031-04-01T00:00:00.000Z",
      timeZone,
    });
    expect(occurrences).toEqual([]);
    const { errors } = await firm.get(gap.operationId);
    expect(errors.map(({ fieldId, message }) => [fieldId, message])).toEqual([["start", "validation.skippedTime"]]);
  });
});
