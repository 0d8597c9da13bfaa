import { errorShape } from "@kartis/core/kernel/error.ts";
import { FilterSchema } from "@kartis/core/cards/query/schema.ts";
import { procedures } from "@kartis/functions/api/procedures.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Backend, startBackend } from "../support/backend.ts";
import { named } from "../support/people.ts";
import { newWorld, type World } from "./world.ts";

const call = {
  list: named(procedures, "cards.search"),
  group: named(procedures, "cards.group"),
  create: named(procedures, "cards.create"),
  updateMany: named(procedures, "cards.updateMany"),
  createView: named(procedures, "views.create"),
  startBulk: named(procedures, "bulk.start"),
  signUp: named(procedures, "identity.signUp"),
  types: named(procedures, "cards.types"),
};

let backend: Backend;
let world: World;
let typeId: `typ_${string}`;
let fieldOf: Readonly<Record<string, string>>;
beforeAll(async () => {
  backend = await startBackend();
  world = await newWorld();
  const type = (await world.owner.call(call.types, {})).find(({ id }) => id === world.examples.typeId) ?? expect.fail();
  typeId = type.id;
  fieldOf = Object.fromEntries(type.fields.map((field) => [field.type, field.id]));
});
afterAll(() => backend.close());

const refused = (promise: Promise<unknown>) =>
  promise.then(
    () => expect.fail("It was taken"),
    (error: unknown) => errorShape(error, "r"),
  );
const words = (count: number) => Array.from({ length: count }, (_, at) => `w${at}`);

describe("a filter", () => {
  it.each(["multiSelect", "singleSelect", "text", "cardRelation"])(
    "of as many values of a %s as it may have is answered",
    async (type) => {
      const fieldId = fieldOf[type] ?? "";
      for (const operator of ["IN", "NOT_IN"] as const) {
        const all = Array.from({ length: 8 }, () => ({ fieldId, operator, value: words(1_000) }));
        await expect(world.owner.call(call.list, { cardTypeId: typeId, filter: { any: all } })).resolves.toMatchObject({
          rows: expect.any(Array),
        });
      }
    },
  );

  it("has at most 200 conditions, however they are nested", async () => {
    const any = (count: number) => ({
      any: Array.from({ length: count }, () => ({ fieldId: "name", operator: "EXISTS" as const })),
    });
    await expect(
      world.owner.call(call.list, { cardTypeId: typeId, filter: { all: [1, 2, 3, 4].map(() => any(50)) } }),
    ).resolves.toBeDefined();
    const filter = { all: [...[1, 2, 3, 4].map(() => any(50)), any(1)] };
    const said = { code: "INVALID_INPUT", fields: { filter: "validation.tooManyConditions" } };
    expect(await refused(world.owner.call(call.list, { cardTypeId: typeId, filter }))).toMatchObject(said);
    const view = { typeId, name: "View", isPrivate: true, state: { filter } };
    expect(await refused(world.owner.call(call.createView, view))).toMatchObject({
      fields: { "state.filter": "validation.tooManyConditions" },
    });
  });

  it("of far too many conditions is refused before any of them is parsed", () => {
    const parsed = vi.fn<() => string>(() => "name");
    const condition = Object.defineProperty({ operator: "EXISTS" }, "fieldId", { get: parsed, enumerable: true });
    const group = { any: Array.from({ length: 50 }, () => condition) };
    const nested = Array.from({ length: 7 }).reduce<object>((inner) => ({ all: Array.from({ length: 50 }, () => inner) }), group);
    for (const filter of [{ any: Array.from({ length: 20_000 }, () => condition) }, nested])
      expect(FilterSchema.safeParse(filter).error?.issues).toMatchObject([{ message: "validation.tooManyConditions" }]);
    expect(parsed).not.toHaveBeenCalled();
  });

  it("is kept in no view that the table would refuse for its size", async () => {
    const filter = { all: words(5).map(() => ({ fieldId: "name", operator: "EQUAL" as const, value: "א".repeat(90_000) })) };
    const view = { typeId, name: "View", isPrivate: true, state: { filter } };
    expect(await refused(world.owner.call(call.createView, view))).toMatchObject({ code: "INVALID_INPUT" });
  });

  it("by a number that cannot be kept says so at its field", async () => {
    const fieldId = fieldOf["number"] ?? "";
    const filter = {
      all: [
        { fieldId: "name", operator: "EXISTS" as const },
        { fieldId, operator: "EQUAL" as const, value: 1e20 },
      ],
    };
    expect(await refused(world.owner.call(call.list, { cardTypeId: typeId, filter }))).toMatchObject({
      code: "INVALID_INPUT",
      fields: { "filter.all.1.value": "validation.numberBounds" },
    });
  });
});

