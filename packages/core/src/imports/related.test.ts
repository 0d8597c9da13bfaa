import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fileProcedures } from "../attachments/index.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { undoProcedures } from "../undo/index.ts";
import type { Actor } from "../kernel/actor.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import type { CardId } from "../kernel/id.ts";
import { findOperation } from "../operations/index.ts";
import { type Firm, newFirm } from "./firm.fixture.ts";
import { importProcedures, runImport } from "./index.ts";

const [create, update, get, remove, list] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.search"),
];

let backend: Backend;
let firm: Firm;
let type: CardType;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const plain = { options: [], displayed: true, required: false, internal: false };
const [of, papers] = ["fld_of", "fld_papers"];
/** Visits, which name leads and have documents. */
beforeEach(async () => {
  firm = await newFirm();
  const fields = [
    { ...plain, id: of, type: "cardRelation" as const, label: "Of", relation: { typeIds: [firm.leads.id], many: true } },
    { ...plain, id: papers, type: "file" as const, label: "Papers" },
  ];
  type = await firm.owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: { name: "Visit", pluralName: "Visits", hue: "teal", fields },
  });
});

const columns = ["name", of, papers];
const importVisits = (rows: readonly (readonly string[])[], mode: "create" | "update" | "createOrUpdate" = "create") =>
  firm.importRows(columns, rows.map((cells) => cells.map((cell) => `"${cell}"`).join(";")).join("\n"), {
    typeId: type.id,
    mapping: columns.map((fieldId, column) => ({ column, fieldId })),
    mode,
    ...(mode === "create" ? {} : { matchFieldId: "name" }),
  });
const visits = async () => (await firm.owner.call(list, { cardTypeId: type.id, limit: 50 })).rows;
const visit = async (name: string) => (await visits()).find(({ fields }) => fields["name"] === name);
const lead = async (name: string) => (await firm.create({ name })).id;

describe("a column of cards", () => {
  it("are found by name, in their field's types; ambiguous and unknown names are reported", async () => {
    const [arbel, tavor] = [await lead("Arbel Winery"), await lead("Tavor; Sons")];
    await Promise.all([lead("Twin"), lead("Twin")]);
    await firm.owner.call(create, { typeId: type.id, fields: { name: "A visit" } });
    const done = await importVisits([
      ["One", "arbel WINERY", ""],
      ["Two", `Arbel Winery; Tavor, Sons (${tavor})`, ""],
      ["Three", "Twin", ""],
      ["Four", "Nobody", ""],
      ["Five", "A visit", ""],
    ]);
    expect(done).toMatchObject({ created: 2, failed: 3 });
    expect((await visit("One"))?.fields[of]).toEqual([arbel]);
    expect((await visit("Two"))?.fields[of]).toEqual([arbel, tavor]);
    expect(done.errors.map(({ message, fieldId, value }) => [message, fieldId, value])).toEqual([
      ["validation.severalMatch", of, "Twin"],
      ["validation.relatedCard", of, "Nobody"],
      ["validation.relatedCard", of, "A visit"],
    ]);
  });

  it("accepts no ids of cards that may not be referenced", async () => {
    const other = await newFirm();
    const foreign = (await other.create({ name: "Foreign" })).id;
    const trashed = await lead("Trashed");
    await firm.owner.call(remove, { cardId: trashed });
    const wrongType = (await firm.owner.call(create, { typeId: type.id, fields: { name: "Visit" } })).id;
    for (const mode of ["create", "createOrUpdate"] as const) {
      const done = await importVisits(
        [foreign, trashed, wrongType].map((cardId, at) => [`${mode} ${at}`, cardId, ""]),
        mode,
      );
      expect(done).toMatchObject({ created: 0, failed: 3 });
      expect(new Set(done.errors.map(({ message }) => message))).toEqual(new Set(["validation.relatedCard"]));
    }
  });

  it("keeps what a card already references, whatever became of it", async () => {
    const [kept, gone] = [await lead("Kept"), await lead("Gone")];
    await firm.owner.call(create, { typeId: type.id, fields: { name: "Visit", [of]: [gone] } });
    await firm.owner.call(remove, { cardId: gone });
    expect(await importVisits([["Visit", `${gone}; ${kept}`, ""]], "update")).toMatchObject({ updated: 1, failed: 0 });
    expect((await visit("Visit"))?.fields[of]).toEqual([gone, kept]);
  });
});

