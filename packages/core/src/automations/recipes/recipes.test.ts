import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { startWhatsApp, type WhatsAppSide } from "@kartis/tests/support/whatsapp.ts";
import { openChat } from "@kartis/tests/support/whatsapp-number.ts";
import words from "@kartis/i18n/catalogues/en/automations.json" with { type: "json" };
import { createTranslate } from "@kartis/i18n/create-translate.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { creation } from "../../activities/index.ts";
import { taskProcedures } from "../../activities/tasks/procedures.ts";
import { cardProcedures, cardTypesOf } from "../../cards/index.ts";
import type { CardType, FieldValues } from "../../cards/schema.ts";
import { commit, systemContext } from "../../data/commit.ts";
import { latestRecords } from "../../data/journal-entity.ts";
import { systemClock } from "../../kernel/clock.ts";
import { type CardId, newId, type UserId } from "../../kernel/id.ts";
import { storedFor } from "../../notifications/stored.ts";
import { runsOf, the } from "../automations.fixture.ts";
import type { AutomationId, Definition } from "../schema.ts";
import { recipes } from "./list.ts";

const createCard = named(cardProcedures, "cards.create");
const createTask = named(taskProcedures, "tasks.create");
const updateCard = named(cardProcedures, "cards.update");
const t = createTranslate("en", { automations: words });
const dayMs = 86_400_000;

let backend: Backend;
let whatsapp: WhatsAppSide;
beforeAll(async () => {
  backend = await startBackend();
  whatsapp = await startWhatsApp();
});
afterAll(async () => {
  await whatsapp.close();
  await backend.close();
});

let aheadMs = 0;
const clock = { now: () => Date.now() + aheadMs };

interface Scene {
  readonly owner: Owner;
  readonly colleagueId: UserId;
  readonly type: CardType;
  readonly card: (name: string, values?: FieldValues) => Promise<CardId>;
}

/** The sales template's leads, or another type of it, with all fields that recipes use, and a colleague who owns the cards. */
async function scene(slug = "leads"): Promise<Scene> {
  const owner = await newOwner({ template: "sales", clock });
  const { userId: colleagueId } = await newMember(owner, { systemRole: "ADMIN" });
  const type = (await cardTypesOf(owner.orgId)).find((one) => one.slug === slug);
  if (!type) throw new Error(`No ${slug}`);
  const email = type.fields.find((field) => field.type === "email")?.id;
  const card = async (name: string, values: FieldValues = {}) =>
    (
      await owner.call(createCard, {
        typeId: type.id,
        fields: {
          name,
          owner: colleagueId,
          ...(email ? { [email]: `${newId("crd").toLowerCase()}@x.example` } : {}),
          ...values,
        },
      })
    ).id;
  return { owner, colleagueId, type, card };
}

const statuses = ({ type }: Scene): readonly string[] =>
  type.fields.find(({ id }) => id === "status")?.options.map(({ id }) => id) ?? [];
const setStatus = ({ owner }: Scene, cardId: CardId, status: string | undefined) =>
  owner.call(updateCard, { cardId, fields: { status: status ?? null } });

/** What each recipe's title promises: the choices before publishing, how to trigger it, and its effects. */
const promises: Readonly<
  Record<
    string,
    {
      /** The card type, if not leads. */
      readonly slug?: string;
      /** The choice that the recipe leaves open, and how to make it. */
      readonly open?: { readonly path: string; readonly choose: (definition: Definition, of: Scene) => Definition };
      readonly fire: (of: Scene, automationId: AutomationId) => Promise<{ readonly meant: CardId; readonly other?: CardId }>;
      readonly waits?: number;
      readonly effects: readonly ("task.create" | "mail.create" | "meeting.create" | "notice")[];
    }
  >
