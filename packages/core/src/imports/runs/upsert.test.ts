import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { journalEntity } from "../../data/journal-entity.ts";
import { errorShape } from "../../kernel/error.ts";
import { type Firm, newFirm } from "../firm.fixture.ts";
import { importProcedures } from "../index.ts";

let backend: Backend;
let firm: Firm;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  firm = await newFirm();
});

const columns = ["name", "email", "phone"];
const byEmail = (mode: "update" | "createOrUpdate" = "createOrUpdate") => ({ mode, matchFieldId: firm.idOf("email") });
const rowsOf = (count: number, name = "Card") =>
  Array.from({ length: count }, (_, at) => `${name} ${at};row${at}@x.example;`).join("\n");

describe.each(["a field that identifies", "any other field"])("an import that finds its cards by %s", (by) => {
  const job = (mode: "update" | "createOrUpdate" = "createOrUpdate") => byEmail(mode);
  beforeEach(async () => {
    await firm.redefine({ identifiers: by === "any other field" ? [] : [firm.idOf("email")] });
  });

  it("changes what differs, creates what is missing, and counts each", async () => {
    await firm.create({ name: "Dani", email: "dani@x.example", phone: "050-234-5678" });
    await firm.create({ name: "Same", email: "same@x.example" });
    const result = await firm.importRows(
      columns,
      "Dani Cohen;DANI@x.example;\nSame;same@x.example;\nNew;new@x.example;050-234-5679",
      job(),
    );
    expect(result).toMatchObject({ state: "done", created: 1, updated: 1, skipped: 1, failed: 0, done: 3 });
    const cards = await firm.cards();
    expect(cards.map((card) => [firm.value(card, "name"), card.version])).toEqual([
      ["Dani Cohen", 2],
      ["New", 1],
      ["Same", 1],
    ]);
    // An empty cell keeps the present value.
    expect(firm.value(cards[0], "phone")).toBe("+972502345678");
  });

  it("clears values where empty cells say so, but none that is required", async () => {
    await firm.create({ name: "Dani", email: "dani@x.example", phone: "050-234-5678" });
    await firm.create({ name: "Noa", email: "noa@x.example" });
    const result = await firm.importRows(columns, "Dani;dani@x.example;\n;noa@x.example;", { ...job(), clearEmpty: true });
    expect(result).toMatchObject({
      updated: 1,
      failed: 1,
      errors: [{ line: 3, fieldId: "name", message: "validation.required" }],
    });
    expect((await firm.cards()).map((card) => firm.value(card, "phone"))).toEqual([undefined, undefined]);
  });

  it("only changes cards when it may not create any", async () => {
    await firm.create({ name: "Dani", email: "dani@x.example" });
    const result = await firm.importRows(columns, "D;dani@x.example;\nN;new@x.example;\nE;;", job("update"));
    expect(result).toMatchObject({ created: 0, updated: 1, failed: 2 });
    expect(result.errors).toMatchObject([
      {
        line: 3,
        fieldId: firm.idOf("email"),
        message: "validation.noMatch",
        value: "new@x.example",
        cells: ["N", "new@x.example", ""],
      },
      { line: 4, fieldId: firm.idOf("email"), message: "validation.required" },
    ]);
  });

  it("reports a value that the file has twice, wherever the rows are", async () => {
    const result = await firm.importRows(columns, `${rowsOf(150)}\nAgain;row3@x.example;`, job());
    expect(result).toMatchObject({ created: 150, failed: 1 });
    expect(result.errors).toMatchObject([{ line: 152, message: "validation.repeatedInFile" }]);
  });

  it("gives an identifier released by one row's card to another row's, in whichever transactions they are", async () => {
    const phone = firm.idOf("phone");
    const isUnique = (at: number) => at < 40;
    await firm.redefine({ identifiers: by === "any other field" ? [phone] : [firm.idOf("email"), phone] });
    const phoneOf = (at: number) => `050-2${String(340_000 + at)}`;
    const rows = Array.from({ length: 80 }, (_, at) => `Card ${at};row${at}@x.example;${isUnique(at) ? phoneOf(at) : ""}`);
    expect(await firm.importRows(columns, rows.join("\n"))).toMatchObject({ created: 80, failed: 0 });
    // The first forty take new numbers; the other forty then take theirs, row by row right after a chunk or far from it.
    const moved = Array.from(
      { length: 80 },
      (_, at) => `Card ${at};row${at}@x.example;${phoneOf(isUnique(at) ? at + 1_000 : at - 40)}`,
    );
    expect(await firm.importRows(columns, moved.join("\n"), job())).toMatchObject({ updated: 80, failed: 0 });
  });

  it("announces in a dry run what it will then do, with the previous values, and writes nothing", async () => {
    await firm.importRows(columns, rowsOf(120));
    const content = `${rowsOf(120, "Renamed")}\nNew;new@x.example;\nBad;nowhere;\nAgain;new@x.example;`;
    const said = await firm.importRows(columns, content, { ...job(), dryRun: true });
    expect(said).toMatchObject({ created: 1, updated: 120, failed: 2 });
    expect(said.changes).toHaveLength(50);
    expect(said.changes[0]).toMatchObject({ line: 2, before: { name: "Card 0" }, after: { name: "Renamed 0" } });
    expect((await firm.cards()).every((card) => card.version === 1)).toBe(true);
    const did = await firm.importRows(columns, content, job());
    expect({ ...did, id: "", changes: [], rejectsUrl: "" }).toEqual({
      ...said,
      id: "",
      changes: [],
      rejectsUrl: "",
      dryRun: false,
    });
  });

  it.each([false, true])("resumes where it stopped; nothing is done twice (dry: %s)", async (dryRun) => {
    await firm.importRows(columns, rowsOf(150));
    const operationId = await firm.begin(columns, `${rowsOf(300, "Renamed")}\nAgain;row200@x.example;`, { ...job(), dryRun });
    let stops = 0;
    while (!(await firm.run(operationId, 0))) stops++;
    expect(stops).toBeGreaterThan(2);
    const result = await firm.get(operationId);
    expect(result).toMatchObject({ state: "done", done: 301, created: 150, updated: 150, failed: 1 });
    const list = await firm.owner.call(named(cardProcedures, "cards.search"), {
      cardTypeId: firm.leads.id,
      limit: 200,
      search: "Renamed",
    });
    expect(list.total).toBe(dryRun ? 0 : 300);
    if (!dryRun) expect(new Set(list.rows.map((card) => card.version))).toEqual(new Set([1, 2]));
  });

  it("processes each row once though two run it at the same time", async () => {
    await firm.importRows(columns, rowsOf(100));
    const operationId = await firm.begin(columns, rowsOf(200, "Renamed"), job());
    for (const outcome of await Promise.allSettled([firm.run(operationId), firm.run(operationId)]))
      if (outcome.status === "rejected") expect(errorShape(outcome.reason, "").code).toBe("PRECONDITION_FAILED");
    while ((await firm.get(operationId)).state === "running") await firm.run(operationId);
    expect(await firm.get(operationId)).toMatchObject({ created: 100, updated: 100, failed: 0 });
  });

  it("finds no card in the trash", async () => {
    const card = await firm.create({ name: "Gone", email: "gone@x.example" });
    await firm.owner.call(named(cardProcedures, "cards.remove"), { cardId: card.id });
    expect(await firm.importRows(columns, "Back;gone@x.example;", job())).toMatchObject({ created: 1, updated: 0 });
  });
});

