import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { type Listener, startListener } from "@kartis/tests/support/listener.ts";
import { named, newOwner } from "@kartis/tests/support/people.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { type SmsSide, startSms } from "@kartis/tests/support/sms.ts";
import { startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { openChat } from "@kartis/tests/support/whatsapp-number.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creation } from "../activities/index.ts";
import { taskProcedures } from "../activities/tasks/procedures.ts";
import { cardProcedures } from "../cards/index.ts";
import { commit, systemContext } from "../data/commit.ts";
import { latestRecords } from "../data/journal-entity.ts";
import type { JournalAction } from "../data/journal.ts";
import { systemClock } from "../kernel/clock.ts";
import { type CardId, newId } from "../kernel/id.ts";
import { type ActionKind, actionKinds } from "./actions/list.ts";
import { published, runsOf, the } from "./automations.fixture.ts";
import { type Everything, everythingFor } from "./everything.fixture.ts";
import { type TriggerKind, triggerKinds } from "./triggers/list.ts";

let backend: Backend;
let whatsapp: WhatsAppSide;
let sms: SmsSide;
let listener: Listener;
beforeAll(async () => {
  backend = await startBackend();
  whatsapp = await startWhatsApp();
  sms = await startSms();
  listener = await startListener();
});
afterAll(async () => {
  await whatsapp.close();
  await sms.close();
  await listener.close();
  await backend.close();
});

/** Advanced by scheduled triggers. */
let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };
const dayMs = 86_400_000;
const today = () => new Date(clock.now()).toISOString().slice(0, 10);
const pass = (ms: number): Promise<void> => {
  aheadMs += ms;
  return Promise.resolve();
};

const createCard = named(cardProcedures, "cards.create");
const createTask = named(taskProcedures, "tasks.create");
const updateCard = named(cardProcedures, "cards.update");

/** Each trigger's configuration, and how to fire it for a card. */
const triggers: Readonly<
  Record<
    TriggerKind,
    {
      readonly config: (of: Everything) => object;
      readonly fire: (of: Everything, cardId: CardId, automationIds: readonly `aut_${string}`[]) => Promise<unknown>;
    }
  >
> = {
  cardCreated: { config: () => ({}), fire: () => Promise.resolve() },
  statusChanged: {
    config: () => ({ from: ["opt_new"], to: ["opt_won"] }),
    fire: ({ owner }, cardId) => owner.call(updateCard, { cardId, fields: { status: "opt_won" } }),
  },
  userAssigned: {
    config: ({ field }) => ({ fieldId: field.agent }),
    fire: ({ owner, field, colleagueId }, cardId) => owner.call(updateCard, { cardId, fields: { [field.agent]: colleagueId } }),
  },
  buttonClicked: {
    config: () => ({ label: "Go", question: "Really?" }),
    fire: ({ owner }, cardId, ids) =>
      Promise.all(ids.map((automationId) => owner.call(the("automations.press"), { automationId, cardId }))),
  },
  emailReceived: {
    config: () => ({}),
    fire: ({ owner }, cardId) =>
      commit(systemContext(owner.orgId, "test", systemClock), (at) => {
        const values = { cardId, direction: "IN", subject: "Re: Offer", people: [] };
        const { write, change } = creation(owner.orgId, "MAIL", newId("act"), values, "mail", at);
        return Promise.resolve({ writes: [write], records: [{ changes: [change] }], result: undefined });
      }),
  },
  whatsappReceived: {
    config: () => ({}),
    fire: ({ owner }, cardId) => openChat(owner, { cardId, phone: "+972541112233" }),
  },
  dateArrives: {
    config: ({ field }) => ({ fieldId: field.visit, when: "after", amount: 2, unit: "days" }),
    async fire({ owner, field }, cardId) {
      await owner.call(updateCard, { cardId, fields: { [field.visit]: today() } });
      await pass(4 * dayMs);
    },
  },
  dueDate: {
    config: () => ({ when: "before", amount: 2, unit: "hours" }),
    async fire({ owner }, cardId) {
      const due = new Date(clock.now() + 3 * 3_600_000).toISOString();
      await owner.call(createTask, { title: "Call", due, cardId });
      await pass(2 * 3_600_000);
    },
  },
  everyPeriod: { config: () => ({ every: 1, unit: "weeks", from: today(), at: "00:00" }), fire: () => pass(8 * dayMs) },
  cardDeleted: {
    config: () => ({}),
    fire: ({ owner }, cardId) => owner.call(named(cardProcedures, "cards.remove"), { cardId }),
  },
};

