import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type * as z from "zod";
import { noticesOfActivities } from "../activities/notices.ts";
import { taskProcedures } from "../activities/index.ts";
import type { Task } from "../activities/tasks/schema.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { activityExportProcedures, unguarded } from "../exports/index.ts";
import { readRows } from "./rows.ts";
import type { OperationId } from "../kernel/id.ts";
import { findOperation } from "../operations/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { limits, recount } from "../plans/index.ts";
import { profileProcedures } from "../profiles/index.ts";
import { findUser } from "../users/index.ts";
import { runRevert, undoProcedures } from "../undo/index.ts";
import { Readable } from "node:stream";
import { type Firm, newFirm } from "./firm.fixture.ts";
import { importProcedures, runImport } from "./index.ts";
import { naughty } from "./naughty.fixture.ts";
import type { StartImportInput } from "./schema.ts";

const [suggest, start, checkRows, list] = [
  named(importProcedures, "imports.suggestMapping"),
  named(importProcedures, "imports.start"),
  named(importProcedures, "imports.checkRows"),
  named(taskProcedures, "tasks.list"),
];
const [newTask, updateTask, exportTasks] = [
  named(taskProcedures, "tasks.create"),
  named(taskProcedures, "tasks.update"),
  named(activityExportProcedures, "tasks.export"),
];
const [revert, preview] = [named(undoProcedures, "changes.revert"), named(undoProcedures, "changes.previewRevert")];
const timeZone = "Asia/Jerusalem";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

type Job = Partial<z.input<typeof StartImportInput>>;

/** Starts an import of a whole file as the wizard does: its columns by their names. */
async function begin(firm: Firm, content: string | Uint8Array<ArrayBuffer>, headers: string[], job: Job = {}) {
  const { mapping } = await firm.owner.call(suggest, { typeId: "tasks", headers });
  const fileId = await firm.upload(content);
  return (await firm.owner.call(start, { typeId: "tasks", fileId, mapping, timeZone, ...job })).operationId;
}

const headersOf = (content: string): string[] => (content.split(/\r?\n/)[0] ?? "").replace("\ufeff", "").split(/[,;]/);

async function importTasks(firm: Firm, content: string, job: Job = {}) {
  const operationId = await begin(firm, content, headersOf(content), job);
  await firm.run(operationId);
  return { operationId, ...(await firm.get(operationId)) };
}

