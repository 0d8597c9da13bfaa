import { handler } from "@kartis/events/notifications/on-change.ts";
import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { sqsRecord } from "@kartis/tests/support/sqs.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { Id } from "../kernel/id.ts";
import { allGrants, type Grants } from "../kernel/permission.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { notificationProcedures } from "../notifications/index.ts";
import { authenticateToken, tokenProcedures } from "../tokens/index.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { stopAutomation } from "./engine/stop.ts";

const createCard = named(cardProcedures, "cards.create");
const createType = named(cardTypeProcedures, "cardTypes.create");
const createToken = named(tokenProcedures, "tokens.create");
const createRole = named(organizationProcedures, "roles.create");
const publish = the("automations.publish");

let backend: Backend;
let owner: Owner;
let typeId: Id<"typ">;
let field: Readonly<Record<"note" | "phone", string>>;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  owner = await newOwner({ template: "empty" });
  const fields = [{ label: "Note", type: "text" } as const, { label: "Phone", type: "phone" } as const];
  const type = await owner.call(createType, { draft: { name: "Lead", pluralName: "Leads", hue: "slate", fields } });
  typeId = type.id;
  const idOf = (label: string) => type.fields.find((one) => one.label === label)?.id ?? "";
  field = { note: idOf("Note"), phone: idOf("Phone") };
});

const setField = (fieldId: string, value: string) => ({ kind: "changeField", how: "set", fieldId, value });
const callTask = { kind: "createTask", title: "Call {{ card.name }}", due: { amount: 1, unit: "days" }, assignee: "owner" };
const settle = () => settleAutomations(owner.orgId, owner.clock);
const card = () => owner.call(createCard, { typeId, fields: { name: "Golan Herbs" } });

async function memberWith(grants: Grants): Promise<Owner> {
  const { id: roleId } = await owner.call(createRole, { name: "Role", grants });
  return newMember(owner, { roleId });
}

/** The automation's first run, as returned to this person. */
async function runFor(person: Owner, automation: { readonly id: `aut_${string}` }) {
  const [run] = await runsOf(person, automation);
  return person.call(the("automations.run"), { automationId: automation.id, runId: run?.id ?? expect.fail("no run") });
}

describe("a run's details", () => {
  it("include who started it, the card's values before and after, and what it created", async () => {
    const automation = await published(owner, typeId, { actions: [setField(field.note, "Welcome"), callTask] });
    const { id: cardId } = await card();
    await settle();
    const run = await runFor(owner, automation);
    expect(run).toMatchObject({
      cardName: "Golan Herbs",
      startedBy: { userId: owner.userId, automationId: null, origin: "ui" },
      attempts: 0,
    });
    const [change, task] = run.steps;
    const values = run.changes[change?.recordId ?? ""];
    expect(values?.before?.[field.note] ?? null).toBe(null);
    expect(values?.after?.[field.note]).toBe("Welcome");
    expect(run.subjects[task?.subjectId ?? ""]).toEqual({
      kind: "activity",
      activityType: "TASK",
      name: "Call Golan Herbs",
      typeId,
      cardId,
      delivery: null,
    });
  });

  it("omit values and created items for a reader without access to the card", async () => {
    const automation = await published(owner, typeId, { actions: [setField(field.note, "Welcome"), callTask] });
    await card();
    await settle();
    const reader = await memberWith({ "AUTOMATION.read": "ORGANIZATION", "CARDS.read": "USER" });
    const run = await runFor(reader, automation);
    expect([run.cardName, run.changes, run.subjects, run.related]).toEqual([null, {}, {}, {}]);
    expect(JSON.stringify({ ...run, definition: null })).not.toContain("Golan");
  });

  it("name who pressed the button, or the automation that caused the run", async () => {
    const first = await published(owner, typeId, {
      name: "First",
      trigger: { kind: "buttonClicked", label: "Go", question: "" },
      actions: [{ kind: "createCard", typeId, name: "Made" }],
    });
    const second = await published(owner, typeId, { name: "Second", actions: [callTask] });
    const { id: cardId } = await card();
    const presser = await memberWith({ "CARDS.read": "ORGANIZATION", "CARDS.update": "ORGANIZATION" });
    await presser.call(the("automations.press"), { automationId: first.id, cardId });
    await settle();
    expect((await runFor(owner, first)).startedBy).toMatchObject({ userId: presser.userId, actorKind: "user" });
    const after = await runFor(owner, second);
    expect(after).toMatchObject({ cardName: "Made", startedBy: { userId: null, automationId: first.id } });
    expect(await presser.call(the("automations.names"), {})).toEqual({ [first.id]: "First", [second.id]: "Second" });
  });
});

describe("notifications", () => {
  const notified = async (person: Owner) => {
    const Records = (await latestRecords(owner.orgId, 100, null)).map(({ id, changes }) =>
      sqsRecord(
        { detail: { orgId: owner.orgId, recordId: id, actions: changes.map(({ action }) => action) } },
        { messageId: id },
      ),
    );
    expect(await handler({ Records })).toEqual({ batchItemFailures: [] });
    const { rows } = await person.call(named(notificationProcedures, "notifications.list"), {});
    return rows.flatMap(({ kind, details }) => (kind.startsWith("automation") ? [`${kind} ${String(details["name"])}`] : []));
  };

  it("of a failed run go to the publisher alone, once", async () => {
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    await published(owner, typeId, {
      name: "Wrong",
      actions: [{ kind: "changeField", how: "write", fieldId: field.phone, text: "no number" }],
    });
    await card();
    await settle();
    expect(await notified(owner)).toEqual(["automationFailed Wrong"]);
    expect(await notified(owner)).toEqual(["automationFailed Wrong"]);
    expect(await notified(admin)).toEqual([]);
  });

  it("of an automation that Kartis stopped go to its publisher, the owner and the admins only", async () => {
    const admin = await newMember(owner, { systemRole: "ADMIN" });
    const other = await newMember(owner, {});
    const automation = await published(admin, typeId, { name: "Loops", actions: [callTask] });
    await stopAutomation({ orgId: owner.orgId, id: automation.id }, "loop", owner.clock);
    for (const person of [owner, admin]) expect(await notified(person)).toEqual(["automationStopped Loops"]);
    expect(await notified(other)).toEqual([]);
  });
});

describe("publishing by an API token", () => {
  it("requires a token with all of its member's rights, because runs have these rights", async () => {
    const made = await owner.call(the("automations.create"), {
      cardTypeId: typeId,
      name: "Test",
      definition: definitionOf({ actions: [callTask] }),
    });
    const publishBy = async (grants: Grants) => {
      const { secret } = await owner.call(createToken, { name: "Test", grants, expiresInDays: 1 });
      const actor = (await authenticateToken(secret, owner.clock)) ?? expect.fail("no token");
      return publish.call({ automationId: made.id }, { ...(await owner.context()), actor, origin: "api" });
    };
    const narrower = { ...allGrants, "CARDS.delete": "USER" as const };
    await expect(publishBy(narrower)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await publishBy(allGrants)).toMatchObject({ isOn: true, publishedBy: owner.userId });
  });
});