/** The journal action of each action's effect; a notification has none. */
const effects: Readonly<Record<ActionKind, JournalAction | undefined>> = {
  notify: undefined,
  changeField: "card.update",
  createTask: "task.create",
  createMeeting: "meeting.create",
  createCard: "card.create",
  sendEmail: "mail.create",
  sendSms: "sms.create",
  sendWhatsapp: "whatsapp.create",
  callWebhook: undefined,
};

/** Trashed cards can neither be changed nor get activities, so these combinations cannot be published. */
const needCard: ReadonlySet<ActionKind> = new Set(
  actionKinds.filter((kind) => !["notify", "createCard", "callWebhook"].includes(kind)),
);

describe.each(triggerKinds)("%s", (kind) => {
  it("starts each possible action exactly once", async () => {
    const of = await everythingFor(await newOwner({ template: "empty", clock }));
    const { owner, type, values, actions } = of;
    await whatsapp.connect(owner, type.id);
    const made =
      kind === "cardCreated" ? undefined : await owner.call(createCard, { typeId: type.id, fields: { name: "Dana", ...values } });
    const { config, fire } = triggers[kind];
    const filter = { fieldId: "name", operator: "EQUAL", value: "Dana" } as const;
    const automations = new Map<ActionKind, Awaited<ReturnType<typeof published>>>();
    for (const action of actionKinds) {
      const publishing = published(owner, type.id, { trigger: { kind, ...config(of) }, filter, actions: [actions[action]] });
      if (kind === "cardDeleted" && needCard.has(action))
        await expect(publishing).rejects.toMatchObject({
          details: { fields: { "definition.steps.s1": "automations.problem.inTrash" } },
        });
      else automations.set(action, await publishing);
    }
    const { id: cardId } = made ?? (await owner.call(createCard, { typeId: type.id, fields: { name: "Dana", ...values } }));
    await fire(
      of,
      cardId,
      [...automations.values()].map(({ id }) => id),
    );
    await settleAutomations(owner.orgId, clock);
    await settleAutomations(owner.orgId, clock);
    const records = await latestRecords(owner.orgId, 300, null);
    for (const [action, automation] of automations) {
      const runs = (await runsOf(owner, automation)).filter((run) => run.cardId === cardId);
      expect(runs, `${kind} → ${action}`).toEqual([
        expect.objectContaining({ state: "done", steps: [expect.objectContaining({ state: "done" })] }),
      ]);
      const done = records.filter(({ actor, changes }) => actor.id === automation.id && changes[0]?.action === effects[action]);
      expect(done, `${kind} → ${action}`).toHaveLength(effects[action] ? 1 : 0);
    }
    // Messages are counted where they arrive: at the simulated providers.
    const before = arrived();
    for (const sender of [{ send: sendIntended }, sms, whatsapp]) {
      await sender.send(owner.orgId);
      // Delivered again, they are not sent again.
      await sender.send(owner.orgId);
    }
    const now = arrived();
    for (const action of ["sendEmail", "sendSms", "sendWhatsapp"] as const)
      expect(now[action] - before[action], `${kind} → ${action}`).toBe(automations.has(action) ? 1 : 0);
    expect(
      listener.received.filter(({ body }) => body.includes(cardId)),
      `${kind} → callWebhook`,
    ).toHaveLength(1);
    const notices = await latestNotices(of);
    expect(notices).toHaveLength(1);
  });
});

/** Messages to the card's person that the providers have received. */
const arrived = () => ({
  sendEmail: backend.engines.mail
    .listMails({ to: "dana@x.example", limit: 500 })
    .filter(({ subject }) => subject === "Hello Dana").length,
  sendSms: sms.twilio.messages.filter(({ to, text }) => to === "+972541112233" && text.startsWith("Hello Dana")).length,
  sendWhatsapp: whatsapp.whatsapp.messages.filter(({ phone, isFromPhone }) => phone === "972541112233" && !isFromPhone).length,
});

async function latestNotices({ owner, colleagueId }: Everything) {
  const { storedFor } = await import("../notifications/stored.ts");
  const stored = await storedFor(owner.orgId, colleagueId, undefined, "");
  return stored.filter(({ kind }) => kind === "automation");
}
