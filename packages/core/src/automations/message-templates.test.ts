import { settleAutomations } from "@kartis/tests/support/automations.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { switchOff, switchOn } from "@kartis/tests/support/features.ts";
import { storeFile } from "@kartis/tests/support/files.ts";
import { sendIntended } from "@kartis/tests/support/outbound.ts";
import { named, type Owner } from "@kartis/tests/support/people.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { documentClient } from "../data/connection.ts";
import { latestRecords } from "../data/journal-entity.ts";
import { newId, type TemplateId } from "../kernel/id.ts";
import { templateProcedures } from "../message-templates/procedures.ts";
import { profileProcedures } from "../profiles/index.ts";
import { timelineProcedures } from "../timeline/index.ts";
import { undoProcedures } from "../undo/index.ts";
import { definitionOf, published, runsOf, the } from "./automations.fixture.ts";
import { noticesOfAutomations } from "./notices.ts";
import { simulated } from "./simulation/simulation.fixture.ts";
import { memberWith, world } from "./world.fixture.ts";

const createTemplate = named(templateProcedures, "templates.create");
const updateTemplate = named(templateProcedures, "templates.update");
const removeTemplate = named(templateProcedures, "templates.remove");
const usage = named(templateProcedures, "templates.usage");

let backend: Backend;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());

const offer = { subject: "Offer for {{ card.name }}", body: "Hello {{ recipient.firstName | there }}" };
const button = { kind: "buttonClicked", label: "Go" };
let counter = 0;

/** An organization with templates, whose cards have a language. */
async function place() {
  const of = await world();
  const { owner, type, clock, field } = of;
  await switchOn(owner, "content-templates");
  const typeNow = async () =>
    (await owner.call(named(cardProcedures, "cards.types"), {})).find(({ id }) => id === type.id) ?? expect.fail("no type");
  const { version: expectedVersion, fields } = await typeNow();
  const withLanguage = [...fields, { label: "Language", type: "text" as const }];
  await owner.call(named(cardTypeProcedures, "cardTypes.updateFields"), {
    typeId: type.id,
    expectedVersion,
    fields: withLanguage,
  });
  const languageId = (await typeNow()).fields.find(({ key }) => key === "language")?.id ?? "";
  const template = async (more: object = {}) =>
    (await owner.call(createTemplate, { name: "Offer", channel: "mail", texts: { en: offer }, ...more })).id as TemplateId; // just made
  const address = `dana${++counter}@customer.example`;
  const send = (templateId: string) => ({ kind: "sendEmail", templateId, fieldId: field.email });
  return {
    ...of,
    languageId,
    address,
    template,
    send,
    mails: async () => {
      await settleAutomations(owner.orgId, clock);
      await sendIntended(owner.orgId);
      return backend.engines.mail.listMails({ to: address });
    },
  };
}

const entryOf = async (owner: Owner, cardId: `crd_${string}`, channel: "mail" | "sms") => {
  const { entries } = await owner.call(named(timelineProcedures, "timeline.list"), { cardId, channels: [channel] });
  const [entry] = entries;
  return entry?.kind === "activity" ? entry.value : undefined;
};

const problem = (fields: Readonly<Record<string, string>>) => ({
  code: "INVALID_INPUT",
  details: { fields: Object.fromEntries(Object.entries(fields).map(([path, key]) => [`definition.steps.s1.${path}`, key])) },
});

