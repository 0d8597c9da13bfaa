import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { UserId } from "../../kernel/id.ts";
import type { Scope } from "../../kernel/scope.ts";
import { cardProjection } from "../projection.ts";
import type { Card, FieldValues } from "../schema.ts";
import { idsOf, replicaOf, typeOf } from "./memory.fixture.ts";
import { holdingField, inScope, scopeSql } from "./scope.ts";
import { select } from "./lists/selection.ts";
import { cardTablesOf } from "./tables.ts";

const userId = (letter: string): UserId => `usr_01J0000000000000000000000${letter}`;
const people = ["A", "B", "C"].map(userId);
const fieldIds = ["fld_one", "fld_two"] as const;

/** Two types with fields of the same ids, either of which may assign cards in one type and not in the other. */
const types = (["typ_01J00000000000000000000ABC", "typ_01J00000000000000000000XYZ"] as const).map((id, at) =>
  typeOf(
    ["owner", ...fieldIds].map((fieldId) => ({ id: fieldId, key: fieldId, type: "user", label: fieldId })),
    { id, slug: `tests${at}`, apiName: `test${at}` },
  ),
);

const values: fc.Arbitrary<FieldValues> = fc.record(
  Object.fromEntries(["owner", ...fieldIds].map((fieldId) => [fieldId, fc.constantFrom(...people)])),
  { requiredKeys: [] },
);
const state = fc.record({ type: fc.constantFrom(...types), fields: values, isTrashed: fc.boolean() });
/** Cards, each with the states it went through. */
const histories = fc.array(fc.array(state, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 15 });
const scopes: fc.Arbitrary<Scope> = fc.record({
  kind: fc.constant("people" as const),
  userIds: fc.subarray(people),
  assigning: fc
    .tuple(...types.map(({ id }) => fc.subarray([...fieldIds]).map((assigned) => [id, assigned] as const)))
    .map((all) => new Map(all.filter(([, assigned]) => assigned.length > 0))),
});

const cardAt = (
  at: number,
  version: number,
  { type, fields, isTrashed }: { type: (typeof types)[number]; fields: FieldValues; isTrashed: boolean },
): Card => ({
  id: `crd_${String(at).padStart(3, "0")}`,
  typeId: type.id,
  version,
  fields,
  createdAt: "2026-01-01T00:00:00.000Z",
  updatedAt: "2026-01-01T00:00:00.000Z",
  trashedAt: isTrashed ? "2026-02-01T00:00:00.000Z" : null,
});

describe("owned by or assigned to", () => {
  it("is the same in SQL and for a card read by key, whatever the cards went through", () => {
    let assigned = 0;
    fc.assert(
      fc.property(histories, scopes, (all, scope) => {
        const states = all.map((history, at) => history.map((each, version) => cardAt(at, version + 1, each)));
        const replica = replicaOf(types, []);
        for (const { id: cardId, ...card } of states.flat()) replica.database.putAll([{ ...card, cardId }], cardProjection);
        const cards = states.map((history) => history.at(-1) ?? expect.fail());
        const wanted = cards.filter((card) => inScope(scope, card));
        assigned += wanted.filter((card) => scope.kind === "people" && holdingField(scope, card) !== "owner").length;
        const { text, params } = scopeSql(scope, "card.");
        const found = replica.db.prepare(`SELECT id FROM card WHERE ${text} ORDER BY id`).all(...params);
        expect(found.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        const listed = wanted.filter(({ trashedAt }) => trashedAt === null);
        expect(idsOf(replica, select(replica, scope, {})).toSorted()).toEqual(listed.map(({ id }) => id));
        for (const type of types) {
          const ofType = listed.filter(({ typeId }) => typeId === type.id).map(({ id }) => id);
          expect(idsOf(replica, select(replica, scope, { cardTypeId: type.id })).toSorted()).toEqual(ofType);
        }
        replica.database.close();
      }),
      { numRuns: 300 },
    );
    expect(assigned).toBeGreaterThan(50);
  });

  it("leaves nothing behind of a card deleted for good", () => {
    const [type = expect.fail()] = types;
    const [person = expect.fail()] = people;
    const card = cardAt(1, 1, { type, fields: { fld_one: person }, isTrashed: false });
    const replica = replicaOf(types, [card]);
    const rows = () => Number(replica.db.prepare("SELECT count(*) AS n FROM card_person").get()?.["n"]);
    expect(rows()).toBe(1);
    cardTablesOf(replica.db).bury({ kind: "card", id: card.id }, 2);
    expect(rows()).toBe(0);
    replica.database.close();
  });
});