async function tasksOf({ owner }: Firm, state: "open" | "done" = "open"): Promise<readonly Task[]> {
  const rows: Task[] = [];
  for (let cursor: number | null = 0; cursor !== null;) {
    const page: { rows: readonly Task[]; nextCursor: number | null } = await owner.call(list, {
      timeZone,
      state,
      limit: 200,
      cursor,
    });
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return rows;
}

/** The file that an export of the firm's tasks makes, without who made them and when. */
async function exported(firm: Firm, state: "open" | "done"): Promise<{ text: string; rows: string[][] }> {
  const { operationId } = await firm.owner.call(exportTasks, { timeZone, state });
  await firm.run(operationId);
  const text = await firm.textOf((await firm.get(operationId)).resultUrl);
  const rows: string[][] = [headersOf(text)];
  for await (const { cells } of readRows(Readable.from([Buffer.from(text)]), "en")) rows.push(cells.map(unguarded));
  return { text, rows: rows.map((cells) => cells.slice(0, -2)) };
}

/** Composed, since cells are cleaned as a whole and the items of a checklist one by one: by Unicode's own definition the texts are the same. */
const byCells = (rows: readonly string[][]) => rows.map((cells) => JSON.stringify(cells).normalize()).toSorted();
const quoted = (rows: readonly string[][]) =>
  rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");

describe("an import of tasks", () => {
  it("takes a column by its own name before one that is called like it elsewhere", async () => {
    const { owner } = await newFirm();
    const { mapping } = await owner.call(suggest, { typeId: "tasks", headers: ["Tárgy", "Title", "Due date"] });
    expect(mapping.map(({ fieldId }) => fieldId)).toEqual([null, "title", "due"]);
  });

  it("reads columns by their names in four languages, days and times as people write them, and people and cards by name or address", async () => {
    const firm = await newFirm();
    const { owner } = firm;
    const noa = await newMember(owner, { systemRole: "BASIC" });
    const card = await firm.create({ name: "Arbel, Winery", email: "arbel@x.example" });
    for (const header of [
      "Title,Due date,Due time,Assignee,Priority,Card,Done,Location,Description,Checklist",
      "כותרת,תאריך יעד,שעת יעד,אחראי,עדיפות,כרטיס,בוצע,מיקום,תיאור,רשימת משימות",
      "Task name,Deadline,Time,Assigned to,Importance,Customer,Completed,Place,Notes,Subtasks",
      // In Hungarian, a title and an address are one word.
      "Cím,Határidő,Határidő időpontja,Felelős,Prioritás,Kártya,Kész,Helyszín,Leírás,Lépések",
    ]) {
      const { mapping } = await owner.call(suggest, { typeId: "tasks", headers: header.split(",") });
      expect([header, mapping.map(({ fieldId }) => fieldId)]).toEqual([
        header,
        expect.arrayContaining([
          "title",
          "due",
          "dueTime",
          "assignedTo",
          "priority",
          "cardId",
          "done",
          "location",
          "description",
        ]),
      ]);
    }
    const result = await importTasks(
      firm,
      [
        "Title;Due date;Due time;Assignee;Priority;Card;Done;Checklist",
        `Call;3/4/2031;9:05 PM;${(await findUser(noa.userId))?.email};דחוף;Arbel, Winery;;`,
        `Write;2031-04-03;;;низкий;ARBEL@x.example;;"[x] Ask\n[ ] Answer"`,
        "Visit;03.04.31 10:30;;;közepes;;igen;- One",
        "Move;2031-04-03T10:30:00Z;;;;;Not started;",
        "Paid;3/4/2031 2pm;;;;;Completed;",
      ].join("\n"),
    );
    expect(result).toMatchObject({ state: "done", created: 5, failed: 0, errors: [] });
    const open = await tasksOf(firm);
    const task = (title: string, tasks = open) => tasks.find((one) => one.title === title) ?? expect.fail(title);
    expect(task("Call")).toMatchObject({
      due: "2031-04-03T18:05:00.000Z",
      assignedTo: noa.userId,
      priority: "HIGH",
      cardId: card.id,
      createdBy: owner.userId,
    });
    expect(task("Write")).toMatchObject({ due: "2031-04-03", assignedTo: null, priority: "LOW", cardId: card.id });
    expect(task("Write").checklist.map(({ text, done }) => [text, done])).toEqual([
      ["Ask", true],
      ["Answer", false],
    ]);
    expect(task("Move").due).toBe("2031-04-03T10:30:00.000Z");
    expect(task("Visit", await tasksOf(firm, "done"))).toMatchObject({
      due: "2031-04-03T07:30:00.000Z",
      priority: "MEDIUM",
      checklist: [{ text: "One", done: false }],
    });
    expect(task("Paid", await tasksOf(firm, "done")).due).toBe("2031-04-03T11:00:00.000Z");
    // One who is assigned by a file is not notified of each row.
    for (const record of await latestRecords(owner.orgId, 10, null)) expect(await noticesOfActivities(record)).toEqual([]);
  });

  it("names every bad row with its reason, shows what the good ones become, and takes corrections", async () => {
    const firm = await newFirm();
    const { owner } = firm;
    await firm.redefine({ identifiers: [] });
    for (const name of ["Twin", "Twin"]) await firm.create({ name });
    const content = [
      "Title;Due date;Due time;Assignee;Priority;Card;Done",
      "Good;2031-01-02;;;high;;",
      ";2031-01-02;;;;;",
      "No date;;;;;;",
      "Bad date;31/31/2031;;;;;",
      "Bad time;2031-01-02;25:99;;;;",
      "Nobody;2031-01-02;;nobody@x.example;;;",
      "Unknown;2031-01-02;;;as soon as;;",
      "No card;2031-01-02;;;;Nowhere;",
      "Two cards;2031-01-02;;;;Twin;",
      "Neither;2031-01-02;;;;;perhaps",
      `${"x".repeat(501)};2031-01-02;;;;;`,
      "Two;wrong;;x;;;",
    ].join("\n");
    const dry = await importTasks(firm, content, { dryRun: true });
    expect(dry).toMatchObject({ created: 1, failed: 11, skipped: 0 });
    expect(dry.errors.map(({ line, fieldId, message }) => [line, fieldId, message])).toEqual([
      [3, "title", "validation.title"],
      [4, "due", "validation.due"],
      [5, "due", "validation.date"],
      [6, "dueTime", "validation.time"],
      [7, "assignedTo", "validation.person"],
      [8, "priority", "validation.enum"],
      [9, "cardId", "validation.relatedCard"],
      [10, "cardId", "validation.severalCards"],
      [11, "done", "validation.checkbox"],
      [12, "title", "validation.length"],
      [13, "due", "validation.date"],
      [13, "assignedTo", "validation.person"],
    ]);
    expect(dry.changes).toEqual([
      expect.objectContaining({ line: 2, name: "Good", after: expect.objectContaining({ due: "2031-01-02", priority: "HIGH" }) }),
    ]);
    expect(await tasksOf(firm)).toEqual([]);

    const { mapping } = await owner.call(suggest, { typeId: "tasks", headers: headersOf(content) });
    const cells = ["Bad time", "2031-01-02", "9", "", "", "", ""];
    const check = { typeId: "tasks", mapping, timeZone, mode: "create" } as const;
    expect(await owner.call(checkRows, { ...check, rows: [{ line: 6, cells }] })).toEqual([
      { line: 6, outcome: "create", errors: [], change: null },
    ]);
    const real = await importTasks(firm, content, {
      corrections: [{ line: 6, column: 2, value: "9" }],
      skipLines: [2],
    });
    expect(real).toMatchObject({ created: 1, failed: 10, skipped: 1 });
    expect((await tasksOf(firm)).map(({ title, due }) => [title, due])).toEqual([["Bad time", "2031-01-02T07:00:00.000Z"]]);
    const rejects = await firm.textOf(real.rejectsUrl);
    expect(rejects).toContain("9,");
    expect(rejects.split("\r\n")).toHaveLength(12);
  });

  it("names a row whose time the clocks of the organization skip, and imports the others", async () => {
    const firm = await newFirm();
    // In Israel the clocks go from 2:00 to 3:00 on that Friday.
    const content = ["Title;Due date;Due time", "Gone;2031-03-28;02:30", "There;2031-03-28;03:30"].join("\n");
    const dry = await importTasks(firm, content, { dryRun: true });
    expect(dry).toMatchObject({ created: 1, failed: 1 });
    expect(dry.errors.map(({ line, fieldId, message }) => [line, fieldId, message])).toEqual([
      [2, "dueTime", "validation.skippedTime"],
    ]);
  });

  it("of a file without a title or a due date, and in another mode, is refused before anything begins", async () => {
    const firm = await newFirm();
    const fileId = await firm.upload("Title;Due date\nA;2031-01-01\n");
    const both = [
      { column: 0, fieldId: "title" },
      { column: 1, fieldId: "due" },
    ];
    const cases: readonly (readonly [Job, string])[] = [
      [{ mapping: both.slice(1) }, "validation.titleColumn"],
      [{ mapping: both.slice(0, 1) }, "validation.dueColumn"],
      [{ mapping: [...both, { column: 2, fieldId: "name" }] }, "validation.unknownField"],
      [{ mapping: both, mode: "update", matchFieldId: "title" }, "validation.matchField"],
    ];
    for (const [job, message] of cases)
      await expect(firm.owner.call(start, { typeId: "tasks", fileId, mapping: both, ...job })).rejects.toMatchObject({
        details: { fields: { mapping: message } },
      });
  });

  it("needs the permission to create tasks when it begins and when it runs, and names only cards that its maker sees", async () => {
    const firm = await newFirm();
    const { owner } = firm;
    await firm.create({ name: "Hidden" });
    const withRole = async (grants: Record<string, "USER" | "ORGANIZATION">) => {
      const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), {
        name: Object.keys(grants).join(),
        grants,
      });
      return newMember(owner, { roleId });
    };
    const basic = await withRole({ "TASKS.create": "USER", "TASKS.read": "USER" });
    const mapping = ["title", "due", "cardId"].map((fieldId, column) => ({ column, fieldId }));
    const rows = [{ line: 2, cells: ["A", "2031-01-01", "Hidden"] }];
    const checked = await basic.call(checkRows, { typeId: "tasks", mapping, rows });
    expect(checked[0]?.errors.map(({ message }) => message)).toEqual(["validation.relatedCard"]);
    const stranger = await withRole({ "CARDS.create": "ORGANIZATION" });
    await expect(stranger.call(checkRows, { typeId: "tasks", mapping, rows })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    await expect(stranger.call(suggest, { typeId: "tasks", headers: ["Title"] })).rejects.toMatchObject({
      code: "NO_PERMISSION",
    });
  });

  it("resumes where it stopped: at every stop the tasks are those that were counted, with one record a chunk", async () => {
    const firm = await newFirm();
    const rows = Array.from({ length: 350 }, (_, at) => `Task ${at};2031-01-${String(1 + (at % 28)).padStart(2, "0")}`);
    const content = `Title;Due date\n${rows.join("\n")}\n`;
    const operationId = await begin(firm, content, headersOf(content));
    let stops = 0;
    while (!(await firm.run(operationId, 0))) {
      stops++;
      const { created, done } = await firm.get(operationId);
      expect(created).toBe(done);
      expect(await tasksOf(firm)).toHaveLength(created);
    }
    expect(stops).toBeGreaterThan(2);
    expect(await firm.get(operationId)).toMatchObject({ state: "done", created: 350 });
    expect(new Set((await tasksOf(firm)).map(({ title }) => title)).size).toBe(350);
    const records = (await latestRecords(firm.owner.orgId, 20, null)).filter((record) =>
      record.changes.some(({ action }) => action === "task.create"),
    );
    expect(records.map(({ origin, batchId }) => [origin, batchId])).toEqual(records.map(() => ["import", operationId]));
    expect(records.length).toBeLessThan(6);
  });

  it("makes each row once though two run it at the same time", async () => {
    const firm = await newFirm();
    const content = `Title;Due date\n${Array.from({ length: 250 }, (_, at) => `Task ${at};2031-01-01`).join("\n")}\n`;
    const operationId = await begin(firm, content, headersOf(content));
    await Promise.allSettled([firm.run(operationId), firm.run(operationId)]);
    while ((await firm.get(operationId)).state === "running") await firm.run(operationId);
    expect(await tasksOf(firm)).toHaveLength(250);
  });

  it("stops at the plan's limit with as many tasks as there is room for", async () => {
    const firm = await newFirm();
    const limit = limits.TRIAL.activities ?? expect.fail("A trial has a limit");
    await recount(firm.owner.orgId, "TRIAL", "activities", limit - 130);
    const content = `Title;Due date\n${Array.from({ length: 200 }, (_, at) => `Task ${at};2031-01-01`).join("\n")}\n`;
    const operationId = await begin(firm, content, headersOf(content));
    const operation = (await findOperation(firm.owner.orgId, operationId)) ?? expect.fail("no operation");
    await expect(
      runImport(operation, await firm.owner.actor(), firm.owner.clock, Number.POSITIVE_INFINITY),
    ).rejects.toMatchObject({ details: { messageKey: "errors.limit.activities" } });
    expect(await tasksOf(firm)).toHaveLength(130);
    expect(await firm.get(operationId)).toMatchObject({ created: 130, done: 130 });
  });

  it("is reverted as a whole except for what somebody changed since; the revert can be reverted", async () => {
    const firm = await newFirm();
    const { owner } = firm;
    const content = `Title;Due date\n${Array.from({ length: 150 }, (_, at) => `Task ${at};2031-01-01`).join("\n")}\n`;
    const { operationId } = await importTasks(firm, content);
    const changed = (await tasksOf(firm)).find(({ title }) => title === "Task 7") ?? expect.fail();
    await owner.call(updateTask, { taskId: changed.id, title: "Changed" });
    await owner.call(newTask, { title: "Another", due: "2031-01-01" });
    expect(await owner.call(preview, { operationId })).toMatchObject({
      total: 150,
      changing: 149,
      refused: [{ message: "errors.undo.changedActivity", count: 1, names: ["Changed"] }],
    });
    const takeBack = async (id: OperationId) => {
      const { operationId: revertId } = await owner.call(revert, { operationId: id });
      for (let finished = false; !finished;) {
        const operation = (await findOperation(owner.orgId, revertId)) ?? expect.fail("no operation");
        finished = await runRevert(operation, await owner.actor(), owner.clock, 0);
      }
      return { revertId, result: await firm.get(revertId) };
    };
    const { revertId, result } = await takeBack(operationId);
    expect(result).toMatchObject({ state: "done", total: 150, done: 150, updated: 149, failed: 1 });
    expect((await tasksOf(firm)).map(({ title }) => title).toSorted()).toEqual(["Another", "Changed"]);
    expect(await owner.call(named(importProcedures, "imports.list"), { typeId: "tasks" })).toMatchObject([
      { operationId, typeId: "tasks", created: 150, takenBack: true },
    ]);
    const again = await takeBack(revertId);
    expect(again.result).toMatchObject({ state: "done", updated: 149, failed: 0 });
    expect(await tasksOf(firm)).toHaveLength(151);
    const ofOperations = (await latestRecords(owner.orgId, 20, null)).filter(({ batchId }) => batchId !== undefined);
    expect(ofOperations.length).toBeGreaterThan(5);
    for (const record of ofOperations) expect(await noticesOfActivities(record)).toEqual([]);
  });

  it("accepts hostile cells, other separators and old encodings", async () => {
    const firm = await newFirm();
    const titles = naughty.map((title) => title.slice(0, 500));
    const content = quoted([["Title", "Due date"], ...titles.map((title) => [title, "2031-01-01"])]);
    expect(await importTasks(firm, content)).toMatchObject({ created: naughty.length, failed: 0 });
    const stored = (await tasksOf(firm)).map(({ title }) => title);
    expect(stored.filter((title) => !title.isWellFormed() || title.includes("\0"))).toEqual([]);

    const long = "é".repeat(10_000);
    const edges = quoted([
      ["Title", "Due date", "Description", "Checklist", "Location"],
      ["Long", "9999-12-31", long, "", ""],
      ["Too long", "2031-01-01", "", "", long],
      ["Year 0", "0000-01-01", "", "", ""],
      ["Many", "2031-01-01", "", Array.from({ length: 101 }, (_, at) => `[ ] ${at}`).join("\n"), ""],
      ["First", "0001-01-01", "", "", ""],
    ]);
    const result = await importTasks(firm, edges);
    expect(result.errors.map(({ line, fieldId }) => [line, fieldId])).toEqual(
      expect.arrayContaining([
        [3, "location"],
        [4, "due"],
      ]),
    );
    expect(result.state).toBe("done");
    expect(result.created + result.failed).toBe(5);

    // Hebrew in windows-1255 with tabs.
    const hebrew = Uint8Array.from([
      0xeb, 0xe5, 0xfa, 0xf8, 0xfa, 0x09, 0xfa, 0xe0, 0xf8, 0xe9, 0xea, 0x20, 0xe9, 0xf2, 0xe3, 0x0a,
    ]);
    const row = Uint8Array.from([0xf9, 0xec, 0xe5, 0xed, 0x09, ...new TextEncoder().encode("1.2.2031\n")]);
    await firm.owner.call(named(profileProcedures, "profile.update"), { language: "he" });
    const operationId = await begin(firm, Uint8Array.from([...hebrew, ...row]), ["כותרת", "תאריך יעד"]);
    await firm.run(operationId);
    expect(await firm.get(operationId)).toMatchObject({ state: "done", total: 1 });
  });
});

