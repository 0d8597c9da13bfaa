import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { Grants } from "../kernel/permission.ts";
import { membersProcedures } from "../members/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
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
    await expect(create(secret.id, set)).rejects.toThrow("automations.problem.secret");
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
