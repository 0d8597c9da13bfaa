import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { commentProcedures, creation, taskProcedures, trashing } from "../../activities/index.ts";
import { findActivities } from "../../activities/store.ts";
import { cardProcedures } from "../../cards/index.ts";
import { commit, systemContext } from "../../data/commit.ts";
import { type ActivityId, type CardId, newId } from "../../kernel/id.ts";
import { causingUser } from "../conditions/settle.ts";
import { beforeId } from "../conditions/subject.ts";
import { definitionOf, published, the } from "../automations.fixture.ts";
import { memberWith, world } from "../world.fixture.ts";
import { simulated } from "./simulation.fixture.ts";

let backend: Backend;
let of: Awaited<ReturnType<typeof world>>;
beforeAll(async () => {
  backend = await startBackend();
  of = await world();
});
afterAll(() => backend.close());

const updateCard = named(cardProcedures, "cards.update");
const task = <Name extends "tasks.create" | "tasks.update" | "tasks.remove">(name: Name) => named(taskProcedures, name);
const hour = 3_600_000;
const write = (text: string) => ({ kind: "changeField", how: "write", fieldId: of.field.note, text });

/** A message from the customer, as what receives it writes it. */
async function receive(type: "MAIL" | "WHATSAPP", cardId: CardId, values: object): Promise<ActivityId> {
  const id = newId("act");
  await commit(systemContext(of.owner.orgId, "test", of.clock), (at) => {
    const received = { cardId, direction: "IN", people: [], ...values };
    const made = creation(of.owner.orgId, type, id, received, "webhook", at);
    return Promise.resolve({ writes: [made.write], records: [{ changes: [made.change] }], result: undefined });
  });
  return id;
}

interface Told {
  /** What the engine has written. */
  readonly real: unknown;
  /** What the simulation says that it would have written, run by run. */
  readonly simulated: readonly unknown[];
}

/** Lets the engine run for a new card, and then simulates the same. */
async function bothOf(given: object, happen: (cardId: CardId) => Promise<unknown>, fields: object = {}): Promise<Told> {
  const { owner, type, clock, field } = of;
  const automation = await published(owner, type.id, given);
  const { id } = await of.card("Dana", { status: "opt_new", ...fields });
  await happen(id);
  await settleAutomations(owner.orgId, clock);
  const real = await of.noteOf(id);
  const { runs } = await simulated(owner, automation.id);
  await owner.call(the("automations.remove"), { automationId: automation.id });
  const own = runs.filter(({ cardId }) => cardId === id).toReversed();
  return { real, simulated: own.map(({ steps }) => steps.findLast(({ after }) => after)?.after?.[field.note]) };
}

describe("an event in a simulation", () => {
  it.each(["MAIL", "WHATSAPP"] as const)("is quoted as the engine quotes it: %s", async (kind) => {
    const isMail = kind === "MAIL";
    const name = isMail ? "mail.subject" : "message.text";
    const trigger = { kind: isMail ? "emailReceived" : "whatsappReceived" };
    const values = { subject: "Prices?", text: "Prices?", from: { email: "r@x.example", name: null } };
    const both = await bothOf({ trigger, actions: [write(`{{ trigger.${name} }} {{ trigger.at }}`)] }, (id) =>
      receive(kind, id, values),
    );
    expect(both.real).toMatch(/^Prices\? ./);
    expect(both.simulated).toEqual([both.real]);
  });

  it("has the status before, whoever caused it, and the names of what earlier steps would have created", async () => {
    const text = "{{ trigger.status.from }} → {{ trigger.status.to }} by {{ trigger.person }}: {{ steps.s1.name }}";
    const filter = {
      all: [
        { fieldId: beforeId("status"), operator: "EQUAL" as const, value: "opt_new" },
        { fieldId: of.field.agent, operator: "EQUAL" as const, value: causingUser },
      ],
    };
    const { createTask } = of.actions;
    const given = { trigger: { kind: "statusChanged" }, filter, actions: [createTask, write(text)] };
    const turn = (cardId: CardId, status: string) => of.owner.call(updateCard, { cardId, fields: { status } });
    const happen = async (cardId: CardId) => {
      await turn(cardId, "opt_won");
      await turn(cardId, "opt_new");
    };
    const both = await bothOf(given, happen, { [of.field.agent]: of.owner.userId });
    expect(both.real).toMatch(/^opt_new → opt_won by .+: Call Dana$/);
    expect(both.simulated).toEqual([both.real]);
    // Nobody else's card.
    expect((await bothOf(given, happen)).simulated).toEqual([]);
  });

  it("has no values of a message that is in the trash by then, or that the person may not read", async () => {
    const { owner, type } = of;
    const quote = { id: "s", kind: "action", action: write("Mail: {{ trigger.mail.subject | hidden }}") };
    const { id: cardId } = await of.card("Noa");
    await receive("MAIL", cardId, { subject: "Kept" });
    const gone = await receive("MAIL", cardId, { subject: "Gone" });
    const later = { id: "w", kind: "wait", wait: { amount: 1, unit: "hours" } };
    const { id } = await owner.call(the("automations.create"), {
      cardTypeId: type.id,
      name: "Draft",
      definition: definitionOf({ trigger: { kind: "emailReceived" }, steps: [later, quote] }),
    });
    const notes = async (person: Owner) =>
      (await simulated(person, id, { versions: ["draft"] })).runs
        .filter((run) => run.cardId === cardId)
        .map(({ steps }) => String(Object(steps.at(-1)?.input?.["fields"])[of.field.note]))
        .toSorted((one, other) => (one < other ? 1 : -1));
    await commit(systemContext(owner.orgId, "test", of.clock), async (at) => {
      const activity = (await findActivities(owner.orgId, [gone])).get(gone) ?? expect.fail();
      const trashed = trashing(owner.orgId, activity, true, at) ?? expect.fail();
      return { writes: [trashed.write], records: [{ changes: [trashed.change] }], result: undefined };
    });
    of.pass(2 * hour);
    expect(await notes(owner)).toEqual(["Mail: hidden", "Mail: Kept"]);
    const all = "ORGANIZATION" as const;
    const member = await memberWith(owner, {
      "AUTOMATION.update": all,
      "AUTOMATION.read": all,
      "CARDS.read": all,
      "CARDS.update": all,
    });
    expect(await notes(member)).toEqual(["Mail: hidden", "Mail: hidden"]);
  });
});

