import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkProcedures, runBulk } from "../bulk/index.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { type CardId, newId, type OperationId } from "../kernel/id.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { dyingAt, killed } from "../operations/killed.fixture.ts";
import { undoProcedures } from "../undo/index.ts";
import { onTheBrink, published, runsOf, the } from "./automations.fixture.ts";
import { stormRuns } from "./rules.ts";
import type { AutomationId } from "./schema.ts";
import { simulated } from "./simulation/simulation.fixture.ts";
import { memberWith, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const [preview, start] = [named(bulkProcedures, "bulk.preview"), named(bulkProcedures, "bulk.start")];
const getOperation = named(operationProcedures, "operations.get");
const trigger = { kind: "buttonClicked", label: "Go", question: "Really?" };

const job = (automationId: AutomationId, cardIds: CardId[]) =>
  ({ target: "button", selection: { cardIds }, change: { kind: "press", automationId } }) as const;

/** One stretch of the operation, as its starter. */
async function stretch(of: Owner, operationId: OperationId, runMs = Number.POSITIVE_INFINITY): Promise<boolean> {
  const operation = (await findOperation(of.orgId, operationId)) ?? expect.fail("no operation");
  return operation.state !== "running" || runBulk(operation, await of.actor(), of.clock, runMs);
}
async function ended(of: Owner, operationId: OperationId) {
  while (!(await stretch(of, operationId)));
  return of.call(getOperation, { operationId });
}

async function withButton(given: Partial<Parameters<typeof published>[2]> = {}) {
  const of = await world();
  const automation = await published(of.owner, of.type.id, { trigger, actions: [of.actions.changeField], ...given });
  const cards = (count: number, fields = {}) =>
    Promise.all(Array.from({ length: count }, async (_, at) => (await of.card(`Lead ${at}`, fields)).id));
  return { ...of, automation, cards };
}

describe("a button pressed on many cards", () => {
  it("starts one run on each, and says of which cards not, and why; the preview has said so before", async () => {
    const { owner, automation, cards, card, type, field, noteOf, clock } = await withButton({
      filter: { fieldId: "name", operator: "CONTAINS", value: "Lead" },
    });
    expect(await owner.call(the("automations.buttonsOfType"), { typeId: type.id })).toEqual([
      { automationId: automation.id, label: "Go", question: "Really?" },
    ]);
    const some = await cards(3);
    const unmet = (await card("Somebody else")).id;
    const gone = (await card("Lead that is gone")).id;
    await owner.call(named(cardProcedures, "cards.remove"), { cardId: gone });
    const other = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { name: "Other", pluralName: "Others", hue: "slate", fields: [] },
    });
    const elsewhere = await owner.call(named(cardProcedures, "cards.create"), {
      typeId: other.id,
      fields: { name: "Lead elsewhere" },
    });
    const wanted = job(automation.id, [...some, unmet, gone, elsewhere.id, newId("crd"), ...some]);
    const reasons = { "automations.skipped.filter": 1, "validation.cardGone": 2, "automations.press.otherType": 1 };
    const seen = await owner.call(preview, wanted);
    expect(seen).toMatchObject({ total: 7, changing: 3 });
    expect(Object.fromEntries(seen.refused.map(({ message, count }) => [message, count]))).toEqual(reasons);
    const { operationId } = await owner.call(start, wanted);
    const operation = await ended(owner, operationId);
    expect(operation).toMatchObject({ state: "done", total: 7, done: 7, updated: 3, failed: 4 });
    expect(operation.errors.map(({ message, value }) => [message, value])).toContainEqual([
      "automations.skipped.filter",
      "Somebody else",
    ]);
    await settleAutomations(owner.orgId, clock);
    const runs = await runsOf(owner, automation);
    expect(new Set(runs.map(({ cardId }) => cardId))).toEqual(new Set(some));
    expect(runs.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    for (const id of some) expect(await noteOf(id)).toBe("seen");
    expect(field.note).not.toBe("");
    await expect(owner.call(named(undoProcedures, "changes.revert"), { operationId })).rejects.toMatchObject({
      code: "PRECONDITION_FAILED",
    });
  });

  it("takes everything in a list but some, as far as the person may change it", async () => {
    const { owner, automation, cards, type, clock } = await withButton();
    const [left = expect.fail("no card"), ...some] = await cards(4);
    const ofList = {
      target: "button" as const,
      selection: { query: { cardTypeId: type.id }, exceptIds: [left] },
      change: { kind: "press" as const, automationId: automation.id },
    };
    const editor = await memberWith(owner, { "CARDS.read": "ORGANIZATION", "CARDS.update": "USER" });
    const own = await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type.id,
      fields: { name: "Lead of the editor", owner: editor.userId },
    });
    expect(await editor.call(preview, ofList)).toMatchObject({
      total: 4,
      changing: 1,
      refused: [{ message: "validation.cardReadOnly", count: 3 }],
    });
    const { operationId } = await editor.call(start, ofList);
    expect(await ended(editor, operationId)).toMatchObject({ updated: 1, failed: 3 });
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation)).map(({ cardId }) => cardId)).toEqual([own.id]);
    const again = await owner.call(start, ofList);
    expect(await ended(owner, again.operationId)).toMatchObject({ updated: 4, failed: 0 });
    expect((await runsOf(owner, automation)).map(({ cardId }) => cardId)).toEqual(expect.arrayContaining(some));
    const reader = await memberWith(owner, { "CARDS.read": "ORGANIZATION", "AUTOMATION.update": "ORGANIZATION" });
    for (const call of [() => reader.call(start, ofList), () => reader.call(preview, ofList)])
      await expect(call()).rejects.toMatchObject({ code: "NO_PERMISSION" });
  });

  it("starts nothing more when the call is repeated because its answer was lost", async () => {
    const { owner, automation, cards } = await withButton();
    const some = await cards(2);
    const operationId = newId("opn");
    const once = { ...job(automation.id, some), operationId };
    for (let call = 0; call < 2; call++) expect(await owner.call(start, once)).toEqual({ operationId });
    await ended(owner, operationId);
    expect(await owner.call(start, once)).toEqual({ operationId });
    expect(await ended(owner, operationId)).toMatchObject({ updated: 2 });
    expect(await runsOf(owner, automation)).toHaveLength(2);
    await expect(owner.call(start, { ...job(automation.id, some.slice(1)), operationId })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    const editor = await memberWith(owner, { "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" });
    await expect(editor.call(start, once)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  it("that is killed before or after any write starts one run on each card", { timeout: 120_000 }, async () => {
    const { owner, automation, cards } = await withButton();
    const some = await cards(60);
    let runs = 0;
    for (const when of ["before", "after"] as const) {
      let [dies, deaths] = [true, 0];
      for (let write = 1; dies; write++) {
        const { operationId } = await owner.call(start, job(automation.id, some));
        const hasDied = dyingAt(write, when);
        await stretch(owner, operationId).catch((error: unknown) => {
          if (!String(error).includes(killed)) throw error;
        });
        dies = hasDied();
        deaths += Number(dies);
        const { updated, failed } = await ended(owner, operationId);
        runs += updated;
        // On a card on which as many runs as may be are open, no more is started.
        expect(updated + failed).toBe(60);
      }
      expect(deaths).toBeGreaterThan(1);
    }
    const { figures, total } = await counted(owner, automation.id);
    expect(total).toBe(runs);
    expect(new Set(figures).size).toBe(1);
  });

  it("is no storm, though somebody presses it on more cards than make one", async () => {
    const { owner, automation, cards, clock, pass } = await withButton();
    const some = await cards(3);
    await onTheBrink(owner, automation, pass);
    const { operationId } = await owner.call(start, job(automation.id, some));
    await ended(owner, operationId);
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({ isOn: true });
    expect(stormRuns).toBeGreaterThan(3);
    await owner.call(the("automations.switch"), { automationId: automation.id, isOn: false });
    expect((await simulated(owner, automation.id)).runs).toHaveLength(3);
  });

  it("stops where the automation is switched off or all are paused meanwhile, and does not begin then", async () => {
    const { owner, automation, cards } = await withButton();
    const some = await cards(50);
    const { operationId } = await owner.call(start, job(automation.id, some));
    // No time for more than one chunk.
    expect(await stretch(owner, operationId, 0)).toBe(false);
    await owner.call(the("automations.switch"), { automationId: automation.id, isOn: false });
    const { updated, failed, errors } = await ended(owner, operationId);
    expect(updated).toBeGreaterThan(0);
    expect([updated + failed, new Set(errors.map(({ message }) => message))]).toEqual([
      50,
      new Set(["automations.problem.isOff"]),
    ]);
    await expect(owner.call(start, job(automation.id, some))).rejects.toThrow("automations.problem.isOff");
    await owner.call(the("automations.switch"), { automationId: automation.id, isOn: true });
    await owner.call(the("automations.setPaused"), { isPaused: true });
    for (const call of [() => owner.call(start, job(automation.id, some)), () => owner.call(preview, job(automation.id, some))])
      await expect(call()).rejects.toThrow("automations.problem.allPaused");
  });

  it("does not begin for an automation without a button", async () => {
    const { owner, type, actions, cards } = await withButton();
    const other = await published(owner, type.id, { trigger: { kind: "cardCreated" }, actions: [actions.notify] });
    const some = await cards(1);
    await expect(owner.call(start, job(other.id, some))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await owner.call(the("automations.buttonsOfType"), { typeId: type.id })).toHaveLength(1);
  });
});

/** The runs of each card. */
async function counted(of: Owner, automationId: AutomationId) {
  const counts = new Map<CardId, number>();
  let cursor: string | undefined;
  do {
    const page = await of.call(the("automations.runs"), { automationId, limit: 100, ...(cursor ? { cursor } : {}) });
    for (const { cardId } of page.runs) counts.set(cardId, (counts.get(cardId) ?? 0) + 1);
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  const figures = [...counts.values()];
  return { figures, total: figures.reduce((sum, count) => sum + count, 0) };
}
