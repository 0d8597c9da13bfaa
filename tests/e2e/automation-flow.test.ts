import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const canvas = (page: Page) => page.locator("[data-canvas]");

/** A type whose cards name leads, a lead with two of them, and an automation without steps. */
async function prepare(page: Page, definition: object) {
  const leads = await typeOf(page, app.origin, "leads");
  const deals = (await call(page, app.origin, "cardTypes.create", {
    draft: {
      name: "Project",
      pluralName: "Projects",
      hue: "slate",
      fields: [
        { label: "Remark", type: "text" },
        { label: "Lead", type: "cardRelation", relation: { typeIds: [leads.id], many: true } },
      ],
    },
  })) as { id: string; fields: { id: string; label: string }[] };
  const leadField = deals.fields.find(({ label }) => label === "Lead")?.id ?? "";
  const [first] = leads.fields.find(({ id }) => id === "status")?.options ?? [];
  const lead = (await call(page, app.origin, "cards.create", {
    typeId: leads.id,
    fields: { name: "Galil Cold Storage", status: first?.id },
  })) as { id: string };
  for (const name of ["Roof", "Yard"])
    await call(page, app.origin, "cards.create", { typeId: deals.id, fields: { name, [leadField]: [lead.id] } });
  const { id } = (await call(page, app.origin, "automations.create", {
    cardTypeId: leads.id,
    name: "Projects of a lead",
    definition: JSON.parse(JSON.stringify(definition).replaceAll("PROJECTS", deals.id)) as object,
  })) as { id: string };
  return { id, leads, deals, lead };
}

