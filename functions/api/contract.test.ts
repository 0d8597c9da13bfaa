import { expect, it } from "vitest";
import * as z from "zod";
import { procedures } from "./procedures.ts";

const typeId = "typ_01JD3Q5W7X9ZABCDEFGHJKMNPQ";
const cardId = "crd_01JD3Q5W7X9ZABCDEFGHJKMNPQ";

/** SPEC section 7: the calls, with the payload each takes. */
const contract = [
  ["support.create", "mutation", { title: "Help", description: "It does not open" }],
  ["cards.freeSearch", "query", { query: "Cohen", cardTypeIds: [typeId] }],
  ["cards.checkDuplicate", "query", { cardTypeId: typeId, name: "Cohen", fields: { email: "a@example.com" } }],
  ["cards.search", "query", { cardTypeId: typeId }],
  ["cards.get", "query", { id: cardId }],
  ["cards.related", "query", { cardId }],
  ["audit.search", "query", { limit: 10 }],
  ["adminConsole.getOrganization", "query", { orgId: "org_01JD3Q5W7X9ZABCDEFGHJKMNPQ" }],
] as const;

it.each(contract)("%s is a %s with the payload of the specification", (name, kind, payload) => {
  const procedure = procedures.find((one) => one.name === name) ?? expect.fail();
  expect(procedure.kind).toBe(kind);
  expect(procedure.input.safeParse(payload)).toMatchObject({ success: true });
  const { properties } = z
    .object({ properties: z.record(z.string(), z.unknown()) })
    .parse(z.toJSONSchema(procedure.input, { io: "input", unrepresentable: "any" }));
  expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(payload)));
});

it("a search, and everything that selects as it does, refuses unknown properties", () => {
  const search = procedures.find(({ name }) => name === "cards.search") ?? expect.fail();
  const bulk = procedures.find(({ name }) => name === "bulk.start") ?? expect.fail();
  const change = { kind: "delete" };
  expect(search.input.safeParse({ typeId }).success).toBe(false);
  expect(bulk.input.safeParse({ selection: { query: { cardTypeId: typeId } }, change }).success).toBe(true);
  expect(bulk.input.safeParse({ selection: { query: { typeId } }, change }).success).toBe(false);
});