it("a task of one of two cards of the same name comes back to that card", async () => {
  const firm = await newFirm();
  await firm.redefine({ identifiers: [] });
  const [, second] = [await firm.create({ name: "Twin" }), await firm.create({ name: "Twin" })];
  const only = await firm.create({ name: "Only" });
  for (const [title, card] of [
    ["Call one", second],
    ["Call the other", only],
  ] as const)
    await firm.owner.call(newTask, { title, due: "2031-04-03", cardId: card.id });
  const { text } = await exported(firm, "open");
  expect(text).toContain(`,Twin <${second.id}>,`);
  expect(text).toContain(",Only,");
  expect(await importTasks(firm, text)).toMatchObject({ created: 2, failed: 0 });
  const cards = (await tasksOf(firm)).map(({ title, cardId }) => `${title} ${cardId}`);
  expect(new Set(cards)).toEqual(new Set([`Call one ${second.id}`, `Call the other ${only.id}`]));
  expect(cards).toHaveLength(4);
});

describe("a file of an old code page", () => {
  it("becomes what was seen of it, and comes back so where it is refused, in an organization of another language", async () => {
    const firm = await newFirm();
    // "õ" and "ő" are one byte, so only the person who saw the file knows; by itself it would be taken for the second.
    const file = Uint8Array.from(Buffer.from("Title,Due date,Vendõr\nkõ,1.2.2031,x\nGyõr,never,y\n", "latin1"));
    const headers = ["Title", "Due date", "Vendõr"];
    const mapping = ["title", "due", "location"].map((fieldId, column) => ({ column, fieldId }));
    const operationId = await begin(firm, file, headers, { encoding: "windows-1252", mapping });
    await firm.run(operationId);
    const { created, failed, rejectsUrl } = await firm.get(operationId);
    expect([created, failed]).toEqual([1, 1]);
    expect((await tasksOf(firm)).map(({ title }) => title)).toEqual(["kõ"]);
    const rejects = await firm.textOf(rejectsUrl);
    for (const word of ["Vendõr", "Gyõr"]) expect(rejects).toContain(word);
    // Its mapping is remembered for the next time.
    expect((await firm.owner.call(suggest, { typeId: "tasks", headers })).mapping).toMatchObject(mapping);
  });
});

