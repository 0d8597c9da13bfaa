import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { taskProcedures } from "../activities/tasks/procedures.ts";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { membersProcedures } from "../members/index.ts";
import { profileProcedures } from "../profiles/index.ts";
import { published, runsOf } from "./automations.fixture.ts";
import { memberWith, world } from "./world.fixture.ts";

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const createCard = named(cardProcedures, "cards.create");

/** The task created by the automation's first run. */
async function taskOf(owner: Owner, automation: { readonly id: `aut_${string}` }) {
  const [run] = await runsOf(owner, automation);
  const taskId = run?.steps[0]?.subjectId as `act_${string}`;
  return owner.call(named(taskProcedures, "tasks.get"), { taskId });
}

describe("a step", () => {
  it("omits names of related cards that the publisher has no access to", async () => {
    const { owner, type, actions, clock } = await world();
    const typeNow = async () => {
      const [lead] = (await owner.call(named(cardProcedures, "cards.types"), {})).filter(({ id }) => id === type.id);
      return lead ?? expect.fail("no type");
    };
    const { version, fields } = await typeNow();
    await owner.call(named(cardTypeProcedures, "cardTypes.updateFields"), {
      typeId: type.id,
      expectedVersion: version,
      fields: [...fields, { label: "Partner", type: "cardRelation", relation: { typeIds: [], many: true } }],
    });
    const relationId = (await typeNow()).fields.find(({ label }) => label === "Partner")?.id ?? "";
    const member = await memberWith(owner, {
      "AUTOMATION.read": "ORGANIZATION",
      "AUTOMATION.create": "ORGANIZATION",
      "AUTOMATION.update": "ORGANIZATION",
      "CARDS.read": "USER",
      "TASKS.read": "ORGANIZATION",
      "TASKS.create": "ORGANIZATION",
    });
    const task = { ...actions.createTask, title: "About {{ card.partner }}.", assignee: null };
    const [theirs, mine] = [
      await published(member, type.id, { actions: [task] }),
      await published(owner, type.id, { actions: [task] }),
    ];
    const hidden = await owner.call(createCard, { typeId: type.id, fields: { name: "Hidden" } });
    const values = { name: "Dana", owner: member.userId, [relationId]: [hidden.id] };
    await owner.call(createCard, { typeId: type.id, fields: values });
    await settleAutomations(owner.orgId, clock);
    expect((await taskOf(owner, mine)).title).toBe("About Hidden.");
    expect((await taskOf(owner, theirs)).title).not.toContain("Hidden");
  });

  it("writes in the publisher's language", async () => {
    const { owner, type, field, actions, clock } = await world();
    await owner.call(named(profileProcedures, "profile.update"), { language: "hu" });
    const task = { ...actions.createTask, title: "{{ card.visit }}" };
    const automation = await published(owner, type.id, { actions: [task] });
    await owner.call(createCard, { typeId: type.id, fields: { name: "Dana", [field.visit]: "2030-05-01" } });
    await settleAutomations(owner.orgId, clock);
    expect((await taskOf(owner, automation)).title).toContain("máj");
  });

  it("assigns to the publisher if the card's owner is suspended", async () => {
    const { owner, type, actions, clock } = await world();
    const colleague = await newMember(owner, { systemRole: "ADMIN" });
    const automation = await published(owner, type.id, { actions: [actions.createTask] });
    await owner.call(createCard, { typeId: type.id, fields: { name: "Dana", owner: colleague.userId } });
    await owner.call(named(membersProcedures, "members.suspend"), { userIds: [colleague.userId] });
    await settleAutomations(owner.orgId, clock);
    expect((await runsOf(owner, automation))[0]?.state).toBe("done");
    expect((await taskOf(owner, automation)).assignedTo).toBe(owner.userId);
  });
});
