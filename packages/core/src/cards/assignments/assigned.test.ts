import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { errorShape } from "../../kernel/error.ts";
import type { Grants } from "../../kernel/permission.ts";
import { organizationProcedures } from "../../organizations/index.ts";
import { cardProcedures, cardTypeProcedures } from "../index.ts";

const [create, get, list, update, explain] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.search"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.explainAccess"),
];
const [createType, updateFields, removeType] = [
  named(cardTypeProcedures, "cardTypes.create"),
  named(cardTypeProcedures, "cardTypes.updateFields"),
  named(cardTypeProcedures, "cardTypes.remove"),
];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: unknown) => errorShape(error, "r").code,
  );

/** An organization whose jobs have a technician, who is assigned where the field says so, and two people with the same role. */
async function firm(level: "USER" | "ROLE_GROUP", assigns: boolean) {
  const owner = await newOwner({ template: "empty" });
  const grants: Grants = { "CARDS.read": level, "CARDS.update": level };
  const role = await owner.call(named(organizationProcedures, "roles.create"), { name: "Technicians", grants });
  const [dana, avi] = [await newMember(owner, { roleId: role.id }), await newMember(owner, { roleId: role.id })];
  const draft = { name: "Job", pluralName: "Jobs", hue: "blue" as const };
  const type = await owner.call(createType, {
    draft: { ...draft, fields: [{ key: "technician", type: "user", label: "Technician", assigns }] },
  });
  const technician = type.fields.find(({ key }) => key === "technician") ?? expect.fail();
  const card = await owner.call(create, { typeId: type.id, fields: { name: "Boiler", [technician.id]: dana.userId } });
  return { owner, dana, avi, type, technician, card };
}

describe("a person assigned to a card", () => {
  it("has the same rights to it as to their own cards, and nobody else in their role does", async () => {
    const { dana, avi, type, card } = await firm("USER", true);
    expect(await dana.call(list, { cardTypeId: type.id })).toMatchObject({ total: 1 });
    expect(await dana.call(list, {})).toMatchObject({ total: 1 });
    await dana.call(update, { cardId: card.id, fields: { name: "Boiler, mended" } });
    expect(await avi.call(list, { cardTypeId: type.id })).toMatchObject({ total: 0 });
    expect(await codeOf(avi.call(get, { id: card.id }))).toBe("NOT_FOUND");
  });

  it("shares it with their role if its rights reach that far", async () => {
    const { avi, type, card } = await firm("ROLE_GROUP", true);
    expect(await avi.call(list, { cardTypeId: type.id })).toMatchObject({ total: 1 });
    expect(await codeOf(avi.call(update, { cardId: card.id, fields: { name: "Boiler, mended" } }))).toBe("no error");
  });

  it("is determined by the type's fields, from the next request after one is switched on or off, for existing cards too", async () => {
    const { owner, dana, type, technician, card } = await firm("USER", false);
    let { version } = type;
    const seen = async () => [
      (await dana.call(list, { cardTypeId: type.id })).total,
      (await dana.call(list, {})).total,
      await codeOf(dana.call(get, { id: card.id })),
    ];
    const switchTo = async (assigns: boolean) => {
      const fields = type.fields.map((field) => (field.id === technician.id ? { ...field, assigns } : field));
      ({ version } = (await owner.call(updateFields, { typeId: type.id, expectedVersion: version, fields })).type);
    };
    expect(await seen()).toEqual([0, 0, "NOT_FOUND"]);
    await switchTo(true);
    expect(await seen()).toEqual([1, 1, "no error"]);
    await switchTo(false);
    expect(await seen()).toEqual([0, 0, "NOT_FOUND"]);
  });

  it("is shown by the access X-ray, with the field that assigns them", async () => {
    const { owner, dana, avi, card } = await firm("USER", true);
    const ofDana = await owner.call(explain, { cardId: card.id, userId: dana.userId });
    expect(ofDana.assigneeIds).toEqual([dana.userId]);
    expect(ofDana.answers.find(({ action }) => action === "read")).toMatchObject({
      isAllowed: true,
      rule: "assigned",
      fieldLabel: "Technician",
    });
    const ofAvi = await owner.call(explain, { cardId: card.id, userId: avi.userId });
    expect(ofAvi.answers.find(({ action }) => action === "read")).toMatchObject({ isAllowed: false, rule: "notOwn" });
    const group = await firm("ROLE_GROUP", true);
    const ofMate = await group.owner.call(explain, { cardId: group.card.id, userId: group.avi.userId });
    expect(ofMate.answers.find(({ action }) => action === "update")).toMatchObject({
      isAllowed: true,
      rule: "roleGroupAssigned",
      fieldLabel: "Technician",
    });
  });

  it("no longer exists when the type is deleted", async () => {
    const { owner, dana } = await firm("USER", true);
    const draft = { name: "Trip", pluralName: "Trips", hue: "blue" as const };
    const trips = await owner.call(createType, {
      draft: { ...draft, fields: [{ key: "driver", type: "user", label: "Driver", assigns: true }] },
    });
    expect(await dana.call(list, {})).toMatchObject({ total: 1 });
    await owner.call(removeType, { typeId: trips.id });
    expect(await dana.call(list, {})).toMatchObject({ total: 1 });
  });
});
