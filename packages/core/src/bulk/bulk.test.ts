import { handler } from "@kartis/events/operations/on-requested.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { deliver, sqsRecord } from "@kartis/tests/support/sqs.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { undoProcedures } from "../undo/index.ts";
import { aroundRequests } from "../data/connection.ts";
import type { CardId, OperationId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { roleProcedures } from "../organizations/roles/procedures.ts";
import { bulkProcedures, runBulk } from "./index.ts";
import type { BulkChange, BulkSelection } from "./schema.ts";

const [types, create, update, list, get, remove] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.update"),
  named(cardProcedures, "cards.search"),
  named(cardProcedures, "cards.get"),
  named(cardProcedures, "cards.remove"),
];
const [preview, start] = [named(bulkProcedures, "bulk.preview"), named(bulkProcedures, "bulk.start")];
const [revert, previewRevert] = [named(undoProcedures, "changes.revert"), named(undoProcedures, "changes.previewRevert")];
const [getOperation, cancel] = [named(operationProcedures, "operations.get"), named(operationProcedures, "operations.cancel")];

let backend: Backend;
let owner: Owner;
let leads: CardType;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  owner = await newOwner();
  leads = (await owner.call(types, {})).find((type) => type.slug === "leads") ?? expect.fail("no leads");
});

const fieldId = (key: string): string => leads.fields.find((field) => field.key === key)?.id ?? expect.fail(key);
const statuses = () => leads.fields.find(({ id }) => id === "status")?.options.map(({ id }) => id) ?? [];

/** The queue's message about the operation. */
const receive = (operationId: OperationId) => deliver(handler, sqsRecord({ orgId: owner.orgId, operationId }));

async function run(operationId: OperationId) {
  expect(await receive(operationId)).toEqual({ batchItemFailures: [] });
  return owner.call(getOperation, { operationId });
}
const change = async (selection: BulkSelection, asked: BulkChange) =>
  run((await owner.call(start, { selection, change: asked })).operationId);
const takeBack = async (operationId: string) =>
  run((await owner.call(revert, { operationId: operationId as OperationId })).operationId);

/** Some at a time: two hundred simultaneous callers are not the subject here, and on a busy machine the last of them would time out. */
async function makeLeads(count: number, fields: (at: number) => Record<string, unknown> = () => ({})): Promise<CardId[]> {
  const make = (at: number) =>
    owner.call(create, { typeId: leads.id, fields: { name: `Lead ${String(at).padStart(3, "0")}`, ...fields(at) } });
  const ids: CardId[] = [];
  while (ids.length < count) {
    const some = Array.from({ length: Math.min(20, count - ids.length) }, (_, at) => make(ids.length + at));
    ids.push(...(await Promise.all(some)).map(({ id }) => id));
  }
  return ids;
}
const everything = () => owner.call(list, { cardTypeId: leads.id, limit: 200, sort: [{ fieldId: "name", direction: "asc" }] });
const all = (exceptIds: CardId[] = []): BulkSelection => ({ query: { cardTypeId: leads.id, sort: [] }, exceptIds });