> = {
  welcomeTask: { fire: async (of) => ({ meant: await of.card("New") }), effects: ["task.create"] },
  welcomeMail: { fire: async (of) => ({ meant: await of.card("New") }), effects: ["mail.create"] },
  statusNotice: {
    async fire(of) {
      const meant = await of.card("Moved");
      await setStatus(of, meant, statuses(of)[1]);
      return { meant, other: await of.card("Not moved") };
    },
    effects: ["notice"],
  },
  statusTask: {
    open: {
      path: "trigger.to",
      choose: (definition, of) => ({
        ...definition,
        trigger: { kind: "statusChanged", from: [], to: [statuses(of)[2] ?? ""] },
      }),
    },
    async fire(of) {
      const [meant, other] = [await of.card("Offered"), await of.card("Only called")];
      await setStatus(of, meant, statuses(of)[2]);
      await setStatus(of, other, statuses(of)[1]);
      return { meant, other };
    },
    effects: ["task.create"],
  },
  followUp: {
    async fire(of) {
      const meant = await of.card("Nobody cares");
      const other = await of.card("Moved on");
      await setStatus(of, other, statuses(of)[1]);
      return { meant, other };
    },
    waits: 2.1 * dayMs,
    effects: ["task.create"],
  },
  feedback: {
    open: {
      path: "trigger.to",
      choose: (definition, of) => ({
        ...definition,
        trigger: { kind: "statusChanged", from: [], to: [statuses(of)[2] ?? ""] },
      }),
    },
    async fire(of) {
      const [meant, other] = [await of.card("Won"), await of.card("Only called")];
      await setStatus(of, meant, statuses(of)[2]);
      await setStatus(of, other, statuses(of)[1]);
      return { meant, other };
    },
    waits: 3.1 * dayMs,
    effects: ["mail.create"],
  },
  ownerBrief: {
    async fire(of) {
      const meant = await of.card("Handed over", { owner: of.owner.userId });
      await settleAutomations(of.owner.orgId, clock);
      await of.owner.call(updateCard, { cardId: meant, fields: { owner: of.colleagueId } });
      return { meant };
    },
    effects: ["notice", "task.create"],
  },
  replyTask: {
    async fire(of) {
      const [meant, other] = [await of.card("Writes"), await of.card("Is silent")];
      await commit(systemContext(of.owner.orgId, "test", systemClock), (at) => {
        const values = { cardId: meant, direction: "IN", subject: "Re: Offer", people: [] };
        const { write, change } = creation(of.owner.orgId, "MAIL", newId("act"), values, "mail", at);
        return Promise.resolve({ writes: [write], records: [{ changes: [change] }], result: undefined });
      });
      return { meant, other };
    },
    effects: ["task.create"],
  },
  overdueTask: {
    async fire(of) {
      const [meant, other] = [await of.card("Forgotten"), await of.card("Done in time")];
      const due = new Date(clock.now() + dayMs / 24).toISOString();
      await of.owner.call(createTask, { title: "Call", due, cardId: meant });
      const { id: taskId } = await of.owner.call(createTask, { title: "Call", due, cardId: other });
      await of.owner.call(named(taskProcedures, "tasks.update"), { taskId, done: true });
      return { meant, other };
    },
    waits: 1.1 * dayMs,
    effects: ["notice"],
  },
  dateTask: {
    slug: "deals",
    async fire(of) {
      const date = of.type.fields.find((field) => field.type === "date")?.id ?? "";
      const day = (days: number) => new Date(clock.now() + days * dayMs).toISOString().slice(0, 10);
      return { meant: await of.card("Soon", { [date]: day(8) }), other: await of.card("Later", { [date]: day(30) }) };
    },
    waits: 2.1 * dayMs,
    effects: ["task.create"],
  },
  whatsappNotice: {
    async fire(of) {
      await whatsapp.connect(of.owner, of.type.id);
      const meant = await of.card("Writes");
      await openChat(of.owner, { cardId: meant, phone: "+972541112233" });
      return { meant };
    },
    effects: ["notice"],
  },
  meetingButton: {
    async fire(of, automationId) {
      const [meant, other] = [await of.card("Pressed"), await of.card("Not pressed")];
      await of.owner.call(the("automations.press"), { automationId, cardId: meant });
      return { meant, other };
    },
    effects: ["meeting.create"],
  },
};

it("every recipe has a promise", () => {
  expect(recipes.map(({ id }) => id)).toEqual(Object.keys(promises));
});

describe.each(recipes)("$id", (recipe) => {
  it("can be published once its open choices are made, and does what its title says", async () => {
    const promise = promises[recipe.id];
    if (!promise) throw new Error(`No promise of ${recipe.id}`);
    const { slug, open, fire, waits, effects } = promise;
    aheadMs = 0;
    const of = await scene(slug);
    const { owner, colleagueId, type } = of;
    const made = recipe.make({ type, t });
    if ("missing" in made) throw new Error(made.missing);
    const { id: automationId, problems } = await owner.call(the("automations.create"), {
      cardTypeId: type.id,
      name: t(recipe.name),
      definition: made,
    });
    expect(problems.map(({ path }) => path)).toEqual(open ? [open.path] : []);
    if (open) {
      await expect(owner.call(the("automations.publish"), { automationId })).rejects.toMatchObject({ code: "INVALID_INPUT" });
      await owner.call(the("automations.update"), { automationId, definition: open.choose(made, of) });
    }
    const automation = await owner.call(the("automations.publish"), { automationId });
    const { meant, other } = await fire(of, automationId);
    await settleAutomations(owner.orgId, clock);
    aheadMs += waits ?? 0;
    await settleAutomations(owner.orgId, clock);

    const records = (await latestRecords(owner.orgId, 300, null)).filter(({ actor }) => actor.id === automation.id);
    const notices = (await storedFor(owner.orgId, colleagueId, undefined, "")).filter(({ kind }) => kind === "automation");
    for (const effect of effects.filter((one) => one !== "notice")) {
      const about = records.flatMap(({ changes }) =>
        changes.flatMap(({ action, after }) => (action === effect ? [after?.["cardId"]] : [])),
      );
      expect(about, effect).toContain(meant);
      expect(about, effect).not.toContain(other);
    }
    const notified = notices.flatMap(({ subjectIds }) => subjectIds);
    if (effects.includes("notice")) expect(notified).toContain(meant);
    expect(notified).not.toContain(other);
    const runs = await runsOf(owner, automation);
    expect(runs.filter(({ cardId, state }) => cardId === meant && state === "failed")).toEqual([]);
  });
});
