import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorShape } from "../kernel/error.ts";
import { cardTypeEntity } from "./entity.ts";
import type { CardType } from "./schema.ts";
import { cardProcedures } from "./index.ts";

const [types, create, update, get, remove, restore, list, history, checkDuplicate] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
  named(cardProcedures, "cards.search"),
  named(cardProcedures, "cards.history"),
  named(cardProcedures, "cards.checkDuplicate"),
];

let backend: Backend;
let owner: Owner;
let leads: CardType;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ phone: "+972 50 234 5678", language: "en" });
  leads = (await owner.call(types, {})).find((type) => type.slug === "leads") ?? fail();
});
afterAll(() => backend.close());

function fail(): never {
  throw new Error("not there");
}
const fieldId = (key: string): string => leads.fields.find((field) => field.key === key)?.id ?? fail();
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );
let number = 0;
const newLead = (fields: Record<string, unknown> = {}) =>
  owner.call(create, { typeId: leads.id, fields: { name: `Lead ${++number}`, ...fields } });

describe("creating", () => {
  it("normalises values, makes the creator the owner, and is in the list at once", async () => {
    const card = await newLead({ [fieldId("email")]: " Noa@Galil.CO.IL ", [fieldId("phone")]: "050-234-5678" });
    expect(card).toMatchObject({
      version: 1,
      fields: { owner: owner.userId, [fieldId("email")]: "noa@galil.co.il", [fieldId("phone")]: "+972502345678" },
    });
    const found = await owner.call(list, {
      cardTypeId: leads.id,
      filter: { fieldId: fieldId("email"), operator: "EQUAL", value: "noa@galil.co.il" },
    });
    expect(found.rows.map((row) => row.id)).toEqual([card.id]);
  });

  it.each(["crd_x", "crd_", "crd_01j9zzzzzzzzzzzzzzzzzzzzzz", `crd_${"Z".repeat(3_000)}`, "crd_01J9ZZZZZZZZZZZZZZZZZZZZZZ#"])(
    "refuses %.40s as an id that the caller chose",
    async (cardId) => {
      const chosen = { typeId: leads.id, fields: { name: "Chosen" }, cardId: cardId as `crd_${string}` };
      expect(await failure(owner.call(create, chosen))).toMatchObject({
        code: "INVALID_INPUT",
        fields: { cardId: "validation.type" },
      });
    },
  );

  it("names every invalid field and writes nothing", async () => {
    const before = (await owner.call(list, { cardTypeId: leads.id })).total;
    const error = await failure(
      owner.call(create, { typeId: leads.id, fields: { [fieldId("email")]: "no", [fieldId("price")]: 1.5, nonsense: 1 } }),
    );
    expect(error).toMatchObject({
      code: "INVALID_INPUT",
      fields: {
        name: "validation.required",
        [fieldId("email")]: "validation.email",
        [fieldId("price")]: "validation.type",
        nonsense: "validation.unknownField",
      },
    });
    expect((await owner.call(list, { cardTypeId: leads.id })).total).toBe(before);
  });

  it("lets one of two people who create the same identifier at once win, and names the conflicting field to the other", async () => {
    const same = { [fieldId("email")]: "race@galil.co.il" };
    const outcomes = await Promise.all([failure(newLead(same)), failure(newLead(same)), failure(newLead(same))]);
    expect(outcomes.filter((outcome) => outcome === null)).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome) expect(outcome).toMatchObject({ code: "CONFLICT", fields: { [fieldId("email")]: "validation.duplicate" } });
  });

  it("allows any number of cards without an identifier", async () => {
    await Promise.all([newLead(), newLead(), newLead({ [fieldId("email")]: "" })]);
  });
});

describe("editing", () => {
  it("merges two writers of different fields, and reports a conflict to the second writer of the same field", async () => {
    const card = await newLead();
    const price = fieldId("price");
    await owner.call(update, { cardId: card.id, expectedVersion: 1, fields: { name: "Renamed" } });
    const merged = await owner.call(update, { cardId: card.id, expectedVersion: 1, fields: { [price]: 31_200_000 } });
    expect(merged).toMatchObject({ version: 3, fields: { name: "Renamed", [price]: 31_200_000 } });
    expect(await failure(owner.call(update, { cardId: card.id, expectedVersion: 1, fields: { name: "Mine" } }))).toMatchObject({
      code: "CONFLICT",
      fields: { name: "validation.changedMeanwhile" },
    });
  });

  it("loses no update of many concurrent writers", async () => {
    const card = await newLead();
    const keys = ["price", "campaign", "mainContact", "location"];
    await Promise.all(
      keys.map((key) => owner.call(update, { cardId: card.id, fields: { [fieldId(key)]: key === "price" ? 100 : key } })),
    );
    const after = await owner.call(get, { id: card.id });
    expect(after.version).toBe(1 + keys.length);
    for (const key of keys) expect(after.fields[fieldId(key)]).toBe(key === "price" ? 100 : key);
  });

  it("writes no version and no record when nothing changes", async () => {
    const card = await newLead();
    const same = await owner.call(update, { cardId: card.id, fields: { name: card.fields["name"] } });
    expect(same.version).toBe(1);
    expect((await owner.call(history, { cardId: card.id })).entries).toHaveLength(1);
  });

  it("frees an identifier when it changes, and takes the new one", async () => {
    const email = fieldId("email");
    const first = await newLead({ [email]: "one@haifa.co.il" });
    await owner.call(update, { cardId: first.id, fields: { [email]: "two@haifa.co.il" } });
    await newLead({ [email]: "one@haifa.co.il" });
    expect(await failure(newLead({ [email]: "two@haifa.co.il" }))).toMatchObject({ code: "CONFLICT" });
  });
});