it("a value that several cards share matches no card", async () => {
  await firm.redefine({ identifiers: [] });
  for (const name of ["One", "Two"]) await firm.create({ name, email: "both@x.example" });
  const result = await firm.importRows(columns, "X;both@x.example;", byEmail());
  expect(result).toMatchObject({ updated: 0, created: 0, failed: 1, errors: [{ message: "validation.severalMatch" }] });
});

it("a change that would take another card's identifier is refused, and the other rows are done", async () => {
  await firm.redefine({ identifiers: [firm.idOf("email"), firm.idOf("phone")] });
  await firm.create({ name: "A", email: "a@x.example", phone: "050-234-0001" });
  await firm.create({ name: "B", email: "b@x.example", phone: "050-234-0002" });
  const result = await firm.importRows(
    columns,
    "A;a@x.example;050-234-0002\nB2;b@x.example;050-234-0003\nC;c@x.example;050-234-0003\nD;d@x.example;",
    byEmail(),
  );
  expect(result).toMatchObject({ created: 1, updated: 1, failed: 2 });
  expect(result.errors.map(({ line, message }) => [line, message])).toEqual([
    [2, "validation.duplicate"],
    [4, "validation.duplicate"],
  ]);
});

it("each change is in the journal under the operation's id, with before and after", async () => {
  const card = await firm.create({ name: "Dani", email: "dani@x.example" });
  await firm.create({ name: "Noa", email: "noa@x.example" });
  const { id } = await firm.importRows(columns, "Dan;dani@x.example;\nNo;noa@x.example;", byEmail());
  const { data } = await journalEntity()
    .query.feed({ orgId: firm.owner.orgId })
    .go({ order: "desc", limit: 1, consistent: true });
  expect(data[0]).toMatchObject({ batchId: id, origin: "import", changeCount: 2 });
  const { entries } = await firm.owner.call(named(cardProcedures, "cards.history"), { cardId: card.id });
  expect(entries[0]).toMatchObject({ action: "card.update", before: { name: "Dani" }, after: { name: "Dan" } });
});

