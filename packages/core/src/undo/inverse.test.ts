import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { edit, type StoredCard } from "../cards/index.ts";
import { typeOf } from "../cards/replica/memory.fixture.ts";
import type { FieldValues } from "../cards/schema.ts";
import type { Change } from "../data/journal.ts";
import { undoing } from "./inverse.ts";

const orgId = "org_01J9ZZZZZZZZZZZZZZZZZZZZZZ";
const at = "2026-01-01T00:00:00.000Z";
const context = { currency: "ILS", region: "IL" } as const;
const statuses = ["new", "offer", "won", "lost"];
const type = {
  ...typeOf([
    { id: "name", key: "name", type: "text", label: "Name", required: true },
    { id: "fld_city", key: "city", type: "text", label: "City" },
    { id: "fld_sum", key: "sum", type: "number", label: "Sum" },
    {
      id: "status",
      key: "status",
      type: "singleSelect",
      label: "Status",
      options: statuses.map((id) => ({ id, label: id, hue: "blue" as const })),
    },
  ]),
};
const staged = {
  ...type,
  processes: [
    {
      id: "sale",
      name: "Sale",
      steps: [
        { statusId: "new", backAllowed: false, requiredFieldIds: [] },
        { statusId: "offer", backAllowed: false, requiredFieldIds: ["fld_sum"] },
        { statusId: "won", backAllowed: false, requiredFieldIds: [] },
      ],
      exitStatusIds: ["lost"],
    },
  ],
};
const newCard = (fields: FieldValues): StoredCard => ({
  id: "crd_01J9ZZZZZZZZZZZZZZZZZZZZZZ",
  typeId: type.id,
  version: 1,
  fields,
  fieldVersions: Object.fromEntries(Object.keys(fields).map((id) => [id, 1])),
  secrets: {},
  createdAt: at,
  updatedAt: at,
  trashedAt: null,
});
/** The card after the edit, and the change recorded for it; undefined where nothing changes. */
const edited = (card: StoredCard, patch: FieldValues, of: typeof type = type) =>
  edit(orgId, of, card, patch, undefined, context, at);
const undone = (card: StoredCard, change: Change, of: typeof type = type) => undoing(orgId, of, card, change, context, at);

const values = {
  name: fc.constantFrom("A", "B", "C"),
  fld_city: fc.constantFrom(null, "Haifa", "Acre"),
  fld_sum: fc.constantFrom(null, 0, 7),
  status: fc.constantFrom(null, ...statuses),
};
const patch = fc.record(values, { requiredKeys: [] });
const history = fc.array(patch, { minLength: 1, maxLength: 12 });

/** Applies the edits in order: the changes, and the values before each and after the last. */
function lived(patches: readonly FieldValues[]) {
  let card = newCard({ name: "A" });
  const changes: Change[] = [];
  const states: FieldValues[] = [card.fields];
  for (const each of patches) {
    const made = edited(card, each);
    if (!made) continue;
    card = made.card;
    changes.push(made.change);
    states.push(card.fields);
  }
  return { card, changes, states };
}
const valueOf = (fields: FieldValues, fieldId: string): unknown => fields[fieldId] ?? null;

describe("edits of one card", () => {
  it("are undone whatever the order in which the engine returns the properties of a value", () => {
    const linked = {
      ...type,
      fields: [...type.fields, ...typeOf([{ id: "fld_site", key: "site", type: "link", label: "Site" }]).fields],
    };
    const url = "https://a.example/";
    const made = edited(newCard({ name: "A", fld_site: { url, label: "Old" } }), { fld_site: { url, label: "New" } }, linked);
    if (!made) return expect.fail("nothing changed");
    const stored = { ...made.card, fields: { ...made.card.fields, fld_site: { label: "New", url } } };
    expect(edited(stored, { fld_site: { url, label: "New" } }, linked)).toBeUndefined();
    const back = undone(stored, made.change, linked);
    expect(back.ok && back.cardWrite?.card.fields["fld_site"]).toEqual({ url, label: "Old" });
  });

  it("undone from the last to the first restore every state, and redone the last", () => {
    fc.assert(
      fc.property(history, (patches) => {
        const { card, changes, states } = lived(patches);
        let current = card;
        const inverses: Change[] = [];
        for (let index = changes.length - 1; index >= 0; index--) {
          const change = changes[index] ?? expect.fail();
          const outcome = undone(current, change);
          if (!outcome.ok || !outcome.cardWrite) return expect.fail("not undone");
          inverses.push(outcome.cardWrite.change);
          current = outcome.cardWrite.card;
          expect(current.fields).toEqual(states[index]);
        }
        for (const inverse of inverses.toReversed()) {
          const outcome = undone(current, inverse);
          if (!outcome.ok || !outcome.cardWrite) return expect.fail("not redone");
          current = outcome.cardWrite.card;
        }
        expect(current.fields).toEqual(card.fields);
        return undefined;
      }),
      { numRuns: 2_000 },
    );
  });

  it("undone out of order change what the edit changed and nothing else, or are refused for exactly the fields that were changed since", () => {
    fc.assert(
      fc.property(history, fc.nat(), (patches, chosen) => {
        const { card, changes } = lived(patches);
        const change = changes[chosen % Math.max(1, changes.length)];
        if (!change) return;
        const fieldIds = Object.keys(change.after ?? {});
        const is = (fieldId: string, side: FieldValues | null) => valueOf(card.fields, fieldId) === valueOf(side ?? {}, fieldId);
        const clashing = fieldIds.filter((id) => !is(id, change.after) && !is(id, change.before));
        const outcome = undone(card, change);
        if (!outcome.ok) {
          expect(outcome.obstacle).toEqual({ kind: "changed", fieldIds: clashing });
          expect(clashing).not.toEqual([]);
          return;
        }
        expect(clashing).toEqual([]);
        const now = outcome.cardWrite?.card.fields ?? card.fields;
        for (const { id } of type.fields)
          expect(valueOf(now, id)).toBe(valueOf(fieldIds.includes(id) ? (change.before ?? {}) : card.fields, id));
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("undoing against the process", () => {
  it("moves a card back even if the process does not lead back", () => {
    const card = newCard({ name: "A", status: "new", fld_sum: 7 });
    const moved = edited(card, { status: "offer" }, staged) ?? expect.fail();
    expect(() => edited(moved.card, { status: "new" }, staged)).toThrow();
    expect(undone(moved.card, moved.change, staged)).toMatchObject({
      ok: true,
      cardWrite: { card: { fields: { status: "new", fld_sum: 7 } } },
    });
  });

  it("keeps what the step requires and reports it, and undoes the rest", () => {
    const card = newCard({ name: "A", status: "new" });
    const filled = edited(card, { fld_sum: 7, fld_city: "Haifa" }, staged) ?? expect.fail();
    const offered = edited(filled.card, { status: "offer" }, staged) ?? expect.fail();
    const outcome = undone(offered.card, filled.change, staged);
    expect(outcome).toMatchObject({
      ok: true,
      cardWrite: { change: { after: { fld_city: null } } },
      skipped: [{ fieldId: "fld_sum", label: "Sum", reason: "validation.requiredForStep" }],
    });
    const onlySum = edited(card, { fld_sum: 7 }, staged) ?? expect.fail();
    const there = edited(onlySum.card, { status: "offer" }, staged) ?? expect.fail();
    expect(undone(there.card, onlySum.change, staged)).toMatchObject({ ok: false, obstacle: { kind: "refused" } });
  });
});
