import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { exportProcedures } from "../../exports/index.ts";
import { type Firm, newFirm } from "../../imports/firm.fixture.ts";
import { importProcedures } from "../../imports/index.ts";
import { errorShape } from "../../kernel/error.ts";
import { viewProcedures } from "../../views/index.ts";
import { cardProcedures, cardTypeProcedures } from "../index.ts";
import type { CardType } from "../schema.ts";
import type { Filter } from "../query/schema.ts";
import { rawValues, settings } from "./arbitraries.fixture.ts";
import { definitionOf } from "./registry.ts";
import { starsType } from "./stars.fixture.ts";

// The one line that a new type needs.
vi.mock(import("./types/list.ts"), async (original) => {
  const { fieldRegistry } = await original();
  const { stars } = await import("./stars.fixture.ts");
  return { fieldRegistry: { ...fieldRegistry, stars } };
});

let backend: Backend;
let firm: Firm;
let type: CardType;
let fieldId = "";
beforeAll(async () => {
  backend = await startBackend();
  firm = await newFirm();
  type = await firm.owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Hotel",
      pluralName: "Hotels",
      hue: "blue",
      fields: [
        { type: starsType, label: "Rating", options: [], displayed: true, required: false, internal: false, defaultValue: 3 },
      ],
    },
  });
  fieldId = type.fields.find(({ label }) => label === "Rating")?.id ?? "";
  for (const [name, rating] of [
    ["Carmel", 5],
    ["Arava", 2],
    ["Galil", 2],
  ] as const)
    await firm.owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name, [fieldId]: rating } });
});
afterAll(() => backend.close());

const list = named(cardProcedures, "cards.search");
const namesBy = async (query: { filter?: Filter; sort?: { fieldId: string; direction: "asc" | "desc" }[] }) =>
  (await firm.owner.call(list, { cardTypeId: type.id, ...query })).rows.map(({ fields }) => fields["name"]);

it("a type that is added by its file and its line is available to card types", () => {
  expect(type.fields.find(({ id }) => id === fieldId)).toMatchObject({ type: "stars", key: "rating", defaultValue: 3 });
});

it("its values for the property tests follow from what it accepts", () => {
  const values = new Set(fc.sample(rawValues[starsType], 500));
  expect(values).toEqual(new Set([1, 2, 3, 4, 5]));
  for (const value of values) expect(definitionOf(starsType).accept(value, settings)).toMatchObject({ ok: true });
});

it("its values are checked, and a new card starts with its default", async () => {
  const create = named(cardProcedures, "cards.create");
  const refused = await firm.owner
    .call(create, { typeId: type.id, fields: { name: "Six", [fieldId]: 6 } })
    .catch((error: unknown) => error);
  expect(errorShape(refused, "r")).toMatchObject({ code: "INVALID_INPUT" });
  const card = await firm.owner.call(create, { typeId: type.id, fields: { name: "Default" } });
  expect(card.fields[fieldId]).toBe(3);
  await firm.owner.call(named(cardProcedures, "cards.remove"), { cardId: card.id });
});

it("its values are filtered, sorted, summed and grouped by", async () => {
  expect(await namesBy({ filter: { fieldId, operator: "GREATER_THAN", value: 5 } })).toEqual(["Carmel"]);
  expect(
    await namesBy({ filter: { fieldId, operator: "BETWEEN", value: [1, 3] }, sort: [{ fieldId: "name", direction: "asc" }] }),
  ).toEqual(["Arava", "Galil"]);
  expect((await namesBy({ sort: [{ fieldId, direction: "desc" }] }))[0]).toBe("Carmel");
  const { sums } = await firm.owner.call(list, { cardTypeId: type.id, sums: [fieldId] });
  expect(sums[fieldId]).toMatchObject({ sum: 9, average: 3 });
  const groups = await firm.owner.call(named(cardProcedures, "cards.group"), { cardTypeId: type.id, by: fieldId });
  expect(groups.map(({ value, count }) => [value, count])).toEqual([
    [2, 2],
    [5, 1],
  ]);
});

it("a view may use it according to its traits", async () => {
  const create = named(viewProcedures, "views.create");
  const view = await firm.owner.call(create, {
    typeId: type.id,
    name: "By rating",
    state: { groupBy: fieldId, sums: [fieldId] },
  });
  expect(view.state).toMatchObject({ groupBy: fieldId, sums: [fieldId] });
});

it("its values survive an export and an import", async () => {
  const { operationId } = await firm.owner.call(named(exportProcedures, "cards.export"), { cardTypeId: type.id });
  await firm.run(operationId);
  const text = await firm.textOf((await firm.get(operationId)).resultUrl);
  expect(text).toContain("★★★★★");
  const imported = await firm.owner.call(named(importProcedures, "imports.start"), {
    typeId: type.id,
    fileId: await firm.upload("Name;Rating\nNegev;★★★★\nHula;many\n"),
    mapping: [
      { column: 0, fieldId: "name" },
      { column: 1, fieldId },
    ],
  });
  await firm.run(imported.operationId);
  expect(await firm.get(imported.operationId)).toMatchObject({ created: 1, failed: 1 });
  expect(await namesBy({ filter: { fieldId, operator: "EQUAL", value: 4 } })).toEqual(["Negev"]);
});
