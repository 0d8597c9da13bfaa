import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { layoutProcedures } from "./index.ts";
import { layoutFor } from "./rules.ts";

const list = named(layoutProcedures, "layouts.list");
const create = named(layoutProcedures, "layouts.create");
const update = named(layoutProcedures, "layouts.update");
const remove = named(layoutProcedures, "layouts.remove");
const reorder = named(layoutProcedures, "layouts.reorder");
const updateFields = named(cardTypeProcedures, "cardTypes.updateFields");
const types = named(cardProcedures, "cards.types");

let backend: Backend;
let owner: Owner;
let type: CardType;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await newOwner();
  type = (await owner.call(types, {}))[0] ?? expect.fail();
});

const fieldId = (key: string) => type.fields.find((field) => field.key === key)?.id ?? expect.fail(key);
const layouts = () => owner.call(list, { typeId: type.id });
const group = (fieldIds: string[]) => ({ id: "main", title: "Main", fieldIds, isDefaultOpen: true });
const draft = (title: string) => ({ title, groups: [group(["owner"])] });

describe("the first layout", () => {
  it("exists without anybody having made it, with the fields by their groups, and is stored by its first change", async () => {
    const [first, ...others] = await layouts();
    expect(others).toEqual([]);
    expect(first).toMatchObject({ version: 0, isFirst: true, settings: { importantFirst: true } });
    expect(first?.groups.flatMap(({ fieldIds }) => fieldIds).toSorted()).toEqual(
      type.fields.flatMap(({ id }) => (id === "name" ? [] : [id])).toSorted(),
    );
    const layoutId = first?.id ?? expect.fail();
    const changes = { title: "All", groups: [group([fieldId("email")])] };
    expect(await owner.call(update, { typeId: type.id, layoutId, expectedVersion: 0, changes })).toMatchObject({ version: 1 });
    expect(await layouts()).toMatchObject([{ version: 1, ...changes }]);
    await expect(owner.call(update, { typeId: type.id, layoutId, expectedVersion: 0, changes })).rejects.toMatchObject({
      code: "CONFLICT",
    });
  });

  it("applies to all, so it has neither a filter nor roles and cannot be deleted", async () => {
    const layoutId = (await layouts())[0]?.id ?? expect.fail();
    const call = (changes: object) => owner.call(update, { typeId: type.id, layoutId, expectedVersion: 0, changes });
    await expect(call({ roleIds: ["rol_x"] })).rejects.toMatchObject({
      details: { fields: { roleIds: "validation.firstLayout" } },
    });
    await expect(owner.call(remove, { typeId: type.id, layoutId })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("follows the fields: a converted one keeps its place, a removed one leaves, a new one is added", async () => {
    const [first] = await layouts();
    const [email, phone] = [fieldId("email"), fieldId("phone")];
    const changes = { groups: [group([email, phone])] };
    await owner.call(update, { typeId: type.id, layoutId: first?.id ?? expect.fail(), expectedVersion: 0, changes });
    const fields = type.fields
      .filter(({ id }) => id !== phone)
      .map((field) => (field.id === email ? { ...field, type: "text" as const } : field));
    const added = { type: "text" as const, label: "Brand new", options: [], displayed: true, required: false, internal: false };
    await owner.call(updateFields, { typeId: type.id, expectedVersion: type.version, fields: [...fields, added] });
    type = (await owner.call(types, {})).find(({ id }) => id === type.id) ?? expect.fail();
    expect((await layouts())[0]?.groups).toEqual([group([fieldId("email"), fieldId("brandNew")])]);
    expect(fieldId("email")).not.toBe(email);
  });
});

describe("other layouts", () => {
  it("apply to the cards and roles that they name, the first match wins; the rest gets the first layout", async () => {
    const status = type.fields.find(({ id }) => id === "status")?.options[0]?.id ?? expect.fail();
    const forNew = { ...draft("New ones"), filter: { fieldId: "status", operator: "EQUAL" as const, value: status } };
    await owner.call(create, { typeId: type.id, layout: { ...draft("Sales"), roleIds: ["rol_sales"] } });
    await owner.call(create, { typeId: type.id, layout: forNew });
    const all = await layouts();
    const titleFor = (fields: object, roleId: string | null) =>
      layoutFor(all, { fields: { ...fields }, createdAt: "", updatedAt: "" }, type, roleId)?.title;
    expect([
      titleFor({}, null),
      titleFor({ status }, null),
      titleFor({ status }, "rol_sales"),
      titleFor({}, "rol_sales"),
    ]).toEqual(["", "New ones", "Sales", "Sales"]);
    const [, sales, fresh] = all;
    await owner.call(reorder, { typeId: type.id, layoutIds: [fresh?.id ?? expect.fail(), sales?.id ?? expect.fail()] });
    expect((await layouts()).map(({ title }) => title)).toEqual(["", "New ones", "Sales"]);
    await owner.call(remove, { typeId: type.id, layoutId: fresh?.id ?? expect.fail() });
    expect((await layouts()).map(({ title }) => title)).toEqual(["", "Sales"]);
  });

  it("accept only fields of the type, each once, and valid filters", async () => {
    const layout = {
      title: "Wrong",
      groups: [group(["owner", "owner"])],
      filter: { fieldId: "status", operator: "BETWEEN" as const },
    };
    await expect(owner.call(create, { typeId: type.id, layout })).rejects.toMatchObject({
      details: { fields: { "groups.0.fieldIds": "validation.unique", filter: "validation.operator" } },
    });
  });
});
