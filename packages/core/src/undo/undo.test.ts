import { writePastTheJournal } from "@kartis/tests/support/past-the-journal.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { errorShape } from "../kernel/error.ts";
import type { CardId, RecordId } from "../kernel/id.ts";
import { membershipEntity } from "../organizations/entity.ts";
import { undoProcedures } from "./index.ts";

const [types, create, update, get, remove, restore] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
];
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
let owner: Owner;
let colleague: Owner;
let leads: CardType;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ phone: "+972 50 234 5678" });
  colleague = await newOwner();
  await writePastTheJournal(
    membershipEntity().create({
      userId: colleague.userId,
      orgId: owner.orgId,
      orgName: "",
      name: "Dana Colleague",
      email: "dana@x.example",
      systemRole: "ADMIN",
      joinedAt: new Date().toISOString(),
    }),
  );
  colleague.cookies.set("kartis_org", owner.orgId);
  leads = (await owner.call(types, {})).find((type) => type.slug === "leads") ?? expect.fail("no leads");
});
afterAll(() => backend.close());

const fieldId = (key: string): string => leads.fields.find((field) => field.key === key)?.id ?? expect.fail(key);
const failure = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );
let number = 0;
const newLead = (fields: Record<string, unknown> = {}) =>
  owner.call(create, { typeId: leads.id, fields: { name: `Lead ${++number}`, ...fields } });
