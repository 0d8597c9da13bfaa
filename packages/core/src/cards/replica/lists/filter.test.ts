import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { KartisError } from "../../../kernel/error.ts";
import type { Scope } from "../../../kernel/scope.ts";
import { rawValues, settings } from "../../fields/arbitraries.fixture.ts";
import { definitionOf, registeredFieldTypes, type FieldType } from "../../fields/registry.ts";
import type { Card, CardType } from "../../schema.ts";
import type { Condition, Filter, Sort } from "../../query/schema.ts";
import { compileFilter } from "./filter.ts";
import { idsOf, replicaOf, typeOf } from "../memory.fixture.ts";
import { matches } from "../../matches.ts";
import { inOrder } from "./naive.fixture.ts";
import { inScope } from "../scope.ts";
import { select } from "./selection.ts";
import { cardTablesOf } from "../tables.ts";
import { summed, totalsOf } from "./totals.ts";

const everyone: Scope = { kind: "organization" };
const people = ["usr_a", "usr_b", "usr_c"] as const;

/** One field of each type, and the owner. */
const type: CardType = typeOf([
  { id: "name", key: "name", type: "text", label: "Name" },
  { id: "owner", key: "owner", type: "user", label: "Owner" },
  ...registeredFieldTypes.map((fieldType) => ({
    id: `fld_"${fieldType}"`,
    key: `f_${fieldType.toLowerCase()}`,
    type: fieldType,
    label: fieldType,
    options: [...settings.options],
  })),
]);
const fields = type.fields.filter((field) => field.id.startsWith("fld_"));

/** Values that the definition has accepted, as stored cards have. Only a few, so that two cards often share one. */
const samples = new Map<FieldType, readonly unknown[]>(
  registeredFieldTypes.map((fieldType) => {
    const accepted = fc.sample(rawValues[fieldType], { numRuns: 60, seed: 7 }).flatMap((raw) => {
      const parsed = definitionOf(fieldType).accept(raw, settings);
      return parsed.ok ? [parsed.value] : [];
    });
    const special: readonly unknown[] =
      fieldType === "text" || fieldType === "textarea" ? ["Árvíz", "ARVIZ", "שָׁלוֹם", "שלומ", "ёж", "Еж", "50%_off"] : [];
    return [fieldType, [...special, ...accepted.slice(0, 6)]];
  }),
);
const valueOf = (fieldType: FieldType): fc.Arbitrary<unknown> => fc.constantFrom(...(samples.get(fieldType) ?? []));

const cards: fc.Arbitrary<Card[]> = fc
  .array(
    fc.record({
      fields: fc.record(
        {
          owner: fc.constantFrom(...people),
          ...Object.fromEntries(fields.map((field) => [field.id, valueOf(field.type)])),
        },
        { requiredKeys: [] },
      ),
      createdAt: fc.constantFrom("2026-01-01T00:00:00.000Z", "2026-02-01T00:00:00.000Z"),
      updatedAt: fc.constantFrom("2026-03-01T00:00:00.000Z", "2026-04-01T00:00:00.000Z"),
      trashedAt: fc.oneof(
        { weight: 5, arbitrary: fc.constant(null) },
        { weight: 1, arbitrary: fc.constant("2026-05-01T00:00:00.000Z") },
      ),
    }),
    { minLength: 1, maxLength: 25 },
  )
  .map((all) =>
    all.map((card, at) => ({ ...card, id: `crd_${String(at).padStart(3, "0")}` as const, typeId: type.id, version: 1 })),
  );

const isSet = (fieldType: FieldType) => definitionOf(fieldType).column === "set";

/** Operands: a whole value, for text also a part of one. */
function operand(fieldType: FieldType): fc.Arbitrary<unknown> {
  const value = valueOf(fieldType);
  if (isSet(fieldType)) return value.map((ids) => (ids as string[])[0]);
  if (fieldType === "link") return value.map((link) => (link as { url: string }).url.slice(0, 12));
  if (definitionOf(fieldType).operators.includes("CONTAINS")) {
    return fc
      .tuple(value, fc.nat(3), fc.nat(5))
      .map(([text, from, length]) => [...String(text)].slice(from, from + 1 + length).join(""));
  }
  return value;
}