describe("files that a row names", () => {
  const cell = (fileId: string) => `whatever.txt <${fileId}>`;

  it("are existing ones that the importer may use, with the server's metadata", async () => {
    const cardId = (await firm.owner.call(create, { typeId: type.id, fields: { name: "Holder" } })).id;
    const [fileId, dead] = [
      await storeFile(firm.owner, { name: "plan.txt", content: "plan", cardId }),
      await storeFile(firm.owner, { name: "old.txt", content: "old", cardId }),
    ];
    await firm.owner.call(named(fileProcedures, "files.remove"), { fileId: dead });
    const other = await newFirm();
    const theirs = (await other.create({ name: "Theirs" })).id;
    const foreign = await storeFile(other.owner, { name: "secret.txt", content: "secret", cardId: theirs });
    const done = await importVisits([
      ["One", "", `${cell(fileId)}; ${cell(dead)}`],
      ["Two", "", cell(foreign)],
    ]);
    expect(done).toMatchObject({ created: 2, failed: 0 });
    expect((await visit("One"))?.fields[papers]).toEqual([expect.objectContaining({ fileId, name: "plan.txt", bytes: 4 })]);
    expect((await visit("Two"))?.fields).not.toHaveProperty(papers);
  });

  it("do not come back through undo when they have been deleted", async () => {
    const { owner } = firm;
    const cardId: CardId = (await owner.call(create, { typeId: type.id, fields: { name: "Holder" } })).id;
    const [kept, dead] = [
      await storeFile(owner, { name: "kept.txt", content: "kept", cardId }),
      await storeFile(owner, { name: "dead.txt", content: "dead", cardId }),
    ];
    const values = [kept, dead].map((fileId) => ({ fileId, name: "", bytes: 0, mime: "" }));
    await owner.call(update, { cardId, fields: { [papers]: values } });
    const { recordId } = await owner.call(update, { cardId, fields: { [papers]: null } });
    await owner.call(named(fileProcedures, "files.remove"), { fileId: dead });
    await owner.call(named(undoProcedures, "changes.undo"), { recordId: recordId ?? "" });
    expect((await owner.call(get, { id: cardId })).fields[papers]).toEqual([expect.objectContaining({ fileId: kept })]);
  });
});

it("an import that only changes cards needs the permission to change them and no other", async () => {
  const { owner } = firm;
  await owner.call(create, { typeId: type.id, fields: { name: "Visit" } });
  const { membership, ...rest } = (await owner.actor()) as Extract<Actor, { kind: "user" }>;
  if (!membership) return expect.fail("no membership");
  const grants = { "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" } as const;
  const actor: Actor = { ...rest, membership: { ...membership, systemRole: "BASIC", roleId: "rol_x", grants } };
  const leadId = await lead("A lead");
  const job = {
    typeId: type.id,
    fileId: await firm.upload(`name;of\nVisit;${leadId}\n`),
    mapping: [
      { column: 0, fieldId: "name" },
      { column: 1, fieldId: of },
    ],
    matchFieldId: "name",
  };
  const start = async (mode: "create" | "update" | "createOrUpdate") =>
    named(importProcedures, "imports.start")
      .call({ ...job, mode }, { ...(await owner.context()), actor })
      .catch((error: unknown) => errorShape(error, "r").code);
  expect(await start("create")).toBe("NO_PERMISSION");
  expect(await start("createOrUpdate")).toBe("NO_PERMISSION");
  const started = await start("update");
  if (typeof started === "string") return expect.fail(started);
  const operation = (await findOperation(owner.orgId, started.operationId)) ?? expect.fail("no operation");
  await runImport(operation, actor, systemClock, 60_000);
  expect((await visit("Visit"))?.fields[of]).toEqual([leadId]);
});
