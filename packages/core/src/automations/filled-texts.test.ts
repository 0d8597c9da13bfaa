import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOn } from "@kartis/tests/support/features.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardId, CardTypeId } from "../kernel/id.ts";
import { templateProcedures } from "../message-templates/procedures.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { simulated } from "./simulation/simulation.fixture.ts";
import { world } from "./world.fixture.ts";

let backend: Backend;
let of: Awaited<ReturnType<typeof world>>;
beforeAll(async () => {
  backend = await startBackend();
  of = await world();
  await switchOn(of.owner, "content-templates");
});
afterAll(() => backend.close());

const createCard = named(cardProcedures, "cards.create");
const trigger = { kind: "buttonClicked", label: "Go" };
const mail = (subject: string, body: string) => ({ channel: "mail", texts: { en: { subject, body } } }) as const;
const sms = (body: string) => ({ channel: "sms", texts: { en: { body } } }) as const;
type Template = ReturnType<typeof mail | typeof sms>;

/** A step that sends the template. */
async function sending(template: Template): Promise<object> {
  const { owner, type, field } = of;
  const create = named(templateProcedures, "templates.create");
  const { id: templateId } = await owner.call(create, { name: "Filled", cardTypeId: type.id, ...template });
  return template.channel === "sms" ? { kind: "sendSms", templateId } : { kind: "sendEmail", templateId, fieldId: field.email };
}

/** What trying the step, simulating it, and its run say of it, for a card with this note. */
async function saidOf(action: object, note: string | undefined, name = "Dana") {
  const { type, field, values } = of;
  const { id } = await of.card(name, { ...values, ...(note === undefined ? {} : { [field.note]: note }) });
  return saidFor(id, type.id, action);
}

async function saidFor(cardId: CardId, cardTypeId: CardTypeId, action: object) {
  const { owner, clock } = of;
  const definition = definitionOf({ trigger, actions: [action] });
  const tried = await owner.call(the("automations.try"), { cardId, cardTypeId, definition });
  const { id: draft } = await owner.call(the("automations.create"), {
    cardTypeId,
    name: "Draft",
    definition: definitionOf({ actions: [action] }),
  });
  const { runs } = await simulated(owner, draft, { versions: ["draft"] });
  await owner.call(the("automations.remove"), { automationId: draft });
  const automation = await published(owner, cardTypeId, { trigger, actions: [action] });
  await owner.call(the("automations.press"), { automationId: automation.id, cardId });
  await settleAutomations(owner.orgId, clock);
  const [run] = await runsOf(owner, automation);
  const simulation = runs.find((one) => one.cardId === cardId)?.steps[0];
  return {
    tried: tried.steps.map(({ state, message }) => [state, message]),
    simulated: [[simulation?.state, simulation?.message]],
    run: run?.steps.map(({ state, message }) => [state, message]),
    attempts: run?.failedAttempts,
  };
}

const failed = (message: string) => ({
  tried: [["failed", message]],
  simulated: [["failed", message]],
  run: [["failed", message]],
  attempts: [],
});

const [longNote, hebrewNote] = ["x".repeat(2_000), "ש".repeat(1_500)];
const paragraphs = Array.from({ length: 301 }, (_, at) => `Paragraph ${at}`).join("\n\n");

describe("a text that cannot be sent once its values are filled in fails at once, and the trial and the simulation say why as well", () => {
  it.each<[string, Template, string | undefined, string]>([
    ["no subject", mail("{{ card.note }}", "Hi"), undefined, "automations.failed.noSubject"],
    ["no body", mail("Hi", "{{ card.note }}"), undefined, "automations.failed.noText"],
    ["no text of an SMS", sms("{{ card.note }}"), undefined, "automations.failed.noText"],
    ["too many paragraphs", mail("Hi", paragraphs), undefined, "validation.template.result"],
    ["more than a mail takes", mail("Hi", "{{ card.note }}".repeat(6)), longNote, "validation.template.result"],
    ["more than a template takes", mail("Hi", "{{ card.note }}".repeat(200)), longNote, "validation.template.result"],
    ["more than a template of an SMS takes", sms("{{ card.note }}".repeat(200)), longNote, "validation.template.result"],
    ["more characters than an SMS takes", sms("{{ card.note }}"), longNote, "validation.smsTooLong"],
    ["more parts than an SMS takes", sms("{{ card.note }}"), hebrewNote, "validation.smsTooLong"],
  ])("of a template: %s", async (_, template, note, message) => {
    expect(await saidOf(await sending(template), note)).toEqual(failed(message));
  });

  it("of its own", async () => {
    const { field, type } = of;
    const own = { kind: "sendEmail", fieldId: field.email };
    expect(await saidOf({ ...own, subject: "{{ card.note }}", text: "Hi" }, undefined)).toEqual(
      failed("automations.failed.noSubject"),
    );
    expect(await saidOf({ ...own, subject: "Hi", text: "{{ card.note }}" }, undefined)).toEqual(
      failed("automations.failed.noText"),
    );
    expect(await saidOf({ kind: "sendSms", text: "{{ card.note }}" }, longNote)).toEqual(failed("validation.smsTooLong"));
    const create = { kind: "createCard", typeId: type.id, fields: {} };
    expect(await saidOf({ ...create, name: "{{ card.note }}" }, undefined)).toEqual(failed("automations.failed.noName"));
  });

  it("that is written into a required field", async () => {
    const { owner } = of;
    const { id, fields } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: {
        name: "Deal",
        pluralName: "Deals",
        hue: "slate",
        fields: [
          { label: "Code", type: "text", required: true },
          { label: "Note", type: "text" },
        ],
      },
    });
    const fieldId = fields.find(({ label }) => label === "Code")?.id ?? "";
    const write = { kind: "changeField", how: "write", fieldId, text: "{{ card.note }}" };
    const { id: cardId } = await owner.call(createCard, { typeId: id, fields: { name: "Deal", [fieldId]: "1" } });
    const said = await saidFor(cardId, id, write);
    expect(said).toEqual(failed("automations.failed.noValue"));
  });
});

describe("what a template makes of a card", () => {
  it("sends words whose address no message takes as a link without it", async () => {
    const { owner, values, field } = of;
    const body = "Read [this](https://), http://[::1 and [that](https://galil.example/{{ card.note }}).";
    const said = await saidOf(await sending(mail("Links", body)), "a b) c");
    expect(said).toMatchObject({ run: [["done", null]], tried: [["would", null]], simulated: [["would", null]] });
    await sendIntended(owner.orgId);
    const [sent] = backend.engines.mail
      .listMails({ to: String(values[field.email]) })
      .filter(({ subject }) => subject === "Links");
    expect(sent?.text).toContain("Read this, http://[::1 and ");
  });

  it("cuts no character of a long name in two", async () => {
    const { owner, values, field, clock } = of;
    const name = (length: number) => `${"n".repeat(length - 1)}😀`;
    const action = await sending(mail("Cut {{ card.name }}", "Hi"));
    await saidOf(action, undefined, name(120));
    await saidOf(action, undefined, name(246));
    await settleAutomations(owner.orgId, clock);
    await sendIntended(owner.orgId);
    const sent = backend.engines.mail
      .listMails({ to: String(values[field.email]) })
      .filter(({ subject }) => subject.startsWith("Cut"));
    expect(sent).toHaveLength(2);
    expect(JSON.stringify(sent)).not.toContain("\uFFFD");
  });
});