const recordOf = ({ recordId }: { recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");

describe("undoing one record", () => {
  it("restores what an edit changed and nothing else, and can itself be undone", async () => {
    const card = await newLead({ [fieldId("email")]: "a@x.example" });
    const edited = await owner.call(update, { cardId: card.id, fields: { name: "New", [fieldId("email")]: null } });
    await colleague.call(update, { cardId: card.id, fields: { [fieldId("phone")]: "050-234-5678" } });
    const undone = await owner.call(undo, { recordId: recordOf(edited) });
    expect(undone.cards[0]?.fields).toMatchObject({ ...card.fields, [fieldId("phone")]: "+972502345678" });
    const redone = await owner.call(undo, { recordId: recordOf(undone) });
    expect(redone.cards[0]?.fields).toMatchObject({ name: "New" });
    expect(redone.cards[0]?.fields).not.toHaveProperty(fieldId("email"));
  });

  it("trashes a created card, and restores a deleted one", async () => {
    const card = await newLead();
    const undone = await owner.call(undo, { recordId: recordOf(card) });
    expect(undone.cards[0]?.trashedAt).not.toBeNull();
    const redone = await owner.call(undo, { recordId: recordOf(undone) });
    expect(redone.cards[0]).toMatchObject({ trashedAt: null, fields: card.fields });
    const removed = await owner.call(remove, { cardId: card.id });
    await owner.call(undo, { recordId: recordOf(removed) });
    expect(await owner.call(get, { id: card.id })).toMatchObject({ trashedAt: null });
  });

  it("is refused, naming the field and the person, when somebody has changed it since", async () => {
    const card = await newLead();
    const mine = await owner.call(update, { cardId: card.id, fields: { name: "Mine" } });
    await colleague.call(update, { cardId: card.id, fields: { name: "Hers" } });
    expect(await failure(owner.call(undo, { recordId: recordOf(mine) }))).toMatchObject({
      code: "CONFLICT",
      messageKey: "errors.undo.changedBy",
      params: { name: "Dana Colleague", fields: "Name" },
      fields: { name: "validation.changedMeanwhile" },
    });
    expect(await owner.call(get, { id: card.id })).toMatchObject({ fields: { name: "Hers" } });
    expect(await failure(owner.call(undo, { recordId: recordOf(card) }))).toMatchObject({ code: "CONFLICT" });
  });

  it("removes a card that only its creator has filled in, and redoing brings its identifiers back", async () => {
    const typed = await owner.call(types, {}).then((all) => all.find((type) => type.identifiers.length > 0));
    const email = typed?.fields.find((field) => field.type === "email" && typed.identifiers.includes(field.id));
    if (!typed || !email) return;
    const values = { name: "One of a kind", [email.id]: "kind@x.example" };
    const card = await owner.call(create, { typeId: typed.id, fields: values });
    await owner.call(update, { cardId: card.id, fields: { name: "Two of a kind" } });
    const undone = await owner.call(undo, { recordId: recordOf(card) });
    expect(undone.cards[0]?.trashedAt).not.toBeNull();
    const again = await owner.call(create, { typeId: typed.id, fields: values });
    expect(await failure(owner.call(undo, { recordId: recordOf(undone) }))).toMatchObject({
      code: "CONFLICT",
      fields: { [email.id]: "validation.duplicate" },
    });
    await owner.call(remove, { cardId: again.id });
    await owner.call(undo, { recordId: recordOf(undone) });
    expect(await owner.call(get, { id: card.id })).toMatchObject({ trashedAt: null });
  });

  it("does nothing the second time, and says so for a card in the trash", async () => {
    const card = await newLead();
    const edited = await owner.call(update, { cardId: card.id, fields: { name: "Other" } });
    await owner.call(undo, { recordId: recordOf(edited) });
    expect(await owner.call(undo, { recordId: recordOf(edited) })).toMatchObject({ recordId: null });
    const again = await owner.call(update, { cardId: card.id, fields: { name: "Third" } });
    await owner.call(remove, { cardId: card.id });
    expect(await failure(owner.call(undo, { recordId: recordOf(again) }))).toMatchObject({
      code: "PRECONDITION_FAILED",
      messageKey: "errors.undo.trashed",
    });
  });

  it("needs the permission for the inverse", async () => {
    const card = await newLead();
    await writePastTheJournal(
      membershipEntity().patch({ userId: colleague.userId, orgId: owner.orgId }).set({ systemRole: "BASIC" }),
    );
    const denied = await failure(colleague.call(undo, { recordId: recordOf(card) }));
    await writePastTheJournal(
      membershipEntity().patch({ userId: colleague.userId, orgId: owner.orgId }).set({ systemRole: "ADMIN" }),
    );
    expect(denied?.code).toMatch(/NO_PERMISSION|MISSING_ROLE|FORBIDDEN/);
  });
});

describe("the trash", () => {
  it("lists what was deleted, by whom, by name, until it is restored", async () => {
    const card = await newLead({ name: "Wrongly Deleted" });
    await colleague.call(remove, { cardId: card.id });
    const trash = named(cardProcedures, "cards.trash");
    const found = await owner.call(trash, { search: "wrongly" });
    expect(found).toMatchObject({ total: 1, rows: [{ id: card.id, deletedBy: colleague.userId }] });
    await owner.call(restore, { cardId: card.id });
    expect(await owner.call(trash, { search: "wrongly" })).toMatchObject({ total: 0, rows: [] });
  });
});

describe("a series of changes by one person, undone from its end", () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant("create" as const), name: fc.constantFrom("A", "B") }),
    fc.record({
      kind: fc.constant("update" as const),
      card: fc.nat(3),
      field: fc.constantFrom("name", "phone", "price"),
      value: fc.nat(2),
    }),
    fc.record({ kind: fc.constant("remove" as const), card: fc.nat(3) }),
    fc.record({ kind: fc.constant("restore" as const), card: fc.nat(3) }),
  );

  it("restores each earlier state", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 9 }), async (steps) => {
        const cardIds: CardId[] = [(await newLead()).id, (await newLead()).id];
        const state = () => Promise.all(cardIds.map((cardId) => owner.call(get, { id: cardId })));
        const done: { recordId: RecordId; before: Awaited<ReturnType<typeof state>> }[] = [];
        for (const one of steps) {
          const before = await state();
          const cardId = one.kind === "create" ? undefined : cardIds[one.card % cardIds.length];
          const changed =
            one.kind === "create"
              ? await newLead({ name: one.name })
              : !cardId
                ? undefined
                : one.kind === "update"
                  ? await owner.call(update, { cardId, fields: valueOf(one.field, one.value) }).catch(() => undefined)
                  : await owner.call(one.kind === "remove" ? remove : restore, { cardId });
          if (one.kind === "create" && changed) cardIds.push(changed.id);
          if (changed?.recordId) done.push({ recordId: changed.recordId, before });
        }
        for (const { recordId, before } of done.toReversed()) {
          await owner.call(undo, { recordId });
          const now = await state();
          before.forEach((card, index) => {
            expect(now[index]?.fields).toEqual(card.fields);
            expect(now[index]?.trashedAt === null).toBe(card.trashedAt === null);
          });
          for (const card of now.slice(before.length)) expect(card.trashedAt).not.toBeNull();
        }
      }),
      { numRuns: 12 },
    );
  });

  const valueOf = (field: "name" | "phone" | "price", value: number) =>
    field === "name"
      ? { name: `Name ${value}` }
      : field === "phone"
        ? { [fieldId("phone")]: value === 0 ? null : `+97250234567${value}` }
        : { [fieldId("price")]: value === 0 ? null : value * 100 };
});
