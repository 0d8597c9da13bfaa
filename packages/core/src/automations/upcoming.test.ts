import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { taskProcedures } from "../activities/index.ts";
import { cardProcedures } from "../cards/index.ts";
import { CatchUp } from "../data/replica/catch-up.ts";
import { dayOf, instantOf } from "../kernel/zoned-time.ts";
import { membersProcedures } from "../members/index.ts";
import { findSettings } from "../organizations/index.ts";
import { published, the } from "./automations.fixture.ts";
import { laterDay } from "./calendar.ts";
import { whilePreparing } from "./preparing.fixture.ts";
import { dayMs, memberWith, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

describe("when an automation starts next", () => {
  it("is the earliest coming moment of the cards' dates, as they are now", async () => {
    const of = await world();
    const { owner, type, actions, field, clock, card } = of;
    const { timeZone } = (await findSettings(owner.orgId)) ?? expect.fail("no settings");
    const day = (days: number) => dayOf(clock.now() + days * dayMs, timeZone);
    const publish = (trigger: object, more = {}) =>
      published(owner, type.id, {
        trigger: { kind: "dateArrives", fieldId: field.visit, when: "before", amount: 3, unit: "days", at: "10:30", ...trigger },
        actions: [actions.notify],
        ...more,
      });
    const all = await publish({});
    const won = await publish({}, { filter: { fieldId: "status", operator: "EQUAL", value: "opt_won" } });
    const monthly = await publish({ when: "after", amount: 1, unit: "months" });
    const off = await publish({});
    await owner.call(the("automations.switch"), { automationId: off.id, isOn: false });
    const pressed = await published(owner, type.id, {
      trigger: { kind: "buttonClicked", label: "Go" },
      actions: [actions.notify],
    });
    const next = () => owner.call(the("automations.upcoming"), {});
    expect(await next()).toEqual({ [all.id]: null, [won.id]: null, [monthly.id]: null });
    expect(await next()).not.toHaveProperty(pressed.id);
    // Its moment, three days before, has passed.
    await card("Too near", { [field.visit]: day(2) });
    const near = await card("Near", { [field.visit]: day(8) });
    await card("Far", { [field.visit]: day(20), status: "opt_won" });
    await card("Without", {});
    const moment = (days: number) => instantOf(day(days), "10:30", timeZone);
    expect(await next()).toEqual({
      [all.id]: moment(5),
      [won.id]: moment(17),
      [monthly.id]: instantOf(laterDay(day(2), 1, "months"), "10:30", timeZone),
    });
    await owner.call(named(cardProcedures, "cards.update"), { cardId: near.id, fields: { [field.visit]: day(30) } });
    expect((await next())[all.id]).toBe(moment(17));
    await owner.call(the("automations.setPaused"), { isPaused: true });
    expect(await next()).toEqual({});
  });

  it("comes every year for birthdays, whatever their years", async () => {
    const { owner, type, actions, field, clock, card } = await world();
    const { timeZone } = (await findSettings(owner.orgId)) ?? expect.fail("no settings");
    const day = (days: number) => dayOf(clock.now() + days * dayMs, timeZone);
    const automation = await published(owner, type.id, {
      trigger: { kind: "dateArrives", fieldId: field.visit, when: "before", amount: 2, unit: "weeks", isYearly: true },
      actions: [actions.notify],
    });
    const next = async () => (await owner.call(the("automations.upcoming"), {}))[automation.id];
    expect(await next()).toBeNull();
    // In a week: two weeks before it is past, and comes in the next year.
    const soon = `1980${day(7).slice(4)}`;
    await card("Soon", { [field.visit]: soon });
    const inAYear = await next();
    expect(inAYear?.slice(0, 10) ?? "").toMatch(/^\d{4}-/);
    expect(Date.parse(inAYear ?? "")).toBeGreaterThan(clock.now() + 300 * dayMs);
    await card("Later", { [field.visit]: `1965${day(40).slice(4)}` });
    await card("Latest", { [field.visit]: `2001${day(60).slice(4)}` });
    expect(await next()).toBe(instantOf(day(26), "09:00", timeZone));
  });

  it("is the earliest due date of an open task on a card of the type, in the publisher's sight", async () => {
    const { owner, type, actions, clock, card } = await world();
    const trigger = { kind: "dueDate", when: "on" };
    const all = "ORGANIZATION" as const;
    const rights = { "AUTOMATION.read": all, "AUTOMATION.create": all, "AUTOMATION.update": all, "CARDS.read": all };
    const editor = await memberWith(owner, { ...rights, "TASKS.read": "USER" });
    const automation = await published(owner, type.id, { trigger, actions: [actions.notify] });
    const theirs = await published(editor, type.id, { trigger, actions: [actions.notify] });
    const { id: cardId } = await card("Dana");
    const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
    const task = (ms: number, more = {}) =>
      owner.call(named(taskProcedures, "tasks.create"), { title: "Call", due: inMs(ms), cardId, ...more });
    const next = () => owner.call(the("automations.upcoming"), { cardTypeId: type.id });
    expect(await next()).toEqual({ [automation.id]: null, [theirs.id]: null });
    await task(-dayMs);
    await task(dayMs, { cardId: null });
    const first = await task(2 * dayMs);
    const second = await task(4 * dayMs, { assignedTo: editor.userId });
    expect(await next()).toEqual({ [automation.id]: first.due, [theirs.id]: second.due });
    await owner.call(named(taskProcedures, "tasks.update"), { taskId: first.id, done: true });
    expect((await next())[automation.id]).toBe(second.due);
  });

  it("is the next period", async () => {
    const { owner, type, actions, clock } = await world();
    const from = new Date(clock.now() + 3 * dayMs).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const automation = await published(owner, type.id, { trigger, actions: [actions.notify] });
    const { timeZone } = (await findSettings(owner.orgId)) ?? expect.fail("no settings");
    expect(await owner.call(the("automations.upcoming"), {})).toEqual({ [automation.id]: instantOf(from, "03:00", timeZone) });
  });

  it("is not said of automations that may not run for their publisher, nor while it cannot be found out", async () => {
    const { owner, type, actions, field, clock, card } = await world();
    const trigger = { kind: "dateArrives", fieldId: field.visit, when: "on" };
    const all = "ORGANIZATION" as const;
    const rights = { "AUTOMATION.read": all, "AUTOMATION.create": all, "AUTOMATION.update": all, "CARDS.read": all };
    const editor = await memberWith(owner, rights);
    const own = await published(owner, type.id, { trigger, actions: [actions.notify] });
    const theirs = await published(editor, type.id, { trigger, actions: [actions.notify] });
    await card("Dana", { [field.visit]: new Date(clock.now() + 8 * dayMs).toISOString().slice(0, 10) });
    const next = () => owner.call(the("automations.upcoming"), {});
    const known = await next();
    expect(known).toEqual({ [own.id]: expect.any(String), [theirs.id]: expect.any(String) });
    expect(await whilePreparing(async () => expect(await next()).toEqual(known))).toBeGreaterThan(1);
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [editor.userId] });
    expect(await next()).toEqual({ [own.id]: known[own.id] });
  });

  it("is found for one automation after another", async () => {
    const { owner, type, actions, field } = await world();
    const trigger = { kind: "dateArrives", fieldId: field.visit, when: "on" };
    for (let count = 0; count < 3; count++) await published(owner, type.id, { trigger, actions: [actions.notify] });
    let [asking, most] = [0, 0];
    const { value: asked } = Object.getOwnPropertyDescriptor(CatchUp.prototype, "now") as { value: () => Promise<void> }; // a method of the class
    const spy = vi.spyOn(CatchUp.prototype, "now").mockImplementation(async function (this: CatchUp) {
      most = Math.max(most, ++asking);
      await Reflect.apply(asked, this, []);
      asking--;
    });
    await owner.call(the("automations.upcoming"), {});
    spy.mockRestore();
    expect(most).toBe(1);
  });
});
