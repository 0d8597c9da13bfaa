import { settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { RecordId } from "../kernel/id.ts";
import { undoProcedures } from "../undo/index.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { dayMs, memberWith, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const undo = named(undoProcedures, "changes.undo");
const record = ({ recordId }: { readonly recordId: RecordId | null }): { recordId: RecordId } => ({
  recordId: recordId ?? expect.fail("nothing recorded"),
});

it("a deleted automation comes back with its versions, its runs and its schedule, and can be deleted again by a redo", async () => {
  const { owner, type, field, actions, clock, card, pass } = await world();
  const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
  const automation = await published(owner, type.id, {
    name: "Daily",
    trigger: { kind: "dateArrives", fieldId: field.visit, when: "on" },
    actions: [actions.notify],
  });
  const automationId = automation.id;
  const before = await card("Before", { [field.visit]: day(1) });
  pass(2 * dayMs);
  await settleAutomations(owner.orgId, clock);
  await owner.call(the("automations.update"), { automationId, name: "Every day" });
  const removed = await owner.call(the("automations.remove"), { automationId });
  await expect(owner.call(the("automations.get"), { automationId })).rejects.toThrow("NOT_FOUND");
  const reader = await memberWith(owner, { "AUTOMATION.read": "ORGANIZATION", "AUTOMATION.create": "ORGANIZATION" });
  await expect(reader.call(undo, record(removed))).rejects.toThrow("NO_PERMISSION");
  await card("Meanwhile", { [field.visit]: day(1) });
  pass(2 * dayMs);
  await startAll(owner.orgId, clock);

  const undone = await owner.call(undo, record(removed));
  const { version, updatedAt: _at, runs: _runs, ...same } = await owner.call(the("automations.get"), { automationId });
  const { version: _, updatedAt: __, runs: ___, ...was } = automation;
  expect(same).toEqual({ ...was, name: "Every day" });
  expect(version).toBeGreaterThan(automation.version);
  expect(await owner.call(the("automations.versions"), { automationId })).toHaveLength(1);
  // Once is enough.
  expect(await owner.call(undo, record(removed))).toMatchObject({ recordId: null });
  const after = await card("After", { [field.visit]: day(1) });
  pass(2 * dayMs);
  await settleAutomations(owner.orgId, clock);
  expect((await runsOf(owner, automation)).map(({ cardId }) => cardId)).toEqual([after.id, before.id]);

  const again = await owner.call(undo, record(undone));
  await expect(owner.call(the("automations.get"), { automationId })).rejects.toThrow("NOT_FOUND");
  await owner.call(undo, record(again));
  await owner.call(the("automations.update"), { automationId, name: "Changed since" });
  await expect(owner.call(undo, record(undone))).rejects.toThrow("errors.undo.changedActivity");
});

it("what happened while it was deleted starts nothing, however late it is delivered", async () => {
  const { owner, type, actions, clock, card, pass } = await world();
  const automation = await published(owner, type.id, {
    name: "New",
    trigger: { kind: "cardCreated" },
    actions: [actions.notify],
  });
  pass(1_000);
  const removed = await owner.call(the("automations.remove"), { automationId: automation.id });
  pass(1_000);
  await card("Meanwhile");
  pass(1_000);
  await owner.call(undo, record(removed));
  pass(1_000);
  const after = await card("After");
  await settleAutomations(owner.orgId, clock);
  expect((await runsOf(owner, automation)).map(({ cardId }) => cardId)).toEqual([after.id]);
});
