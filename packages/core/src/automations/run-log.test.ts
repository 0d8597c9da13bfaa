import { runDue, settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { cardProcedures } from "../cards/index.ts";
import { documentClient } from "../data/connection.ts";
import { KartisError } from "../kernel/error.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { figuresOf as allFigures } from "./engine/days.ts";
import type { Procedures } from "./engine/perform.ts";
import { everythingFor } from "./everything.fixture.ts";
import type { AutomationId } from "./schema.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];

async function world() {
  let aheadMs = 0;
  const clock = { now: () => Date.now() + aheadMs };
  const of = await everythingFor(await newOwner({ template: "empty", clock }));
  const { owner, type, values } = of;
  const figuresOf = async (automationId: AutomationId) => (await owner.call(the("automations.get"), { automationId })).runs;
  return {
    ...of,
    clock,
    figuresOf,
    card: (name: string) => owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields: { name, ...values } }),
    pass: (ms: number) => (aheadMs += ms),
    settle: () => settleAutomations(owner.orgId, clock),
  };
}

const failing: Procedures = () => Promise.resolve({ call: () => Promise.reject(new KartisError("SERVICE_UNAVAILABLE")) });

it("a run counts once however often it is retried: as waiting, failed and finally done; the log has every attempt", async () => {
  const { owner, type, actions, clock, card, pass, settle, figuresOf } = await world();
  const automation = await published(owner, type.id, { actions: [actions.createTask] });
  await card("Dana");
  await startAll(owner.orgId, clock);
  await runDue(owner.orgId, clock, failing);
  expect(await figuresOf(automation.id)).toMatchObject({ total: 1, failed: 0, waiting: 1, skipped: 0 });
  for (const ms of [minute, 3 * minute, 11 * minute, 2 * hour]) {
    pass(ms);
    await runDue(owner.orgId, clock, failing);
  }
  expect(await figuresOf(automation.id)).toMatchObject({ total: 1, failed: 1, waiting: 0 });
  const [failed] = await runsOf(owner, automation);
  const ref = { automationId: automation.id, runId: failed?.id ?? expect.fail("no run") };
  // Still one run on another day.
  pass(day);
  await owner.call(the("automations.retry"), ref);
  await settle();
  expect(await figuresOf(automation.id)).toMatchObject({ total: 1, failed: 0, waiting: 0 });
  const run = await owner.call(the("automations.run"), ref);
  expect(run).toMatchObject({ state: "done", steps: [{ state: "done", attempts: 6 }] });
  expect(run.failedAttempts.map(({ stepId, message, retriedBy }) => [stepId, message, retriedBy])).toEqual([
    ...Array.from({ length: 4 }, () => ["s1", "errors.SERVICE_UNAVAILABLE.message", null]),
    ["s1", "errors.SERVICE_UNAVAILABLE.message", owner.userId],
  ]);
  const times = run.failedAttempts.map(({ startedAt }) => startedAt);
  expect(times).toEqual(times.toSorted());
});

it("the list counts waiting, skipped and canceled runs whatever its filter, and finds runs by the card's name", async () => {
  const { owner, type, actions, card, settle } = await world();
  const filter = { fieldId: "name", operator: "CONTAINS", value: "Golan" } as const;
  const steps = [
    { id: "wait", kind: "wait", wait: { amount: 1, unit: "days" } },
    { id: "task", kind: "action", action: actions.createTask },
  ];
  const automation = await published(owner, type.id, { filter, steps });
  const automationId = automation.id;
  for (const name of ["Golan Herbs", "Golan Dates", "Tamar"]) await card(name);
  await settle();
  const list = (more: object = {}) => owner.call(the("automations.runs"), { automationId, ...more });
  const waiting = await list({ state: "waiting" });
  expect(waiting.runs.map(({ cardName }) => cardName)).toEqual(["Golan Dates", "Golan Herbs"]);
  expect(waiting.figures).toEqual({ total: 2, failed: 0, waiting: 2, skipped: 1 });
  await owner.call(the("automations.cancel"), { automationId, runId: waiting.runs[0]?.id ?? expect.fail("no run") });
  expect((await list()).figures).toEqual({ total: 2, failed: 0, waiting: 1, skipped: 1 });

  expect((await list({ search: "herb" })).runs.map(({ cardName }) => cardName)).toEqual(["Golan Herbs"]);
  const first = await list({ search: "golan", limit: 1 });
  const second = await list({ search: "golan", limit: 1, cursor: first.nextCursor ?? expect.fail("no more") });
  expect([...first.runs, ...second.runs].map(({ cardName }) => cardName)).toEqual(["Golan Dates", "Golan Herbs"]);
  expect((await list({ search: "nobody" })).nextCursor).toBeNull();
});

