import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../../kernel/clock.ts";
import { auditProcedures } from "../../journal/index.ts";
import { type CardId, isId, type OperationId } from "../../kernel/id.ts";
import { operationEntity } from "../../operations/entity.ts";
import { membershipEntity } from "../../organizations/entity.ts";
import { findOperation } from "../../operations/index.ts";
import { cardProcedures, cardTypeProcedures, runConversion } from "../index.ts";
import type { CardType, Field } from "../schema.ts";
import type { FieldDraft } from "./schema.ts";

const create = named(cardTypeProcedures, "cardTypes.create");
const update = named(cardTypeProcedures, "cardTypes.update");
const updateFields = named(cardTypeProcedures, "cardTypes.updateFields");
const preview = named(cardTypeProcedures, "cardTypes.preview");
const remove = named(cardTypeProcedures, "cardTypes.remove");
const reorder = named(cardTypeProcedures, "cardTypes.reorder");
const createCard = named(cardProcedures, "cards.create");
const updateCard = named(cardProcedures, "cards.update");
const getCard = named(cardProcedures, "cards.get");
const removeCard = named(cardProcedures, "cards.remove");
const types = named(cardProcedures, "cards.types");
const list = named(cardProcedures, "cards.search");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await newOwner({ template: "empty" });
});

const draft = { name: "Job", pluralName: "Jobs", hue: "blue" } as const;
const field = (more: Partial<Field> & Pick<Field, "type" | "label">) => ({
  options: [],
  displayed: true,
  required: false,
  internal: false,
  ...more,
});

const typeNow = async (type: CardType) =>
  (await owner.call(types, {})).find(({ id }) => id === type.id) ?? expect.fail("no such type");
const labelled = (type: CardType, label: string) =>
  type.fields.find((candidate) => candidate.label === label) ?? expect.fail(label);

/** Runs an operation as its queue would. */
async function run(operationId: OperationId | null) {
  const operation = (operationId && (await findOperation(owner.orgId, operationId))) ?? expect.fail("no operation");
  expect(await runConversion(operation, systemClock, 60_000)).toBe(true);
  return (await findOperation(owner.orgId, operation.operationId)) ?? expect.fail("no operation");
}

/** The operation started by the organization's last change of a type. */
async function startedOperation(): Promise<OperationId> {
  const { data } = await operationEntity().query.byKind({ orgId: owner.orgId, kind: "conversion" }).go({ order: "desc" });
  const operation = data.find(({ state }) => state === "running");
  return isId("opn", operation?.operationId) ? operation.operationId : expect.fail("no operation");
}

describe("a new type", () => {
  it("is available to everybody at once, with its system fields, names and position", async () => {
    const type = await owner.call(create, {
      draft: {
        ...draft,
        statuses: [{ id: "opt_new", label: "New", hue: "blue" }],
        fields: [field({ type: "number", label: "Hours spent" })],
      },
    });
    expect(type).toMatchObject({ slug: "jobs", apiName: "job", order: 1, version: 1, hidden: false });
    expect(type.fields.map(({ key }) => key)).toEqual(["name", "status", "owner", "hoursSpent"]);
    expect(await typeNow(type)).toMatchObject({ id: type.id, count: 0 });
    const card = await owner.call(createCard, { typeId: type.id, fields: { name: "First", status: "opt_new" } });
    expect(card.fields).toMatchObject({ name: "First", status: "opt_new" });
  });

  it.each([
    ["לקוחות", "lkvhvt"],
    ["Заявки", "zayavki"],
    ["Ügyfelek", "ugyfelek"],
    ["顧客", "type"],
    ["Trash", "trash-2"],
  ])("called %s gets the address %s", async (pluralName, slug) => {
    expect(await owner.call(create, { draft: { ...draft, pluralName } })).toMatchObject({ slug });
  });

  it("picks a free name by default, and names the requested ones that are taken", async () => {
    await owner.call(create, { draft });
    expect(await owner.call(create, { draft })).toMatchObject({ slug: "jobs-2", apiName: "job2" });
    await expect(owner.call(create, { draft: { ...draft, slug: "jobs", apiName: "job" } })).rejects.toMatchObject({
      code: "CONFLICT",
      details: { fields: { slug: "validation.duplicate", apiName: "validation.duplicate" } },
    });
    await expect(owner.call(create, { draft: { ...draft, slug: "trash" } })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { slug: "validation.reserved" } },
    });
  });

  it("keeps defaults as a card would get them, and nothing else that came with them", async () => {
    const defaultValue = { url: "https://a.example", label: { "": [[2 ** 53]] }, more: 1 };
    const made = await owner.call(create, {
      draft: { name: "Site", pluralName: "Sites", hue: "red", fields: [{ label: "Home", type: "link", defaultValue }] },
    });
    expect(made.fields.find(({ label }) => label === "Home")?.defaultValue).toEqual({ url: "https://a.example/", label: "" });
  });

  it("of two created at once with the same slug, one is created", async () => {
    const both = await Promise.allSettled([1, 2].map(() => owner.call(create, { draft: { ...draft, slug: "twins" } })));
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
    expect(both.find((each) => each.status === "rejected")?.reason).toMatchObject({
      code: "CONFLICT",
      details: { fields: { slug: "validation.duplicate" } },
    });
  });
});

