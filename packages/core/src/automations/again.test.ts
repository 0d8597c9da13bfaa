import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { newMember } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { newId } from "../kernel/id.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { world } from "./world.fixture.ts";

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