const condition: fc.Arbitrary<Filter> = fc.constantFrom(...fields).chain((field) => {
  const whole = operand(field.type);
  return fc.constantFrom(...definitionOf(field.type).operators).chain((operator): fc.Arbitrary<Filter> => {
    const at = { fieldId: field.id, operator };
    if (operator === "EXISTS" || operator === "NOT_EXISTS" || operator === "TRUE" || operator === "FALSE") return fc.constant(at);
    if (operator === "BETWEEN" || operator === "NOT_BETWEEN") return fc.tuple(whole, whole).map((value) => ({ ...at, value }));
    if (operator === "IN" || operator === "NOT_IN") {
      const member = isSet(field.type) ? whole : valueOf(field.type);
      return fc.array(member, { maxLength: 3 }).map((value) => ({ ...at, value }));
    }
    const value = operator === "EQUAL" && !isSet(field.type) ? valueOf(field.type) : whole;
    return value.map((each) => ({ ...at, value: each }));
  });
});
const filters: fc.Arbitrary<Filter> = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    condition,
    fc.array(tie("filter"), { maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie("filter"), { maxLength: 3 }).map((any) => ({ any })),
  ),
})).filter;

const sorts: fc.Arbitrary<Sort[]> = fc.array(
  fc.record({
    fieldId: fc.constantFrom(
      ...fields.filter((field) => definitionOf(field.type).sortable).map((field) => field.id),
      "createdAt",
    ),
    direction: fc.constantFrom("asc", "desc"),
  }),
  { maxLength: 3 },
);
const scopes: fc.Arbitrary<Scope> = fc.oneof(
  fc.constant(everyone),
  fc.subarray([...people]).map((userIds): Scope => ({ kind: "people", userIds })),
);

describe("a list", () => {
  it("contains the cards that the filter means and the scope admits, in the requested order", () => {
    let selected = 0;
    fc.assert(
      fc.property(cards, filters, sorts, scopes, (all, filter, sort, scope) => {
        const replica = replicaOf([type], all);
        const wanted = all.filter((card) => card.trashedAt === null && inScope(scope, card) && matches(filter, card, type));
        selected += wanted.length;
        const selection = select(replica, scope, { cardTypeId: type.id, filter, sort });
        expect(idsOf(replica, selection)).toEqual(inOrder(wanted, sort, type).map((card) => card.id));
        replica.database.close();
      }),
      { numRuns: 400 },
    );
    expect(selected).toBeGreaterThan(500);
  });

  it("counts and sums what it contains", () => {
    const summable = fields.filter(
      (field) => definitionOf(field.type).summable && field.type !== "number" && field.type !== "range",
    );
    fc.assert(
      fc.property(cards, condition, (all, filter) => {
        const replica = replicaOf([type], all);
        const selection = select(replica, everyone, { cardTypeId: type.id, filter });
        const wanted = all.filter((card) => card.trashedAt === null && matches(filter, card, type));
        const totals = totalsOf(
          replica,
          selection,
          summed(
            selection.table,
            summable.map((field) => field.id),
          ),
          type.id,
        );
        expect(totals.total).toBe(wanted.length);
        for (const field of summable) {
          const values = wanted.flatMap((card) =>
            typeof card.fields[field.id] === "number" ? [Number(card.fields[field.id])] : [],
          );
          const sum = values.reduce((total, value) => total + value, 0);
          expect(totals.sums[field.id]).toEqual({
            sum,
            count: values.length,
            average: values.length ? sum / values.length : null,
          });
        }
        replica.database.close();
      }),
      { numRuns: 100 },
    );
  });

  it("accepts days and instants, and refuses anything else: compared as text, it would select any cards", () => {
    const replica = replicaOf([type], []);
    const on = (type: FieldType) => fields.find((field) => field.type === type)?.id ?? expect.fail(type);
    const ask = (fieldId: string, operator: Condition["operator"], value: unknown) => () =>
      select(replica, everyone, { cardTypeId: type.id, filter: { fieldId, operator, value } });
    for (const fieldId of [on("date"), on("datetime"), "createdAt"]) {
      for (const pair of [
        ["a", "b"],
        ["", ""],
        ["today", "tomorrow"],
        ["2026-02-30", "2026-03-01"],
        ["0000-00-00", "9999-99-99"],
      ])
        for (const operator of ["BETWEEN", "NOT_BETWEEN"] as const) expect(ask(fieldId, operator, pair)).toThrow("INVALID_INPUT");
      for (const operator of ["EQUAL", "GREATER_THAN", "LESS_THAN"] as const)
        expect(ask(fieldId, operator, "nope")).toThrow("INVALID_INPUT");
      expect(ask(fieldId, "BETWEEN", ["2026-02-28", "2026-03-01"])).not.toThrow();
    }
    expect(ask(on("datetime"), "LESS_THAN", "2026-12-31T00:00:00+99:00")).toThrow("INVALID_INPUT");
    expect(ask(on("date"), "LESS_THAN", "2026-12-31T00:00:00Z")).toThrow("INVALID_INPUT");
    replica.database.close();
  });

  it("of instants means the same instant however it is written", () => {
    const visit = fields.find((field) => field.type === "datetime")?.id ?? expect.fail("no field");
    const [card] =
      fc.sample(
        cards.filter(({ length }) => length > 0),
        1,
      )[0] ?? [];
    if (!card) return expect.fail("no card");
    const at = { ...card, trashedAt: null, fields: { ...card.fields, [visit]: "2026-05-01T10:00:00.000Z" } };
    const replica = replicaOf([type], [at]);
    for (const value of ["2026-05-01T10:00:00Z", "2026-05-01T12:00+02:00", "2026-05-01T10:00:00.000Z"])
      expect(
        idsOf(replica, select(replica, everyone, { cardTypeId: type.id, filter: { fieldId: visit, operator: "EQUAL", value } })),
      ).toEqual([at.id]);
    replica.database.close();
  });

  it("of all types has the same scope, and no trash", () => {
    fc.assert(
      fc.property(cards, scopes, (all, scope) => {
        const replica = replicaOf([type], all);
        const wanted = all.filter((card) => card.trashedAt === null && inScope(scope, card));
        expect(idsOf(replica, select(replica, scope, {})).toSorted()).toEqual(wanted.map((card) => card.id));
        replica.database.close();
      }),
      { numRuns: 50 },
    );
  });

  it("is not changed by the indexes that its queries create", () => {
    const many = Array.from({ length: 3_000 }, (_, at): Card => ({
      id: `crd_${String(at).padStart(5, "0")}`,
      typeId: type.id,
      version: 1,
      fields: { name: `Card ${at % 70}`, ...(at % 7 ? { 'fld_"currency"': (at * 7_919) % 1_000 } : {}), owner: people[at % 3] },
      createdAt: "2026-01-01T00:00:00.000Z",
      updatedAt: "2026-01-01T00:00:00.000Z",
      trashedAt: null,
    }));
    const replica = replicaOf([type], many);
    const filter: Filter = {
      all: [
        { fieldId: "owner", operator: "EQUAL", value: "usr_b" },
        { fieldId: "name", operator: "CONTAINS", value: "CARD 1" },
      ],
    };
    for (const direction of ["asc", "desc"] as const) {
      const sort: Sort[] = [{ fieldId: 'fld_"currency"', direction }];
      const selection = select(replica, everyone, { cardTypeId: type.id, filter, sort });
      const before = idsOf(replica, selection);
      const columns = selection.indexFor([]) ?? [];
      for (let times = 0; times < 2; times++) replica.indexes.asked(selection.table.name, columns, 0, () => many.length);
      const plan = replica.db
        .prepare(
          `EXPLAIN QUERY PLAN SELECT id FROM "cards:typ_01J0000000000000000000TEST" WHERE ${selection.where.text} ORDER BY ${selection.orderBy}`,
        )
        .all(...selection.where.params);
      expect(JSON.stringify(plan)).toContain("COVERING INDEX adaptive:");
      expect(JSON.stringify(plan)).not.toContain("TEMP B-TREE");
      expect(idsOf(replica, selection)).toEqual(before);
      expect(before).toEqual(
        inOrder(
          many.filter((card) => matches(filter, card, type)),
          sort,
          type,
        ).map((card) => card.id),
      );
    }
  });
});

