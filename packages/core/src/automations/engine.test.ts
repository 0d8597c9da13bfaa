import { runDue, settleAutomations, startAll } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { taskProcedures } from "../activities/index.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { updateUnrecorded } from "../data/recording.ts";
import type { CardId, Id } from "../kernel/id.ts";
import { membersProcedures } from "../members/index.ts";
import { automationEntity } from "./entity.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { noticesOfAutomations } from "./notices.ts";

const createCard = named(cardProcedures, "cards.create");
const updateCard = named(cardProcedures, "cards.update");
const getCard = named(cardProcedures, "cards.get");
const createType = named(cardTypeProcedures, "cardTypes.create");

const [minute, day] = [60_000, 86_400_000];

let backend: Backend;
let nowMs = Date.parse("2031-05-05T08:00:00Z");
const clock = { now: () => nowMs };
let owner: Owner;
let typeId: Id<"typ">;
let field: Readonly<Record<"note" | "agent" | "email", string>>;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  nowMs += 10 * day;
  owner = await newOwner({ clock, template: "empty" });
  const type = await owner.call(createType, {
    draft: {
      name: "Lead",
      pluralName: "Leads",
      hue: "slate",
      fields: [
        { label: "Note", type: "text" },
        { label: "Agent", type: "user" },
        { label: "Email", type: "email" },
      ],
    },
  });
  typeId = type.id;
  const idOf = (label: string) => type.fields.find((one) => one.label === label)?.id ?? "";
  field = { note: idOf("Note"), agent: idOf("Agent"), email: idOf("Email") };
});

async function card(name: string, fields: Readonly<Record<string, unknown>> = {}) {
  nowMs += 1_000;
  return owner.call(createCard, { typeId, fields: { name, ...fields } });
}
const settle = () => settleAutomations(owner.orgId, clock);
const noteOf = async (id: CardId) => (await owner.call(getCard, { id })).fields[field.note];
const setNote = (value: string) => ({ kind: "changeField", how: "set", fieldId: field.note, value });
const tasks = async () => (await owner.call(named(taskProcedures, "tasks.list"), { timeZone: "UTC" })).rows;

