import { languages } from "@kartis/i18n/languages.ts";
import { namesInAll } from "@kartis/i18n/names.ts";
import { translator } from "@kartis/i18n/translate.ts";
import { type Backend, startBackend } from "@kartis/tests/support/backend.ts";
import { named, newMember, newOwner, type Owner } from "@kartis/tests/support/people.ts";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cardProcedures, cardTypeProcedures } from "../cards/index.ts";
import type { CardType } from "../cards/schema.ts";
import { exportProcedures, runExport } from "../exports/index.ts";
import { readFile } from "../files/index.ts";
import { importProcedures } from "../imports/index.ts";
import { auditProcedures } from "../journal/index.ts";
import { systemClock } from "../kernel/clock.ts";
import { errorShape } from "../kernel/error.ts";
import { isId } from "../kernel/id.ts";
import { layoutProcedures } from "../layouts/index.ts";
import { findOperation, operationProcedures } from "../operations/index.ts";
import { organizationProcedures } from "../organizations/index.ts";
import { profileProcedures } from "../profiles/index.ts";
import { cardTypesOfTemplate, templateIds } from "../welcome-templates/index.ts";
import { viewProcedures } from "../views/index.ts";

const types = named(cardProcedures, "cards.types");
const updateType = named(cardTypeProcedures, "cardTypes.update");
const updateFields = named(cardTypeProcedures, "cardTypes.updateFields");
const layouts = named(layoutProcedures, "layouts.list");
const updateLayout = named(layoutProcedures, "layouts.update");
const roles = named(organizationProcedures, "roles.list");
const updateRole = named(organizationProcedures, "roles.update");
const views = named(viewProcedures, "views.list");
const updateView = named(viewProcedures, "views.update");
const audit = named(auditProcedures, "audit.search");

let backend: Backend;
let english: Owner;
let hebrew: Owner;
beforeAll(async () => {
  backend = await startBackend();
});
afterAll(() => backend.close());
beforeEach(async () => {
  english = await newOwner();
  english.language = "en";
  hebrew = await newMember(english, { systemRole: "ADMIN" });
  hebrew.language = "he";
});

const leadsOf = async (reader: Owner): Promise<CardType> =>
  (await reader.call(types, {})).find(({ slug }) => slug === "leads") ?? expect.fail("no leads");
const fieldOf = (type: CardType, key: string) => type.fields.find((field) => field.key === key) ?? expect.fail(key);
const labelsOf = (type: CardType, key: string) => fieldOf(type, key).options.map(({ label }) => label);
const shapeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => errorShape(error, "r"),
  );