describe("a step that sends an email with a template", () => {
  it("says it in the language of the card's person, with values of card, organization and publisher, its files and the signature", async () => {
    const { owner, type, card, field, languageId, address, template, send, mails } = await place();
    await owner.call(named(profileProcedures, "profile.update"), { signature: "Noa, Galil" });
    const texts = {
      en: { subject: "Offer", body: "Never sent" },
      hu: {
        subject: "Ajánlat: {{ card.name }}",
        body: "Kedves **{{ recipient.firstName }}**!\n\n{{ card.visit }} – {{ card.note | semmi }}\n\n{{ organization.name }}, {{ sender.name }}, {{ recipient.email }}{{ sender.phone }}",
      },
    };
    const templateId = await template({ texts, cardTypeId: type.id });
    const file = await storeFile(owner, { name: "prices.txt", content: "1", templateId });
    await owner.call(updateTemplate, { templateId, attachments: [file] });
    const automation = await published(owner, type.id, { actions: [send(templateId)] });
    const values = { [field.email]: address, [field.visit]: "2030-05-01", [languageId]: "magyar" };
    const { id } = await card("Szabó *Anna*", values);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "Ajánlat: Szabó *Anna*", attachments: [{ name: "prices.txt" }] });
    expect(mail?.text).toContain("Kedves Szabó!");
    expect(mail?.text).toMatch(/2030\. máj.* – semmi/u);
    expect(mail?.text).toContain("Noa, Galil");
    expect(mail?.text).toContain(address);
    expect(`${mail?.subject} ${mail?.text} ${mail?.html}`).not.toMatch(/undefined|null|\{\{|Never/);
    const [run] = await runsOf(owner, automation);
    expect(run).toMatchObject({ state: "done", steps: [{ state: "done", subjectId: (await entryOf(owner, id, "mail"))?.id }] });
    // The bold word stays bold, and what a value has of marks is none.
    expect(await entryOf(owner, id, "mail")).toMatchObject({
      automationId: automation.id,
      body: [
        { type: "paragraph", content: [{ text: "Kedves " }, { text: "Szabó", bold: true }, { text: "!" }] },
        { type: "paragraph" },
        { type: "paragraph" },
      ],
    });
    expect(await owner.call(usage, { templateId })).toMatchObject({ sent: 1 });
    expect(await owner.call(the("automations.ofTemplate"), { templateId })).toEqual([
      { automationId: automation.id, name: "Test", isOn: true },
    ]);
  });

  it("falls back to the publisher's language, then to the first that it is written in", async () => {
    const { owner, type, card, field, languageId, address, template, send, mails } = await place();
    const text = (subject: string) => ({ subject, body: subject });
    const both = await template({ texts: { he: text("he"), en: text("en") } });
    const hebrew = await template({ texts: { he: text("only he") } });
    await published(owner, type.id, { actions: [send(both), send(hebrew)] });
    await card("Dana", { [field.email]: address, [languageId]: "Klingon" });
    expect((await mails()).map(({ subject }) => subject).toSorted()).toEqual(["en", "only he"]);
  });

  it("keeps the lines of a plain text, whose marks are text", async () => {
    const { owner, type, card, field, address, template, send, mails } = await place();
    const plain = await template({ texts: { en: { subject: "Hi", body: "**One**\ntwo\n\nthree" } }, format: "plain" });
    await published(owner, type.id, { actions: [send(plain)] });
    await card("Dana", { [field.email]: address });
    expect((await mails()).map(({ text }) => text?.trim())).toEqual(["**One**\ntwo\n\nthree"]);
  });

  it("is tried and simulated as it would be sent, and the simulation reads the templates once", async () => {
    const { owner, type, card, field, address, template, send, mails } = await place();
    const templateId = await template();
    const definition = definitionOf({ actions: [send(templateId)] });
    const { id: cardId } = await card("Dana", { [field.email]: address });
    const input = {
      cardId,
      templateId,
      subject: "Offer for Dana",
      body: [{ type: "paragraph", content: [{ text: "Hello Dana" }] }],
      attachments: [],
    };
    const tried = await owner.call(the("automations.try"), { cardId, cardTypeId: type.id, definition });
    expect(tried.steps).toMatchObject([{ state: "would", procedure: "mails.send", recipient: address, input }]);
    for (const name of ["B", "C", "D", "E"]) await card(name, { [field.email]: address });
    const { id } = await owner.call(the("automations.create"), { cardTypeId: type.id, name: "Draft", definition });
    const client = documentClient();
    const sending = client.send.bind(client);
    let reads = 0;
    const spy = vi.spyOn(client, "send").mockImplementation(async (...sent: Parameters<typeof sending>) => {
      const answer = await sending(...sent);
      const items = "Items" in answer ? (answer.Items ?? []) : [];
      if (items.some((item) => item["__edb_e__"] === "messageTemplate")) reads++;
      return answer;
    });
    const { runs, summaries } = await simulated(owner, id, { versions: ["draft"] });
    spy.mockRestore();
    expect(summaries[0]).toMatchObject({ runs: 5, failed: 0, done: { sendEmail: 5 } });
    expect(runs.find((run) => run.cardId === cardId)?.steps).toMatchObject([{ state: "would", recipient: address, input }]);
    // Once when it is asked for, once when it is checked again, and once to fill them.
    expect(reads).toBe(3);
    expect(await mails()).toEqual([]);
  });
});