describe("an invalid filter", () => {
  const replica = replicaOf([type], []);
  const table = cardTablesOf(replica.db).find(type.id)?.table ?? expect.fail();
  const refused: readonly (readonly [string, Filter])[] = [
    ["an unknown field", { fieldId: "fld_other", operator: "EXISTS" }],
    ["an operator the type does not have", { fieldId: 'fld_"checkbox"', operator: "CONTAINS", value: "x" }],
    ["a text for a number", { fieldId: 'fld_"number"', operator: "EQUAL", value: "1" }],
    ["a number for a text", { fieldId: "name", operator: "EQUAL", value: 1 }],
    ["one bound for two", { fieldId: 'fld_"number"', operator: "BETWEEN", value: [1] }],
    ["no list", { fieldId: "name", operator: "IN", value: "a" }],
    ["no value", { fieldId: "name", operator: "EQUAL" }],
    ["SQL for a field", { fieldId: '1" OR 1=1 --', operator: "EXISTS" }],
  ];
  it.each(refused)("%s is reported by field", (_, filter) => {
    const field = "fieldId" in filter ? filter.fieldId : "";
    let thrown: unknown;
    try {
      compileFilter({ all: [{ any: [filter] }] }, table);
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(KartisError);
    expect(thrown).toMatchObject({ code: "INVALID_INPUT", details: { fields: { [field]: expect.any(String) as string } } });
  });
});