describe("names that a template gave", () => {
  it("are in each reader's language, and without a language in that of the organization", async () => {
    const [inEnglish, inHebrew] = [await leadsOf(english), await leadsOf(hebrew)];
    expect([inEnglish.name, inEnglish.pluralName]).toEqual(["Lead", "Leads"]);
    expect([inHebrew.name, inHebrew.pluralName]).toEqual(["ליד", "לידים"]);
    expect(fieldOf(inHebrew, "priority")).toMatchObject({ label: "עדיפות", group: "עסקה" });
    expect(labelsOf(inEnglish, "priority")).toEqual(["Low", "Medium", "High", "Urgent"]);
    expect(labelsOf(inHebrew, "priority")).toEqual(["נמוכה", "בינונית", "גבוהה", "דחופה"]);
    expect(JSON.stringify(inHebrew)).not.toContain("presets");
    const latin = inHebrew.fields.flatMap(({ label, options }) => [label, ...options.map((option) => option.label)]);
    expect(latin.filter((label) => /[a-z]/i.test(label))).toEqual(["ליד שיווקי (MQL)", "Google Ads"]);
    english.language = null;
    expect(await leadsOf(english)).toEqual(inEnglish);
  });

  it("stay when a reader of another language saves what they were shown, which is no change", async () => {
    const before = await leadsOf(english);
    const shown = await leadsOf(hebrew);
    const { type } = await hebrew.call(updateFields, { typeId: shown.id, expectedVersion: 1, fields: shown.fields });
    expect(type.version).toBe(1);
    await hebrew.call(updateType, { typeId: shown.id, expectedVersion: 1, changes: { hue: "red", name: shown.name } });
    expect(await leadsOf(english)).toEqual({ ...before, hue: "red", version: 2 });
  });

  it("are the organization's own for everybody once somebody renames them, in whatever language, and the others stay", async () => {
    const shown = await leadsOf(hebrew);
    const fields = shown.fields.map((field) =>
      field.key === "priority"
        ? {
            ...field,
            label: "דחיפות",
            options: field.options.map((option, at) => (at === 0 ? { ...option, label: "Low" } : option)),
          }
        : field,
    );
    await hebrew.call(updateFields, { typeId: shown.id, expectedVersion: 1, fields });
    const inEnglish = await leadsOf(english);
    expect(fieldOf(inEnglish, "priority")).toMatchObject({ label: "דחיפות", group: "Deal" });
    expect(labelsOf(inEnglish, "priority")).toEqual(["Low", "Medium", "High", "Urgent"]);
    // It says the same as the template's English name, but somebody chose it.
    expect(labelsOf(await leadsOf(hebrew), "priority")).toEqual(["Low", "בינונית", "גבוהה", "דחופה"]);
    await english.call(updateType, {
      typeId: shown.id,
      expectedVersion: inEnglish.version,
      changes: { pluralName: "Prospects" },
    });
    expect(await leadsOf(hebrew)).toMatchObject({ name: "ליד", pluralName: "Prospects" });
    const [renaming] = (await hebrew.call(audit, { limit: 2 })).entries.slice(1);
    expect(renaming).toMatchObject({ action: "field.update", before: { label: "עדיפות" }, after: { label: "דחיפות" } });
    expect(JSON.stringify(renaming)).not.toContain("presets");
  });

  it("are taken: no field may have one of them, in any language", async () => {
    const shown = await leadsOf(english);
    const refused = async (label: string) =>
      (
        await shapeOf(
          english.call(updateFields, {
            typeId: shown.id,
            expectedVersion: 1,
            fields: [...shown.fields, { type: "text", label }],
          }),
        )
      )?.fields;
    expect(await refused("עדיפות")).toEqual({ [`fields.${shown.fields.length}.label`]: "validation.unique" });
    expect(await refused("priority")).toEqual({ [`fields.${shown.fields.length}.label`]: "validation.unique" });
    expect(await refused("Something else")).toBeUndefined();
  });

  it("name one group for all its fields, those added under its translated name included", async () => {
    const shown = await leadsOf(hebrew);
    const fields = [...shown.fields, { type: "text" as const, label: "כינוי", key: "nickname", group: "עסקה" }];
    await hebrew.call(updateFields, { typeId: shown.id, expectedVersion: 1, fields });
    expect(fieldOf(await leadsOf(english), "nickname")).toMatchObject({ label: "כינוי", group: "Deal" });
    const [inEnglish, inHebrew] = [
      await english.call(layouts, { typeId: shown.id }),
      await hebrew.call(layouts, { typeId: shown.id }),
    ];
    const titles = inEnglish[0]?.groups.map(({ title }) => title) ?? [];
    expect(titles).toEqual([...new Set(titles)]);
    expect(titles).toContain("Deal");
    expect(inHebrew[0]?.groups.map(({ title }) => title)).toContain("עסקה");
    const [first = expect.fail()] = inHebrew;
    const groups = first.groups.toReversed();
    await hebrew.call(updateLayout, { typeId: shown.id, layoutId: first.id, expectedVersion: 0, changes: { groups } });
    const [stored] = await english.call(layouts, { typeId: shown.id });
    expect(stored?.groups.map(({ title }) => title)).toEqual(titles.toReversed());
  });

  it("are understood in every language by an import, and exported in the reader's", async () => {
    const shown = await leadsOf(english);
    const priority = fieldOf(shown, "priority");
    const suggested = async (reader: Owner, headers: string[]) =>
      (await reader.call(named(importProcedures, "imports.suggestMapping"), { typeId: shown.id, headers })).mapping.map(
        ({ fieldId }) => fieldId,
      );
    for (const reader of [english, hebrew])
      expect(await suggested(reader, ["Name", "עדיפות", "Marketing campaign"])).toEqual(
        await suggested(reader, ["שם", "Priority", "קמפיין שיווקי"]),
      );
    const check = {
      typeId: shown.id,
      mode: "create" as const,
      mapping: [
        { column: 0, fieldId: "name" },
        { column: 1, fieldId: priority.id },
      ],
    };
    const rows = ["Urgent", "דחופה", "СРОЧНЫЙ", "nonsense"].map((value, at) => ({ line: at + 2, cells: [`Row ${at}`, value] }));
    const checked = await english.call(named(importProcedures, "imports.checkRows"), { ...check, rows });
    expect(checked.map(({ outcome }) => outcome)).toEqual(["create", "create", expect.any(String), "refused"]);

    const urgent = priority.options.at(-1)?.id;
    await english.call(named(cardProcedures, "cards.create"), {
      typeId: shown.id,
      fields: { name: "Noa", [priority.id]: urgent },
    });
    await hebrew.call(named(profileProcedures, "profile.update"), { language: "he" });
    const { operationId } = await hebrew.call(named(exportProcedures, "cards.export"), {
      cardTypeId: shown.id,
      fieldIds: ["name", priority.id],
    });
    const operation = (await findOperation(english.orgId, operationId)) ?? expect.fail();
    expect(await runExport(operation, await hebrew.actor(), systemClock)).toBe(true);
    const { resultUrl } = await hebrew.call(named(operationProcedures, "operations.get"), { operationId });
    const fileId = resultUrl?.slice("/files/".length);
    const { body } = await readFile(english.orgId, isId("fil", fileId) ? fileId : expect.fail("no file"));
    expect((await text(body)).trim().split(/\r?\n/)).toEqual(["שם,עדיפות", "Noa,דחופה"]);
  });

  it("of views and roles follow the same rule", async () => {
    const [inEnglish, inHebrew] = [await english.call(views, {}), await hebrew.call(views, {})];
    expect(inEnglish.map(({ name }) => name)).toContain("Board");
    const board = inHebrew.find(({ slug }) => slug === "board") ?? expect.fail();
    expect(board.name).not.toBe("Board");
    await hebrew.call(updateView, { viewId: board.id, description: "Everything" });
    expect((await english.call(views, {})).find(({ id }) => id === board.id)?.name).toBe("Board");
    await hebrew.call(updateView, { viewId: board.id, name: "לוח שלי" });
    expect((await english.call(views, {})).find(({ id }) => id === board.id)?.name).toBe("לוח שלי");

    const seller = (await hebrew.call(roles, {})).find(({ preset }) => preset === "SALES_REPRESENTATIVE") ?? expect.fail();
    const { id: roleId, version: expectedVersion, name } = seller;
    expect(name).not.toMatch(/[a-z]/i);
    await hebrew.call(updateRole, { roleId, expectedVersion, name, description: "מוכרים" });
    expect((await english.call(roles, {})).find(({ id }) => id === roleId)).toMatchObject({
      name: "Sales Representative",
      description: "מוכרים",
    });
    const create = named(organizationProcedures, "roles.create");
    expect((await shapeOf(english.call(create, { name })))?.fields).toEqual({ name: "validation.duplicate" });
    await english.call(updateRole, { roleId, expectedVersion: expectedVersion + 1, name: "Closer" });
    expect((await hebrew.call(roles, {})).find(({ id }) => id === roleId)?.name).toBe("Closer");
  });
});

describe("templates", () => {
  it.each(templateIds)("%s: no two fields or options of one type share a name in any language", async (templateId) => {
    const all = await namesInAll();
    const t = await translator("en");
    const repeated = (names: (string | undefined)[][]) => {
      const seen = names.flatMap((own) => [...new Set(own.map((name) => name?.toLocaleLowerCase()))]);
      return seen.filter((name, at) => seen.indexOf(name) !== at);
    };
    const inAll = (presets: Readonly<Record<string, string>> | undefined) =>
      all.map((words) => words.find(presets?.["label"] ?? ""));
    for (const type of cardTypesOfTemplate(templateId, t, "USD", 0)) {
      expect(repeated(type.fields.map(({ presets }) => inAll(presets)))).toEqual([]);
      for (const { options } of type.fields) expect(repeated(options.map(({ presets }) => inAll(presets)))).toEqual([]);
      expect(inAll({ label: type.presets?.["pluralName"] ?? "" })).toHaveLength(languages.length);
    }
  });
});