describe("due tasks in a simulation", () => {
  it("fire as they were at the time: moved, done, of another's, untouched since, and those that the automation creates", async () => {
    const { owner, type, clock, pass } = of;
    const inMs = (ms: number) => new Date(clock.now() + ms).toISOString();
    const [{ id: cardId }, { id: otherId }] = [await of.card("Gal"), await of.card("Tal")];
    const make = (title: string, ms: number, more: object = {}) =>
      owner.call(task("tasks.create"), { title, due: inMs(ms), cardId, ...more });
    await make("Untouched", 9 * 24 * hour, { cardId: otherId });
    // The stretch begins after that task was made.
    pass(8 * 24 * hour);
    const [moved, done] = [await make("Moved", 2 * hour), await make("Done", 2 * hour)];
    await make("Left", 3 * hour);
    const binned = await make("Binned", 4 * hour);
    await make("Loose", 2 * hour, { cardId: null });
    pass(hour);
    await owner.call(task("tasks.update"), { taskId: moved.id, due: inMs(4 * hour) });
    await owner.call(task("tasks.update"), { taskId: done.id, done: true });
    await owner.call(task("tasks.remove"), { taskId: binned.id });
    pass(36 * hour);
    // What happened since does not change what it was like at the time.
    await owner.call(task("tasks.update"), { taskId: moved.id, done: true });
    const follow = {
      kind: "createTask",
      title: "After {{ trigger.task.title }}",
      due: { amount: 10, unit: "hours" },
      assignee: "owner",
    };
    const { id } = await owner.call(the("automations.create"), {
      cardTypeId: type.id,
      name: "Draft",
      definition: definitionOf({ trigger: { kind: "dueDate", when: "on" }, actions: [follow] }),
    });
    const { runs } = await simulated(owner, id, { versions: ["draft"] });
    const told = runs.toReversed().map((run) => [run.cardId, run.steps[0]?.input?.["title"]]);
    expect(told.slice(0, 2)).toEqual([
      [cardId, "After Left"],
      [cardId, "After Moved"],
    ]);
    expect(told).toContainEqual([cardId, "After After Left"]);
    expect(told).toContainEqual([otherId, "After Untouched"]);
    expect(JSON.stringify(told)).not.toMatch(/Done|Binned|Loose/);
    // Nobody's tasks without the right to read them.
    const all = "ORGANIZATION" as const;
    const member = await memberWith(owner, { "AUTOMATION.update": all, "AUTOMATION.read": all, "CARDS.read": all });
    expect((await simulated(member, id, { versions: ["draft"] })).runs).toEqual([]);
  });
});

describe("conditions on activities in a simulation", () => {
  it("count them as they were, those that nobody has touched since and those that the simulation itself would have sent", async () => {
    const { owner, type, field, card, pass, actions } = await world();
    const comment = (cardId: CardId) =>
      owner.call(named(commentProcedures, "comments.create"), {
        cardId,
        body: [{ type: "paragraph", content: [{ text: "Spoke" }] }],
      });
    const [{ id: quiet }, { id: silent }] = [await card("Quiet", { [field.email]: "q@x.example" }), await card("Silent")];
    await comment(quiet);
    const { id: commentId } = await comment(silent);
    // The stretch begins after the comments.
    pass(8 * 24 * hour);
    const filter = { all: [{ fieldId: "lastActivityAt", operator: "LESS_THAN" as const, value: "today-2T" }] };
    const trigger = { kind: "everyPeriod", every: 1, unit: "days", from: "2026-01-01", at: "00:00" };
    const { id } = await owner.call(the("automations.create"), {
      cardTypeId: type.id,
      name: "Draft",
      definition: definitionOf({ trigger, filter, actions: [actions.sendEmail ?? expect.fail()] }),
    });
    const ran = async () => (await simulated(owner, id, { versions: ["draft"] })).runs.map(({ cardId }) => cardId);
    const before = await ran();
    // Nothing is sent to the one without an address, so it stays silent. The other has had a mail two days before each time.
    expect(before.filter((one) => one === silent)).toHaveLength(6);
    expect(before.filter((one) => one === quiet)).toHaveLength(3);
    // Somebody writes, and then removes it: until then, it counted.
    await owner.call(named(commentProcedures, "comments.remove"), { commentId });
    expect((await ran()).filter((one) => one === silent)).toHaveLength(6);
  });
});
