import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bulkProcedures, runBulk } from "../bulk/index.ts";
import { importProcedures, runImport } from "../imports/index.ts";
import type { ImportMode } from "../imports/schema.ts";
import { systemActor } from "../kernel/actor.ts";
import type { CardId, OperationId } from "../kernel/id.ts";
import { findOperation } from "../operations/index.ts";
import { runRevert, undoProcedures } from "../undo/index.ts";
import { onTheBrink, published, runsOf, the } from "./automations.fixture.ts";
import { simulated } from "./simulation/simulation.fixture.ts";
import { world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const [startBulk, startImport] = [named(bulkProcedures, "bulk.start"), named(importProcedures, "imports.start")];

/** Carries out the operation as the queue's Lambda does. */
async function carryOut({ orgId, clock }: Owner, operationId: OperationId) {
  const operation = (await findOperation(orgId, operationId)) ?? expect.fail("no operation");
  const run = operation.kind === "import" ? runImport : operation.kind === "revert" ? runRevert : runBulk;
  expect(await run(operation, systemActor(orgId, "test"), clock, Number.POSITIVE_INFINITY)).toBe(true);
}

async function upload(owner: Owner, content: string) {
  const bytes = Buffer.byteLength(content);
  const target = await owner.call(named(importProcedures, "imports.createUpload"), { fileName: "leads.csv", bytes });
  const form = new FormData();
  for (const [name, value] of Object.entries(target.fields)) form.append(name, value);
  form.append("file", new Blob([content]));
  expect((await fetch(target.url, { method: "POST", body: form })).ok).toBe(true);
  return target.fileId;
}

describe("a bulk edit", () => {
  const edited = async (startAutomations?: boolean) => {
    const of = await world();
    const { owner, type, actions, card } = of;
    const cardIds: CardId[] = [];
    for (const name of ["Dana", "Noa", "Omer"]) cardIds.push((await card(name, { status: "opt_new" })).id);
    const automation = await published(owner, type.id, {
      trigger: { kind: "statusChanged", from: ["opt_new"], to: ["opt_won"] },
      actions: [actions.changeField],
    });
    const { operationId } = await owner.call(startBulk, {
      selection: { cardIds },
      change: { kind: "edit", fields: { status: "opt_won" } },
      ...(startAutomations === undefined ? {} : { startAutomations }),
    });
    await carryOut(owner, operationId);
    await settleAutomations(owner.orgId, of.clock);
    return { ...of, automation, cardIds, operationId };
  };

  it("starts no automations by itself", async () => {
    const { owner, automation } = await edited();
    expect(await runsOf(owner, automation)).toEqual([]);
  });

  it("starts them once for each card when it is asked to, which know what changed; its undo starts none", async () => {
    const { owner, automation, cardIds, noteOf, operationId, clock } = await edited(true);
    const runs = await runsOf(owner, automation);
    expect(runs.map(({ state }) => state)).toEqual(["done", "done", "done"]);
    expect(new Set(runs.map(({ cardId }) => cardId))).toEqual(new Set(cardIds));
    for (const id of cardIds) expect(await noteOf(id)).toBe("seen");
    const undone = await owner.call(named(undoProcedures, "changes.revert"), { operationId });
    await carryOut(owner, undone.operationId);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toHaveLength(3);
  });

  it("is no storm, however many cards it changes: their number was in view", async () => {
    const { owner, type, actions, card, clock, pass } = await world();
    const { id: cardId } = await card("Dana", { status: "opt_new" });
    const automation = await published(owner, type.id, { trigger: { kind: "statusChanged" }, actions: [actions.changeField] });
    await onTheBrink(owner, automation, pass);
    const { operationId } = await owner.call(startBulk, {
      selection: { cardIds: [cardId] },
      change: { kind: "edit", fields: { status: "opt_won" } },
      startAutomations: true,
    });
    await carryOut(owner, operationId);
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(["done"]);
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({ isOn: true });
  });

  it("counts in a simulation only where it was asked to start automations", async () => {
    const counts = [];
    for (const startAutomations of [false, true]) {
      const { owner, automation } = await edited(startAutomations);
      counts.push((await simulated(owner, automation.id)).runs.length);
    }
    expect(counts).toEqual([0, 3]);
  });
});

describe("an import", () => {
  const imported = async (mode: ImportMode, startAutomations: boolean) => {
    const of = await world();
    const { owner, type, field, actions, clock, card } = of;
    await card("Dana", { [field.email]: "dana@x.example", status: "opt_new" });
    const created = await published(owner, type.id, { trigger: { kind: "cardCreated" }, actions: [actions.changeField] });
    const won = await published(owner, type.id, {
      trigger: { kind: "statusChanged", to: ["opt_won"] },
      actions: [actions.createTask],
    });
    const fileId = await upload(owner, "Name,Email,Status\nDana,dana@x.example,opt_won\nNoa,noa@x.example,opt_new\n");
    const mapping = ["name", field.email, "status"].map((fieldId, column) => ({ column, fieldId }));
    const matching = mode === "create" ? {} : { matchFieldId: field.email };
    const job = { typeId: type.id, fileId, mapping, mode, ...matching, startAutomations };
    const { operationId } = await owner.call(startImport, job);
    await carryOut(owner, operationId);
    await settleAutomations(owner.orgId, clock);
    const started = await owner.call(the("automations.startedBy"), {
      cardTypeId: type.id,
      change: { kind: "import", mode, fieldIds: mapping.map(({ fieldId }) => fieldId) },
    });
    return {
      runs: [(await runsOf(owner, created)).length, (await runsOf(owner, won)).length],
      foreseen: [created, won].map(({ id }) => started.some(({ automationId }) => automationId === id)),
    };
  };

  it.each([
    ["create", false, [0, 0], [true, false]],
    ["create", true, [2, 0], [true, false]],
    ["createOrUpdate", true, [1, 1], [true, true]],
    ["update", true, [0, 1], [false, true]],
  ] as const)("that may %s, asked to start automations: %s", async (mode, asked, runs, foreseen) => {
    expect(await imported(mode, asked)).toEqual({ runs, foreseen });
  });
});

describe("the automations that a change to many cards can start", () => {
  it("are those that are on, for the type, and for what changes", async () => {
    const { owner, type, field, actions } = await world();
    const on = async (trigger: object) => published(owner, type.id, { trigger, actions: [actions.notify] });
    const anyStatus = await on({ kind: "statusChanged" });
    const toNew = await on({ kind: "statusChanged", to: ["opt_new"] });
    const agent = await on({ kind: "userAssigned", fieldId: field.agent });
    const off = await on({ kind: "statusChanged" });
    await owner.call(the("automations.switch"), { automationId: off.id, isOn: false });
    const startedBy = async (fields: Readonly<Record<string, unknown>>) =>
      (await owner.call(the("automations.startedBy"), { cardTypeId: type.id, change: { kind: "edit", fields } })).map(
        ({ automationId }) => automationId,
      );
    expect(await startedBy({ status: "opt_won" })).toEqual([anyStatus.id]);
    expect(await startedBy({ status: "opt_new" })).toEqual([anyStatus.id, toNew.id]);
    expect(await startedBy({ [field.agent]: owner.userId })).toEqual([agent.id]);
    expect(await startedBy({ [field.agent]: null })).toEqual([]);
    expect(await startedBy({ [field.note]: "x" })).toEqual([]);
  });
});
