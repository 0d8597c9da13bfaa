import { onlyAsks, readingAhead } from "@kartis/core/data/early-reads.ts";
import type { CardId, CardTypeId } from "@kartis/core/kernel/id.ts";
import { unitsOf } from "@kartis/tests/bench/units.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { procedures } from "./procedures.ts";

/*
 * What an everyday call takes out of the table beside finding out who calls, in DynamoDB's units (a strongly consistent read of up to 4 KB is one; a write in a
 * transaction is two for each KB). Each unit more is on every customer's bill for ever: a figure here is raised with a reason, not by the way.
 */

let backend: Backend;
let owner: Owner;
let typeId: CardTypeId;
let priceId: string;
let cardId: CardId;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  const types = (await call("cards.types", {})) as { id: CardTypeId; slug: string; fields: { id: string; key: string }[] }[];
  const leads = types.find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
  typeId = leads.id;
  priceId = leads.fields.find(({ key }) => key === "price")?.id ?? expect.fail("no price");
  for (const name of ["Arbel Winery", "Bakony Dairy", "Galil Cold Storage"])
    ({ id: cardId } = (await call("cards.create", { typeId, fields: { name, [priceId]: 5 } })) as { id: CardId });
  await call("tasks.create", { title: "Order clamps", due: "2031-03-01", cardId });
  // What was written a moment ago is read again for a while: these are the costs once that is over.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
});
afterAll(async () => {
  vi.useRealTimers();
  await backend.close();
});

/** As the API's function calls it: what the request needs is read together. */
async function call(name: string, input: unknown): Promise<unknown> {
  const procedure = procedures.find((candidate) => candidate.name === name) ?? expect.fail(`no ${name}`);
  const context = await owner.context();
  return readingAhead(async () => {
    if (procedure.kind === "query") onlyAsks();
    return procedure.call(input, context);
  });
}

async function costOf(name: string, input: unknown): Promise<{ read: number; written: number }> {
  const caller = await unitsOf(() => owner.context());
  const { readUnits, writeUnits } = await unitsOf(() => call(name, input));
  return { read: readUnits - caller.readUnits, written: writeUnits };
}

const zone = { timeZone: "Asia/Jerusalem" };
const asked: readonly [string, number, () => unknown][] = [
  // The end of the journal, which tells whether the replica is still true.
  ["cards.search", 1, () => ({ cardTypeId: typeId, sort: [{ fieldId: priceId, direction: "desc" }], sums: [priceId] })],
  ["cards.group", 1, () => ({ cardTypeId: typeId, by: "status", sums: [priceId] })],
  ["cards.freeSearch", 1, () => ({ query: "galil" })],
  ["tasks.list", 1, () => zone],
  ["tasks.counts", 1, () => zone],
  ["activities.search", 1, () => ({ type: "TASK" })],
  ["meetings.range", 1, () => ({ from: "2026-10-31T22:00:00Z", until: "2026-12-05T22:00:00Z", ...zone })],
  // The card.
  ["cards.get", 1, () => ({ id: cardId })],
  // The card, and the end of the journal.
  ["cards.related", 2, () => ({ cardId })],
  // The person's settings and what they answered on other devices, and the end of the journal.
  ["reminders.pending", 3, () => ({})],
  // The card, the end of the journal for its activities and for its history, and the one record that is shown of that.
  ["timeline.list", 4, () => ({ cardId })],
];

it.each(asked)("%s reads %i", async (name, read, input) => {
  await call(name, input());
  await call(name, input());
  expect(await costOf(name, input())).toEqual({ read, written: 0 });
});

it.each<[string, () => unknown, { read: number; written: number }]>([
  ["cards.create", () => ({ typeId, fields: { name: "Created", [priceId]: 7 } }), { read: 2, written: 6 }],
  ["cards.update", () => ({ cardId, fields: { [priceId]: Math.ceil(Math.random() * 1e6) } }), { read: 3, written: 4 }],
  ["tasks.create", () => ({ title: "Call Dana", due: "2031-03-01", cardId }), { read: 1, written: 6 }],
])("%s costs %o", async (name, input, cost) => {
  await call(name, input());
  expect(await costOf(name, input())).toEqual(cost);
});
