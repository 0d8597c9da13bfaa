import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { undoProcedures } from "../../undo/index.ts";
import { KartisError } from "../../kernel/error.ts";
import type { CardId, RecordId } from "../../kernel/id.ts";
import { roleProcedures } from "../../organizations/roles/procedures.ts";
import { cardProcedures, cardTypeProcedures, findCard } from "../index.ts";
import type { CardType } from "../schema.ts";

const [create, update, get, remove, restore, purge, reveal, merge, mergePreview, unmerge] = [
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
  named(cardProcedures, "cards.purge"),
  named(cardProcedures, "cards.reveal"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.mergePreview"),
  named(cardProcedures, "cards.unmerge"),
];
const undo = named(undoProcedures, "changes.undo");
const field = (id: string) => ({
  id,
  type: "password" as const,
  label: id,
  options: [],
  displayed: true,
  required: false,
  internal: false,
});
const secretFields = ["fld_wifi", "fld_door"];

let backend: Backend;
let owner: Owner;
let type: CardType;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ template: "empty" });
  const draft = { name: "Site", pluralName: "Sites", hue: "blue" as const, fields: secretFields.map(field) };
  type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
});
afterAll(() => backend.close());

type Secrets = Readonly<Record<string, string | null>>;

const newCard = (secrets: Secrets) => owner.call(create, { typeId: type.id, fields: { name: "Site", ...secrets } });
const recordOf = ({ recordId }: { recordId: RecordId | null }): RecordId => recordId ?? expect.fail("nothing changed");

/** Secrets as revealed, by field, null if empty; the card must agree on which are set. */
async function revealed(cardId: CardId): Promise<Secrets> {
  const { fields } = await owner.call(get, { id: cardId });
  const texts = await Promise.all(
    secretFields.map((fieldId) =>
      owner.call(reveal, { cardId, fieldId }).then(
        ({ text }) => text,
        (error: unknown) => {
          if (error instanceof KartisError && error.code === "NOT_FOUND") return null;
          throw error;
        },
      ),
    ),
  );
  expect(secretFields.map((fieldId) => fieldId in fields)).toEqual(texts.map((text) => text !== null));
  return Object.fromEntries(secretFields.map((fieldId, at) => [fieldId, texts[at] ?? null]));
}

const someSecrets = fc.record({
  fld_wifi: fc.option(fc.string({ minLength: 1, maxLength: 20 }).filter((text) => text.trim() !== "" && !text.includes("\0"))),
  fld_door: fc.option(fc.constantFrom("1234", "s€cret", "密码")),
});
const cases = fc.record({
  cards: fc.array(someSecrets, { minLength: 2, maxLength: 3 }),
  /** Index of the card whose secret is taken; none leaves it to the default. */
  choices: fc.record({ fld_wifi: fc.nat(2), fld_door: fc.nat(2) }, { requiredKeys: [] }),
  /** Set on the survivor after the merge; null removes the secret. */
  edits: fc.record(
    { fld_wifi: fc.option(fc.constant("new wifi")), fld_door: fc.option(fc.constant("new door")) },
    { requiredKeys: [] },
  ),
});

