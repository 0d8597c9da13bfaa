import { calledIn } from "../../words.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Actor } from "../../kernel/actor.ts";
import { systemClock } from "../../kernel/clock.ts";
import { errorShape } from "../../kernel/error.ts";
import { type CardId, newId } from "../../kernel/id.ts";
import type { CallContext } from "../../kernel/procedure.ts";
import { cardProcedures } from "../index.ts";
import { relatedPlaces } from "./places.ts";
import { typeOf } from "../replica/memory.fixture.ts";
import { TestOrganization } from "../replica/organization.fixture.ts";
import { cardTypeCreation } from "../types/creation.ts";

const [create, update, get, remove, restore, list, history, related, link, unlink] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
  named(cardProcedures, "cards.search"),
  named(cardProcedures, "cards.history"),
  named(cardProcedures, "cards.related"),
  named(cardProcedures, "cards.link"),
  named(cardProcedures, "cards.unlink"),
];

const name = { id: "name", key: "name", type: "text", label: "Name" };
const owner = { id: "owner", key: "owner", type: "user", label: "Owner" };
const companies = typeOf([name, owner], { id: newId("typ"), slug: "companies", pluralName: "Companies" });
const people = typeOf(
  [
    name,
    owner,
    {
      id: "fld_employer",
      key: "employer",
      type: "cardRelation",
      label: "Employer",
      relation: { typeIds: [companies.id], many: false, inverseLabel: "Employees" },
    },
    { id: "fld_friends", key: "friends", type: "cardRelation", label: "Friends", relation: { typeIds: [], many: true } },
    { id: "fld_note", key: "note", type: "text", label: "Note" },
  ],
  { id: newId("typ"), slug: "people", pluralName: "People" },
);

let backend: Backend;
let noa: Owner;
beforeAll(async () => {
  backend = await startBackend();
  noa = await newOwner();
  const organization = new TestOrganization(noa.orgId);
  for (const type of [companies, people]) {
    const { writes, change } = cardTypeCreation(noa.orgId, type);
    await organization.commit(async () => ({ writes, records: [{ changes: [change] }], result: undefined }));
  }
});
afterAll(() => backend.close());

const company = (text: string) => noa.call(create, { typeId: companies.id, fields: { name: text } });
const person = (text: string, fields: object = {}) => noa.call(create, { typeId: people.id, fields: { name: text, ...fields } });
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );
/** Title → names of a card's lists, without empty ones. */
async function listsOf(cardId: CardId): Promise<Record<string, unknown[]>> {
  const { groups } = await noa.call(related, { cardId });
  return Object.fromEntries(
    groups.filter(({ total }) => total > 0).map(({ title, rows }) => [title, rows.map(({ fields }) => fields["name"])]),
  );
}

/** A colleague who sees only their own cards. */
async function colleague(): Promise<CallContext> {
  const actor = await noa.actor();
  if (actor.kind !== "user" || !actor.membership) throw new Error("Nobody");
  const grants = { "CARDS.read": "USER", "CARDS.update": "USER", "CARDS.create": "USER" } as const;
  const own: Actor = {
    kind: "user",
    userId: newId("usr"),
    sessionId: "ses_x",
    membership: { ...actor.membership, systemRole: "BASIC", grants },
  };
  return {
    actor: own,
    clock: systemClock,
    requestId: "r",
    origin: "ui",
    client: { address: "", userAgent: "" },
    ...calledIn(null),
    setCookie: () => undefined,
  };
}

