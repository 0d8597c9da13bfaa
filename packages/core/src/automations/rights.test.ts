import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { commit, systemContext } from "../data/commit.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { CardId } from "../kernel/id.ts";
import type { Grants } from "../kernel/permission.ts";
import { membersProcedures } from "../members/index.ts";
import { findBilling, organizationProcedures, planWrite } from "../organizations/index.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { noticesOfAutomations } from "./notices.ts";
import { dayMs, memberWith, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const createCard = named(cardProcedures, "cards.create");
const editing: Grants = {
  "AUTOMATION.read": "ORGANIZATION",
  "AUTOMATION.create": "ORGANIZATION",
  "AUTOMATION.update": "ORGANIZATION",
};
const ownCards: Grants = { ...editing, "CARDS.read": "USER", "CARDS.create": "USER", "CARDS.update": "USER" };
const waitADay = { id: "w", kind: "wait", wait: { amount: 1, unit: "days" } };

describe("a publisher without access to a card", () => {
  const copying = (typeId: string, owner: string) => ({
    kind: "createCard",
    typeId,
    name: "Copy of {{ card.name }} {{ card.note }}",
    fields: { owner },
  });

  it("learns nothing about it from the automation's effects or runs", async () => {
    const { owner, type, field, clock, card } = await world();
    const member = await memberWith(owner, ownCards);
    const filter = { fieldId: field.note, operator: "CONTAINS", value: "secret" } as const;
    const automation = await published(member, type.id, { filter, actions: [copying(type.id, member.userId)] });
    await card("Hidden", { [field.note]: "a secret" });
    await card("Hidden too", { [field.note]: "nothing" });
    await settleAutomations(owner.orgId, clock);
    const runs = await runsOf(member, automation);
    // Nor whether it would have met the conditions.
    expect(runs.map(({ state, steps }) => [state, steps[0]?.message])).toEqual([
      ["skipped", "automations.skipped.unseen"],
      ["skipped", "automations.skipped.unseen"],
    ]);
    const { rows } = await member.call(named(cardProcedures, "cards.search"), { cardTypeId: type.id });
    expect(rows).toEqual([]);
    await member.call(createCard, { typeId: type.id, fields: { name: "Own", [field.note]: "secret", owner: member.userId } });
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(member, automation))[1]?.state).toBe("done");
  });

  it("learns nothing from scheduled triggers about which cards meet the conditions", async () => {
    const { owner, type, field, clock, card, pass } = await world();
    const member = await memberWith(owner, ownCards);
    const filter = { fieldId: field.note, operator: "EXISTS" } as const;
    const from = new Date(clock.now()).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const automation = await published(member, type.id, { filter, trigger, actions: [copying(type.id, member.userId)] });
    await card("Hidden", { [field.note]: "a secret" });
    const own = await member.call(createCard, {
      typeId: type.id,
      fields: { name: "Own", [field.note]: "x", owner: member.userId },
    });
    pass(dayMs);
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(member, automation)).map(({ cardId, state }) => [cardId, state])).toEqual([[own.id, "done"]]);
  });

  it("gets no further step executed on a card that they lose access to while the run waits", async () => {
    const { owner, type, actions, field, clock, noteOf, pass } = await world();
    const member = await memberWith(owner, ownCards);
    const steps = [waitADay, { id: "s", kind: "action", action: actions.changeField }];
    const automation = await published(member, type.id, { steps });
    const { id: cardId } = await member.call(createCard, { typeId: type.id, fields: { name: "Own", owner: member.userId } });
    await settleAutomations(owner.orgId, clock);
    await owner.call(named(cardProcedures, "cards.update"), { cardId, fields: { owner: owner.userId, [field.note]: "mine" } });
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation))[0]?.state).toBe("skipped");
    expect(await noteOf(cardId)).toBe("mine");
  });
});

