import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkProcedures, runBulk } from "../bulk/index.ts";
import { undoProcedures, runRevert } from "../undo/index.ts";
import { runImport } from "../imports/index.ts";
import { newFirm } from "../imports/firm.fixture.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import type { CardId, OperationId, RecordId } from "../kernel/id.ts";
import { findOperation } from "../operations/index.ts";
import { limits, recount, usedOf } from "../plans/index.ts";
import { cardProcedures, cardTypeProcedures } from "./index.ts";

const [types, create, remove, restore, merge, unmerge, trash, list] = [
  named(cardProcedures, "cards.types"),
  named(cardProcedures, "cards.create"),
  named(cardProcedures, "cards.remove"),
  named(cardProcedures, "cards.restore"),
  named(cardProcedures, "cards.merge"),
  named(cardProcedures, "cards.unmerge"),
  named(cardProcedures, "cards.trash"),
  named(cardProcedures, "cards.search"),
];
const undo = named(undoProcedures, "changes.undo");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const limit = limits.TRIAL.cards ?? expect.fail("A trial has a limit");
/** Leaves room for exactly this many more cards. */
const leave = (orgId: Owner["orgId"], room: number) => recount(orgId, "TRIAL", "cards", limit - room);
const outcomeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => "ok",
    (error: unknown) => errorShape(error, "r").messageKey ?? errorShape(error, "r").code,
  );

describe("the plan's limit of cards", () => {
  it("does not hold up a card that is restored twice at once into the last place", async () => {
    const { owner, leads } = await newFirm();
    const { id: cardId } = await owner.call(create, { typeId: leads.id, fields: { name: "Twice" } });
    for (let turn = 0; turn < 5; turn++) {
      await owner.call(remove, { cardId });
      await leave(owner.orgId, 1);
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => outcomeOf(owner.call(restore, { cardId }))));
      expect(outcomes).toEqual(Array.from({ length: 6 }, () => "ok"));
      expect(await usedOf(owner.orgId, "cards")).toBe(limit);
    }
  });

  it("lets exactly as many through as there is room for, from people who create and import at once", async () => {
    const firm = await newFirm();
    const { owner, leads } = firm;
    await leave(owner.orgId, 3);
    const operationId = await firm.begin(["name"], Array.from({ length: 9 }, (_, row) => `Row ${row}`).join("\n"));
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    const [imported, ...outcomes] = await Promise.all([
      outcomeOf(owner.actor().then((actor) => runImport(operation, actor, systemClock, Number.POSITIVE_INFINITY))),
      ...Array.from({ length: 20 }, (_, at) => outcomeOf(owner.call(create, { typeId: leads.id, fields: { name: `C ${at}` } }))),
    ]);
    expect(imported).toBe("errors.limit.cards");
    const made = outcomes.filter((outcome) => outcome === "ok").length;
    expect(new Set(outcomes)).toEqual(new Set(made > 0 ? ["ok", "errors.limit.cards"] : ["errors.limit.cards"]));
    expect(made + (await firm.get(operationId)).created).toBe(3);
    expect(await firm.cards()).toHaveLength(3);
    expect(await usedOf(owner.orgId, "cards")).toBe(limit);
  });

  it("stops an import at the row for which there is no room, and lets it resume when there is", async () => {
    const firm = await newFirm();
    const { owner } = firm;
    await leave(owner.orgId, 7);
    const operationId = await firm.begin(["name"], Array.from({ length: 20 }, (_, row) => `Row ${row}`).join("\n"));
    const run = async () => {
      const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
      return outcomeOf(runImport(operation, await owner.actor(), systemClock, Number.POSITIVE_INFINITY));
    };
    expect(await run()).toBe("errors.limit.cards");
    expect(await firm.get(operationId)).toMatchObject({ done: 7, created: 7 });
    await leave(owner.orgId, 50);
    expect(await run()).toBe("ok");
    expect(await firm.get(operationId)).toMatchObject({ state: "done", created: 20 });
  });

  it("applies to cards that leave the trash, one by one, many at once, and by undo", async () => {
    const owner = await newOwner();
    const typeId = (await owner.call(types, {}))[0]?.id ?? expect.fail("no type");
    const cards = await Promise.all(
      [1, 2, 3, 4, 5].map((number) => owner.call(create, { typeId, fields: { name: `Card ${number}` } })),
    );
    const removed: RecordId[] = [];
    for (const { id } of cards) removed.push((await owner.call(remove, { cardId: id })).recordId ?? expect.fail("no record"));
    await leave(owner.orgId, 1);
    const [first, second] = cards;
    if (!first || !second) return expect.fail("no cards");
    await owner.call(restore, { cardId: first.id });
    expect(await outcomeOf(owner.call(restore, { cardId: second.id }))).toBe("errors.limit.cards");
    expect(await outcomeOf(owner.call(undo, { recordId: removed[1] ?? "" }))).toBe("errors.limit.cards");
    await owner.call(remove, { cardId: first.id });
    await leave(owner.orgId, 2);
    const { operationId } = await owner.call(named(bulkProcedures, "bulk.start"), {
      selection: { cardIds: cards.map(({ id }) => id) },
      change: { kind: "restore" },
    });
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    expect(await outcomeOf(runBulk(operation, await owner.actor(), systemClock, Number.POSITIVE_INFINITY))).toBe(
      "errors.limit.cards",
    );
    expect((await owner.call(trash, {})).total).toBe(3);
    expect(await usedOf(owner.orgId, "cards")).toBe(limit);
  });
});

