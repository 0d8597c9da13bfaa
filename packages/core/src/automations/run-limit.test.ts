import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { billingProcedures, givePlan } from "../billing/index.ts";
import { bulkProcedures, runBulk } from "../bulk/index.ts";
import { commitContextOf } from "../data/commit.ts";
import { principalOf } from "../kernel/actor.ts";
import type { PlanState } from "../kernel/plan.ts";
import { findOperation } from "../operations/index.ts";
import { limits, recount, usedAt } from "../plans/index.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { dayMs, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const limit = limits.TRIAL.automationRunsPerMonth ?? expect.fail("no limit");

/** An organization whose plan has room for that many more runs in this month. */
async function withRoom(room: number, given: Partial<Parameters<typeof published>[2]> = {}) {
  const of = await world();
  const { owner, type, actions, clock } = of;
  const at = () => new Date(clock.now()).toISOString();
  const leave = (left: number) => recount(owner.orgId, "TRIAL", "automationRunsPerMonth", limit - left, at());
  const automation = await published(owner, type.id, { actions: [actions.changeField], ...given });
  await leave(room);
  return {
    ...of,
    leave,
    automation,
    used: () => usedAt(owner.orgId, "automationRunsPerMonth", at()),
    settle: () => settleAutomations(owner.orgId, clock),
    states: async () => (await runsOf(owner, automation)).map(({ state }) => state).toSorted(),
    give: async (plan: PlanState["type"]) => {
      const context = await owner.context();
      await givePlan(commitContextOf({ ...context, principal: principalOf(context.actor), level: "ORGANIZATION" }), plan, null);
    },
  };
}

describe("the runs of a month", () => {
  it("are counted once each, however often their records arrive and whatever becomes of them", async () => {
    const { owner, card, settle, used, states } = await withRoom(100);
    await Promise.all(["Dana", "Noa", "Omer"].map((name) => card(name)));
    await settle();
    await settle();
    expect(await states()).toEqual(["done", "done", "done"]);
    expect(await used()).toBe(limit - 97);
    const usage = await owner.call(named(billingProcedures, "billing.usage"), {});
    expect(usage).toContainEqual({ name: "automationRunsPerMonth", used: limit - 97, limit });
  });

  it("that do not fit are skipped with the reason, exactly those, of twenty that start at once", async () => {
    const { owner, automation, card, settle, used, states } = await withRoom(7);
    await Promise.all(Array.from({ length: 20 }, (_, at) => card(`Lead ${at}`)));
    await settle();
    expect(await states()).toEqual([...Array<string>(7).fill("done"), ...Array<string>(13).fill("skipped")]);
    const skipped = (await runsOf(owner, automation)).filter(({ state }) => state === "skipped");
    for (const { steps } of skipped)
      expect(steps).toMatchObject([{ message: "automations.skipped.monthUsedUp", params: { limit } }]);
    expect(await used()).toBe(limit);
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({ isOn: true });
  });

  it("start again with a larger plan, and not with a smaller one", async () => {
    const { card, settle, states, give } = await withRoom(0);
    await card("Dana");
    await settle();
    expect(await states()).toEqual(["skipped"]);
    await give("PRO");
    await card("Noa");
    await settle();
    expect(await states()).toEqual(["done", "skipped"]);
    await give("TRIAL");
    await card("Omer");
    await settle();
    expect(await states()).toEqual(["done", "skipped", "skipped"]);
  });

  it("are those of schedules too, and the next month has all of them again", async () => {
    const from = new Date(Date.now() - dayMs).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "00:00" };
    const { card, give, leave, settle, states, used, pass } = await withRoom(2, { trigger });
    // Without an end.
    await give("TRIAL");
    await card("Dana");
    await card("Noa");
    pass(dayMs);
    await leave(1);
    await settle();
    expect(await states()).toEqual(["done", "skipped"]);
    expect(await used()).toBe(limit);
    pass(31 * dayMs);
    expect(await used()).toBe(0);
    await settle();
    // Whoever made it is signed out by now, and it runs all the same.
    expect(await used()).toBeGreaterThan(0);
  });
});

describe("a button", () => {
  const trigger = { kind: "buttonClicked", label: "Go" };

  it("that is pressed when they are used up answers PAYMENT_REQUIRED with the limit, and starts nothing", async () => {
    const { owner, automation, card, states } = await withRoom(1, { trigger });
    const { id: cardId } = await card("Dana");
    const press = () => owner.call(the("automations.press"), { automationId: automation.id, cardId });
    await press();
    await expect(press()).rejects.toMatchObject({
      code: "PAYMENT_REQUIRED",
      details: { messageKey: "errors.limit.automationRunsPerMonth", params: { limit, used: limit } },
    });
    expect(await states()).toHaveLength(1);
  });

  it("that is pressed on many cards starts as many runs as there is room for", async () => {
    const { owner, clock, automation, card, states, used, settle } = await withRoom(3, { trigger });
    const cardIds = await Promise.all(Array.from({ length: 5 }, async (_, at) => (await card(`Lead ${at}`)).id));
    const job = { target: "button", selection: { cardIds }, change: { kind: "press", automationId: automation.id } } as const;
    const { operationId } = await owner.call(named(bulkProcedures, "bulk.start"), job);
    const operation = (await findOperation(owner.orgId, operationId)) ?? expect.fail("no operation");
    const running = runBulk(operation, await owner.actor(), clock, Number.POSITIVE_INFINITY);
    await expect(running).rejects.toMatchObject({ code: "PAYMENT_REQUIRED" });
    await settle();
    expect(await states()).toEqual(["done", "done", "done"]);
    expect(await used()).toBe(limit);
    const ended = await findOperation(owner.orgId, operationId);
    expect(ended).toMatchObject({ done: 3, updated: 3 });
  });
});

it("does not count a retry: the run has been counted", async () => {
  const { owner, type, field, clock, card, automation: other, leave, settle, used } = await withRoom(1);
  await owner.call(the("automations.switch"), { automationId: other.id, isOn: false });
  const fails = { kind: "changeField", how: "write", fieldId: field.email, text: "not an address" };
  const automation = await published(owner, type.id, { actions: [fails] });
  await leave(1);
  await card("Dana");
  await settle();
  const [failed] = await runsOf(owner, automation);
  expect(failed).toMatchObject({ state: "failed" });
  expect(await used()).toBe(limit);
  await owner.call(the("automations.retry"), { automationId: automation.id, runId: failed?.id ?? expect.fail("no run") });
  expect((await runsOf(owner, automation))[0]).toMatchObject({ state: "running" });
  await settleAutomations(owner.orgId, clock);
  expect((await runsOf(owner, automation)).map(({ state }) => state)).toEqual(["failed"]);
  expect(await used()).toBe(limit);
});