describe("an exported file of tasks", () => {
  it("comes back as it went, in every language of the reader", async () => {
    const instant = fc
      .integer({ min: Date.UTC(2000, 0, 1), max: Date.UTC(2060, 0, 1) })
      .map((ms) => `${new Date(ms).toISOString().slice(0, 16)}:00.000Z`);
    const day = instant.map((text) => text.slice(0, 10));
    const text = (maxLength: number) =>
      fc
        .oneof(fc.constantFrom(...naughty), fc.string({ unit: "grapheme", maxLength: 60 }))
        .map((one) => one.slice(0, maxLength).replaceAll(/[\r\n\v\f\u0085\u2028\u2029]+/g, " "))
        .filter((one) => one.trim() !== "");
    const tasks = fc.record(
      {
        title: text(500),
        due: fc.oneof(day, instant),
        assigned: fc.constantFrom("owner", "noa", null),
        priority: fc.constantFrom("LOW", "MEDIUM", "HIGH", null),
        hasCard: fc.boolean(),
        done: fc.boolean(),
        location: fc.option(text(500)),
        description: fc.option(text(2_000)),
        checklist: fc.array(fc.record({ text: text(500), done: fc.boolean() }), { maxLength: 5 }),
      },
      { requiredKeys: ["title", "due", "assigned", "priority", "hasCard", "done", "location", "description", "checklist"] },
    );
    const languages = ["en", "he", "hu", "ru"] as const;
    let [language, came] = [0, 0];
    const firm = await newFirm();
    const { owner } = firm;
    const noa = await newMember(owner, { systemRole: "BASIC" });
    const card = await firm.create({ name: "Arbel; Winery, Ltd" });
    await fc.assert(
      fc.asyncProperty(fc.array(tasks, { minLength: 10, maxLength: 20 }), async (made) => {
        await owner.call(named(profileProcedures, "profile.update"), { language: languages[language++ % 4] ?? "en" });
        for (const state of ["open", "done"] as const) await clear(firm, state);
        await Promise.all(
          made.map(async ({ assigned, hasCard, checklist, ...one }) =>
            owner
              .call(newTask, {
                ...one,
                assignedTo: assigned === null ? null : assigned === "noa" ? noa.userId : owner.userId,
                cardId: hasCard ? card.id : null,
                checklist: checklist.map((item, at) => ({ id: `c${at}`, ...item })),
              })
              // A text of nothing but invisible characters is none.
              .catch(() => undefined),
          ),
        );
        for (const state of ["open", "done"] as const) {
          const went = await exported(firm, state);
          if (went.rows.length === 1) continue;
          await clear(firm, state);
          const operationId = await begin(firm, went.text, headersOf(went.text));
          await firm.run(operationId);
          const result = await firm.get(operationId);
          expect(result.errors).toEqual([]);
          expect(byCells((await exported(firm, state)).rows)).toEqual(byCells(went.rows));
          came += went.rows.length - 1;
        }
      }),
      { numRuns: 6, endOnFailure: true },
    );
    expect(came).toBeGreaterThan(20);
  });
});

async function clear(firm: Firm, state: "open" | "done") {
  const taskIds = (await tasksOf(firm, state)).map(({ id }) => id);
  if (taskIds.length > 0) await firm.owner.call(named(taskProcedures, "tasks.removeMany"), { taskIds });
}