describe("a step that sends an SMS with a template", () => {
  it("says its text without marks, in the language of the card's person", async () => {
    const { owner, type, card, values, languageId, clock, template } = await place();
    const texts = { en: { body: "Never" }, he: { body: "שלום {{ card.name }} **{{ card.note | friend }}**" } };
    const templateId = await template({ channel: "sms", texts, cardTypeId: type.id });
    const automation = await published(owner, type.id, { actions: [{ kind: "sendSms", templateId }] });
    const { id } = await card("Dana", { ...values, [languageId]: "he" });
    await settleAutomations(owner.orgId, clock);
    expect(await runsOf(owner, automation)).toMatchObject([{ state: "done" }]);
    expect(await entryOf(owner, id, "sms")).toMatchObject({ text: "שלום Dana **friend**", automationId: automation.id });
    const tried = await owner.call(the("automations.try"), {
      cardId: id,
      cardTypeId: type.id,
      definition: definitionOf({ actions: [{ kind: "sendSms", templateId }] }),
    });
    expect(tried.steps).toMatchObject([{ state: "would", input: { text: "שלום Dana **friend**", templateId } }]);
    const { id: draft } = await owner.call(the("automations.create"), {
      cardTypeId: type.id,
      name: "Draft",
      definition: definitionOf({ actions: [{ kind: "sendSms", templateId }] }),
    });
    expect((await simulated(owner, draft, { versions: ["draft"] })).summaries).toMatchObject([
      { done: { sendSms: 1 }, smsSegments: 1 },
    ]);
    expect(await owner.call(usage, { templateId })).toMatchObject({ sent: 1 });
    // Also one that only drafts it.
    expect(await owner.call(the("automations.ofTemplate"), { templateId })).toMatchObject([{ isOn: true }, { isOn: false }]);
    expect(await owner.call(the("automations.ofTemplate"), { templateId: await template() })).toEqual([]);
  });
});