/** The automation after its publisher has lost something while a run was waiting; `publishAgain`: somebody else has published it since. */
async function afterLoss(
  member: (owner: Owner) => Promise<Owner>,
  lose: (owner: Owner, publisher: Owner) => Promise<unknown>,
  publishAgain: boolean,
) {
  const { owner, type, actions, clock, card, pass } = await world();
  const publisher = await member(owner);
  const steps = [waitADay, { id: "s", kind: "action", action: actions.changeField }];
  const { id: automationId } = await published(publisher, type.id, { steps });
  await card("Dana");
  await settleAutomations(owner.orgId, clock);
  if (publishAgain) {
    await owner.call(the("automations.update"), { automationId, definition: definitionOf({ actions: [actions.notify] }) });
    await owner.call(the("automations.publish"), { automationId });
  }
  await lose(owner, publisher);
  pass(2 * dayMs);
  await settleAutomations(owner.orgId, clock);
  const [run] = await runsOf(owner, { id: automationId });
  expect(run?.state).toBe("failed");
  const { isOn, stopReason } = await owner.call(the("automations.get"), { automationId });
  return { isOn, stopReason, failedAt: run?.steps.at(-1)?.stepId };
}

describe("a publisher who has left", () => {
  const left = (publishAgain: boolean) =>
    afterLoss(
      (owner) => newMember(owner, { systemRole: "ADMIN" }),
      (owner, { userId }) => owner.call(named(membersProcedures, "members.suspend"), { userIds: [userId] }),
      publishAgain,
    );

  it("causes the automation to be switched off", async () => {
    expect(await left(false)).toMatchObject({ isOn: false, stopReason: "rights" });
  });
  it("causes a scheduled automation to be switched off before it starts a run", async () => {
    const { owner, type, actions, clock, card, pass } = await world();
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    const from = new Date(clock.now()).toISOString().slice(0, 10);
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
    const automation = await published(admin, type.id, { trigger, actions: [actions.changeField] });
    await card("Dana");
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [admin.userId] });
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toEqual([]);
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({ stopReason: "rights" });
  });
  it("does not affect an automation that someone else has published since", async () => {
    expect(await left(true)).toMatchObject({ isOn: true, stopReason: null });
  });
});

/** What the journal has of automations that failed or were stopped. */
const troubles = async ({ orgId }: Owner): Promise<string[]> =>
  (await latestRecords(orgId, 100, null)).flatMap(({ changes }) =>
    changes.map(({ action }) => action).filter((action) => action === "automation.fail" || action === "automation.stop"),
  );

const setPlan = ({ orgId, clock }: Owner, type: "FREE" | "STARTER" | "PRO") =>
  commit(systemContext(orgId, "test", clock), async () => {
    const billing = (await findBilling(orgId)) ?? expect.fail("no organization");
    const { write, change } = planWrite(orgId, billing, { type, endsAt: null, cycle: null, renewsAt: null });
    return { writes: [write], records: [{ changes: [change] }], result: undefined };
  });

