import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { type Listener, startListener } from "@kartis/tests/support/listener.ts";
import { named, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creation } from "../activities/index.ts";
import { taskProcedures } from "../activities/tasks/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import { commit, systemContext } from "../data/commit.ts";
import { linkInto } from "../kernel/link.ts";
import { type CardId, newId } from "../kernel/id.ts";
import { findUser } from "../users/index.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { memberWith, world } from "./world.fixture.ts";

let backend: Backend;
let listener: Listener;
let of: Awaited<ReturnType<typeof world>>;
beforeAll(async () => {
  backend = await startBackend();
  listener = await startListener();
  of = await world();
});
afterAll(async () => {
  await listener.close();
  await backend.close();
});

const updateCard = named(cardProcedures, "cards.update");
const getCard = named(cardProcedures, "cards.get");
const createTask = named(taskProcedures, "tasks.create");

const write = (text: string) => ({ kind: "changeField", how: "write", fieldId: of.field.note, text });
const settle = () => settleAutomations(of.owner.orgId, of.clock);

async function receiveMail(cardId: CardId, values: object): Promise<void> {
  await commit(systemContext(of.owner.orgId, "test", of.clock), (at) => {
    const mail = { cardId, direction: "IN", people: [], ...values };
    const { write: written, change } = creation(of.owner.orgId, "MAIL", newId("act"), mail, "mail", at);
    return Promise.resolve({ writes: [written], records: [{ changes: [change] }], result: undefined });
  });
}

/** Publishes, fires the trigger for a new card, and returns what was written into its note. */
async function noteAfter(person: Owner, given: object, fire: (cardId: CardId) => Promise<unknown>, fields: object = {}) {
  const automation = await published(person, of.type.id, given);
  const { id } = await of.card("Dana", { status: "opt_new", ...fields });
  await fire(id);
  await settle();
  await of.owner.call(the("automations.remove"), { automationId: automation.id });
  return of.noteOf(id);
}

describe("texts about the event", () => {
  it("name the status before and after, and who changed it", async () => {
    const text = "{{ trigger.status.from }} → {{ trigger.status.to }} by {{ trigger.person }}";
    const fire = (cardId: CardId) => of.owner.call(updateCard, { cardId, fields: { status: "opt_won" } });
    const note = await noteAfter(of.owner, { trigger: { kind: "statusChanged" }, actions: [write(text)] }, fire);
    const name = (await findUser(of.owner.userId))?.name ?? expect.fail("no user");
    expect(note).toBe(`opt_new → opt_won by ${name}`);
  });

  it("quote an email, with a fallback for what it lacks", async () => {
    const text = "{{ trigger.mail.sender }}: {{ trigger.mail.subject }} / {{ trigger.mail.text | nothing }}";
    const from = { email: "rami@x.example", name: null };
    const fire = (cardId: CardId) => receiveMail(cardId, { subject: "{{ card.name }} <b>", from });
    const given = { trigger: { kind: "emailReceived" }, actions: [write(text)] };
    // A variable in a value is plain text.
    expect(await noteAfter(of.owner, given, fire)).toBe("rami@x.example: {{ card.name }} <b> / nothing");
  });

  it("do not quote an email that the publisher may not read", async () => {
    const all = "ORGANIZATION" as const;
    const member = await memberWith(of.owner, {
      "AUTOMATION.read": all,
      "AUTOMATION.create": all,
      "AUTOMATION.update": all,
      "CARDS.read": all,
      "CARDS.update": all,
    });
    const given = { trigger: { kind: "emailReceived" }, actions: [write("Mail: {{ trigger.mail.subject | hidden }}")] };
    const fire = (cardId: CardId) => receiveMail(cardId, { subject: "Secret", from: { email: "r@x.example", name: null } });
    expect(await noteAfter(member, given, fire)).toBe("Mail: hidden");
  });

  it("name the task that is due", async () => {
    const trigger = { kind: "dueDate", when: "before", amount: 1, unit: "hours" };
    const given = { trigger, actions: [write("{{ trigger.task.title }} {{ trigger.task.due }}")] };
    const due = new Date(of.clock.now() + 2 * 3_600_000).toISOString();
    const note = await noteAfter(of.owner, given, async (cardId) => {
      await of.owner.call(createTask, { title: "Call back", due, cardId });
      of.pass(90 * 60_000);
    });
    expect(note).toMatch(/^Call back .+\d/);
  });
});

