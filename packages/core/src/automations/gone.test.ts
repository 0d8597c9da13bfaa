import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardTypeProcedures } from "../cards/index.ts";
import { newId } from "../kernel/id.ts";
import { membersProcedures } from "../members/index.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { dayMs, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const due = { amount: 1, unit: "days" };
const button = { kind: "buttonClicked", label: "Go" };

/** Besides the world's type: one with a required field, and a field of the first type that links to no other type than that. */
async function place() {
  const of = await world();
  const { owner, type } = of;
  const project = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: {
      name: "Project",
      pluralName: "Projects",
      hue: "slate",
      fields: [
        { label: "Code", type: "text", required: true },
        { label: "Lead", type: "cardRelation", relation: { typeIds: [type.id], many: true } },
      ],
    },
  });
  const idOf = (label: string) => project.fields.find((field) => field.label === label)?.id ?? "";
  const former = await newMember(owner, {});
  await owner.call(named(membersProcedures, "members.remove"), { userId: former.userId, heirId: owner.userId });
  return { ...of, project: { id: project.id, code: idOf("Code"), lead: idOf("Lead") }, former: former.userId };
}

describe("settings that would fail on every run", () => {
  it("cannot be published, and each is reported at its field", async () => {
    const { owner, type, field, project, former, colleagueId } = await place();
    const gone = newId("typ");
    const cases: readonly (readonly [object, Readonly<Record<string, string>>])[] = [
      [{ kind: "createCard", typeId: gone, name: "A" }, { typeId: "automations.problem.noType" }],
      [
        { kind: "createCard", typeId: project.id, name: "A", fields: { gone: "x", [project.code]: "7" } },
        { "fields.gone": "automations.problem.field" },
      ],
      [
        { kind: "createCard", typeId: project.id, name: "A" },
        { [`fields.${project.code}`]: "automations.problem.fieldRequired" },
      ],
      [
        { kind: "createCard", typeId: type.id, name: "A", fields: { [field.agent]: former, status: "opt_gone" } },
        { [`fields.${field.agent}`]: "automations.problem.member", "fields.status": "validation.enum" },
      ],
      [{ kind: "createTask", title: "Call", due, assignee: former }, { assignee: "automations.problem.member" }],
      [{ kind: "createMeeting", title: "Meet", start: due, participant: former }, { participant: "automations.problem.member" }],
      [{ kind: "changeField", how: "set", fieldId: "status", value: "opt_gone" }, { value: "validation.enum" }],
      [{ kind: "changeField", how: "set", fieldId: field.agent, value: former }, { value: "automations.problem.member" }],
      [{ kind: "notify", text: "Look", memberIds: [former] }, { memberIds: "automations.problem.people" }],
      [{ kind: "notify", text: "Look", roleIds: [newId("rol")] }, { roleIds: "automations.problem.people" }],
      [{ kind: "sendSms", text: "Hello", senderId: newId("snd") }, { senderId: "automations.problem.sender" }],
    ];
    for (const [action, problems] of cases)
      await expect(published(owner, type.id, { actions: [action] }), JSON.stringify(action)).rejects.toMatchObject({
        details: {
          fields: Object.fromEntries(Object.entries(problems).map(([path, key]) => [`definition.steps.s1.${path}`, key])),
        },
      });
    const sound = [
      { kind: "createCard", typeId: project.id, name: "A", fields: { [project.code]: "7" } },
      { kind: "createTask", title: "Call", due, assignee: colleagueId },
      { kind: "changeField", how: "set", fieldId: "status", value: "opt_won" },
      // Somebody is left.
      { kind: "notify", text: "Look", memberIds: [former, colleagueId] },
    ];
    expect(await published(owner, type.id, { trigger: button, actions: sound })).toMatchObject({ isOn: true });
  });

  it("report a relation that does not link to cards of the type", async () => {
    const { owner, type, project } = await place();
    const action = { kind: "createCard", name: "A", relationFieldId: project.lead };
    const steps = (typeId: string, fields = {}) => ({
      trigger: button,
      actions: [{ ...action, typeId, fields }],
    });
    await expect(published(owner, project.id, steps(project.id, { [project.code]: "7" }))).rejects.toMatchObject({
      details: { fields: { "definition.steps.s1.relationFieldId": "automations.problem.relation" } },
    });
    expect(await published(owner, project.id, steps(type.id))).toMatchObject({ isOn: true });
  });

  it("do not include people who are left out, unless nobody is left: then the step is skipped", async () => {
    const { owner, type, card, clock } = await world();
    const leaving = await newMember(owner, {});
    const notify = { kind: "notify", text: "Look", owner: true, memberIds: [leaving.userId] };
    const automation = await published(owner, type.id, { trigger: button, actions: [notify] });
    await owner.call(named(membersProcedures, "members.remove"), { userId: leaving.userId, heirId: owner.userId });
    for (const fields of [{}, { owner: null }]) {
      const { id: cardId } = await card("Dana", fields);
      await owner.call(the("automations.press"), { automationId: automation.id, cardId });
      await settleAutomations(owner.orgId, clock);
    }
    const [nobody, somebody] = await runsOf(owner, automation);
    expect(somebody?.steps).toMatchObject([{ state: "done", notified: [owner.userId] }]);
    expect(nobody).toMatchObject({ state: "done", steps: [{ state: "skipped", message: "automations.skipped.nobody" }] });
  });

  it("that come to be later stop the automation at its step", async () => {
    const { owner, type, card, clock, pass } = await world();
    const leaving = await newMember(owner, {});
    const task = { kind: "createTask", title: "Call", due, assignee: leaving.userId };
    const automation = await published(owner, type.id, { actions: [task] });
    await owner.call(named(membersProcedures, "members.remove"), { userId: leaving.userId, heirId: owner.userId });
    await card("Dana");
    pass(dayMs);
    await settleAutomations(owner.orgId, clock);
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({
      isOn: false,
      stopReason: "broken",
      problems: [{ path: "steps.s1.assignee", message: "automations.problem.member" }],
    });
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({ state: "failed", steps: [{ stepId: "s1", message: "automations.problem.member" }] });
  });
});