describe("cards that name each other", () => {
  it("are listed from both ends, with their names beside the values", async () => {
    const galil = await company("Galil");
    const dana = await person("Dana", { fld_employer: [galil.id] });
    const amit = await person("Amit", { fld_employer: galil.id, fld_friends: [dana.id] });
    expect(amit.fields["fld_employer"]).toEqual([galil.id]);
    expect(await listsOf(galil.id)).toEqual({ Employees: ["Amit", "Dana"] });
    expect(await listsOf(amit.id)).toEqual({ Employer: ["Galil"], Friends: ["Dana"] });
    // A field that points anywhere has its reverse on every type.
    expect(await listsOf(dana.id)).toEqual({ Employer: ["Galil"], People: ["Amit"] });
    const page = await noa.call(list, {
      cardTypeId: people.id,
      filter: { fieldId: "fld_employer", operator: "IN", value: [galil.id] },
    });
    expect(page.total).toBe(2);
    expect(page.related).toEqual({
      [galil.id]: { name: "Galil", typeId: companies.id },
      [dana.id]: { name: "Dana", typeId: people.id },
    });
    expect((await noa.call(get, { id: amit.id })).related).toEqual(page.related);
  });

  it("are linked from either end, and no link is lost when two people link at once", async () => {
    const galil = await company("Galil");
    const [dana, amit, eran] = [await person("Dana"), await person("Amit"), await person("Eran")];
    await Promise.all(
      [amit, eran].map((friend) => noa.call(link, { cardId: dana.id, fieldId: "fld_friends", targetId: friend.id })),
    );
    expect((await listsOf(dana.id))["Friends"]?.toSorted()).toEqual(["Amit", "Eran"]);
    // The company's page writes the person's field, which has room for one.
    const other = await company("Other");
    await noa.call(link, { cardId: dana.id, fieldId: "fld_employer", targetId: other.id });
    await noa.call(link, { cardId: dana.id, fieldId: "fld_employer", targetId: galil.id });
    expect([await listsOf(other.id), await listsOf(galil.id)]).toEqual([{}, { Employees: ["Dana"] }]);
    const again = await noa.call(link, { cardId: dana.id, fieldId: "fld_employer", targetId: galil.id });
    expect(again.recordId).toBeNull();
    await noa.call(unlink, { cardId: dana.id, fieldId: "fld_employer", targetId: galil.id });
    expect(await listsOf(galil.id)).toEqual({});
  });

  it("can be created already linked, in one record", async () => {
    const dana = await person("Dana");
    const made = await noa.call(create, {
      typeId: companies.id,
      fields: { name: "Founded here" },
      namedBy: { cardId: dana.id, fieldId: "fld_employer" },
    });
    expect(await listsOf(dana.id)).toEqual({ Employer: ["Founded here"] });
    const [newest] = (await noa.call(history, { cardId: dana.id })).entries;
    expect(newest).toMatchObject({ recordId: made.recordId, after: { fld_employer: [made.id] } });
    // The type is not a target of the field: neither card is written.
    const wrong = noa.call(create, {
      typeId: people.id,
      fields: { name: "Nobody" },
      namedBy: { cardId: dana.id, fieldId: "fld_employer" },
    });
    expect(await failure(wrong)).toMatchObject({ code: "INVALID_INPUT", fields: { fld_employer: "validation.relatedCard" } });
    expect((await noa.call(list, { cardTypeId: people.id, search: "Nobody" })).total).toBe(0);
  });

  it("stay linked through the trash, unseen", async () => {
    const galil = await company("Galil");
    const dana = await person("Dana", { fld_employer: [galil.id] });
    await noa.call(remove, { cardId: galil.id });
    expect((await noa.call(get, { id: dana.id })).related).toEqual({});
    expect(await listsOf(dana.id)).toEqual({});
    // The value keeps links to cards that are out of sight, also while others are edited.
    await noa.call(update, { cardId: dana.id, fields: { fld_employer: [galil.id], fld_note: "edited" } });
    await noa.call(restore, { cardId: galil.id });
    expect(await listsOf(dana.id)).toEqual({ Employer: ["Galil"] });
    await noa.call(remove, { cardId: dana.id });
    expect(await listsOf(galil.id)).toEqual({});
  });

  it.each<[string, () => Promise<unknown>]>([
    ["one that there is not", async () => [newId("crd")]],
    ["one of another type", async () => [(await person("Not a company")).id]],
    ["one in the trash", async () => [(await noa.call(remove, { cardId: (await company("Gone")).id })).id]],
    ["two in a field for one", async () => [(await company("A")).id, (await company("B")).id]],
    ["something that is not an id", async () => ["Galil"]],
  ])("cannot name %s", async (_, value) => {
    const refused = await failure(person("Dana", { fld_employer: await value() }));
    expect(refused).toMatchObject({
      code: "INVALID_INPUT",
      fields: { fld_employer: expect.stringMatching(/^validation\./) as string },
    });
  });

  it("page each list separately", async () => {
    const galil = await company("Galil");
    for (const text of ["E", "D", "C", "B", "A"]) await person(text, { fld_employer: [galil.id] });
    const first = await noa.call(related, { cardId: galil.id, limit: 2 });
    const employees = first.groups.find(({ title }) => title === "Employees");
    expect([employees?.rows.length, employees?.total, employees?.nextCursor]).toEqual([2, 5, 2]);
    const next = await noa.call(related, { cardId: galil.id, groupId: employees?.id, cursor: 4, limit: 2 });
    expect(next.groups.map(({ rows, nextCursor }) => [rows.map(({ fields }) => fields["name"]), nextCursor])).toEqual([
      [["E"], null],
    ]);
  });

  it("reveal nothing to a colleague about cards that are not theirs", async () => {
    const galil = await company("Galil secret");
    const dana = await person("Dana", { fld_employer: [galil.id] });
    const context = await colleague();
    const own = await create.call({ typeId: people.id, fields: { name: "Own" } }, context);
    await noa.call(update, { cardId: own.id, fields: { fld_employer: [galil.id], fld_friends: [dana.id] } });
    const answers = [
      await get.call({ id: own.id }, context),
      await list.call({ cardTypeId: people.id }, context),
      await related.call({ cardId: own.id }, context),
      await history.call({ cardId: own.id }, context),
    ];
    expect(JSON.stringify(answers)).not.toContain("Galil");
    expect(JSON.stringify(answers)).not.toContain("Dana");
    const named = link.call({ cardId: own.id, fieldId: "fld_friends", targetId: galil.id }, context);
    expect(await failure(named)).toMatchObject({ code: "INVALID_INPUT" });
    const theirs = link.call({ cardId: dana.id, fieldId: "fld_friends", targetId: own.id }, context);
    expect(await failure(theirs)).toMatchObject({ code: "NOT_FOUND" });
  });

  it("accept concurrent edits of other fields", async () => {
    const galil = await company("Galil");
    const dana = await person("Dana");
    await noa.call(update, { cardId: dana.id, expectedVersion: 1, fields: { fld_note: "from one browser" } });
    const merged = await noa.call(update, { cardId: dana.id, expectedVersion: 1, fields: { fld_employer: [galil.id] } });
    expect(merged.fields).toMatchObject({ fld_note: "from one browser", fld_employer: [galil.id] });
  });
});

describe("the lists of a type", () => {
  const view = { id: "v1", title: "Staff", fieldId: "fld_employer", typeId: people.id, fieldIds: ["fld_note"] };

  it("are its relation views, if it has any", () => {
    const places = relatedPlaces({ ...companies, relationViews: [view] }, [companies, people]);
    expect(places.map(({ id, title, direction, fieldIds }) => [id, title, direction, fieldIds])).toEqual([
      ["v1", "Staff", "namedBy", ["fld_note"]],
    ]);
  });

  it("have both ends of a field that points at its own type", () => {
    const own = { ...view, title: "Knows", fieldId: "fld_friends" };
    const withView = { ...people, relationViews: [own] };
    const places = relatedPlaces(withView, [companies, withView]);
    expect(places.map(({ title, direction }) => [title, direction])).toEqual([
      ["Knows", "names"],
      ["People", "namedBy"],
    ]);
  });
});
