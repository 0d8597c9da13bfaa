import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { comingAgain } from "@kartis/tests/support/faults.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { cardTypeEntity } from "../cards/entity.ts";
import type { CardType } from "../cards/schema.ts";
import { exportProcedures, runExport } from "../exports/index.ts";
import { download } from "../attachments/index.ts";
import { systemActor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { isId, type OperationId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { importProcedures, runImport } from "./index.ts";
import type { Mapping } from "./schema.ts";

const [createUpload, suggest, start] = [
  named(importProcedures, "imports.createUpload"),
  named(importProcedures, "imports.suggestMapping"),
  named(importProcedures, "imports.start"),
];
const [getOperation, cancel] = [named(operationProcedures, "operations.get"), named(operationProcedures, "operations.cancel")];
const [list, types, create, exportCards, history] = [
  named(cardProcedures, "cards.search"),
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(exportProcedures, "cards.export"),
  named(cardProcedures, "cards.history"),
];

let backend: Backend;
let owner: Owner;
let leads: CardType;
const header = "שם;E-mail;Phone;Price";
let mapping: Mapping;

beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** An organization for each test: rows of one test must not be duplicates in another. */
async function newFirm() {
  owner = await newOwner({ phone: "+972 50 234 5678" });
  const found = (await owner.call(types, {})).find((type) => type.slug === "leads");
  if (!found) throw new Error("No leads");
  leads = found;
  ({ mapping } = await owner.call(suggest, { typeId: leads.id, headers: header.split(";") }));
}

/** Changes the type as its editor does. */
const redefine = (changes: Partial<CardType>) =>
  writePastTheJournal(
    cardTypeEntity().put({
      orgId: owner.orgId,
      kind: "type",
      typeId: leads.id,
      version: 2,
      definition: { ...leads, ...changes, version: 2 },
    }),
  );

async function upload(content: string) {
  const target = await owner.call(createUpload, { fileName: "contacts.csv", bytes: Buffer.byteLength(content) });
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append("file", new Blob([content]));
  const response = await fetch(target.url, { method: "POST", body: form });
  expect(response.ok, await response.text()).toBe(true);
  return target.fileId;
}

const begin = async (content: string, dryRun = false) =>
  (await owner.call(start, { typeId: leads.id, fileId: await upload(content), mapping, dryRun })).operationId;

/** Runs the operation as the queue's Lambda does, for at most `runMs`. */
async function run(operationId: OperationId, runMs = Number.POSITIVE_INFINITY): Promise<boolean> {
  return comingAgain(async () => {
    const operation = await findOperation(owner.orgId, operationId);
    if (!operation) throw new Error("No operation");
    return operation.kind === "import"
      ? runImport(operation, systemActor(owner.orgId, "test"), systemClock, runMs)
      : runExport(operation, systemActor(owner.orgId, "test"), systemClock);
  });
}

const total = async () => (await owner.call(list, { cardTypeId: leads.id })).total;
const rowsOf = (count: number, from = 0) =>
  Array.from(
    { length: count },
    (_, at) => `"כהן ""ובניו"" ${from + at}";row${from + at}@x.example;050-234-${String(1000 + at)};1 234,50`,
  ).join("\r\n");

async function textOf(url: string | null): Promise<string> {
  const fileId = url?.split("/").at(-1);
  if (!isId("fil", fileId)) throw new Error(`No file: ${url}`);
  const { url: address } = await owner.call(download, { fileId });
  // `text()` would swallow the byte order mark.
  return Buffer.from(await (await fetch(address)).arrayBuffer()).toString("utf8");
}

describe("an import", () => {
  it("maps headers of four languages, and accepts BOM, semicolons, quotes, line breaks, Hebrew and Cyrillic", async () => {
    await newFirm();
    expect(mapping.map(({ fieldId }) => leads.fields.find((field) => field.id === fieldId)?.key)).toEqual([
      "name",
      "email",
      "phone",
      "price",
    ]);
    await run(
      await begin(
        `\ufeff${header}\r\n"כהן; ""דני""\r\nחיפה";dani@x.example;050-234-5678;1 234,50\r\nЁлкин;elkin@x.example;+7 912 345 67 89;\r\n`,
      ),
    );
    const { rows } = await owner.call(list, { cardTypeId: leads.id, sort: [{ fieldId: "name", direction: "asc" }] });
    const value = (key: string, row = 0) => rows[row]?.fields[leads.fields.find((field) => field.key === key)?.id ?? ""];
    expect(rows.map((row) => row.fields["name"])).toEqual(expect.arrayContaining(['כהן; "דני" חיפה', "Ёлкин"]));
    expect([value("price", 0), value("price", 1)]).toContain(123_450);
    expect(new Set([value("phone", 0), value("phone", 1)])).toEqual(new Set(["+79123456789", "+972502345678"]));
  });

  it("names bad rows with line and reason, imports the good ones, and returns the bad ones as a file", async () => {
    await newFirm();
    const operationId = await begin(
      `${header}\n"A\nB";a@x.example;;\n;b@x.example;;\nC;not an address;;\nD;d@x.example;;;;;\nE;e@x.example;;5\n`,
    );
    expect(await run(operationId)).toBe(true);
    const operation = await owner.call(getOperation, { operationId });
    expect(operation).toMatchObject({ state: "done", total: 5, done: 5, created: 2, failed: 3, skipped: 0 });
    const email = leads.fields.find((field) => field.key === "email")?.id;
    expect(operation.errors).toEqual([
      { line: 4, fieldId: "name", message: "validation.required", value: "", cells: ["", "b@x.example", "", ""] },
      { line: 5, fieldId: email, message: "validation.email", value: "not an address", cells: ["C", "not an address", "", ""] },
      { line: 6, fieldId: null, message: "validation.columns", value: "" },
    ]);
    expect(await total()).toBe(2);
    const rejects = await textOf(operation.rejectsUrl);
    expect(rejects).toContain(`5,Invalid email,C,not an address`);
    expect(rejects.split("\r\n")).toHaveLength(5);
  });

  it("reports a second import of the same file, and doubles within a file, as duplicates", async () => {
    await newFirm();
    const content = `${header}\n${rowsOf(120)}\n${rowsOf(1)}\n`;
    const first = await begin(content);
    await run(first);
    expect(await owner.call(getOperation, { operationId: first })).toMatchObject({ created: 120, skipped: 1, failed: 0 });
    const second = await begin(content);
    await run(second);
    const again = await owner.call(getOperation, { operationId: second });
    expect(again).toMatchObject({ created: 0, skipped: 121 });
    expect(again.errors[0]).toMatchObject({ line: 2, message: "validation.duplicate", value: "row0@x.example" });
    expect(await total()).toBe(120);
  });

  it("writes nothing in a dry run, and announces what the import will then do", async () => {
    await newFirm();
    const content = `${header}\n${rowsOf(130)}\n${rowsOf(2)}\nX;bad;;\n`;
    const dry = await begin(content, true);
    await run(dry);
    const said = await owner.call(getOperation, { operationId: dry });
    expect(await total()).toBe(0);
    const real = await begin(content);
    await run(real);
    const did = await owner.call(getOperation, { operationId: real });
    expect({ ...said, id: "", dryRun: false, rejectsUrl: "" }).toEqual({ ...did, id: "", dryRun: false, rejectsUrl: "" });
    expect(did).toMatchObject({ created: 130, skipped: 2, failed: 1 });
  });

  it("resumes where it stopped: at every stop the cards are those that were counted", async () => {
    await newFirm();
    const operationId = await begin(`${header}\n${rowsOf(400)}\n`);
    let stops = 0;
    while (!(await run(operationId, 0))) {
      stops++;
      const { created, done } = await owner.call(getOperation, { operationId });
      expect(created).toBe(done);
      expect(await total()).toBe(created);
    }
    expect(stops).toBeGreaterThan(2);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({ state: "done", created: 400 });
    expect(await total()).toBe(400);
  });

  it("does not take a row for a duplicate of one that was itself refused as a duplicate", async () => {
    await newFirm();
    await redefine({ identifiers: leads.fields.filter(({ key }) => key === "email" || key === "phone").map(({ id }) => id) });
    const filler = rowsOf(150, 10).replaceAll(/050-234-\d+/g, "");
    const rows = [
      "A;first@x.example;050-234-0001;",
      "B;first@x.example;050-234-0002;",
      filler,
      "C;third@x.example;050-234-0002;",
    ];
    for (const dryRun of [true, false]) {
      const operationId = await begin(`${header}\n${rows.join("\n")}\n`, dryRun);
      await run(operationId);
      expect(await owner.call(getOperation, { operationId })).toMatchObject({ created: 152, skipped: 1 });
    }
  });

  it("resumes a dry run where it stopped and remembers the rows before", async () => {
    await newFirm();
    const content = `${header}\n${rowsOf(250)}\n${rowsOf(130)}\n`;
    const operationId = await begin(content, true);
    let stops = 0;
    while (!(await run(operationId, 0))) stops++;
    expect(stops).toBeGreaterThan(2);
    const said = await owner.call(getOperation, { operationId });
    expect(said).toMatchObject({ state: "done", created: 250, skipped: 130, failed: 0 });
    expect(said.errors.map(({ line }) => line)).toEqual(Array.from({ length: 130 }, (_, at) => 252 + at));
    expect(await total()).toBe(0);
  });

  it("with only bad and long rows is reported to its end", async () => {
    await newFirm();
    const long = "x".repeat(9_000);
    const operationId = await begin(`${header}\n${`A;no address;${long};\n`.repeat(300)}`);
    while (!(await run(operationId, 0)));
    const operation = await owner.call(getOperation, { operationId });
    expect(operation).toMatchObject({ state: "done", failed: 300, created: 0 });
    expect(operation.errors).toHaveLength(200);
    const rejects = (await textOf(operation.rejectsUrl)).trim().split("\r\n");
    expect(rejects).toHaveLength(301);
    expect(rejects[300] === `301,"Email: Invalid email; Phone: Invalid phone number",A,no address,${long},`).toBe(true);
  });

  it("names a row that is too large for a card, and imports the others", async () => {
    await newFirm();
    await redefine({ fields: leads.fields.map((field) => ({ ...field, type: "textarea" as const })), identifiers: [] });
    mapping = leads.fields.filter(({ id }) => id !== "owner").map(({ id }, column) => ({ column, fieldId: id }));
    const large = Array.from({ length: mapping.length }, () => "א".repeat(19_000)).join(";");
    const operationId = await begin(`Name${";".repeat(mapping.length - 1)}\n${large}\nSmall;\n`);
    await run(operationId);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({
      state: "done",
      created: 1,
      failed: 1,
      errors: [{ line: 2, fieldId: null, message: "validation.tooLarge" }],
    });
  });

  it("makes the importer the owner of the cards, unless the file says otherwise", async () => {
    await newFirm();
    await run(await begin(`${header}\nMine;mine@x.example;;\n`));
    const { rows } = await owner.call(list, { cardTypeId: leads.id });
    expect(rows.map((row) => row.fields["owner"])).toEqual([owner.userId]);
  });

  it("processes each row once though two run it at the same time", async () => {
    await newFirm();
    const operationId = await begin(`${header}\n${rowsOf(300)}\n`);
    const outcomes = await Promise.allSettled([run(operationId), run(operationId)]);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(errorShape(outcome.reason, "").code).toBe("PRECONDITION_FAILED");
    while ((await owner.call(getOperation, { operationId })).state === "running") await run(operationId);
    expect(await total()).toBe(300);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({ created: 300, skipped: 0 });
  });

  it("stops when it is canceled, and keeps what was counted", async () => {
    await newFirm();
    const operationId = await begin(`${header}\n${rowsOf(300)}\n`);
    await run(operationId, 0);
    await owner.call(cancel, { operationId });
    await expect(run(operationId)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    const operation = await owner.call(getOperation, { operationId });
    expect(operation.state).toBe("canceled");
    expect(await total()).toBe(operation.created);
  });

  it("appears in each card's history", async () => {
    await newFirm();
    await run(await begin(`${header}\n${rowsOf(60)}\n`));
    const { rows } = await owner.call(list, { cardTypeId: leads.id, limit: 1 });
    const [card] = rows;
    if (!card) throw new Error("No card");
    const { entries } = await owner.call(history, { cardId: card.id });
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ action: "card.create", origin: "import", after: { name: card.fields["name"] } });
  });

  it.each([
    ["no column", [], "validation.oneField"],
    ["no name", [{ column: 1, fieldId: "owner" }], "validation.nameColumn"],
    [
      "an unknown field",
      [
        { column: 0, fieldId: "name" },
        { column: 1, fieldId: "fld_nope" },
      ],
      "validation.unknownField",
    ],
  ])("with %s is refused before anything begins", async (_, wrong, message) => {
    await newFirm();
    const fileId = await upload(`${header}\n`);
    const error = await owner
      .call(start, { typeId: leads.id, fileId, mapping: wrong })
      .catch((error: unknown) => errorShape(error, "r"));
    expect(error).toMatchObject({ code: "INVALID_INPUT", fields: { mapping: message } });
  });

  it("accepts only CSV", async () => {
    await newFirm();
    const error = await owner
      .call(createUpload, { fileName: "contacts.xlsx", bytes: 5 })
      .catch((error: unknown) => errorShape(error, "r"));
    expect(error).toMatchObject({ code: "INVALID_INPUT", fields: { fileName: "validation.csv" } });
  });
});

describe("an export", () => {
  it("has exactly the cards of the view, guarded against formulas, and comes back through an import as it was", async () => {
    await newFirm();
    const nasty = ["=1+1", "+972", "@cmd", "-5", 'say "hi"', "a;b,c", "שלום", "'quoted"];
    for (const name of nasty) await owner.call(create, { typeId: leads.id, fields: { name } });
    await run(await begin(`${header}\n${rowsOf(150)}\n`));
    const { operationId } = await owner.call(exportCards, { cardTypeId: leads.id });
    await run(operationId);
    const operation = await owner.call(getOperation, { operationId });
    expect(operation).toMatchObject({ state: "done", total: 158, done: 158 });
    const csv = await textOf(operation.resultUrl);
    expect(csv.startsWith("\ufeffName,")).toBe(true);
    expect(csv).toContain(`"'=1+1"`);
    expect(/(^|\n)[=+@]/.test(csv)).toBe(false);

    const names = async () =>
      (await owner.call(list, { cardTypeId: leads.id, limit: 200 })).rows
        .map((row) => String(row.fields["name"]))
        .toSorted((a, b) => (a < b ? -1 : 1));
    const before = await names();
    await newFirm();
    const headers = (csv.split("\r\n")[0] ?? "").replace("\ufeff", "").split(",");
    ({ mapping } = await owner.call(suggest, { typeId: leads.id, headers }));
    // The owner is a colleague from the other company.
    mapping = mapping.filter(({ fieldId }) => fieldId !== "owner");
    await run(await begin(csv));
    expect(await names()).toEqual(before);
  });

  it("of a filtered view has only that view", async () => {
    await newFirm();
    await run(await begin(`${header}\n${rowsOf(50)}\n`));
    const email = leads.fields.find((field) => field.key === "email")?.id ?? "";
    const filter = { fieldId: email, operator: "CONTAINS" as const, value: "row1" };
    const counted = (await owner.call(list, { cardTypeId: leads.id, filter })).total;
    const { operationId } = await owner.call(exportCards, { cardTypeId: leads.id, filter });
    await run(operationId);
    const operation = await owner.call(getOperation, { operationId });
    expect(operation.done).toBe(counted);
    expect((await textOf(operation.resultUrl)).trim().split("\r\n")).toHaveLength(counted + 1);
  });

  it("of chosen cards has only those, and none that the caller cannot see", async () => {
    await newFirm();
    await run(await begin(`${header}\n${rowsOf(20)}\n`));
    const typeId = leads.id;
    const { rows } = await owner.call(list, { cardTypeId: typeId });
    const chosen = rows.slice(3, 6).map((row) => row.id);
    const mine = owner;
    await newFirm();
    const elsewhere = await owner.call(create, { typeId: leads.id, fields: { name: "Elsewhere" } });
    owner = mine;
    const { operationId } = await owner.call(exportCards, { cardTypeId: typeId, cardIds: [...chosen, elsewhere.id] });
    await run(operationId);
    const operation = await owner.call(getOperation, { operationId });
    expect(operation).toMatchObject({ state: "done", total: 3, done: 3 });
    const csv = await textOf(operation.resultUrl);
    // Including the quote after it: row 1 is not row 19.
    const cell = (name: unknown) => `${String(name).replaceAll('"', '""')}"`;
    for (const row of rows) expect(csv.includes(cell(row.fields["name"]))).toBe(chosen.includes(row.id));
  });
});
