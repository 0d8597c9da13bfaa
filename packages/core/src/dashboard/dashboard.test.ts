import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { dashboardProcedures } from "./index.ts";

const pipeline = named(dashboardProcedures, "dashboard.pipeline");
const mine = named(dashboardProcedures, "dashboard.mine");
const choice = named(dashboardProcedures, "dashboard.choice");
const choose = named(dashboardProcedures, "dashboard.choose");
const types = named(cardProcedures, "cards.types");
const create = named(cardProcedures, "cards.create");
const list = named(cardProcedures, "cards.search");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

/** The sales template's leads, with their status and price. */
async function leadsOf(owner: Owner) {
  const type = (await owner.call(types, {})).find(({ slug }) => slug === "leads") ?? expect.fail();
  const statuses = type.fields.find(({ id }) => id === "status")?.options.map(({ id }) => id) ?? [];
  const price = type.fields.find(({ key }) => key === "price")?.id ?? expect.fail();
  return { typeId: type.id, statuses, price };
}

describe("behind its flag", () => {
  it("nobody reaches it where it is off, not even the owner", async () => {
    const owner = await newOwner();
    const { typeId } = await leadsOf(owner);
    for (const ask of [() => owner.call(pipeline, { typeId }), () => owner.call(mine, {}), () => owner.call(choice, {})])
      await expect(ask()).rejects.toEqual(expect.objectContaining({ code: "NOT_FOUND" }));
    await switchOn(owner, "dashboard");
    expect(await owner.call(mine, {})).toEqual({ cards: [], total: 0 });
  });
});

describe("the pipeline", () => {
  it("shows every status in its order, with the counts and sums of the lists it links to", async () => {
    const owner = await newOwner();
    await switchOn(owner, "dashboard");
    const { typeId, statuses, price } = await leadsOf(owner);
    const [first, second] = statuses;
    await owner.call(create, { typeId, fields: { name: "A", status: first, [price]: 10_000 } });
    await owner.call(create, { typeId, fields: { name: "B", status: first, [price]: 5_000 } });
    await owner.call(create, { typeId, fields: { name: "C", status: second } });
    await owner.call(create, { typeId, fields: { name: "D", status: null } });

    const figures = await owner.call(pipeline, { typeId, sumFieldId: price });
    expect(figures.stages.map(({ statusId }) => statusId)).toEqual([...statuses, null]);
    expect(figures).toMatchObject({ count: 4, sum: 15_000, made: { count: 4, before: 0 } });
    // Of those that have a price, as below the list.
    const { sums } = await owner.call(list, { cardTypeId: typeId, sums: [price] });
    expect([figures.average, sums[price]?.average]).toEqual([7_500, 7_500]);
    for (const { statusId, count, sum } of figures.stages) {
      const filter =
        statusId === null
          ? ({ fieldId: "status", operator: "NOT_EXISTS" } as const)
          : ({ fieldId: "status", operator: "EQUAL", value: statusId } as const);
      const shown = await owner.call(list, { cardTypeId: typeId, filter, sums: [price] });
      expect([shown.total, shown.sums[price]?.sum ?? 0]).toEqual([count, sum]);
    }
    const narrowed = await owner.call(pipeline, { typeId, filter: { fieldId: price, operator: "GREATER_THAN", value: 6_000 } });
    expect(narrowed).toMatchObject({ count: 1, sum: 0, made: { count: 1 } });
  });

  it("counts what the member may see", async () => {
    const owner = await newOwner();
    await switchOn(owner, "dashboard");
    const { typeId } = await leadsOf(owner);
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Own only",
      grants: { "CARDS.read": "USER", "CARDS.create": "USER", "CARD_TYPES.read": "ORGANIZATION" },
    });
    const member = await newMember(owner, { roleId: role.id });
    await owner.call(create, { typeId, fields: { name: "The owner's" } });
    await member.call(create, { typeId, fields: { name: "Their own" } });
    expect((await owner.call(pipeline, { typeId })).count).toBe(2);
    expect((await member.call(pipeline, { typeId })).count).toBe(1);
    expect((await member.call(mine, {})).cards.map(({ name }) => name)).toEqual(["Their own"]);
  });

  it("does not exist for types without statuses, and sums no text", async () => {
    const owner = await newOwner();
    await switchOn(owner, "dashboard");
    const { typeId } = await leadsOf(owner);
    const without = (await owner.call(types, {})).find(({ fields }) => !fields.some(({ id }) => id === "status"));
    const refused = expect.objectContaining({ code: "INVALID_INPUT" });
    if (without) await expect(owner.call(pipeline, { typeId: without.id })).rejects.toEqual(refused);
    await expect(owner.call(pipeline, { typeId, sumFieldId: "name" })).rejects.toEqual(refused);
  });
});

it("a person's own cards come most recently changed first, of all types", async () => {
  const owner = await newOwner();
  await switchOn(owner, "dashboard");
  const [one, other] = await owner.call(types, {});
  const first = await owner.call(create, { typeId: one?.id ?? expect.fail(), fields: { name: "First" } });
  await owner.call(create, { typeId: other?.id ?? expect.fail(), fields: { name: "Second" } });
  await owner.call(create, { typeId: first.typeId, fields: { name: "Nobody's", owner: null } });
  await owner.call(named(cardProcedures, "cards.update"), { cardId: first.id, fields: { name: "First again" } });
  const { cards, total } = await owner.call(mine, { limit: 1 });
  expect(cards).toMatchObject([{ id: first.id, name: "First again" }]);
  expect(total).toBe(2);
});

it("remembers a person's choices, for that person", async () => {
  const owner = await newOwner();
  await switchOn(owner, "dashboard");
  const admin = await newMember(owner, { systemRole: "ADMIN" });
  const { typeId, price } = await leadsOf(owner);
  await owner.call(choose, { typeId, viewId: null, sumFieldId: price });
  expect(await owner.call(choice, {})).toEqual({ typeId, viewId: null, sumFieldId: price });
  expect(await admin.call(choice, {})).toEqual({ typeId: null, viewId: null, sumFieldId: null });
  await owner.call(choose, { typeId, viewId: null, sumFieldId: null });
  expect(await owner.call(choice, {})).toEqual({ typeId, viewId: null, sumFieldId: null });
});
