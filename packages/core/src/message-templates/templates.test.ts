import { switchOn } from "@kartis/tests/support/features.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { languages } from "@kartis/i18n/languages.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import { auditProcedures } from "../journal/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { problemsIn } from "./check.ts";
import { Link, renderKind } from "./index.ts";
import { templateProcedures } from "./procedures.ts";
import { kindOf, templateKinds } from "./kinds/list.ts";

const list = named(templateProcedures, "templates.list");
const create = named(templateProcedures, "templates.create");
const update = named(templateProcedures, "templates.update");
const remove = named(templateProcedures, "templates.remove");
const preview = named(templateProcedures, "templates.preview");
const variables = named(templateProcedures, "templates.variables");

let backend: Backend;
let owner: Owner;
beforeAll(async () => {
  backend = await startBackend();
  owner = await newOwner();
  await switchOn(owner, "content-templates");
});
afterAll(() => backend.close());

const mail = { name: "Offer", channel: "mail" } as const;
const offer = { subject: "Offer for {{ card.name }}", body: "Hello {{ recipient.firstName | there }}" };

describe("built-in texts", () => {
  it.each(templateKinds.flatMap((kind) => languages.map((language) => [kind, language] as const)))(
    "%s in %s can be sent",
    (kind, language) => {
      const { texts, channel } = kindOf(kind);
      expect(problemsIn(texts[language], kind, undefined)).toEqual([]);
      expect(texts[language].body).not.toBe("");
      expect(texts[language].subject === "").toBe(channel === "sms");
    },
  );

  it("never print what is missing", async () => {
    for (const kind of templateKinds)
      for (const language of languages) {
        const message = await renderKind(owner.orgId, { kind, language, values: {} });
        expect(`${message?.subject} ${message?.text} ${message?.html ?? ""}`).not.toMatch(/undefined|null|\{\{|\{%|NaN/);
      }
  });
});

describe("templates", () => {
  it("are behind their flag", async () => {
    await expect((await newOwner()).call(list, {})).rejects.toMatchObject({ code: "NOT_FOUND" });
  });

  it("are made, changed and deleted, each with its record", async () => {
    const made = await owner.call(create, { ...mail, texts: { en: offer } });
    expect(made).toMatchObject({ version: 1, kind: null, isOn: true, format: "rich", defaultLanguage: "en", canUpdate: true });
    expect(made.texts.en?.body).toBe('Hello {{ recipient.firstName | default: "there" }}');
    const templateId = made.id;
    const changed = await owner.call(update, {
      templateId,
      expectedVersion: 1,
      texts: { he: { subject: "הצעה", body: "שלום" } },
    });
    expect(Object.keys(changed.texts)).toEqual(["en", "he"]);
    expect((await owner.call(update, { templateId, texts: { en: offer } })).version).toBe(2);
    await expect(owner.call(update, { templateId, expectedVersion: 1, name: "Late" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    await owner.call(remove, { templateId });
    expect((await owner.call(list, {})).templates.map(({ id }) => id)).not.toContain(templateId);
    const { entries } = await owner.call(named(auditProcedures, "audit.search"), { limit: 3 });
    expect(entries.map(({ action }) => action)).toEqual(["template.delete", "template.update", "template.create"]);
  });

  it("of Kartis apply in the organization's words, for all cards or those of a type, until they are reset", async () => {
    const firm = await newOwner();
    await switchOn(firm, "content-templates");
    const [type] = await firm.call(named(cardProcedures, "cards.types"), {});
    const kind = "TASK_EMAIL_REMINDER" as const;
    const values = { "task.title": "Call", "task.due": "today", "task.link": new Link("https://a.example") };
    const sent = async (cardTypeId: string | null) =>
      (await renderKind(firm.orgId, { kind, language: "en", cardTypeId, values }))?.subject ?? null;
    expect(await sent(null)).toBe("Reminder: Call, today");
    await firm.call(update, { templateId: kind, texts: { en: { subject: "Do it: {{ task.title }}", body: "Now" } } });
    await firm.call(update, {
      templateId: `${kind}.${type?.id ?? "typ_"}`,
      texts: { en: { subject: "Of this type", body: "Now" } },
    });
    expect(await sent(null)).toBe("Do it: Call");
    expect(await sent(type?.id ?? "")).toBe("Of this type");
    expect(await sent("typ_other")).toBe("Do it: Call");
    expect((await renderKind(firm.orgId, { kind, language: "hu", values }))?.subject).toBe("Emlékeztető: Call, today");
    await firm.call(update, { templateId: kind, isOn: false });
    expect(await sent(null)).toBeNull();
    await firm.call(remove, { templateId: kind });
    expect(await sent(null)).toBe("Reminder: Call, today");
  });

  it("of Kartis are sent in its own words where those of the organization become too long with their values", async () => {
    const firm = await newOwner();
    await switchOn(firm, "content-templates");
    const kind = "TASK_EMAIL_REMINDER" as const;
    const body = "{{ task.description }} ".repeat(300);
    await firm.call(update, { templateId: kind, texts: { en: { subject: "Ours", body } } });
    const subject = async (description: string) => {
      const values = { "task.title": "Call", "task.due": "today", "task.description": description };
      return (await renderKind(firm.orgId, { kind, language: "en", values }))?.subject;
    };
    expect(await subject("short")).toBe("Ours");
    expect(await subject("long ".repeat(2_000))).toBe("Reminder: Call, today");
  });

  it("refuse a text that could not be sent, naming its part", async () => {
    const wrong = (texts: Record<string, { subject?: string; body: string } | null>) => owner.call(create, { ...mail, texts });
    await expect(wrong({ he: { subject: "{{ card.nonsense }}", body: "b" } })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: { fields: { "texts.he.subject": "validation.template.variable" }, params: { about: "card.nonsense" } },
    });
    await expect(wrong({ en: { subject: "a", body: "{% for a in (1..9999999999) %}a{% endfor %}" } })).rejects.toMatchObject({
      details: { fields: { "texts.en.body": "validation.template.tag" } },
    });
    await expect(wrong({ en: { subject: " ", body: "b" } })).rejects.toMatchObject({
      details: { fields: { "texts.en.subject": "validation.required" } },
    });
    await expect(wrong({ en: null })).rejects.toMatchObject({ details: { fields: { texts: "validation.required" } } });
    await expect(wrong({ en: { subject: "a", body: "{{ task.title }}" } })).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });

  it("are changed by whom the level of the permission reaches; those of Kartis by who reaches everything", async () => {
    const role = await owner.call(named(organizationProcedures, "roles.create"), {
      name: "Writers",
      grants: { "TEMPLATES.read": "ORGANIZATION", "TEMPLATES.create": "USER", "TEMPLATES.update": "USER" },
    });
    const writer = await newMember(owner, { roleId: role.id });
    const theirs = await writer.call(create, { ...mail, name: "Theirs", texts: { en: offer } });
    const ours = await owner.call(create, { ...mail, name: "Ours", texts: { en: offer } });
    await writer.call(update, { templateId: theirs.id, name: "Mine" });
    await expect(writer.call(update, { templateId: ours.id, name: "Mine" })).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(writer.call(update, { templateId: "TASK_EMAIL_REMINDER", isOn: false })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
    await expect(writer.call(remove, { templateId: theirs.id })).rejects.toMatchObject({ code: "NO_PERMISSION" });
    const { templates } = await writer.call(list, {});
    const rights = templates.map(({ name, canUpdate, canDelete }) => [name, canUpdate, canDelete]);
    expect(rights).toContainEqual(["Mine", true, false]);
    expect(rights).toContainEqual(["Ours", false, false]);
  });

  it("for a role are offered to it and to administrators", async () => {
    const firm = await newOwner();
    await switchOn(firm, "content-templates");
    const grants = { "TEMPLATES.read": "ORGANIZATION" } as const;
    const [one, other] = [
      await firm.call(named(organizationProcedures, "roles.create"), { name: "One", grants }),
      await firm.call(named(organizationProcedures, "roles.create"), { name: "Another", grants }),
    ];
    await firm.call(create, { ...mail, name: "Only one", roleId: one.id, texts: { en: offer } });
    const namesFor = async (person: Owner) => (await person.call(list, {})).templates.map(({ name }) => name);
    expect(await namesFor(await newMember(firm, { roleId: one.id }))).toContain("Only one");
    expect(await namesFor(await newMember(firm, { roleId: other.id }))).not.toContain("Only one");
    expect(await namesFor(firm)).toContain("Only one");
  });
});

describe("a preview", () => {
  it("has the values of a card, in the words of its language, and says which are missing", async () => {
    const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
      draft: {
        name: "Site",
        pluralName: "Sites",
        hue: "blue",
        fields: [
          { id: "fld_when", label: "When", key: "when", type: "date", options: [] },
          { id: "fld_worth", label: "Worth", key: "worth", type: "currency", currency: "ILS", options: [] },
          {
            id: "fld_kind",
            label: "Kind",
            key: "kind",
            type: "singleSelect",
            options: [{ id: "opt_a", label: "Roof", hue: "red" }],
          },
          { id: "fld_none", label: "None", key: "none", type: "text", options: [] },
        ],
      },
    });
    const idOf = (key: string) => type.fields.find((field) => field.key === key)?.id ?? "";
    const option = type.fields.find((field) => field.key === "kind")?.options[0]?.id;
    const card = await owner.call(named(cardProcedures, "cards.create"), {
      typeId: type.id,
      fields: { name: "Galil *Cold*", [idOf("when")]: "2026-11-20", [idOf("worth")]: 122680, [idOf("kind")]: option },
    });
    const body =
      "{{ card.name }}, {{ card.when }}, {{ card.worth }}, {{ card.kind }}, {{ card.none | nothing }}, {{ card.none }}.";
    const seen = await owner.call(preview, {
      channel: "mail",
      format: "rich",
      language: "en",
      subject: "{{ card.name }}",
      body,
      cardId: card.id,
    });
    expect(seen).toMatchObject({ subject: "Galil *Cold*", problems: [], sms: null, missing: ["card.none"] });
    expect(seen.text).toMatch(/^Galil \*Cold\*, .*20.*2026.*, ₪\s1,226\.80, Roof, nothing, \.$/);
    expect(seen.html).toContain("Galil *Cold*");
    expect((await owner.call(variables, { cardTypeId: type.id })).variables.map(({ path }) => path)).toContain("card.worth");
  });

  it("counts an SMS and shows what is wrong instead of a text", async () => {
    const sms = await owner.call(preview, { channel: "sms", format: "plain", language: "he", body: "ש".repeat(71) });
    expect(sms.sms).toMatchObject({ segments: 2, alphabet: "ucs2" });
    const wrong = await owner.call(preview, {
      channel: "mail",
      format: "rich",
      language: "en",
      subject: "a",
      body: "{{ who.knows }}",
    });
    expect(wrong.problems).toEqual([{ part: "body", messageKey: "validation.template.variable", about: "who.knows" }]);
  });
});

it("names the card's address as that of its recipient, not the writer's", async () => {
  const [type = expect.fail("no type")] = await owner.call(named(cardProcedures, "cards.types"), {});
  const typeId = type.id;
  const email = type.fields.find((field) => field.type === "email")?.id ?? expect.fail("no address");
  const body = "To {{ recipient.email | nobody }}";
  const { id: templateId } = await owner.call(create, { ...mail, texts: { en: { subject: "Hi", body } } });
  const said = async (fields: object) => {
    const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), {
      typeId,
      fields: { name: "Dana", ...fields },
    });
    const filled = await owner.call(named(templateProcedures, "templates.fill"), { templateId, cardId });
    return filled.body;
  };
  expect(await said({ [email]: "dana@x.example" })).toEqual([{ type: "paragraph", content: [{ text: "To dana@x.example" }] }]);
  expect(await said({})).toEqual([{ type: "paragraph", content: [{ text: "To nobody" }] }]);
});

it("a template is filled with a card's values to go on writing with: as blocks, in which no value becomes a mark", async () => {
  const [type] = await owner.call(named(cardProcedures, "cards.types"), {});
  const typeId = type?.id ?? expect.fail("no type");
  const name = "*Galil* [x](https://evil.example)";
  const { id: cardId } = await owner.call(named(cardProcedures, "cards.create"), { typeId, fields: { name } });
  const body = "## Hello\n\nAbout **{{ card.name }}**,\nsee [us](https://a.example):\n\n- one\n- two\n\n> quote";
  const { id: templateId } = await owner.call(create, { ...mail, texts: { en: { subject: "For {{ card.name }}", body } } });
  expect(await owner.call(named(templateProcedures, "templates.fill"), { templateId, cardId })).toEqual({
    language: "en",
    languages: ["en"],
    attachments: [],
    subject: `For ${name}`,
    body: [
      { type: "paragraph", content: [{ text: "Hello", bold: true }] },
      {
        type: "paragraph",
        content: [
          { text: "About " },
          { text: name, bold: true },
          { text: "," },
          { text: "\n" },
          { text: "see " },
          { text: "us", link: "https://a.example" },
          { text: ":" },
        ],
      },
      { type: "bullet", content: [{ text: "one" }] },
      { type: "bullet", content: [{ text: "two" }] },
      { type: "quote", content: [{ text: "quote" }] },
    ],
  });
});

it("a template is filled in the language of the card's people, or the one that is asked for", async () => {
  const languageField = {
    id: "fld_language",
    key: "language",
    label: "Speaks",
    type: "singleSelect" as const,
    options: [
      { id: "opt_hu", label: "Hungarian", hue: "red" as const },
      { id: "opt_pl", label: "Polish", hue: "blue" as const },
    ],
  };
  const type = await owner.call(named(cardTypeProcedures, "cardTypes.create"), {
    draft: { name: "Client", pluralName: "Clients", hue: "blue", fields: [languageField] },
  });
  const field = type.fields.find(({ key }) => key === "language") ?? expect.fail("no field");
  const speaking = async (label: string | null) => {
    const value = field.options.find((option) => option.label === label)?.id ?? null;
    const fields = { name: "Eszter", ...(value ? { [field.id]: value } : {}) };
    return (await owner.call(named(cardProcedures, "cards.create"), { typeId: type.id, fields })).id;
  };
  const texts = { en: { subject: "Hello", body: "Hello" }, hu: { subject: "Szia", body: "Szia" } };
  const { id: templateId } = await owner.call(create, { ...mail, texts });
  const fill = async (cardId: Awaited<ReturnType<typeof speaking>>, language?: "hu" | "ru") => {
    const filled = await owner.call(named(templateProcedures, "templates.fill"), {
      templateId,
      cardId,
      ...(language ? { language } : {}),
    });
    return [filled.subject, filled.language];
  };
  expect(await fill(await speaking("Hungarian"))).toEqual(["Szia", "hu"]);
  expect(await fill(await speaking("Polish"))).toEqual(["Hello", "en"]);
  expect(await fill(await speaking(null))).toEqual(["Hello", "en"]);
  expect(await fill(await speaking(null), "hu")).toEqual(["Szia", "hu"]);
  // Not written in it: the first language stands in.
  expect(await fill(await speaking("Hungarian"), "ru")).toEqual(["Hello", "en"]);
});