describe("a run", () => {
  it("executes its steps in order, and logs each one's result, with the automation and the cause in the journal", async () => {
    const automation = await published(owner, typeId, {
      actions: [
        setNote("Welcome"),
        {
          kind: "createTask",
          title: "Call {{ card.name }}",
          due: { amount: 1, unit: "days" },
          assignee: "owner",
          priority: "HIGH",
        },
      ],
    });
    const { id, recordId } = await card("Dana");
    await settle();
    expect(await noteOf(id)).toBe("Welcome");
    expect(await tasks()).toEqual([expect.objectContaining({ title: "Call Dana", assignedTo: owner.userId, priority: "HIGH" })]);
    const [run, ...others] = await runsOf(owner, automation);
    expect(others).toEqual([]);
    expect(run).toMatchObject({ state: "done", cardId: id, cardName: "Dana", recordId, version: 1 });
    expect(run?.steps.map(({ state, subjectId }) => [state, subjectId])).toEqual([
      ["done", id],
      ["done", (await tasks())[0]?.id],
    ]);
    const records = await latestRecords(owner.orgId, 20, null);
    const change = records.find(({ id: one }) => one === run?.steps[0]?.recordId);
    expect(change).toMatchObject({
      actor: { kind: "automation", id: automation.id },
      origin: "automation",
      causedBy: recordId,
      depth: 1,
    });
    expect((await owner.call(the("automations.get"), { automationId: automation.id })).runs).toMatchObject({
      total: 1,
      failed: 0,
    });
  });

  it("starts once, however often and in whatever order records arrive", async () => {
    const automation = await published(owner, typeId, {
      actions: [{ kind: "createTask", title: "Call", due: { amount: 1, unit: "hours" }, assignee: null }],
    });
    const made = [await card("One"), await card("Two"), await card("Three")];
    await Promise.all([
      startAll(owner.orgId, clock),
      startAll(owner.orgId, clock, { order: (all) => all.toReversed() }),
      startAll(owner.orgId, clock),
    ]);
    await Promise.all([runDue(owner.orgId, clock), runDue(owner.orgId, clock)]);
    await startAll(owner.orgId, clock, { order: (all) => all.toReversed() });
    await settle();
    expect(await runsOf(owner, automation)).toHaveLength(made.length);
    expect(await tasks()).toHaveLength(made.length);
  });

  it("is logged as skipped for a card that does not meet the conditions", async () => {
    const automation = await published(owner, typeId, {
      filter: { fieldId: field.note, operator: "CONTAINS", value: "vip" },
      actions: [setNote("seen")],
    });
    const [plain, vip] = [await card("Plain"), await card("Vip", { [field.note]: "a VIP" })];
    await settle();
    expect([await noteOf(plain.id), await noteOf(vip.id)]).toEqual([undefined, "seen"]);
    const runs = await runsOf(owner, automation);
    expect(runs.map(({ cardId, state }) => [cardId, state])).toEqual([
      [vip.id, "done"],
      [plain.id, "skipped"],
    ]);
    expect(runs[1]?.steps[0]).toMatchObject({ state: "skipped", message: "automations.skipped.filter" });
  });

  it("waits without a process, continues when it is due, and takes the branch that applies then", async () => {
    const filter = { fieldId: field.note, operator: "EXISTS" } as const;
    const branch = (met: object[], unmet: object[]) => ({ id: "b", kind: "branch", filter, met, unmet });
    const act = (id: string, value: string) => ({ id, kind: "action", action: setNote(value) });
    const automation = await published(owner, typeId, {
      steps: [
        { id: "w", kind: "wait", wait: { amount: 2, unit: "days" } },
        branch([act("t", "answered")], [act("o", "silent")]),
        act("end", "over"),
      ],
    });
    const made = await card("Dana");
    await settle();
    const [waiting] = await runsOf(owner, automation);
    expect(waiting).toMatchObject({ state: "waiting", dueAt: new Date(nowMs + 2 * day).toISOString() });
    nowMs += 2 * day - minute;
    await settle();
    expect((await runsOf(owner, automation))[0]?.state).toBe("waiting");
    await owner.call(updateCard, { cardId: made.id, fields: { [field.note]: "hello" } });
    nowMs += minute;
    await settle();
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({ state: "done", dueAt: null });
    expect(run?.steps.map(({ stepId, state, met }) => [stepId, state, met])).toEqual([
      ["w", "done", null],
      ["b", "done", true],
      ["t", "done", null],
      ["end", "done", null],
    ]);
    expect(await noteOf(made.id)).toBe("over");
  });

  it("keeps the version it started with", async () => {
    const wait = { id: "w", kind: "wait", wait: { amount: 1, unit: "hours" } };
    const steps = (value: string) => [wait, { id: "s", kind: "action", action: setNote(value) }];
    const automation = await published(owner, typeId, { steps: steps("old") });
    const before = await card("Before");
    await settle();
    await owner.call(the("automations.update"), {
      automationId: automation.id,
      definition: definitionOf({ steps: steps("new") }),
    });
    const draft = await card("While it is a draft");
    await settle();
    await owner.call(the("automations.publish"), { automationId: automation.id });
    const after = await card("After");
    await settle();
    nowMs += 61 * minute;
    await settle();
    expect([await noteOf(before.id), await noteOf(draft.id), await noteOf(after.id)]).toEqual(["old", "old", "new"]);
    const versions = await owner.call(the("automations.versions"), { automationId: automation.id });
    expect(versions.map(({ version }) => version)).toEqual([2, 1]);
  });

  it("that fails notifies its publisher once, and resumes at the failed step when retried", async () => {
    const automation = await published(owner, typeId, {
      name: "Fails",
      actions: [
        setNote("first"),
        { kind: "changeField", how: "write", fieldId: field.email, text: "not an address" },
        setNote("last"),
      ],
    });
    const { id } = await card("Dana");
    await settle();
    const [failed] = await runsOf(owner, automation);
    expect(failed?.steps.map(({ state }) => state)).toEqual(["done", "failed"]);
    expect(failed).toMatchObject({ state: "failed" });
    expect(await noteOf(id)).toBe("first");
    const failures = (await latestRecords(owner.orgId, 50, null)).filter(
      ({ changes }) => changes[0]?.action === "automation.fail",
    );
    expect(failures).toHaveLength(1);
    expect(await noticesOfAutomations(failures[0] ?? expect.fail())).toMatchObject([
      { details: { message: "validation.email", place: "automations.action.changeField", step: 2 } },
    ]);
    await owner.call(updateCard, { cardId: id, fields: { [field.note]: "by hand" } });
    await owner.call(the("automations.retry"), { automationId: automation.id, runId: failed?.id ?? expect.fail() });
    await settle();
    const [again] = await runsOf(owner, automation);
    expect(again?.steps.map(({ state }) => state)).toEqual(["done", "failed"]);
    // The completed step is not repeated.
    expect(await noteOf(id)).toBe("by hand");
  });

  it("can be canceled while waiting", async () => {
    const automation = await published(owner, typeId, {
      steps: [
        { id: "w", kind: "wait", wait: { amount: 1, unit: "weeks" } },
        { id: "s", kind: "action", action: setNote("late") },
      ],
    });
    const { id } = await card("Dana");
    await settle();
    const [run] = await runsOf(owner, automation);
    await owner.call(the("automations.cancel"), { automationId: automation.id, runId: run?.id ?? expect.fail() });
    nowMs += 8 * day;
    await settle();
    expect((await runsOf(owner, automation))[0]?.state).toBe("canceled");
    expect(await noteOf(id)).toBeUndefined();
  });
});