describe("a publisher who may no longer update automations", () => {
  const daily = (nowMs: number) => {
    const from = new Date(nowMs).toISOString().slice(0, 10);
    return { kind: "everyPeriod", every: 1, unit: "days", from, at: "03:00" };
  };

  it.each(["schedule", "change"])("causes the automation to be switched off once, before a %s starts a run", async (cause) => {
    const { owner, type, actions, clock, card, pass } = await world();
    const member = await memberWith(owner, { ...editing, "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" });
    const trigger = cause === "schedule" ? daily(clock.now()) : { kind: "cardCreated" };
    const automation = await published(member, type.id, { trigger, actions: [actions.changeField] });
    const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Readers",
      grants: { "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" },
    });
    await owner.call(named(organizationProcedures, "members.setRole"), { userId: member.userId, systemRole: "BASIC", roleId });
    for (const name of ["Dana", "Noa", "Omer"]) await card(name);
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toEqual([]);
    expect(await troubles(owner)).toEqual(["automation.stop"]);
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({ stopReason: "rights" });
  });

  it.each(["schedule", "change"])("because of the plan gets no run by a %s and no notice, nor later", async (cause) => {
    const { owner, type, actions, clock, card, pass } = await world();
    const trigger = cause === "schedule" ? daily(clock.now()) : { kind: "cardCreated" };
    const automation = await published(owner, type.id, { trigger, actions: [actions.changeField] });
    for (const name of ["Dana", "Noa"]) await card(name);
    await setPlan(owner, "STARTER");
    pass(2 * dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toEqual([]);
    expect(await troubles(owner)).toEqual([]);
    const at = new Date(clock.now()).toISOString();
    await setPlan(owner, "PRO");
    const [{ id: from } = expect.fail("no record")] = await latestRecords(owner.orgId, 1, null);
    await settleAutomations(owner.orgId, clock, from);
    expect(await runsOf(owner, automation)).toEqual([]);
    await card("Omer");
    pass(dayMs);
    await settleAutomations(owner.orgId, clock, from);
    const runs = await runsOf(owner, automation);
    expect(runs).toHaveLength(cause === "schedule" ? 3 : 1);
    expect(runs.every(({ plannedAt, startedAt }) => (plannedAt ?? startedAt) > at)).toBe(true);
  });
});

describe("runs that wait when the plan ends", () => {
  const noticesOfLapse = async (owner: Owner) => {
    const records = await latestRecords(owner.orgId, 200, null);
    const lapses = records.filter(({ changes }) => changes[0]?.action === "automation.lapse");
    return (await Promise.all(lapses.map(noticesOfAutomations))).flat();
  };
  const waiting = async () => {
    const of = await world();
    const { owner, type, actions, clock, card } = of;
    const wait = (days: number) => ({ id: `w${days}`, kind: "wait", wait: { amount: days, unit: "days" } });
    const steps = [wait(2), { id: "s", kind: "action", action: actions.changeField }];
    const automation = await published(owner, type.id, { steps });
    const ids: CardId[] = [];
    for (const name of ["Dana", "Noa", "Omer"]) ids.push((await card(name)).id);
    await settleAutomations(owner.orgId, clock);
    const states = async () => (await runsOf(owner, automation)).map(({ state }) => state);
    expect(await states()).toEqual(["waiting", "waiting", "waiting"]);
    const [{ id: from } = expect.fail("no record")] = await latestRecords(owner.orgId, 1, null);
    return { ...of, automation, ids, states, settle: () => settleAutomations(owner.orgId, clock, from) };
  };

  it("are canceled when their time comes, with the reason and without a failure; the administrators hear of it once", async () => {
    const { owner, colleagueId, automation, ids, states, settle, pass, noteOf } = await waiting();
    await setPlan(owner, "STARTER");
    pass(dayMs);
    await settle();
    expect(await states()).toEqual(["waiting", "waiting", "waiting"]);
    pass(2 * dayMs);
    await settle();
    expect(await states()).toEqual(["canceled", "canceled", "canceled"]);
    const { runs, figures } = await owner.call(the("automations.runs"), { automationId: automation.id });
    for (const { steps } of runs)
      expect(steps.find(({ stepId }) => stepId === "start")).toMatchObject({ message: "automations.canceled.plan" });
    expect(figures).toMatchObject({ failed: 0, waiting: 0, total: 3 });
    expect(await Promise.all(ids.map(noteOf))).toEqual([undefined, undefined, undefined]);
    expect(await troubles(owner)).toEqual([]);
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({ isOn: true });
    const notices = await noticesOfLapse(owner);
    expect(notices.map(({ userId }) => userId).toSorted()).toEqual([owner.userId, colleagueId].toSorted());
    expect(notices[0]).toMatchObject({ kind: "automationsPaused", details: { state: "lapsed" } });
  });

  it("go on if the plan is back by then, and those of another lapse are heard of again", async () => {
    const { owner, card, states, settle, pass } = await waiting();
    await setPlan(owner, "STARTER");
    pass(dayMs);
    await settle();
    await setPlan(owner, "PRO");
    await card("Late");
    await settle();
    pass(1.5 * dayMs);
    await settle();
    expect((await states()).toSorted()).toEqual(["done", "done", "done", "waiting"]);
    expect(await noticesOfLapse(owner)).toEqual([]);
    await setPlan(owner, "FREE");
    pass(2 * dayMs);
    await settle();
    expect((await states()).toSorted()).toEqual(["canceled", "done", "done", "done"]);
    expect(await noticesOfLapse(owner)).toHaveLength(2);
  });
});