describe("a bulk edit", () => {
  it("changes everything in a list except a few cards, even though the change removes them from that list; one revert undoes it, and another redoes it", async () => {
    const [open, won] = statuses();
    const cardIds = await makeLeads(150, () => ({ status: open }));
    const before = await everything();
    const except = cardIds.slice(0, 3);
    const selection: BulkSelection = {
      query: { cardTypeId: leads.id, filter: { fieldId: "status", operator: "EQUAL", value: open }, sort: [] },
      exceptIds: except,
    };
    const edit: BulkChange = { kind: "edit", fields: { status: won } };
    expect(await owner.call(preview, { selection, change: edit })).toMatchObject({
      total: 147,
      changing: 147,
      same: 0,
      refused: [],
      examples: expect.arrayContaining([expect.objectContaining({ before: { status: open }, after: { status: won } })]),
    });
    const done = await change(selection, edit);
    expect(done).toMatchObject({ state: "done", total: 147, done: 147, updated: 147, failed: 0 });
    const rows = (await everything()).rows;
    for (const row of rows) expect(row.fields["status"]).toBe(except.includes(row.id) ? open : won);

    expect(await owner.call(previewRevert, { operationId: done.id as OperationId })).toMatchObject({
      total: 147,
      changing: 147,
      refused: [],
    });
    const undone = await takeBack(done.id);
    expect(undone).toMatchObject({ state: "done", kind: "revert", updated: 147, failed: 0 });
    expect((await everything()).rows.map(({ fields }) => fields)).toEqual(before.rows.map(({ fields }) => fields));
    expect(await takeBack(undone.id)).toMatchObject({ updated: 147 });
    expect((await everything()).rows.map(({ fields }) => fields)).toEqual(rows.map(({ fields }) => fields));
  });

  it("touches only the fields that are filled in, clears a value with null, and lists the cards that stay the same", async () => {
    const phone = fieldId("phone");
    const cardIds = await makeLeads(4, (at) => (at < 2 ? { [phone]: "+12125550100" } : {}));
    const [, , , gone = expect.fail()] = cardIds;
    await owner.call(remove, { cardId: gone });
    const edit: BulkChange = { kind: "edit", fields: { [phone]: null } };
    const previewed = await owner.call(preview, { selection: { cardIds }, change: edit });
    expect(previewed).toMatchObject({ total: 4, changing: 2, same: 1, refused: [{ message: "validation.cardGone", count: 1 }] });
    const done = await change({ cardIds }, edit);
    expect(done).toMatchObject({ updated: 2, skipped: 1, failed: 1 });
    expect(done.errors).toMatchObject([{ line: 4, cardId: gone, message: "validation.cardGone", value: "Lead 003" }]);
    for (const { fields } of (await everything()).rows) expect(fields).not.toHaveProperty(phone);
  });

  it("of a list reports the cards the role may only see, and leaves them unchanged", async () => {
    const grants = { "CARDS.read": "ORGANIZATION", "CARDS.update": "USER" } as const;
    const role = await owner.call(named(roleProcedures, "roles.create"), { name: "Changes their own", grants });
    const seller = await newMember(owner, { roleId: role.id });
    await makeLeads(4, (at) => (at < 3 ? { owner: seller.userId } : {}));
    const edit: BulkChange = { kind: "edit", fields: { [fieldId("phone")]: "+12125550100" } };
    expect(await seller.call(preview, { selection: all(), change: edit })).toMatchObject({
      total: 4,
      changing: 3,
      refused: [{ fieldId: null, message: "validation.cardReadOnly", count: 1, names: ["Lead 003"] }],
    });
    const { operationId } = await seller.call(start, { selection: all(), change: edit });
    await receive(operationId);
    expect(await seller.call(getOperation, { operationId })).toMatchObject({
      state: "done",
      updated: 3,
      failed: 1,
      errors: [{ message: "validation.cardReadOnly", value: "Lead 003" }],
    });
  });

  it("refuses up front what no card would accept", async () => {
    await makeLeads(1);
    await expect(owner.call(start, { selection: all(), change: { kind: "edit", fields: { name: "" } } })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { name: "validation.required" } },
    });
  });

  it("gives an identifier to one card only, and rejects the others", async () => {
    const type = (await owner.call(types, {})).find(({ identifiers }) => identifiers.length > 0);
    const identifier = type?.fields.find(({ id, type: kind }) => type.identifiers.includes(id) && kind === "email");
    if (!type || !identifier) return;
    const cards = await Promise.all(["A", "B", "C"].map((name) => owner.call(create, { typeId: type.id, fields: { name } })));
    const edit: BulkChange = { kind: "edit", fields: { [identifier.id]: "same@x.example" } };
    const selection = { cardIds: cards.map(({ id }) => id) };
    const refused = [{ fieldId: identifier.id, message: "validation.duplicate", count: 2 }];
    expect(await owner.call(preview, { selection, change: edit })).toMatchObject({ changing: 1, refused });
    expect(await change(selection, edit)).toMatchObject({ updated: 1, failed: 2 });
  });

  it("that breaks off resumes where it stopped: no card is lost or changed twice", async () => {
    await makeLeads(200);
    const { operationId } = await owner.call(start, {
      selection: all(),
      change: { kind: "edit", fields: { [fieldId("phone")]: "+12125550100" } },
    });
    let chunks = 0;
    const back = aroundRequests(async ({ input }, next) => {
      // The operation's own bookkeeping is a transaction of one item.
      const isChunk = "TransactItems" in input && Array.isArray(input.TransactItems) && input.TransactItems.length > 1;
      if (!isChunk) return next();
      if (chunks > 0) throw new Error("socket hang up");
      const answer = await next();
      chunks++;
      return answer;
    });
    try {
      expect((await receive(operationId)).batchItemFailures).toHaveLength(1);
    } finally {
      back();
    }
    const halfway = await owner.call(getOperation, { operationId });
    expect(halfway.state).toBe("running");
    expect(halfway.done).toBeGreaterThan(0);
    expect(halfway.done).toBeLessThan(200);
    expect(await run(operationId)).toMatchObject({ state: "done", done: 200, updated: 200 });
    for (const { version } of (await everything()).rows) expect(version).toBe(2);
  });

  it("that empties the list it was chosen from, over several runs, changes each card once and none that joins the list meanwhile", async () => {
    const [open, won] = statuses();
    await makeLeads(210, () => ({ status: open }));
    const filter = { fieldId: "status", operator: "EQUAL" as const, value: open };
    const selection: BulkSelection = { query: { cardTypeId: leads.id, filter, sort: [] }, exceptIds: [] };
    const edit: BulkChange = { kind: "edit", fields: { status: won } };
    const { operationId } = await owner.call(start, { selection, change: edit });
    let runs = 0;
    for (let finished = false; !finished; runs++) {
      const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
      finished = await runBulk(operation, await owner.actor(), owner.clock, 0);
      if (runs === 0) await owner.call(create, { typeId: leads.id, fields: { name: "Late", status: open } });
    }
    expect(runs).toBeGreaterThan(2);
    expect(await owner.call(getOperation, { operationId })).toMatchObject({ state: "done", total: 210, done: 210, updated: 210 });
    const left = await owner.call(list, { cardTypeId: leads.id, filter, limit: 200 });
    expect(left.rows.map(({ fields }) => fields["name"])).toEqual(["Late"]);
    for (const { fields, version } of (await everything()).rows) expect(version).toBe(fields["name"] === "Late" ? 1 : 2);
  });

  it("that is canceled leaves the remaining cards alone, and what it did can be undone", async () => {
    await makeLeads(5);
    const { operationId } = await owner.call(start, { selection: all(), change: { kind: "delete" } });
    await owner.call(cancel, { operationId });
    expect(await run(operationId)).toMatchObject({ state: "canceled", done: 0 });
    expect((await everything()).total).toBe(5);
    expect(await takeBack(operationId)).toMatchObject({ state: "done", total: 0 });
  });
});