describe("secrets of merged cards", () => {
  it("are the chosen ones, follow later edits, and belong to each card again when the merge is undone, however often", async () => {
    await fc.assert(
      fc.asyncProperty(cases, async ({ cards: given, choices, edits }) => {
        const cards = await Promise.all(given.map(newCard));
        const ids = cards.map(({ id }) => id);
        const [survivorId, ...otherIds] = ids;
        if (!survivorId) return;
        const own = await Promise.all(ids.map(revealed));
        const chosen = Object.entries(choices).map(([fieldId, at]) => [fieldId, Math.min(at, ids.length - 1)] as const);
        // For each field, the card whose secret is taken: by choice, or the first that has one.
        const sourceOf = (fieldId: string) =>
          new Map(chosen).get(fieldId) ??
          Math.max(
            0,
            own.findIndex((secrets) => secrets[fieldId] !== null),
          );

        const merged = await owner.call(merge, {
          survivorId,
          otherIds,
          choices: Object.fromEntries(chosen.map(([fieldId, at]) => [fieldId, ids[at] ?? survivorId])),
        });
        const taken = Object.fromEntries(secretFields.map((fieldId) => [fieldId, own[sourceOf(fieldId)]?.[fieldId] ?? null]));
        expect(await revealed(survivorId)).toEqual(taken);

        if (Object.keys(edits).length > 0) await owner.call(update, { cardId: survivorId, fields: edits });
        const edited = await revealed(survivorId);
        expect(edited).toEqual({ ...taken, ...edits });

        // An edit to a secret that was taken over goes back with its card; one set where there was none stays.
        const apartAgain = own.map((secrets) => ({ ...secrets }));
        for (const [fieldId, text] of Object.entries(edits)) {
          if (text === null && taken[fieldId] === null) continue;
          const home = apartAgain[taken[fieldId] === null ? 0 : sourceOf(fieldId)];
          if (home) home[fieldId] = text;
        }
        const apart = await owner.call(unmerge, { recordId: recordOf(merged) });
        expect(await Promise.all(ids.map(revealed))).toEqual(apartAgain);

        const again = await owner.call(undo, { recordId: recordOf(apart) });
        expect(await revealed(survivorId)).toEqual(edited);
        await owner.call(undo, { recordId: recordOf(again) });
        expect(await Promise.all(ids.map(revealed))).toEqual(apartAgain);
      }),
      { numRuns: 12 },
    );
  });

  it("return in order from one merge on top of another", async () => {
    const [a, b, c] = await Promise.all(
      ["one", "two", "three"].map((text) => newCard({ fld_wifi: text, fld_door: `door ${text}` })),
    );
    if (!a || !b || !c) return expect.fail();
    const first = await owner.call(merge, { survivorId: a.id, otherIds: [b.id], choices: { fld_wifi: b.id } });
    const second = await owner.call(merge, { survivorId: a.id, otherIds: [c.id], choices: { fld_door: c.id } });
    expect(await revealed(a.id)).toEqual({ fld_wifi: "two", fld_door: "door three" });
    await owner.call(undo, { recordId: recordOf(second) });
    expect(await revealed(a.id)).toEqual({ fld_wifi: "two", fld_door: "door one" });
    await owner.call(undo, { recordId: recordOf(first) });
    expect(await Promise.all([a, b, c].map(({ id }) => revealed(id)))).toEqual(
      ["one", "two", "three"].map((text) => ({ fld_wifi: text, fld_door: `door ${text}` })),
    );
  });

  it("outlast the trash and go with the card: what a card took over stays when the other is restored alone or purged", async () => {
    const [a, b] = await Promise.all(["mine", "theirs"].map((text) => newCard({ fld_wifi: text })));
    if (!a || !b) return expect.fail();
    const merged = await owner.call(merge, { survivorId: a.id, otherIds: [b.id], choices: { fld_wifi: b.id } });
    await owner.call(remove, { cardId: a.id });
    await owner.call(restore, { cardId: a.id });
    expect(await revealed(a.id)).toMatchObject({ fld_wifi: "theirs" });

    await owner.call(restore, { cardId: b.id });
    const stored = await findCard(owner.orgId, { kind: "organization" }, b.id);
    expect(stored?.displacedSecrets).toBeUndefined();
    await expect(owner.call(unmerge, { recordId: recordOf(merged) })).rejects.toMatchObject({ code: "PRECONDITION_FAILED" });
    expect(await Promise.all([revealed(a.id), revealed(b.id)])).toMatchObject([{ fld_wifi: "theirs" }, { fld_wifi: "theirs" }]);

    await owner.call(remove, { cardId: b.id });
    await owner.call(purge, { cardId: b.id });
    expect(await revealed(a.id)).toMatchObject({ fld_wifi: "theirs" });
    await expect(owner.call(reveal, { cardId: b.id, fieldId: "fld_wifi" })).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are offered as a choice even if their marks are of the same instant", async () => {
    const still = await newOwner({ template: "empty", clock: { now: () => Date.parse("2026-11-03T10:00:00Z") } });
    const draft = { name: "Site", pluralName: "Sites", hue: "blue" as const, fields: secretFields.map(field) };
    const { id: typeId } = await still.call(named(cardTypeProcedures, "cardTypes.create"), { draft });
    const [a, b] = await Promise.all(
      ["mine", "theirs"].map((text) => still.call(create, { typeId, fields: { name: "Site", fld_wifi: text } })),
    );
    if (!a || !b) return expect.fail();
    expect(a.fields["fld_wifi"]).toEqual(b.fields["fld_wifi"]);
    const { fieldIds } = await still.call(mergePreview, { survivorId: a.id, otherIds: [b.id] });
    expect(fieldIds).toContain("fld_wifi");
    const merged = await still.call(merge, { survivorId: a.id, otherIds: [b.id], choices: { fld_wifi: b.id } });
    expect(await still.call(reveal, { cardId: a.id, fieldId: "fld_wifi" })).toEqual({ text: "theirs" });
    await still.call(unmerge, { recordId: recordOf(merged) });
    expect(await still.call(reveal, { cardId: a.id, fieldId: "fld_wifi" })).toEqual({ text: "mine" });
  });

  it("are not taken from a card that the actor may only delete, since taking them over would reveal them", async () => {
    const grants = { "CARDS.read": "ORGANIZATION", "CARDS.update": "USER", "CARDS.delete": "ORGANIZATION" } as const;
    const role = await owner.call(named(roleProcedures, "roles.create"), { name: "Changes their own", grants });
    const seller = await newMember(owner, { roleId: role.id });
    const own = await owner.call(create, { typeId: type.id, fields: { name: "Own", owner: seller.userId } });
    const other = await newCard({ fld_wifi: "not for you" });
    const asked = { survivorId: own.id, otherIds: [other.id] };
    expect((await seller.call(mergePreview, asked)).fieldIds).not.toContain("fld_wifi");
    await expect(seller.call(merge, { ...asked, choices: { fld_wifi: other.id } })).rejects.toMatchObject({
      code: "NO_PERMISSION",
      details: { messageKey: "errors.cardReadOnly" },
    });
    const merged = await seller.call(merge, asked);
    expect(await revealed(own.id)).toEqual({ fld_wifi: null, fld_door: null });
    await seller.call(unmerge, { recordId: recordOf(merged) });
    expect(await revealed(other.id)).toMatchObject({ fld_wifi: "not for you" });
  });
});