it("a step that fails because an integration is missing says where to set it up", async () => {
  const { owner, type, actions, card, settle } = await world();
  const automation = await published(owner, type.id, { actions: [actions.sendWhatsapp] });
  await card("Dana");
  await settle();
  expect((await runsOf(owner, automation))[0]?.steps).toMatchObject([
    { state: "failed", message: "errors.whatsappMissing", mendedAt: "/settings/integrations?open=whatsapp" },
  ]);
});

it("a run keeps its card's name after the card is deleted, and lists whom a step notified", async () => {
  const { owner, colleagueId, type, actions, card, settle } = await world();
  const automation = await published(owner, type.id, { actions: [actions.notify] });
  const { id: cardId } = await card("Dana");
  await settle();
  await owner.call(named(cardProcedures, "cards.remove"), { cardId });
  const [listed] = await runsOf(owner, automation);
  expect(listed).toMatchObject({ cardName: "Dana", isCardDeleted: true, steps: [{ notified: [colleagueId] }] });
  const runId = listed?.id ?? expect.fail("no run");
  expect(await owner.call(the("automations.run"), { automationId: automation.id, runId })).toMatchObject({
    cardName: "Dana",
    isCardDeleted: true,
  });
});

it("a retry continues in the published version, which may have the fix, unless that no longer has the run's steps", async () => {
  const { owner, type, field, actions, card, settle } = await world();
  const steps = (value: string) => [
    { id: "task", kind: "action", action: actions.createTask },
    { id: "set", kind: "action", action: { kind: "changeField", how: "write", fieldId: field.phone, text: value } },
  ];
  const automation = await published(owner, type.id, { steps: steps("no number") });
  await card("Dana");
  await settle();
  const [failed] = await runsOf(owner, automation);
  const ref = { automationId: automation.id, runId: failed?.id ?? expect.fail("no run") };
  const publish = async (given: readonly object[]) => {
    const definition = definitionOf({ steps: given });
    await owner.call(the("automations.update"), { automationId: automation.id, definition });
    await owner.call(the("automations.publish"), { automationId: automation.id });
  };
  const retryVersion = async () => (await owner.call(the("automations.run"), ref)).retryVersion;
  expect(await retryVersion()).toBe(1);
  await publish(steps("+972541112233").slice(1));
  expect(await retryVersion()).toBe(1);
  await publish(steps("+972541112233"));
  expect(await retryVersion()).toBe(3);
  await owner.call(the("automations.retry"), ref);
  await settle();
  expect(await owner.call(the("automations.run"), ref)).toMatchObject({
    state: "done",
    version: 3,
    steps: [
      { stepId: "task", state: "done", attempts: 1 },
      { stepId: "set", state: "done", attempts: 2 },
    ],
  });
});

it("whoever opens an automation reads the figures of its last days, and of no other", async () => {
  const { owner, type, actions, clock, card, settle, pass, figuresOf } = await world();
  const given = { actions: [actions.changeField] };
  const [one, another] = [await published(owner, type.id, given), await published(owner, type.id, given)];
  await card("Dana");
  await settle();
  pass(2 * day);
  await card("Noa");
  await settle();
  const read: Readonly<Record<string, unknown>>[] = [];
  const client = documentClient();
  const send = client.send.bind(client);
  const spy = vi.spyOn(client, "send").mockImplementation(async (...sent: Parameters<typeof send>) => {
    const answer = await send(...sent);
    const items = "Items" in answer ? (answer.Items ?? []) : [];
    read.push(...items.filter((item) => item["__edb_e__"] === "automationDay"));
    return answer;
  });
  expect(await figuresOf(one.id)).toMatchObject({ total: 2 });
  spy.mockRestore();
  expect(new Set(read.map(({ automationId }) => automationId))).toEqual(new Set([one.id]));
  expect(read.filter((item) => String(item["day"]).startsWith("window"))).toEqual([]);
  // The first day is over a month ago by then.
  const later = { now: () => clock.now() + 29 * day };
  expect((await allFigures(owner.orgId, later, another.id)).get(another.id)).toMatchObject({ total: 1 });
});
