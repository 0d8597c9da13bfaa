import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bulkProcedures, runBulk } from "../../bulk/index.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { replicasOf } from "../../data/replica/index.ts";
import { errorShape } from "../../kernel/error.ts";
import type { CardId } from "../../kernel/id.ts";
import { findOperation } from "../../operations/index.ts";
import { openReplica } from "../../replicas.ts";
import { recordOf } from "../../data/payloads.ts";
import { dueActions } from "./actions.ts";
import { noteTrash } from "./due.ts";
import { dueTrashEntity } from "../entity.ts";
import { cardProcedures, findCard } from "../index.ts";
import { cardProjection } from "../projection.ts";
import { sweepTrash } from "./purge.ts";
import { contents } from "../replica/live.fixture.ts";
import type { CardType } from "../schema.ts";
import { daysLeft, trashDays } from "./rules.ts";

const [types, create, remove, restore, purge, trash, merge] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
  named(cardProcedures, "cards.purge"),
  named(cardProcedures, "cards.trash"),
  named(cardProcedures, "cards.merge"),
];
const startBulk = named(bulkProcedures, "bulk.start");
const dayMs = 86_400_000;
const all = { kind: "organization" } as const;

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const nextMidnight = Math.ceil(Date.now() / dayMs) * dayMs;
const dayAfter = (days: number) => new Date(nextMidnight + days * dayMs).toISOString().slice(0, 10);
let nowMs: number;
const clock = { now: () => nowMs };
let owner: Owner;
let type: CardType;
beforeEach(async () => {
  // The replica queries records by the time of day: what is tested here lies in the future.
  nowMs = nextMidnight + 21 * 3_600_000;
  owner = await newOwner({ clock });
  type = (await owner.call(types, {})).find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
});

let number = 0;
const newCard = () => owner.call(create, { typeId: type.id, fields: { name: `Card ${++number}` } });
const trashed = async (): Promise<CardId> => {
  const { id } = await newCard();
  await owner.call(remove, { cardId: id });
  return id;
};
const isThere = async (cardId: CardId) => (await findCard(owner.orgId, all, cardId)) !== undefined;
/** Runs the consumer for each record. */
const noted = new Set<string>();
async function note() {
  const records = await latestRecords(owner.orgId, 1_000, null);
  for (const record of records) {
    if (noted.has(record.id)) continue;
    noted.add(record.id);
    await noteTrash(recordOf(record, dueActions));
  }
}
const notes = async () => {
  const { data } = await dueTrashEntity().query.main({ kind: "trash" }).go({ pages: "all" });
  return data.filter(({ orgId }) => orgId === owner.orgId).map(({ dueOn }) => dueOn);
};
const sweep = (runMs = 60_000) => sweepTrash(clock, runMs);
const code = (promise: Promise<unknown>) =>
  promise.then(
    () => "OK",
    (error: unknown) => errorShape(error, "r").code,
  );