describe("a publisher who loses the right to what a step does", () => {
  const changing: Grants = { ...editing, "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" };
  const demoted = (publishAgain: boolean) =>
    afterLoss(
      (owner) => memberWith(owner, changing),
      async (owner, { userId }) => {
        const grants: Grants = { ...editing, "CARDS.read": "ORGANIZATION" };
        const { id: roleId } = await owner.call(named(organizationProcedures, "roles.create"), { name: "Readers", grants });
        const place = { systemRole: "BASIC", roleId } as const;
        await owner.call(named(organizationProcedures, "members.setRole"), { userId, ...place });
      },
      publishAgain,
    );

  it("causes the automation to be switched off at that step", async () => {
    expect(await demoted(false)).toEqual({ isOn: false, stopReason: "rights", failedAt: "s" });
  });
  it("does not affect what someone else has published since", async () => {
    expect(await demoted(true)).toEqual({ isOn: true, stopReason: null, failedAt: "s" });
  });
});

describe("the log of runs", () => {
  it("names no card in the reason of a failure, because its readers may not have access to it", async () => {
    const { owner, type, actions, clock, card } = await world();
    const member = await memberWith(owner, { ...editing, "CARDS.read": "ORGANIZATION", "CARDS.update": "USER" });
    const automation = await published(member, type.id, { actions: [actions.changeField] });
    await card("Golan Herbs");
    await settleAutomations(owner.orgId, clock);
    const reader = await memberWith(owner, { "AUTOMATION.read": "ORGANIZATION", "CARDS.read": "USER" });
    const [run] = await runsOf(reader, automation);
    expect(run).toMatchObject({ state: "failed", steps: [{ message: "validation.cardReadOnly", params: null }] });
    expect(JSON.stringify(run)).not.toContain("Golan");
  });
});

describe("a password", () => {
  it("is never stored by an automation, in its definition, its versions or the journal", async () => {
    const { owner, type, field } = await world();
    const secret = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { name: "Safe", pluralName: "Safes", hue: "slate", fields: [{ label: "Code", type: "password" }] },
    });
    const fieldId = secret.fields.find(({ type: of }) => of === "password")?.id ?? "";
    const create = (cardTypeId: `typ_${string}`, action: object) =>
      owner.call(the("automations.create"), { cardTypeId, name: "Test", definition: definitionOf({ actions: [action] }) });
    const set = { kind: "changeField", how: "set", fieldId, value: "hunter2" };
    for (const action of [set, { ...set, how: "add", value: ["hunter2"] }, { ...set, how: "write", text: "hunter2" }])
      await expect(create(secret.id, action)).rejects.toThrow("automations.problem.secret");
    const made = { kind: "createCard", typeId: secret.id, name: "Made", fields: { [fieldId]: "hunter2" } };
    await expect(create(type.id, made)).rejects.toThrow("automations.problem.secret");
    const { id: automationId } = await create(type.id, { ...set, fieldId: field.note, value: "fine" });
    const definition = definitionOf({ actions: [made] });
    await expect(owner.call(the("automations.update"), { automationId, definition })).rejects.toThrow(
      "automations.problem.secret",
    );
    expect(JSON.stringify(await latestRecords(owner.orgId, 100, null))).not.toContain("hunter2");
  });
});