describe("a change of a type", () => {
  it("is refused when somebody else has changed it meanwhile", async () => {
    const type = await owner.call(create, { draft });
    expect(await owner.call(update, { typeId: type.id, expectedVersion: 1, changes: { name: "Task" } })).toMatchObject({
      version: 2,
      name: "Task",
    });
    await expect(owner.call(update, { typeId: type.id, expectedVersion: 1, changes: { name: "Other" } })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("reorders", async () => {
    const [first] = await owner.call(types, {});
    const type = await owner.call(create, { draft });
    await owner.call(reorder, { typeIds: [type.id, first?.id ?? expect.fail()] });
    expect((await owner.call(types, {})).map(({ id }) => id)).toEqual([type.id, first?.id]);
  });

  it("a type with cards cannot be deleted, even if all are in the trash; without cards, its slug becomes free", async () => {
    const type = await owner.call(create, { draft });
    const card = await owner.call(createCard, { typeId: type.id, fields: { name: "One" } });
    await expect(owner.call(remove, { typeId: type.id })).rejects.toMatchObject({ code: "CARD_TYPE_DELETE_HAS_CARDS" });
    await owner.call(removeCard, { cardId: card.id });
    await expect(owner.call(remove, { typeId: type.id })).rejects.toMatchObject({
      code: "CARD_TYPE_DELETE_HAS_CARDS",
      details: { messageKey: "errors.cardTypeHasTrash" },
    });
    const other = await owner.call(create, { draft: { ...draft, slug: "passing" } });
    await owner.call(remove, { typeId: other.id });
    expect((await owner.call(types, {})).map(({ id }) => id)).not.toContain(other.id);
    expect(await owner.call(create, { draft: { ...draft, slug: "passing" } })).toMatchObject({ slug: "passing" });
  });
});

describe("a change of fields", () => {
  it("text becomes a number under a new id: cards are converted, and losses are announced before", async () => {
    const type = await owner.call(create, { draft: { ...draft, fields: [field({ type: "text", label: "Size" })] } });
    const size = labelled(type, "Size");
    const cards = [];
    for (const value of ["12.5", "large", "1,000"])
      cards.push(await owner.call(createCard, { typeId: type.id, fields: { name: value, [size.id]: value } }));
    const fields = type.fields.map((each) => (each.id === size.id ? { ...each, type: "number" as const } : each));
    const { impacts } = await owner.call(preview, { typeId: type.id, fields });
    expect(impacts).toEqual([
      {
        kind: "typeChanged",
        fieldId: size.id,
        affected: 3,
        converts: 2,
        loses: 1,
        samples: [
          { before: "large", after: null },
          { before: "1,000", after: "1000" },
        ],
      },
    ]);
    const changed = await owner.call(updateFields, { typeId: type.id, expectedVersion: 1, fields });
    const number = labelled(changed.type, "Size");
    expect(number).toMatchObject({ key: "size", type: "number", formerIds: [size.id] });
    expect(await run(changed.operationId)).toMatchObject({ state: "done", updated: 3 });
    const values = [];
    for (const { id } of cards) values.push((await owner.call(getCard, { id: id })).fields);
    expect(values.map((fields) => fields[number.id])).toEqual([12.5, undefined, 1000]);
    expect(values.every((fields) => !(size.id in fields))).toBe(true);
    const found = await owner.call(list, {
      cardTypeId: type.id,
      filter: { fieldId: number.id, operator: "GREATER_THAN", value: 100 },
    });
    expect(found.total).toBe(1);
  });

  it("a removed option is replaced by another, or cleared; one of a required field must be replaced", async () => {
    const options = ["a", "b", "c"].map((id) => ({ id: `opt_${id}`, label: id, hue: "blue" as const }));
    const type = await owner.call(create, {
      draft: { ...draft, fields: [field({ type: "multiSelect", label: "Tags", options })] },
    });
    const tags = labelled(type, "Tags");
    const card = await owner.call(createCard, {
      typeId: type.id,
      fields: { name: "One", [tags.id]: ["opt_a", "opt_b", "opt_c"] },
    });
    const fields = type.fields.map((each) => (each.id === tags.id ? { ...each, options: options.slice(0, 1) } : each));
    const { impacts } = await owner.call(preview, { typeId: type.id, fields });
    expect(impacts.map(({ kind, optionId, affected }) => [kind, optionId, affected])).toEqual([
      ["optionRemoved", "opt_b", 1],
      ["optionRemoved", "opt_c", 1],
    ]);
    const required = fields.map((each) => (each.id === tags.id ? { ...each, required: true } : each));
    await expect(owner.call(updateFields, { typeId: type.id, expectedVersion: 1, fields: required })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { [`resolutions.${tags.id}.opt_b`]: "validation.replacementRequired" } },
    });
    const resolutions = [{ fieldId: tags.id, optionId: "opt_b", replaceBy: "opt_a" }];
    const changed = await owner.call(updateFields, { typeId: type.id, expectedVersion: 1, fields, resolutions });
    await run(changed.operationId);
    expect((await owner.call(getCard, { id: card.id })).fields[tags.id]).toEqual(["opt_a"]);
  });

  it("a conversion that breaks off between two chunks resumes there, and each card is converted once", async () => {
    const type = await owner.call(create, { draft: { ...draft, fields: [field({ type: "text", label: "Size" })] } });
    const size = labelled(type, "Size");
    const ids: CardId[] = [];
    for (let n = 0; n < 95; n++)
      ids.push((await owner.call(createCard, { typeId: type.id, fields: { name: `Card ${n}`, [size.id]: String(n) } })).id);
    const fields = type.fields.map((each) => (each.id === size.id ? { ...each, type: "number" as const } : each));
    const changed = await owner.call(updateFields, { typeId: type.id, expectedVersion: 1, fields });
    const operation = (changed.operationId && (await findOperation(owner.orgId, changed.operationId))) ?? expect.fail();
    // No time for a second chunk.
    expect(await runConversion(operation, systemClock, -1)).toBe(false);
    const between = (await findOperation(owner.orgId, operation.operationId)) ?? expect.fail();
    expect(between.done).toBeGreaterThan(0);
    expect(between.done).toBeLessThan(95);
    // A runner that was thought dead and still has the former state is refused.
    await expect(runConversion(operation, systemClock, 60_000)).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await run(changed.operationId)).toMatchObject({ state: "done", updated: 95 });
    const number = labelled(changed.type, "Size");
    for (const [n, cardId] of ids.entries())
      expect(await owner.call(getCard, { id: cardId })).toMatchObject({ version: 2, fields: { [number.id]: n } });
  });

  it("an identifier locks existing cards: of two with one value the older, as the preview counts", async () => {
    const type = await owner.call(create, { draft: { ...draft, fields: [field({ type: "email", label: "Mail" })] } });
    const mail = labelled(type, "Mail");
    const card = (email: string) => owner.call(createCard, { typeId: type.id, fields: { name: "A", [mail.id]: email } });
    const first = await card("same@example.com");
    await card("same@example.com");
    await card("other@example.com");
    const { impacts } = await owner.call(preview, { typeId: type.id, identifiers: [mail.id] });
    expect(impacts).toEqual([{ kind: "identifierAdded", fieldId: mail.id, affected: 3, collisions: 1 }]);
    const changed = await owner.call(update, { typeId: type.id, expectedVersion: 1, changes: { identifiers: [mail.id] } });
    expect(await run(await startedOperation())).toMatchObject({ state: "done", skipped: 1 });
    for (const email of ["same@example.com", "other@example.com"])
      await expect(card(email)).rejects.toMatchObject({
        code: "CONFLICT",
        details: { fields: { [mail.id]: "validation.duplicate" } },
      });
    await owner.call(updateCard, { cardId: first.id, fields: { [mail.id]: "moved@example.com" } });
    await card("same@example.com");
    await owner.call(update, { typeId: type.id, expectedVersion: changed.version, changes: { identifiers: [] } });
    await run(await startedOperation());
    await card("moved@example.com");
  });

  it("is refused when the definition contradicts itself, each error by its path", async () => {
    const type = await owner.call(create, { draft });
    const wrong = [
      field({ type: "number", label: "Price", min: 5, max: 1 }),
      field({ type: "text", label: "price ", key: "owner" }),
      field({ type: "singleSelect", label: "Kind" }),
      field({ type: "email", label: "Mail", defaultValue: "no mail" }),
    ];
    await expect(
      owner.call(updateFields, { typeId: type.id, expectedVersion: 1, fields: [...type.fields, ...wrong] }),
    ).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: {
        fields: {
          "fields.2.max": "validation.minMax",
          "fields.3.label": "validation.unique",
          "fields.3.key": "validation.reserved",
          "fields.4.options": "validation.oneOption",
          "fields.5.defaultValue": "validation.email",
        },
      },
    });
  });

  it("gives a removed field's id only to a field of its type, which then finds the former values", async () => {
    const note = { ...field({ type: "text", label: "Note" }), id: "fld_note" };
    const type = await owner.call(create, { draft: { ...draft, fields: [note] } });
    const card = await owner.call(createCard, { typeId: type.id, fields: { name: "A", fld_note: "seven" } });
    const without = type.fields.filter(({ id }) => id !== note.id);
    let version = 1;
    const save = async (fields: FieldDraft[]) => {
      const changed = await owner.call(updateFields, { typeId: type.id, expectedVersion: version, fields });
      if (changed.operationId) await run(changed.operationId);
      version = changed.type.version;
      return changed.type;
    };
    await save(without);
    const number = labelled(await save([...without, { ...note, type: "number" }]), "Note");
    expect(number.id).not.toBe(note.id);
    expect((await owner.call(list, { cardTypeId: type.id, search: "seven" })).total).toBe(0);
    await save(without);
    expect(labelled(await save([...without, note]), "Note").id).toBe(note.id);
    expect(await owner.call(getCard, { id: card.id })).toMatchObject({ fields: { fld_note: "seven" } });
    // Nor is an id reused that a field had before its type changed.
    const changed = await save([...without, { ...note, type: "number" }]);
    const again = await save([...changed.fields, { ...note, label: "Other", key: "other" }]);
    expect(labelled(again, "Other").id).not.toBe(note.id);
  });

  it("is in the audit field by field", async () => {
    const type = await owner.call(create, {
      draft: { ...draft, fields: [field({ type: "text", label: "Old" }), field({ type: "text", label: "Name it" })] },
    });
    const fields = type.fields
      .filter(({ label }) => label !== "Old")
      .map((each) => (each.label === "Name it" ? { ...each, label: "Named" } : each));
    await owner.call(updateFields, {
      typeId: type.id,
      expectedVersion: 1,
      fields: [...fields, field({ type: "date", label: "Day" })],
    });
    const { entries } = await owner.call(named(auditProcedures, "audit.search"), { limit: 3 });
    expect(entries.map(({ action, before, after }) => [action, before?.["label"], after?.["label"]])).toEqual([
      ["field.delete", "Old", undefined],
      ["field.update", "Name it", "Named"],
      ["field.create", undefined, "Day"],
    ]);
    expect((await typeNow(type)).version).toBe(4);
  });
});

it("a member without the permission cannot change a type", async () => {
  const type = await owner.call(create, { draft });
  await writePastTheJournal(membershipEntity().patch({ userId: owner.userId, orgId: owner.orgId }).set({ systemRole: "BASIC" }));
  const calls = [
    owner.call(create, { draft }),
    owner.call(update, { typeId: type.id, expectedVersion: 1, changes: { name: "Mine" } }),
    owner.call(updateFields, { typeId: type.id, expectedVersion: 1, fields: type.fields }),
    owner.call(remove, { typeId: type.id }),
    owner.call(reorder, { typeIds: [type.id] }),
  ];
  for (const outcome of await Promise.allSettled(calls))
    expect(outcome).toMatchObject({ status: "rejected", reason: { code: expect.stringMatching(/NO_PERMISSION|MISSING_ROLE/) } });
});