describe("a type whose identifiers have changed since its cards were written", () => {
  const setIdentifiers = (identifiers: string[], version: number) =>
    writePastTheJournal(
      cardTypeEntity().put({
        orgId: owner.orgId,
        kind: "type",
        typeId: leads.id,
        version,
        definition: { ...leads, identifiers, version },
      }),
    );
  const found = async (email: string) =>
    (await owner.call(checkDuplicate, { cardTypeId: leads.id, name: "x", fields: { [fieldId("email")]: email } })).isDuplicate;

  it("keeps its cards editable and deletable, and leaves others' locks alone", async () => {
    const [email, campaign] = [fieldId("email"), fieldId("campaign")];
    await setIdentifiers([], 2);
    const [unlocked, other] = [await newLead({ [email]: "late@x.example" }), await newLead({ [campaign]: "Spring" })];
    await setIdentifiers([email, email, campaign], 3);
    const holder = await newLead({ [email]: "late@x.example" });
    // Its value is another card's identifier: it must not release a lock it does not hold, and the holder keeps it.
    await owner.call(update, { cardId: unlocked.id, fields: { [email]: "moved@x.example" } });
    expect(await found("late@x.example")).toBe(true);
    await owner.call(remove, { cardId: other.id });
    await owner.call(restore, { cardId: other.id });
    await setIdentifiers([], 4);
    await owner.call(update, { cardId: holder.id, fields: { [email]: "away@x.example" } });
    await setIdentifiers([email], 5);
    // It still holds its earlier lock: a card is not a duplicate of itself.
    await owner.call(update, { cardId: holder.id, fields: { [email]: "late@x.example" } });
    await owner.call(remove, { cardId: holder.id });
    expect(await found("late@x.example")).toBe(false);
    await setIdentifiers(leads.identifiers, 6);
  });
});

describe("the trash", () => {
  it("hides the card, frees its identifier, and gives both back", async () => {
    const email = fieldId("email");
    const card = await newLead({ [email]: "bin@haifa.co.il" });
    await owner.call(remove, { cardId: card.id });
    const filter = { fieldId: "name", operator: "EQUAL" as const, value: card.fields["name"] };
    expect((await owner.call(list, { cardTypeId: leads.id, filter })).total).toBe(0);
    const usurper = await newLead({ [email]: "bin@haifa.co.il" });
    expect(await failure(owner.call(restore, { cardId: card.id }))).toMatchObject({
      code: "CONFLICT",
      fields: { [email]: "validation.duplicate" },
    });
    await owner.call(remove, { cardId: usurper.id });
    await owner.call(restore, { cardId: card.id });
    expect((await owner.call(list, { cardTypeId: leads.id, filter })).total).toBe(1);
  });
});

describe("history", () => {
  it("shows who changed what, newest first, with before and after of the changed fields only", async () => {
    const card = await newLead();
    await owner.call(update, { cardId: card.id, fields: { [fieldId("campaign")]: "Cold chain" } });
    await owner.call(remove, { cardId: card.id });
    await owner.call(restore, { cardId: card.id });
    const { entries } = await owner.call(history, { cardId: card.id });
    expect(entries.map((entry) => entry.action)).toEqual(["card.restore", "card.delete", "card.update", "card.create"]);
    expect(entries[2]).toMatchObject({
      userId: owner.userId,
      origin: "ui",
      before: { [fieldId("campaign")]: null },
      after: { [fieldId("campaign")]: "Cold chain" },
    });
  });
});

describe("the duplicate check", () => {
  it("finds the holder of an identifier in another notation, and not the card itself", async () => {
    const email = fieldId("email");
    const card = await newLead({ [email]: "dup@haifa.co.il" });
    const found = await owner.call(checkDuplicate, { cardTypeId: leads.id, name: "x", fields: { [email]: "DUP@Haifa.co.il " } });
    expect(found).toMatchObject({
      isDuplicate: true,
      conflictField: email,
      duplicates: [{ id: card.id, email: "dup@haifa.co.il" }],
    });
    const own = await owner.call(checkDuplicate, {
      cardTypeId: leads.id,
      name: "x",
      fields: { [email]: "dup@haifa.co.il" },
      exceptCardId: card.id,
    });
    expect(own.isDuplicate).toBe(false);
  });

  it("warns of possible duplicates in any script, and by a phone number written differently; within scope, blocking nothing", async () => {
    const phone = fieldId("phone");
    const cohen = await newLead({ name: "כהן ובניו בע״מ" });
    const ring = await newLead({ name: "Rings the same", [phone]: "050-734-5678" });
    const answer = await owner.call(checkDuplicate, {
      cardTypeId: leads.id,
      name: "כהן ובניו",
      fields: { [phone]: "+972 50 734 5678" },
    });
    expect(answer).toMatchObject({ isDuplicate: false, duplicates: [] });
    expect(answer.similar.map(({ id }) => id).toSorted()).toEqual([cohen.id, ring.id].toSorted());
    const latin = await newLead({ name: "Levi" });
    const other = await owner.call(checkDuplicate, { cardTypeId: leads.id, name: "לוי", fields: {}, exceptCardId: cohen.id });
    expect(other.similar.map(({ id }) => id)).toEqual([latin.id]);
    const own = await owner.call(checkDuplicate, { cardTypeId: leads.id, name: "לוי", fields: {}, exceptCardId: latin.id });
    expect(own.similar).toEqual([]);
  });

  it("is off for a type without identifiers", async () => {
    const deals = (await owner.call(types, {})).find((type) => type.slug === "deals") ?? fail();
    await owner.call(create, { typeId: deals.id, fields: { name: "Same" } });
    expect(await owner.call(checkDuplicate, { cardTypeId: deals.id, name: "Same", fields: {} })).toMatchObject({
      isDuplicate: false,
      similar: [],
    });
  });
});