describe("the settings of such a step", () => {
  it("are either a text or a template", async () => {
    const { owner, type, field, send } = await place();
    const create = (action: object) =>
      owner.call(the("automations.create"), {
        cardTypeId: type.id,
        name: "Draft",
        definition: { trigger: button, steps: [{ id: "s1", kind: "action", action }] },
      });
    const templateId = newId("tpl");
    const at = (path: string, key: string) => ({
      code: "INVALID_INPUT",
      details: { fields: { [`definition.steps.0.action.${path}`]: key } },
    });
    const mail = { kind: "sendEmail", fieldId: field.email };
    for (const [action, path, key] of [
      [mail, "subject", "automations.problem.noSubject"],
      [{ ...mail, subject: "Hi" }, "text", "automations.problem.noText"],
      [{ ...mail, subject: "Hi", text: "Hi", templateId }, "templateId", "automations.problem.textAndTemplate"],
      [{ ...mail, text: "Hi", templateId }, "templateId", "automations.problem.textAndTemplate"],
      [{ ...mail, templateId: "" }, "templateId", "automations.problem.noTemplate"],
      [{ ...mail, templateId: "TASK_EMAIL_REMINDER" }, "templateId", "automations.problem.template"],
      [{ ...mail, templateId: `tpl_\uD800${"0".repeat(25)}` }, "templateId", "automations.problem.template"],
      [{ kind: "sendSms" }, "text", "automations.problem.noText"],
      [{ kind: "sendSms", text: "Hi", templateId }, "templateId", "automations.problem.textAndTemplate"],
    ] as const)
      await expect(create(action), JSON.stringify(action)).rejects.toMatchObject(at(path, key));
    await expect(create({ ...send(templateId), templateId: 7 })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    expect((await create(send(templateId))).problems).toEqual([
      { path: "steps.s1.templateId", message: "automations.problem.template" },
    ]);
  });

  it("cannot be published with a template that is gone, of another channel, for other cards, or not for the publisher", async () => {
    const { owner, type, template, send } = await place();
    const { id: otherTypeId } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: { name: "Deal", pluralName: "Deals", hue: "slate", fields: [] },
    });
    const publish = (action: object, person = owner) => published(person, type.id, { trigger: button, actions: [action] });
    const [mail, sms, deal] = [
      await template(),
      await template({ channel: "sms", texts: { en: { body: "Hi" } } }),
      await template({ cardTypeId: otherTypeId }),
    ];
    const templateOf = (key: string) => problem({ templateId: `automations.problem.${key}` });
    await expect(publish(send(newId("tpl")))).rejects.toMatchObject(templateOf("template"));
    await expect(publish(send(sms))).rejects.toMatchObject(templateOf("templateChannel"));
    await expect(publish({ kind: "sendSms", templateId: mail })).rejects.toMatchObject(templateOf("templateChannel"));
    await expect(publish(send(deal))).rejects.toMatchObject(templateOf("templateType"));
    const all = "ORGANIZATION";
    const rights = { "AUTOMATION.read": all, "AUTOMATION.create": all, "AUTOMATION.update": all, "CARDS.read": all } as const;
    const without = await memberWith(owner, rights);
    await expect(publish(send(mail), without)).rejects.toMatchObject(templateOf("templateRights"));
    const own = await memberWith(owner, { ...rights, "TEMPLATES.read": "USER" });
    await expect(publish(send(mail), own)).rejects.toMatchObject(templateOf("templateRights"));
    const reader = await memberWith(owner, { ...rights, "TEMPLATES.read": all });
    expect(await publish(send(mail), reader)).toMatchObject({ isOn: true, problems: [] });
    // Whoever may not use it is not bothered about what others have published.
    const [seen] = (await without.call(the("automations.list"), {})).filter(({ isOn }) => isOn);
    expect(seen).toMatchObject({ problems: [] });
    // Readers of automations read what these send by name, and nothing of others.
    const names = async (person: Owner) =>
      (await person.call(the("automations.templates"), {})).map((one) => [one.id, one.isOffered]);
    expect(await names(without)).toEqual([mail, sms, deal].toSorted().map((id) => [id, false]));
    const unused = await template();
    expect((await names(without)).map(([id]) => id)).not.toContain(unused);
    expect(await names(owner)).toContainEqual([unused, true]);
  });

  it.each([
    ["deleted", "template", async (owner: Owner, templateId: TemplateId) => owner.call(removeTemplate, { templateId })],
    [
      "made for other cards",
      "templateType",
      async (owner: Owner, templateId: TemplateId) => {
        const { id: cardTypeId } = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
          draft: { name: "Deal", pluralName: "Deals", hue: "slate", fields: [] },
        });
        return owner.call(updateTemplate, { templateId, cardTypeId });
      },
    ],
    ["switched off with all templates", "templateRights", async (owner: Owner) => switchOff(owner, "content-templates")],
  ])("stop the automation once the template is %s, and say where", async (_, key, change) => {
    const { owner, type, card, field, address, template, send, mails } = await place();
    const templateId = await template();
    const note = { kind: "changeField", how: "set", fieldId: field.note, value: "seen" };
    const automation = await published(owner, type.id, { actions: [note, send(templateId)] });
    await change(owner, templateId);
    await card("Dana", { [field.email]: address });
    expect(await mails()).toEqual([]);
    const message = `automations.problem.${key}`;
    expect(await owner.call(the("automations.get"), { automationId: automation.id })).toMatchObject({
      isOn: false,
      stopReason: "broken",
      problems: [{ path: "steps.s2.templateId", message }],
    });
    expect((await runsOf(owner, automation))[0]).toMatchObject({ state: "failed", steps: [{ stepId: "s2", message }] });
    const records = await latestRecords(owner.orgId, 50, null);
    const stopped = records.find(({ changes }) => changes[0]?.action === "automation.stop") ?? expect.fail("not stopped");
    expect(await noticesOfAutomations(stopped)).toContainEqual(
      expect.objectContaining({
        userId: owner.userId,
        kind: "automationStopped",
        details: expect.objectContaining({ message, place: "automations.action.sendEmail" }),
      }),
    );
    await expect(owner.call(the("automations.switch"), { automationId: automation.id, isOn: true })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  it("come back with an undone deletion, for what the automation was published with", async () => {
    const { owner, type, card, field, address, template, send, mails } = await place();
    const templateId = await template();
    const automation = await published(owner, type.id, { actions: [send(templateId)] });
    const { recordId } = await owner.call(removeTemplate, { templateId });
    await owner.call(named(undoProcedures, "changes.undo"), { recordId: recordId ?? expect.fail() });
    await card("Dana", { [field.email]: address });
    expect(await mails()).toMatchObject([{ subject: "Offer for Dana" }]);
    expect(await runsOf(owner, automation)).toMatchObject([{ state: "done" }]);
  });
});