describe("safety", () => {
  it("an automation that triggers itself is stopped, with a notification", async () => {
    const copy = { kind: "createCard", typeId, name: "{{ card.name }} again" };
    const automation = await published(owner, typeId, { actions: [copy] });
    await card("Dana");
    await settle();
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({
      isOn: false,
      stopReason: "loop",
    });
    expect((await runsOf(owner, automation)).length).toBe(8);
  });

  it("an automation has its publisher's rights, and is stopped with the reason when they lose them", async () => {
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    const automation = await published(admin, typeId, { actions: [setNote("by the admin")] });
    const before = await card("Before");
    await settle();
    expect(await noteOf(before.id)).toBe("by the admin");
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [admin.userId] });
    nowMs += minute;
    const after = await card("After");
    await settle();
    expect(await noteOf(after.id)).toBeUndefined();
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({
      isOn: false,
      stopReason: "rights",
    });
    expect((await runsOf(owner, automation)).map(({ cardId }) => cardId)).toEqual([before.id]);
  });

  it("a definition that can no longer be parsed stops no other automation", async () => {
    const [broken, sound] = [
      await published(owner, typeId, { actions: [setNote("broken")] }),
      await published(owner, typeId, { actions: [setNote("sound")] }),
    ];
    const live = { trigger: { kind: "eclipse" }, filter: null, steps: [] };
    const written = automationEntity().patch({ orgId: owner.orgId, automationId: broken.id }).set({ live });
    await updateUnrecorded(written.params(), "passing");
    const log = vi.spyOn(process.stderr, "write").mockReturnValue(true);
    const { id } = await card("Dana");
    await settle();
    expect(await noteOf(id)).toBe("sound");
    expect((await owner.call(the("automations.list"), {})).map((one) => one.id)).toEqual([sound.id]);
    expect(log).toHaveBeenCalledWith(expect.stringContaining(broken.id));
    log.mockRestore();
  });
});
