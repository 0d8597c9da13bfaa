import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { undoProcedures } from "../../undo/index.ts";
import type { CardId, RecordId } from "../../kernel/id.ts";
import { roleProcedures } from "../../organizations/roles/procedures.ts";
import { cardProcedures } from "../index.ts";
import type { CardType } from "../schema.ts";

const [types, create, update, get, list, merge, unmerge, mergePreview, unmergePreview] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.search"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.unmerge"),
  named(cardProcedures, "cards.mergePreview"),
  named(cardProcedures, "cards.unmergePreview"),
];
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
let owner: Owner;
let type: CardType;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  type = (await owner.call(types, {})).find(({ identifiers }) => identifiers.length > 0) ?? expect.fail("no type");
});
afterAll(() => backend.close());

const fieldId = (key: string): string => type.fields.find((field) => field.key === key)?.id ?? expect.fail(key);
const newCard = (fields: Record<string, unknown>) => owner.call(create, { typeId: type.id, fields });
const fieldsOf = async (cardId: CardId) => (await owner.call(get, { id: cardId })).fields;
const recordOf = ({ recordId }: { recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");
let number = 0;
const two = async () => {
  const at = ++number;
  const a = await newCard({ name: `Acme ${at}`, [fieldId("email")]: `a${at}@x.example` });
  const b = await newCard({ name: `ACME ${at} Ltd`, [fieldId("email")]: `b${at}@x.example`, [fieldId("phone")]: "+12125550100" });
  return { a, b };
};

describe("merging with limited rights", () => {
  it("keeps the card that may not be deleted as the survivor, and refuses the others with the reason", async () => {
    const grants = { "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION", "CARDS.delete": "USER" } as const;
    const role = await owner.call(named(roleProcedures, "roles.create"), { name: "Deletes their own", grants });
    const seller = await newMember(owner, { roleId: role.id });
    const { a, b } = await two();
    const own = await newCard({ name: "Acme of the seller", owner: seller.userId });
    expect(await seller.call(mergePreview, { survivorId: own.id, otherIds: [a.id] })).toMatchObject({
      survivorIds: [a.id],
      choices: { name: a.id },
    });
    await expect(seller.call(merge, { survivorId: own.id, otherIds: [a.id], choices: {} })).rejects.toMatchObject({
      code: "NO_PERMISSION",
      details: { messageKey: "errors.merge.mayNotDelete", params: { name: a.fields["name"] } },
    });
    await expect(seller.call(mergePreview, { survivorId: a.id, otherIds: [b.id] })).rejects.toMatchObject({
      details: { messageKey: "errors.merge.mayNotDelete", params: { name: b.fields["name"] } },
    });
    expect((await seller.call(merge, { survivorId: a.id, otherIds: [own.id], choices: {} })).id).toBe(a.id);
  });
});

describe("merging", () => {
  it("leaves one card with the chosen values and identifiers, and the other in the trash, pointing at it", async () => {
    const { a, b } = await two();
    const email = fieldId("email");
    expect(await owner.call(mergePreview, { survivorId: a.id, otherIds: [b.id] })).toMatchObject({
      choices: { name: a.id, [fieldId("phone")]: b.id },
    });
    const merged = await owner.call(merge, { survivorId: a.id, otherIds: [b.id], choices: { [email]: b.id } });
    expect(merged.fields).toMatchObject({
      name: a.fields["name"],
      [email]: b.fields[email],
      [fieldId("phone")]: "+12125550100",
    });
    expect(await owner.call(get, { id: b.id })).toMatchObject({ mergedInto: a.id });
    const found = await owner.call(list, { cardTypeId: type.id, search: String(b.fields["name"]) });
    expect(found.rows.map(({ id }) => id)).not.toContain(b.id);
    // The other card's identifier is the survivor's now, and the survivor's own is free.
    await expect(newCard({ name: "X", [email]: b.fields[email] })).rejects.toMatchObject({ code: "CONFLICT" });
    const free = await newCard({ name: "X", [email]: a.fields[email] });
    await expect(owner.call(unmerge, { recordId: recordOf(merged) })).rejects.toMatchObject({ code: "CONFLICT" });
    await owner.call(named(cardProcedures, "cards.remove"), { cardId: free.id });
    await owner.call(unmerge, { recordId: recordOf(merged) });
    expect([await fieldsOf(a.id), await fieldsOf(b.id)]).toEqual([a.fields, b.fields]);
  });

  it("is undone after edits: an edit goes with the card the value came from, and stays where it was newly typed", async () => {
    const { a, b } = await two();
    const merged = await owner.call(merge, { survivorId: a.id, otherIds: [b.id] });
    const phone = fieldId("phone");
    await owner.call(update, { cardId: a.id, fields: { [phone]: "+12125550199", name: "Renamed" } });
    const preview = await owner.call(unmergePreview, { recordId: recordOf(merged) });
    expect(preview.attributed).toEqual(
      expect.arrayContaining([
        { fieldId: phone, value: "+12125550199", cardId: b.id, reason: "source" },
        { fieldId: "name", value: "Renamed", cardId: a.id, reason: "source" },
      ]),
    );
    const apart = await owner.call(unmerge, { recordId: recordOf(merged) });
    expect(await fieldsOf(a.id)).toEqual({ ...a.fields, name: "Renamed" });
    expect(await fieldsOf(b.id)).toEqual({ ...b.fields, [phone]: "+12125550199" });

    // And undone in its turn, and again.
    const again = await owner.call(undo, { recordId: recordOf(apart) });
    expect(again.cards[0]?.fields).toMatchObject({ name: "Renamed", [phone]: "+12125550199" });
    await owner.call(undo, { recordId: recordOf(again) });
    expect(await fieldsOf(b.id)).toEqual({ ...b.fields, [phone]: "+12125550199" });
    expect(await owner.call(get, { id: b.id })).toMatchObject({ trashedAt: null });
  });

  it("of a card merged before is undone from the last merge on", async () => {
    const { a, b } = await two();
    const { a: c } = await two();
    const first = await owner.call(merge, { survivorId: a.id, otherIds: [b.id] });
    const second = await owner.call(merge, { survivorId: a.id, otherIds: [c.id] });
    await expect(owner.call(unmerge, { recordId: recordOf(first) })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
      details: { messageKey: "errors.merge.later" },
    });
    await owner.call(undo, { recordId: recordOf(second) });
    await owner.call(undo, { recordId: recordOf(first) });
    for (const card of [a, b, c]) expect(await fieldsOf(card.id)).toEqual(card.fields);
  });
});