describe("texts about earlier steps", () => {
  it("name and link what was created", async () => {
    const actions = [
      of.actions.createCard,
      of.actions.createTask,
      write("{{ steps.s1.name }} {{ steps.s1.link }} {{ steps.s2.name }}"),
    ];
    const filter = { fieldId: "name", operator: "EQUAL", value: "Dana" } as const;
    const automation = await published(of.owner, of.type.id, { filter, actions });
    const { id } = await of.card("Dana");
    await settle();
    const [run] = (await runsOf(of.owner, automation)).filter(({ cardId }) => cardId === id);
    const made = run?.steps[0]?.subjectId ?? "";
    const link = linkInto(of.owner.orgId, `/cards/leads/${made}`);
    expect(await of.noteOf(id)).toBe(`After Dana ${link} Call Dana`);
    await of.owner.call(the("automations.remove"), { automationId: automation.id });
  });

  it("use values of another system's answer, which only readers of the card see", async () => {
    listener.body = JSON.stringify({ data: { items: [{ id: 42, note: "x".repeat(900) }] } });
    const answers = [
      { name: "id", path: "data.items.0.id" },
      { name: "long", path: "data.items.0.note" },
      { name: "none", path: "data.constructor.name" },
    ];
    const call = { kind: "callWebhook", url: `${listener.url}/hook`, answers };
    const text = "{{ steps.s1.status }} {{ steps.s1.answer.id }} {{ steps.s1.answer.none | none }}";
    const automation = await published(of.owner, of.type.id, { actions: [call, write(text)] });
    const { id } = await of.card("Noa");
    await settle();
    expect(await of.noteOf(id)).toBe("200 42 none");
    const all = "ORGANIZATION" as const;
    const reader = await memberWith(of.owner, { "AUTOMATION.read": all, "CARDS.read": all });
    const stranger = await memberWith(of.owner, { "AUTOMATION.read": all, "CARDS.read": "USER" });
    const [run] = await runsOf(of.owner, automation);
    const ref = { automationId: automation.id, runId: run?.id ?? expect.fail("no run") };
    const answerFor = async (person: Owner) => (await person.call(the("automations.run"), ref)).steps[0]?.answer;
    expect(await answerFor(reader)).toEqual({ status: "200", "answer.id": "42", "answer.long": "x".repeat(500) });
    expect(await answerFor(stranger)).toBeUndefined();
    expect(run?.steps[0]).not.toHaveProperty("answer");
    await of.owner.call(the("automations.remove"), { automationId: automation.id });
  });

  const step = (id: string, action: object) => ({ id, kind: "action", action });
  const filter = { fieldId: "name", operator: "EXISTS" };
  const branch = (met: object[], unmet: object[] = []) => ({ id: "b", kind: "branch", filter, met, unmet });
  const made = () => step("made", of.actions.createTask);
  const uses = () => step("uses", write("{{ steps.made.name }}"));

  it.each([
    ["a later step", () => [uses(), made()], false],
    ["a step that was removed", () => [uses()], false],
    ["the step itself", () => [step("uses", { ...of.actions.createTask, title: "{{ steps.uses.name }}" })], false],
    ["a step on the other side of its branch", () => [branch([made()], [uses()])], false],
    ["a later step of its side", () => [branch([uses(), made()])], false],
    ["an earlier step of its side", () => [branch([made(), uses()])], true],
    ["an earlier step before its branch", () => [made(), branch([uses()])], true],
    ["a step in an earlier branch", () => [branch([made()]), uses()], true],
  ] as const)("can name %s only if it comes before", async (_, steps, isSound) => {
    const { problems } = await of.owner.call(the("automations.create"), {
      cardTypeId: of.type.id,
      name: "Test",
      definition: definitionOf({ steps: steps() }),
    });
    const path = JSON.stringify(steps()).includes("steps.uses") ? "steps.uses.title" : "steps.uses.text";
    expect(problems).toEqual(isSound ? [] : [{ path, message: "automations.problem.stepVariable" }]);
  });

  it("cannot name what the trigger does not have", async () => {
    const definition = definitionOf({ actions: [write("{{ trigger.mail.subject }}")] });
    const given = { cardTypeId: of.type.id, name: "Test", definition };
    const { problems } = await of.owner.call(the("automations.create"), given);
    expect(problems).toEqual([{ path: "steps.s1.text", message: "automations.problem.triggerVariable" }]);
  });

  it("cannot reach prototypes", async () => {
    const steps = [step("__proto__", of.actions.createTask), step("uses", write("{{ steps.__proto__.name }}"))];
    const automation = await published(of.owner, of.type.id, { steps });
    const { id } = await of.card("Eve");
    await settle();
    expect(await of.noteOf(id)).toBe("Call Eve");
    expect(Object(await of.owner.call(getCard, { id })).polluted).toBeUndefined();
    expect("name" in {}).toBe(false);
    await of.owner.call(the("automations.remove"), { automationId: automation.id });
  });
});

it("a dry run names what only a run has", async () => {
  const { id: cardId } = await of.card("Dana");
  const definition = definitionOf({
    trigger: { kind: "statusChanged" },
    actions: [write("{{ card.name }}: {{ trigger.status.to }}")],
  });
  const { steps } = await of.owner.call(the("automations.try"), { cardId, cardTypeId: of.type.id, definition });
  expect(steps).toMatchObject([{ state: "would", input: { fields: { [of.field.note]: "Dana: {{ trigger.status.to }}" } } }]);
});