describe("numbers", () => {
  it.each(["number", "range", "currency", "accounting"])("that cannot be kept are refused at their field: %s", async (type) => {
    const fieldId = fieldOf[type] ?? "";
    for (const value of [1e20, 2 ** 53, -(2 ** 53), 5e-324])
      expect(await refused(world.owner.call(call.create, { typeId, fields: { name: "x", [fieldId]: value } }))).toMatchObject({
        code: "INVALID_INPUT",
        fields: { [fieldId]: "validation.numberBounds" },
      });
    const edit = {
      selection: { cardIds: [world.examples.cardId as `crd_${string}`] },
      change: { kind: "edit" as const, fields: { [fieldId]: 1e20 } },
    };
    expect(await refused(world.owner.call(call.startBulk, edit))).toMatchObject({
      code: "INVALID_INPUT",
      fields: { [fieldId]: "validation.numberBounds" },
    });
  });

  it("as large as they may be are summed, however many there are", async () => {
    const { owner } = await newWorld();
    const type = (await owner.call(call.types, {})).find(({ name }) => name === "Thing") ?? expect.fail();
    const fieldId = type.fields.find((field) => field.type === "number")?.id ?? "";
    // 1,025 of them are more than 64 bits hold.
    const made = await Promise.all(
      Array.from({ length: 11 }, () =>
        owner.call(call.create, { typeId: type.id, fields: { name: "x", [fieldId]: Number.MAX_SAFE_INTEGER } }),
      ),
    );
    const { sums, total } = await owner.call(call.list, { cardTypeId: type.id, sums: [fieldId], limit: 1 });
    expect(total).toBe(made.length + 2);
    expect(sums[fieldId]?.sum).toBe(made.length * Number.MAX_SAFE_INTEGER);
    const [group] = await owner.call(call.group, { cardTypeId: type.id, by: fieldId, sums: [fieldId] });
    expect(group).toMatchObject({ count: made.length });
  });
});

it("a new card is not the one that names it", async () => {
  const { cardId, relationFieldId } = world.examples;
  const fields = { name: "Itself" };
  const own = cardId as `crd_${string}`; // an id that the world got from the API
  const itself = { typeId, cardId: own, fields, namedBy: { cardId: own, fieldId: relationFieldId } };
  expect(await refused(world.owner.call(call.create, itself))).toMatchObject({
    code: "INVALID_INPUT",
    fields: { "namedBy.cardId": "validation.relatedCard" },
  });
});

describe("a sign-up", () => {
  const account = { name: "Somebody", email: "somebody@hostile.example", password: "a long enough one" };
  it.each(["\u202ea@hostile.example", "a\0b@hostile.example", "a\u200bb@hostile.example", "\u200ea@hostile.example\u200f"])(
    "keeps of an address what can be seen: %j",
    async (email) => {
      await expect(world.owner.call(call.signUp, { ...account, email })).resolves.toMatchObject({
        signUpToken: expect.any(String),
      });
    },
  );
  it.each([
    ["\u3164\u200b", "name", "validation.required"],
    ["\u200f", "name", "validation.required"],
    ["a@b\u2028.example", "email", "validation.email"],
    ["a\u200f@b.example", "email", undefined],
  ])("%j is looked at as what is left of it", async (text, field, message) => {
    const given = { ...account, [field]: text };
    if (message === undefined) await expect(world.owner.call(call.signUp, given)).resolves.toBeDefined();
    else expect(await refused(world.owner.call(call.signUp, given))).toMatchObject({ fields: { [field]: message } });
  });
});