describe("a bulk deletion", () => {
  it("can be undone, except for cards that somebody has restored since", async () => {
    const cardIds = await makeLeads(60);
    const done = await change(all(), { kind: "delete" });
    expect(done).toMatchObject({ updated: 60 });
    expect((await everything()).total).toBe(0);
    const [first = expect.fail()] = cardIds;
    await owner.call(named(cardProcedures, "cards.restore"), { cardId: first });
    expect(await takeBack(done.id)).toMatchObject({ updated: 59, skipped: 1 });
    expect((await everything()).total).toBe(60);
  });
});

describe("a revert", () => {
  it("keeps what was changed since, and says which field of which card", async () => {
    const cardIds = await makeLeads(3);
    const phone = fieldId("phone");
    const done = await change(all(), { kind: "edit", fields: { [phone]: "+12125550100" } });
    const [edited = expect.fail(), elsewhere = expect.fail()] = cardIds;
    await owner.call(update, { cardId: edited, fields: { [phone]: "+12125550199" } });
    await owner.call(update, { cardId: elsewhere, fields: { name: "Renamed" } });
    expect(await owner.call(previewRevert, { operationId: done.id as OperationId })).toMatchObject({
      changing: 2,
      refused: [{ fieldId: phone, message: "validation.changedSince", count: 1 }],
    });
    const undone = await takeBack(done.id);
    expect(undone).toMatchObject({ updated: 2, failed: 1 });
    expect(undone.errors).toMatchObject([{ cardId: edited, fieldId: phone, message: "validation.changedSince" }]);
    expect((await owner.call(get, { id: edited })).fields[phone]).toBe("+12125550199");
    expect((await owner.call(get, { id: elsewhere })).fields).toMatchObject({ name: "Renamed" });
  });
});