describe("the plan's limit of card types", () => {
  it("counts the template's types and new ones, and gives back deleted ones", async () => {
    const owner = await newOwner();
    const count = async () => (await owner.call(types, {})).length;
    expect(await usedOf(owner.orgId, "cardTypes")).toBe(await count());
    const draft = (name: string) => ({ draft: { name, pluralName: `${name}s`, hue: "teal" as const } });
    const createType = named(cardTypeProcedures, "cardTypes.create");
    const made = await owner.call(createType, draft("Site"));
    expect(await usedOf(owner.orgId, "cardTypes")).toBe(await count());
    await recount(owner.orgId, "TRIAL", "cardTypes", limits.TRIAL.cardTypes ?? 0);
    expect(await outcomeOf(owner.call(createType, draft("Visit")))).toBe("errors.limit.cardTypes");
    await owner.call(named(cardTypeProcedures, "cardTypes.remove"), { typeId: made.id });
    expect(await outcomeOf(owner.call(createType, draft("Visit")))).toBe("ok");
  });
});

describe("whatever happens to cards", () => {
  const step = fc.record({
    kind: fc.constantFrom("create", "remove", "restore", "merge", "unmerge", "undo", "bulkDelete", "bulkRestore", "revert"),
    at: fc.nat(50),
  } as const);

  it("the count equals the list", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
        const owner = await newOwner();
        const typeId = (await owner.call(types, {}))[0]?.id ?? expect.fail("no type");
        const cardIds: CardId[] = [];
        const records: RecordId[] = [];
        const merges: RecordId[] = [];
        const operations: OperationId[] = [];
        const note = ({ recordId }: { recordId: RecordId | null }) => {
          if (recordId) records.push(recordId);
          return recordId;
        };
        const pick = <T>(all: readonly T[], at: number): T => all[at % all.length] ?? expect.fail("nothing to choose from");
        const make = async () => {
          const card = await owner.call(create, { typeId, fields: { name: `Card ${cardIds.length}` } });
          cardIds.push(card.id);
          note(card);
        };
        const run = async (operationId: OperationId, of: typeof runBulk) => {
          operations.push(operationId);
          const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
          await of(operation, await owner.actor(), systemClock, Number.POSITIVE_INFINITY);
        };
        const bulk = async (kind: "delete" | "restore") => {
          const input = { selection: { cardIds: cardIds.slice(0, 3) }, change: { kind } };
          await run((await owner.call(named(bulkProcedures, "bulk.start"), input)).operationId, runBulk);
        };
        const act = async (kind: (typeof steps)[number]["kind"], at: number): Promise<void> => {
          switch (kind) {
            case "create":
              return make();
            case "remove":
            case "restore":
              note(await owner.call(kind === "remove" ? remove : restore, { cardId: pick(cardIds, at) }));
              return;
            case "merge": {
              const input = { survivorId: pick(cardIds, at), otherIds: [pick(cardIds, at + 1)], choices: {} };
              const recordId = note(await owner.call(merge, input));
              if (recordId) merges.push(recordId);
              return;
            }
            case "unmerge":
              if (merges.length > 0) note(await owner.call(unmerge, { recordId: pick(merges, at) }));
              return;
            case "undo":
              note(await owner.call(undo, { recordId: pick(records, at) }));
              return;
            case "bulkDelete":
            case "bulkRestore":
              return bulk(kind === "bulkDelete" ? "delete" : "restore");
            case "revert": {
              if (operations.length === 0) return;
              const input = { operationId: pick(operations, at) };
              await run((await owner.call(named(undoProcedures, "changes.revert"), input)).operationId, runRevert);
            }
          }
        };
        for (let made = 0; made < 3; made++) await make();
        for (const { kind, at } of steps) await act(kind, at).catch((error: unknown) => errorShape(error, "r").code);
        const { total } = await owner.call(list, { cardTypeId: typeId, limit: 1 });
        expect(await usedOf(owner.orgId, "cards")).toBe(total);
      }),
      { numRuns: 8 },
    );
  });
});
