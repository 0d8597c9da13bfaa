import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { newId } from "../kernel/id.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { dayMs, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

it("a run that has ended is run again for the same event, once for each id, in the published version; not while it is under way, nor paused", async () => {
  const { owner, type, actions, clock, card } = await world();
  const admin = await newMember(owner, { systemRole: "ADMIN" });
  const wait = { id: "wait", kind: "wait", wait: { amount: 1, unit: "days" } };
  const waiting = await published(owner, type.id, { steps: [wait, { id: "task", kind: "action", action: actions.createTask }] });
  const automation = await published(owner, type.id, { actions: [actions.changeField] });
  const automationId = automation.id;
  const { id: cardId } = await card("Dana");
  await settleAutomations(owner.orgId, clock);
  const [first = expect.fail("no run")] = await runsOf(owner, automation);
  const newRunId = newId("run", clock.now());
  const again = () => admin.call(the("automations.again"), { automationId, runId: first.id, newRunId });
  expect(await again()).toEqual({ runId: newRunId });
  await again();
  await settleAutomations(owner.orgId, clock);
  const runs = await runsOf(owner, automation);
  expect(runs.map(({ id }) => id)).toEqual([newRunId, first.id]);
  const run = await owner.call(the("automations.run"), { automationId, runId: newRunId });
  expect(run).toMatchObject({ state: "done", cardId, recordId: first.recordId, startedBy: { userId: admin.userId } });

  const [open = expect.fail("no run")] = await runsOf(owner, waiting);
  const ofWaiting = { automationId: waiting.id, runId: open.id };
  await expect(owner.call(the("automations.again"), ofWaiting)).rejects.toThrow("automations.problem.notOver");
  await owner.call(the("automations.switch"), { automationId, isOn: false });
  await expect(owner.call(the("automations.again"), { automationId, runId: first.id })).rejects.toThrow(
    "automations.problem.isOff",
  );
});

it("a run whose moment had passed when its date was entered says the same when it is run again", async () => {
  const { owner, type, field, clock, card, noteOf } = await world();
  const trigger = { kind: "dateArrives", fieldId: field.visit, when: "before", amount: 3, unit: "days", firesLate: true };
  const write = { kind: "changeField", how: "write", fieldId: field.note, text: "{{ trigger.at }}" };
  const { id: automationId } = await published(owner, type.id, { trigger, actions: [write] });
  const visit = new Date(clock.now() - dayMs).toISOString().slice(0, 10);
  const { id: cardId } = await card("Dana", { [field.visit]: visit });
  await settleAutomations(owner.orgId, clock);
  const [first = expect.fail("no run")] = await runsOf(owner, { id: automationId });
  const said = await noteOf(cardId);
  expect(said).not.toBe("");
  await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { [field.note]: null } });
  const { runId } = await owner.call(the("automations.again"), { automationId, runId: first.id });
  await settleAutomations(owner.orgId, clock);
  expect(await noteOf(cardId)).toBe(said);
  expect(await owner.call(the("automations.run"), { automationId, runId })).toMatchObject({
    plannedAt: first.plannedAt,
    recordId: first.recordId,
  });
});