it("a user names what started an automation, limits it by related cards, and does a step for each of them", async () => {
  const { page, complaints } = await app.open({ height: 1100 });
  await settle(page, app.origin);
  const { id, leads, lead } = await prepare(page, {
    trigger: { kind: "statusChanged", from: [], to: [] },
    filter: null,
    steps: [],
  });
  await page.goto(`${app.origin}/automations/${id}`);
  const saved = () =>
    page
      .getByRole("status")
      .filter({ hasText: /^Saved$/ })
      .waitFor();

  // Only for leads with projects, of these days, whatever is to be done for them.
  await page.getByRole("button", { name: "Only for some cards" }).click();
  const conditions = page.getByRole("complementary", { name: "Conditions" });
  await conditions.getByRole("menuitem", { name: "Related Projects: number" }).click();
  await conditions.getByRole("button", { name: "Choose", exact: true }).click();
  await page.keyboard.type("2");
  await page.keyboard.press("Enter");
  await conditions.getByRole("button", { name: "Add condition" }).click();
  await page.keyboard.type("Created");
  await page.getByRole("menuitem", { name: "Created", exact: true }).first().click();
  await conditions.getByRole("button", { name: "Choose", exact: true }).click();
  await page.getByRole("button", { name: "3 days ago" }).first().click();
  await conditions.getByRole("button", { name: "Add condition" }).click();
  await page.keyboard.type("Open tasks");
  await page.getByRole("menuitem", { name: "Open tasks" }).click();
  await conditions.getByRole("button", { name: "Choose", exact: true }).click();
  await page.keyboard.type("0");
  await page.keyboard.press("Enter");
  await canvas(page).getByText("Open tasks").waitFor();
  await saved();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "flow.conditions");

  // A step for each project, by keyboard.
  await page.getByRole("button", { name: "Add action" }).focus();
  await page.keyboard.press("Enter");
  await page.keyboard.type("For each");
  await page.keyboard.press("Enter");
  const each = page.getByRole("complementary", { name: "For each related card" });
  await each.waitFor();
  await each.getByRole("button", { name: /Card type/ }).click();
  await page.getByRole("option", { name: "Projects" }).click();
  await canvas(page).getByText("Add at least one step for the related cards").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "flow.each");
  const inner = canvas(page).getByRole("region", { name: "For each card" });
  await inner.getByRole("button", { name: "Add action" }).click();
  await page.getByRole("menuitem", { name: "Change field" }).click();
  const form = page.getByRole("complementary", { name: "Change field" });
  await form.getByRole("button", { name: /Field/ }).click();
  await page.getByRole("option", { name: "Remark" }).click();
  await form.getByRole("button", { name: /Change/ }).click();
  await page.getByRole("option", { name: "Write" }).click();
  await form.getByRole("textbox", { name: "Text" }).click();
  await page.keyboard.type("Now ");
  await form.getByRole("button", { name: "Insert variable" }).click();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "flow.variables");
  await page.getByRole("option", { name: "New status" }).click();
  await inner.getByText("New status").waitFor();
  await saved();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "flow.builder");

  await page.getByRole("button", { name: "Test" }).click();
  await page.getByRole("option", { name: "Galil Cold Storage" }).click();
  const result = page.getByRole("group", { name: "What would happen" });
  await result.getByText("2 related cards").waitFor();
  await result.getByText("For Roof").waitFor();
  await result
    .getByText(/Now .*New status/)
    .first()
    .waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "flow.test");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByText("is published and active").waitFor();
  const status = leads.fields.find((field) => field.id === "status")?.options[1];
  await call(page, app.origin, "cards.update", { cardId: lead.id, fields: { status: status?.id } });
  await page.getByText("1 run in 30 days").waitFor({ timeout: 60_000 });
  await page.goto(`${app.origin}/automations/${id}/runs`);
  await page.getByRole("link", { name: /Galil Cold Storage/ }).click();
  await page.getByText("2 of 2 related cards").waitFor();
  await page.getByRole("link", { name: "Yard" }).waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "flow.run");
  await page.getByRole("link", { name: "Yard" }).click();
  await page.getByText("Now ").first().waitFor();
  await page.goto(`${app.origin}/automations/${id}/versions`);
  await page.getByRole("heading", { name: "For each related card" }).waitFor();
  await keepPicture(page, "flow.versions");
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 1440],
  ["ru", "light", 390],
  ["hu", "light", 1024],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 1100 });
  await settle(page, app.origin, language);
  const write = {
    kind: "createTask",
    title: "{{ trigger.status.from }} → {{ card.name }}",
    due: { amount: 1, unit: "days" },
    assignee: "owner",
  };
  const link = { kind: "createTask", title: "{{ steps.first.link }}", due: { amount: 1, unit: "days" }, assignee: "owner" };
  const { id } = await prepare(page, {
    trigger: { kind: "statusChanged", from: [], to: [] },
    filter: {
      all: [
        { fieldId: "before:status", operator: "EXISTS" },
        { fieldId: "related:PROJECTS:name", operator: "CONTAINS", value: "Roof" },
        { fieldId: "owner", operator: "EQUAL", value: "usr_cause" },
        { fieldId: "createdAt", operator: "GREATER_THAN", value: "today-30T" },
        { fieldId: "lastActivityAt", operator: "LESS_THAN", value: "today-14T" },
        { fieldId: "overdueTasks", operator: "GREATER_THAN", value: 1 },
      ],
    },
    steps: [
      { id: "first", kind: "action", action: write },
      {
        id: "each",
        kind: "forEach",
        relatedTypeId: "PROJECTS",
        filter: { all: [{ fieldId: "name", operator: "EXISTS" }] },
        steps: [{ id: "link", kind: "action", action: link }],
      },
    ],
  });
  await page.goto(`${app.origin}/automations/${id}`);
  await canvas(page).getByText("Roof").waitFor();
  if (width > 767) await page.locator('[data-node="each"]').click();
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await serious(page)).toEqual([]);
  expect(await fits()).toBe(true);
  await keepPicture(page, `flow.builder.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});

it("a user has a number calculated and a date counted from another, and is told what does not compute", async () => {
  const { page, complaints } = await app.open({ height: 1100 });
  await settle(page, app.origin);
  const {
    id: cardTypeId,
    slug,
    fields,
  } = (await call(page, app.origin, "cardTypes.create", {
    draft: {
      name: "Order",
      pluralName: "Orders",
      hue: "slate",
      fields: [
        { label: "Price", type: "currency", currency: "ILS" },
        { label: "Total", type: "currency", currency: "ILS" },
        { label: "Paid by", type: "date" },
      ],
    },
  })) as { id: string; slug: string; fields: { id: string; label: string }[] };
  const { id } = (await call(page, app.origin, "automations.create", {
    cardTypeId,
    name: "Totals",
    definition: { trigger: { kind: "cardCreated" }, filter: null, steps: [] },
  })) as { id: string };
  await page.goto(`${app.origin}/automations/${id}`);
  const form = page.getByRole("complementary", { name: "Change field" });
  const choose = async (select: RegExp, option: string) => {
    await form.getByRole("button", { name: select }).click();
    await page.getByRole("option", { name: option, exact: true }).click();
  };
  const addChange = async (field: string, how: string) => {
    await canvas(page).getByRole("button", { name: "Add action" }).last().click();
    await page.getByRole("menuitem", { name: "Change field" }).click();
    await choose(/Field/, field);
    await choose(/^Set Change$|Change/, how);
  };
  await addChange("Total", "Calculate");
  await form.getByRole("button", { name: "Insert variable" }).click();
  expect(await page.getByRole("option").allTextContents()).toEqual(["Price", "Total"]);
  await page.getByRole("option", { name: "Price" }).click();
  await page.keyboard.type(" *");
  await form.getByText("Use only numbers, fields, + − × ÷, % and parentheses").waitFor();
  await page.keyboard.type(" 118%");
  await form.getByText("If a field is empty, the step is skipped").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "flow.calculate");

  await addChange("Paid by", "Count from a date");
  await form.getByRole("textbox", { name: "By" }).fill("30");
  await page.keyboard.press("Tab");
  await canvas(page).getByText("30 days").waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: /^Saved$/ })
    .waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "flow.dates");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByText("is published and active").waitFor();
  const price = fields.find(({ label }) => label === "Price")?.id ?? "";
  await call(page, app.origin, "cards.create", { typeId: cardTypeId, fields: { name: "Walnut table", [price]: 100_000 } });
  await page.getByText("1 run in 30 days").waitFor({ timeout: 60_000 });
  await page.goto(`${app.origin}/cards/${slug}`);
  await page.getByText(/1,180/).first().waitFor();
  expect(complaints).toEqual([]);
});
