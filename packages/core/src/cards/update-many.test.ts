import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { undoProcedures } from "../undo/index.ts";
import type { CardId } from "../kernel/id.ts";
import type { CardType } from "./schema.ts";
import { cardProcedures } from "./index.ts";

const [types, create, get, update, updateMany, remove] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.updateMany"),
  named(cardProcedures, "cards.remove"),
];

let backend: Backend;
let owner: Owner;
let leads: CardType;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ phone: "+972 50 234 5678" });
  leads = (await owner.call(types, {})).find((type) => type.slug === "leads") ?? expect.fail();
});
afterAll(() => backend.close());

let number = 0;
const email = () => leads.fields.find((field) => field.key === "email")?.id ?? expect.fail();
const newLeads = async (count: number): Promise<CardId[]> =>
  (
    await Promise.all(
      Array.from({ length: count }, () => owner.call(create, { typeId: leads.id, fields: { name: `Lead ${++number}` } })),
    )
  ).map((card) => card.id);
const nameOf = async (cardId: CardId) => (await owner.call(get, { id: cardId })).fields["name"];

it("changes two hundred cards in few records, which together undo all of it", async () => {
  const ids = await newLeads(200);
  const { outcomes, recordIds } = await owner.call(updateMany, {
    changes: ids.map((cardId, at) => ({ cardId, expectedVersion: 1, fields: { name: `Pasted ${at}` } })),
  });
  expect(outcomes.map(({ cardId, card, error }) => [cardId, card?.version, error])).toEqual(ids.map((id) => [id, 2, null]));
  expect(recordIds.length).toBeLessThanOrEqual(5);
  for (const recordId of recordIds.toReversed()) await owner.call(named(undoProcedures, "changes.undo"), { recordId });
  expect(await Promise.all(ids.slice(0, 5).map(nameOf))).toEqual(ids.slice(0, 5).map((_, at) => `Lead ${at + 1}`));
});

it("a change that is refused does not hold up the others, and says why", async () => {
  const [good, conflicting, invalid, trashed, merged] = await newLeads(5);
  if (!good || !conflicting || !invalid || !trashed || !merged) return expect.fail();
  await owner.call(update, { cardId: conflicting, fields: { name: "Meanwhile" } });
  await owner.call(update, { cardId: merged, fields: { [email()]: "merged@galil.example" } });
  await owner.call(remove, { cardId: trashed });
  const { outcomes, recordIds } = await owner.call(updateMany, {
    changes: [
      { cardId: good, fields: { name: "Good" } },
      { cardId: conflicting, expectedVersion: 1, fields: { name: "Mine" } },
      { cardId: invalid, fields: { [email()]: "no address" } },
      { cardId: trashed, fields: { name: "Gone" } },
      { cardId: merged, expectedVersion: 1, fields: { name: "Another field" } },
    ],
  });
  expect(outcomes.map(({ card, error }) => error?.code ?? card?.fields["name"])).toEqual([
    "Good",
    "CONFLICT",
    "INVALID_INPUT",
    "NOT_FOUND",
    "Another field",
  ]);
  expect(outcomes[1]?.error?.fields).toEqual({ name: "validation.changedMeanwhile" });
  expect(Object.keys(outcomes[2]?.error?.fields ?? {})).toEqual([email()]);
  expect(recordIds.length).toBe(1);
  expect(await nameOf(conflicting)).toBe("Meanwhile");
});

it("an identifier is neither given to two cards nor taken from another", async () => {
  const [first, second, third] = await newLeads(3);
  if (!first || !second || !third) return expect.fail();
  await owner.call(update, { cardId: third, fields: { [email()]: "taken@galil.example" } });
  const { outcomes } = await owner.call(updateMany, {
    changes: [
      { cardId: first, fields: { [email()]: "twice@galil.example" } },
      { cardId: second, fields: { [email()]: "twice@galil.example" } },
    ],
  });
  expect(outcomes.map(({ error }) => error?.code ?? null)).toEqual([null, "CONFLICT"]);
  const again = await owner.call(updateMany, { changes: [{ cardId: second, fields: { [email()]: "taken@galil.example" } }] });
  expect(again.outcomes[0]?.error?.code).toBe("CONFLICT");
  expect(again.recordIds).toEqual([]);
});

it("names each card once", async () => {
  const [cardId] = await newLeads(1);
  if (!cardId) return expect.fail();
  const twice = [
    { cardId, fields: { name: "A" } },
    { cardId, fields: { name: "B" } },
  ];
  await expect(owner.call(updateMany, { changes: twice })).rejects.toMatchObject({ code: "INVALID_INPUT" });
});
