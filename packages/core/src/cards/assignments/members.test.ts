import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorShape } from "../../kernel/error.ts";
import { newId, type UserId } from "../../kernel/id.ts";
import { membersProcedures } from "../../members/index.ts";
import { cardProcedures } from "../index.ts";

const [types, create, update, updateMany] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.updateMany"),
];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const fieldErrors = (promise: Promise<unknown>) =>
  promise.then(
    () => "no error",
    (error: unknown) => errorShape(error, "r").fields ?? errorShape(error, "r").code,
  );

async function card(owner: Owner, ownerOfCard: UserId = owner.userId) {
  const [type = expect.fail()] = await owner.call(types, {});
  return owner.call(create, { typeId: type.id, fields: { name: "Boiler", owner: ownerOfCard } });
}

it("a card names members alone: nobody of another organization, nobody at all", async () => {
  const [owner, other] = [await newOwner(), await newOwner()];
  const wrong = { owner: "validation.person" };
  const { id } = await card(owner);
  for (const stranger of [other.userId, newId("usr")]) {
    expect(await fieldErrors(card(owner, stranger))).toEqual(wrong);
    expect(await fieldErrors(owner.call(update, { cardId: id, fields: { owner: stranger } }))).toEqual(wrong);
    const { outcomes } = await owner.call(updateMany, { changes: [{ cardId: id, fields: { owner: stranger } }] });
    expect(outcomes[0]?.error?.fields).toEqual(wrong);
  }
});

it("a suspended member is not given cards, and keeps those they have", async () => {
  const owner = await newOwner();
  const dana = await newMember(owner, { systemRole: "ADMIN" });
  const hers = await card(owner, dana.userId);
  await owner.call(named(membersProcedures, "members.suspend"), { userIds: [dana.userId] });
  expect(await fieldErrors(card(owner, dana.userId))).toEqual({ owner: "validation.person" });
  const fields = { name: "Boiler, mended", owner: dana.userId };
  expect(await owner.call(update, { cardId: hers.id, fields })).toMatchObject({ fields });
});