describe("the trash", () => {
  it("keeps a card for its days and no longer, and says how many are left", async () => {
    const cardId = await trashed();
    const trashedAt = new Date(nowMs).toISOString();
    await note();
    expect(await notes()).toEqual([dayAfter(91)]);
    expect(daysLeft(trashedAt, nowMs)).toBe(trashDays);
    expect(daysLeft(trashedAt, nowMs + 1)).toBe(trashDays);
    expect(daysLeft(trashedAt, nowMs + dayMs)).toBe(trashDays - 1);
    nowMs += trashDays * dayMs - 1;
    expect(daysLeft(trashedAt, nowMs)).toBe(1);
    await sweep();
    expect(await isThere(cardId)).toBe(true);
    nowMs += dayMs;
    expect(daysLeft(trashedAt, nowMs)).toBe(0);
    expect(await sweep()).toEqual({ failed: 0 });
    expect(await isThere(cardId)).toBe(false);
    expect(await notes()).toEqual([]);

    const [record] = await latestRecords(owner.orgId, 1, null);
    expect(record?.actor).toEqual({ kind: "system", id: "trash" });
    expect(record?.changes).toEqual([
      { action: "card.purge", subject: { kind: "card", id: cardId, typeId: type.id }, version: 3, before: null, after: null },
    ]);
  });

  it("keeps restored cards, and starts counting again for those deleted again", async () => {
    const [kept, again] = [await trashed(), await trashed()];
    for (const cardId of [kept, again]) await owner.call(restore, { cardId });
    nowMs += 3 * dayMs;
    await owner.call(remove, { cardId: again });
    await note();
    expect(await notes()).toEqual([dayAfter(91), dayAfter(94)]);
    nowMs = nextMidnight + 91 * dayMs;
    await sweep();
    expect([await isThere(kept), await isThere(again)]).toEqual([true, true]);
    nowMs = nextMidnight + 94 * dayMs;
    await sweep();
    expect([await isThere(kept), await isThere(again)]).toEqual([true, false]);
  });

  it("is swept from where a sweep broke off, and a rebuilt replica agrees with the one that lived through it", async () => {
    const cardIds: CardId[] = [];
    for (let count = 0; count < 120; count++) cardIds.push((await newCard()).id);
    const { operationId } = await owner.call(startBulk, { selection: { cardIds }, change: { kind: "delete" } });
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    await runBulk(operation, await owner.actor(), clock, 60_000);
    const live = await openReplica(owner.orgId);
    await note();
    nowMs += (trashDays + 1) * dayMs;
    await sweep(0);
    const left = await Promise.all(cardIds.map(isThere));
    expect(left.filter(Boolean)).toHaveLength(120 - 99);
    expect(await notes()).toHaveLength(1);
    await sweep();
    expect(await Promise.all(cardIds.map(isThere))).not.toContain(true);
    expect(await notes()).toEqual([]);
    await openReplica(owner.orgId);
    const fresh = await replicasOf([cardProjection]).openReplica(owner.orgId);
    expect(contents(live).cards).toEqual(contents(fresh).cards);
    expect(contents(live).ids).toEqual([]);
  });

  it("keeps a merged card as long as the one it was merged into, and no longer", async () => {
    const [survivor, merged] = [await newCard(), await newCard()];
    await owner.call(merge, { survivorId: survivor.id, otherIds: [merged.id] });
    const [gone, mergedIntoGone] = [await newCard(), await newCard()];
    await owner.call(merge, { survivorId: gone.id, otherIds: [mergedIntoGone.id] });
    expect(await code(owner.call(purge, { cardId: mergedIntoGone.id }))).toBe("PRECONDITION_FAILED");
    await owner.call(remove, { cardId: gone.id });
    await owner.call(purge, { cardId: gone.id });
    await note();
    await sweep();
    expect(await isThere(mergedIntoGone.id)).toBe(false);

    nowMs += (trashDays + 1) * dayMs;
    await sweep();
    expect([await isThere(survivor.id), await isThere(merged.id)]).toEqual([true, true]);
  });
});

describe("deleting for good", () => {
  it("deletes only cards in the trash, one or many", async () => {
    const card = await newCard();
    expect(await code(owner.call(purge, { cardId: card.id }))).toBe("PRECONDITION_FAILED");
    const [one, ...many] = [await trashed(), await trashed(), await trashed()];
    await owner.call(purge, { cardId: one });
    expect(await code(owner.call(purge, { cardId: one }))).toBe("NOT_FOUND");
    expect(await code(owner.call(restore, { cardId: one }))).toBe("NOT_FOUND");

    const { operationId } = await owner.call(startBulk, {
      selection: { cardIds: [...many, card.id] },
      change: { kind: "purge" },
    });
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    await runBulk(operation, await owner.actor(), clock, 60_000);
    expect(await findOperation(owner.orgId, operationId)).toMatchObject({ updated: 2, failed: 1 });
    expect(await isThere(card.id)).toBe(true);
    expect(await owner.call(trash, {})).toMatchObject({ rows: [], total: 0 });
  });
});
