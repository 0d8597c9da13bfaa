import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { latestRecords } from "../data/journal-entity.ts";
import { cardProcedures, cardTypeProcedures } from "./index.ts";

const createType = named(cardTypeProcedures, "cardTypes.create");
const draft = { name: "Job", pluralName: "Jobs", hue: "blue" } as const;

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner({ template: "empty" });
});
afterAll(() => backend.close());

it("fifty people each change another field of one card at once: all fifty changes are made, one after the other", async () => {
  const fieldIds = Array.from({ length: 50 }, (_, at) => `fld_${at}`);
  const fields = fieldIds.map((id) => ({
    id,
    type: "text" as const,
    label: id,
    options: [],
    displayed: true,
    required: false,
    internal: false,
  }));
  const { id: typeId } = await owner.call(createType, { draft: { ...draft, fields } });
  const card = await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name: "Shared" } });
  const changed = await Promise.all(
    fieldIds.map((fieldId) =>
      owner.call(named(cardProcedures, "cards.update"), {
        cardId: card.id,
        expectedVersion: card.version,
        fields: { [fieldId]: `by ${fieldId}` },
      }),
    ),
  );
  const versions = changed.map(({ version }) => version).toSorted((a, b) => a - b);
  expect(versions).toEqual(fieldIds.map((_, at) => card.version + 1 + at));
  const { fields: now } = await owner.call(named(cardProcedures, "cards.get"), { id: card.id });
  expect(now).toMatchObject(Object.fromEntries(fieldIds.map((fieldId) => [fieldId, `by ${fieldId}`])));
  const records = (await latestRecords(owner.orgId, 50, null)).flatMap(({ changes }) => changes);
  expect(new Set(records.flatMap(({ after }) => Object.keys(after ?? {})))).toEqual(new Set(fieldIds));
});

it("thirty card types are created at once, each with its own place and address", async () => {
  const before = (await owner.call(named(cardProcedures, "cards.types"), {})).length;
  const made = await Promise.all(Array.from({ length: 30 }, () => owner.call(createType, { draft })));
  expect(new Set(made.map(({ slug }) => slug)).size).toBe(30);
  expect(made.map(({ order }) => order).toSorted((a, b) => a - b)).toEqual(made.map((_, at) => before + at));
});
