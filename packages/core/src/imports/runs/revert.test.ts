import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures } from "../../cards/index.ts";
import { undoProcedures, runRevert } from "../../undo/index.ts";
import type { CardId, OperationId } from "../../kernel/id.ts";
import { findOperation } from "../../operations/index.ts";
import { newFirm } from "../firm.fixture.ts";

const [update, get, remove] = [
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
];
const [revert, preview] = [named(undoProcedures, "changes.revert"), named(undoProcedures, "changes.previewRevert")];

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("an import is reverted as a whole except for what somebody has changed since, which is reported; the revert can be reverted", async () => {
  const firm = await newFirm();
  const { owner } = firm;
  await firm.redefine({ identifiers: [firm.idOf("email")] });
  const colleague = await newMember(owner, { systemRole: "ADMIN" });
  const [phone, email] = [firm.idOf("phone"), firm.idOf("email")];
  const known = ["kept", "filled", "superseded", "elsewhere"];
  const before = new Map<string, CardId>();
  for (const name of known) {
    const card = await firm.create({ name, email: `${name}@x.example`, ...(name === "filled" ? {} : { phone: "050-234-5678" }) });
    before.set(name, card.id);
  }
  const made = Array.from({ length: 130 }, (_, at) => `new ${at};new${at}@x.example;050-999-0000`);
  const rows = [...known.map((name) => `${name} imported;${name}@x.example;050-111-2222`), ...made];
  const operationId = await firm.begin(["name", "email", "phone"], rows.join("\n"), {
    mode: "createOrUpdate",
    matchFieldId: email,
  });
  while (!(await firm.run(operationId, 0)));
  expect(await firm.get(operationId)).toMatchObject({ created: 130, updated: 4, failed: 0 });
  const cardId = (name: string) => before.get(name) ?? expect.fail(name);
  const listed = await firm.cards();
  const created = (at: number) => listed.find((card) => card.fields["name"] === `new ${at}`)?.id ?? expect.fail(`new ${at}`);
  const [editedLater, deletedLater] = [created(7), created(8)];

  // A colleague keeps working: on a value of the import, on another, on a new card; and one new card is deleted.
  await colleague.call(update, { cardId: cardId("superseded"), fields: { [phone]: "050-333-4444" } });
  await colleague.call(update, { cardId: cardId("elsewhere"), fields: { owner: colleague.userId } });
  await colleague.call(update, { cardId: editedLater, fields: { name: "Now a customer" } });
  await colleague.call(remove, { cardId: deletedLater });
  const fieldsOf = async (id: CardId) => (await owner.call(get, { id: id })).fields;
  const imported = await Promise.all(known.map((name) => fieldsOf(cardId(name))));

  expect(await owner.call(preview, { operationId })).toMatchObject({ total: 134, changing: 131, same: 1 });
  const takeBack = async (id: OperationId) => {
    const { operationId: revertId } = await owner.call(revert, { operationId: id });
    for (let finished = false; !finished;) {
      const operation = (await findOperation(owner.orgId, revertId)) ?? expect.fail("no operation");
      finished = await runRevert(operation, await owner.actor(), owner.clock, 0);
    }
    return { revertId, result: await firm.get(revertId) };
  };
  const { revertId, result } = await takeBack(operationId);
  expect(result).toMatchObject({ state: "done", total: 134, done: 134, updated: 131, skipped: 1, failed: 2 });
  expect(new Set(result.errors.map((reject) => [reject.cardId, reject.fieldId, reject.message].join(" ")))).toEqual(
    new Set([`${cardId("superseded")} ${phone} validation.changedSince`, `${editedLater} name validation.changedSince`]),
  );

  expect(await fieldsOf(cardId("kept"))).toMatchObject({ name: "kept", [phone]: "+972502345678" });
  expect(await fieldsOf(cardId("filled"))).not.toHaveProperty(phone);
  expect(await fieldsOf(cardId("superseded"))).toMatchObject({ name: "superseded imported", [phone]: "+972503334444" });
  expect(await fieldsOf(cardId("elsewhere"))).toMatchObject({ name: "elsewhere", owner: colleague.userId });
  const left = await firm.cards();
  expect(left).toHaveLength(5);
  expect(new Set(left.map((card) => card.fields["name"]))).toEqual(
    new Set(["kept", "filled", "superseded imported", "elsewhere", "Now a customer"]),
  );
  // The identifiers of the deleted cards are free.
  await firm.create({ name: "In its place", email: "new3@x.example" });

  const again = await takeBack(revertId);
  expect(again.result).toMatchObject({ state: "done", updated: 130, failed: 1 });
  expect(again.result.errors).toMatchObject([{ fieldId: email, message: "validation.duplicate" }]);
  expect(await Promise.all(known.slice(0, 2).map((name) => fieldsOf(cardId(name))))).toEqual(imported.slice(0, 2));
  expect(await owner.call(get, { id: deletedLater })).not.toMatchObject({ trashedAt: null });
});