it("cells corrected on screen replace the file's, rows may be skipped, and refused ones are reported with everything that is wrong", async () => {
  const content = "A;nowhere;not a phone\nB;b@x.example;\nC;also nowhere;\nD;d@;";
  const dry = await firm.importRows(columns, content, { dryRun: true });
  expect(dry.errors).toMatchObject([
    { line: 2, fieldId: firm.idOf("email"), cells: ["A", "nowhere", "not a phone"] },
    { line: 2, fieldId: firm.idOf("phone"), value: "not a phone" },
    { line: 4 },
    { line: 5 },
  ]);
  expect(dry.failed).toBe(3);
  const corrections = [
    { line: 2, column: 1, value: "a@x.example" },
    { line: 2, column: 2, value: "050-234-5678" },
    { line: 5, column: 1, value: "still wrong" },
  ];
  const did = await firm.importRows(columns, content, { corrections, skipLines: [4] });
  expect(did).toMatchObject({ created: 2, skipped: 1, failed: 1 });
  expect((await firm.cards()).map((card) => firm.value(card, "email"))).toEqual(["a@x.example", "b@x.example"]);
  expect(await firm.textOf(did.rejectsUrl)).toContain("5,Invalid email,D,still wrong,");
});

it("rows are checked in their current state while they are corrected", async () => {
  await firm.create({ name: "There", email: "there@x.example" });
  const check = (mode: "create" | "createOrUpdate", cells: readonly string[][]) =>
    firm.owner.call(named(importProcedures, "imports.checkRows"), {
      typeId: firm.leads.id,
      mapping: columns.map((key, column) => ({ column, fieldId: firm.idOf(key) })),
      mode,
      ...(mode === "create" ? {} : { matchFieldId: firm.idOf("email") }),
      rows: cells.map((row, at) => ({ line: at + 2, cells: row })),
    });
  const cells = [
    ["A", "a@x.example", ""],
    ["B", "nowhere", ""],
    ["C", "there@x.example", ""],
  ];
  expect((await check("create", cells)).map(({ outcome }) => outcome)).toEqual(["create", "refused", "refused"]);
  const checked = await check("createOrUpdate", cells);
  expect(checked.map(({ outcome }) => outcome)).toEqual(["create", "refused", "update"]);
  expect(checked[2]?.change).toMatchObject({ before: { name: "There" }, after: { name: "C" } });
});

it("the settings of an import are suggested for the next file with the same columns, where their fields still exist", async () => {
  const suggest = () =>
    firm.owner.call(named(importProcedures, "imports.suggestMapping"), { typeId: firm.leads.id, headers: ["Who", "E", "T"] });
  expect(await suggest()).toMatchObject({ remembered: false, mode: "create" });
  const mapping = [
    { column: 0, fieldId: "name" },
    { column: 1, fieldId: firm.idOf("email") },
    { column: 2, fieldId: null },
  ];
  await firm.importRows(["WHO", " e ", "T"], "A;a@x.example;x", { ...byEmail(), mapping });
  expect(await suggest()).toEqual({ mapping, remembered: true, mode: "createOrUpdate", matchFieldId: firm.idOf("email") });
  await firm.redefine({ fields: firm.leads.fields.filter((field) => field.key !== "email"), identifiers: [] });
  expect(await suggest()).toMatchObject({ remembered: false });
});

it("imports are listed with their outcome; dry runs are not", async () => {
  await firm.importRows(columns, "A;a@x.example;", { dryRun: true });
  const { id } = await firm.importRows(columns, "A;a@x.example;\nB;nowhere;");
  const list = await firm.owner.call(named(importProcedures, "imports.list"), { typeId: firm.leads.id });
  expect(list).toMatchObject([
    {
      operationId: id,
      userId: firm.owner.userId,
      fileName: "contacts.csv",
      state: "done",
      created: 1,
      failed: 1,
      mode: "create",
    },
  ]);
});

it.each([
  ["without the field to match by", {}, "validation.matchField"],
  ["by a field that is not in the file", { matchFieldId: "status" }, "validation.matchField"],
])("changing cards %s is refused before anything begins", async (_, job, message) => {
  const result = await firm.begin(columns, "A;;", { mode: "update", ...job }).catch((error: unknown) => errorShape(error, "r"));
  expect(result).toMatchObject({ code: "INVALID_INPUT", fields: { mapping: message } });
});
