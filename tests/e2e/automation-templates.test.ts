import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { mailsTo } from "../support/mailbox.ts";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the platform switches, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const soon = { timeout: 30_000 };
const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });
const Made = z.object({ id: z.string() });
const canvas = (page: Page) => page.locator("[data-canvas]");

const english = {
  subject: "Welcome, {{ card.name }}",
  body: "Hello **{{ recipient.firstName | there }}**\n\n- One\n- Two\n\n[Our prices](https://prices.example/{{ card.name }})",
};
const hebrew = { subject: "ברוכים הבאים, {{ card.name }}", body: "שלום **{{ recipient.firstName | לכולם }}**" };

/** A person in an organization with templates, and with two of them. */
async function place(page: Page, language: "en" | "he" = "en") {
  await settle(page, app.origin, language);
  const { organization } = Me.parse(await call(page, app.origin, "identity.me", {}));
  await switchOn({ orgId: organization.id, clock: systemClock }, "content-templates");
  const texts = { en: english, he: hebrew };
  const make = async (name: string, more: object) =>
    Made.parse(await call(page, app.origin, "templates.create", { name, channel: "mail", texts, ...more })).id;
  const welcome = await make("Welcome", {});
  await make("Price list", {});
  return { welcome, lead: await typeOf(page, app.origin, "leads") };
}

async function draft(page: Page, cardTypeId: string, action: object): Promise<string> {
  const definition = { trigger: { kind: "cardCreated" }, filter: null, steps: [{ id: "s1", kind: "action", action }] };
  const { id } = Made.parse(await call(page, app.origin, "automations.create", { cardTypeId, name: "Greeting", definition }));
  await page.goto(`${app.origin}/automations/${id}?step=s1`);
  return id;
}

it("a user has a step send a template, by keyboard, sees what it says to a card, tests and publishes it, and the email arrives", async () => {
  const { page, complaints } = await app.open({ height: 1000 });
  const { welcome, lead } = await place(page);
  const fieldId = lead.fields.find(({ key }) => key === "email")?.id ?? "";
  await makeLeads(page, app.origin, [{ name: "Dana Levi", email: "dana.levi@galil.example" }]);
  const id = await draft(page, lead.id, { kind: "sendEmail", subject: "Mine", text: "My own words", fieldId });
  const form = page.getByRole("complementary", { name: "Send email" });
  await form.getByRole("textbox", { name: "Subject" }).waitFor(soon);

  await form.getByRole("radio", { name: "Own text" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await page.getByText("Not saved: some steps are not complete yet").waitFor(soon);
  const select = form.getByRole("button", { name: /Template/ });
  await select.focus();
  await page.keyboard.press("Enter");
  expect(await page.getByRole("option").allTextContents()).toEqual(["Price list", "Welcome"]);
  await page.keyboard.press("w");
  await page.keyboard.press("Enter");
  await canvas(page)
    .getByText(/Send email template Welcome to Email/)
    .waitFor(soon);
  // The template itself, with its variables by name.
  const preview = form.getByRole("region", { name: "What it says" });
  await preview.getByText("Welcome, Card name").waitFor(soon);
  // Of a link, its words.
  await preview.getByText("Our prices").waitFor(soon);
  expect(await preview.getByText("prices.example").count()).toBe(0);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation-template.form");
  // What was written before comes back.
  await form.getByRole("radio", { name: "Own text" }).click();
  await expect.poll(() => form.getByRole("textbox", { name: "Subject" }).textContent(), soon).toBe("Mine");
  await form.getByRole("radio", { name: "Template" }).click();
  await select.click();
  await page.getByRole("option", { name: "Welcome" }).click();

  await preview.getByRole("button", { name: "Choose a card" }).click();
  await page.getByRole("option", { name: "Dana Levi" }).click();
  const said = form.getByRole("region", { name: "What it says to Dana Levi" });
  await said.getByText("Welcome, Dana Levi").waitFor(soon);
  await said.getByRole("listitem").getByText("Two").waitFor(soon);
  expect(await said.locator("strong, b").textContent()).toBe("Dana");
  expect(await form.getByRole("link", { name: "Open the template" }).getAttribute("href")).toContain(welcome);
  await keepPicture(page, "automation-template.preview");

  await page.getByRole("button", { name: "Test" }).click();
  await page.getByRole("option", { name: "Dana Levi" }).click();
  const result = page.getByRole("group", { name: "What would happen" });
  await result.getByText("dana.levi@galil.example").waitFor(soon);
  await result.getByText("Welcome, Dana Levi").waitFor(soon);
  expect(await result.getByText("Template Welcome").count()).toBe(1);
  await keepPicture(page, "automation-template.test");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByText("is published and active").waitFor(soon);
  await makeLeads(page, app.origin, [{ name: "Noa Bar", email: "noa.bar@galil.example" }]);
  await expect
    .poll(async () => (await mailsTo(app.origin, "noa.bar@galil.example")).map(({ subject }) => subject), { timeout: 60_000 })
    .toEqual(["Welcome, Noa Bar"]);
  expect((await mailsTo(app.origin, "noa.bar@galil.example"))[0]?.text).toContain("Hello Noa");

  // The run names the template beside the email.
  await page.goto(`${app.origin}/automations/${id}/runs`);
  await page.getByText("Noa Bar").first().click();
  await page.getByText(/Send email template Welcome to Email/).waitFor(soon);
  await keepPicture(page, "automation-template.run");
  await page.goto(`${app.origin}/automations/${id}/versions`);
  await page.getByText("Welcome").first().waitFor(soon);
  await keepPicture(page, "automation-template.version");

  // The template says which automation sends it; without it, that says where it is broken.
  await page.goto(`${app.origin}/settings/templates?template=${welcome}`);
  const usage = page.getByRole("region", { name: "Usage" });
  await usage.getByRole("link", { name: "Greeting" }).waitFor(soon);
  await keepPicture(page, "automation-template.usage");
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await page.getByText("Automations that cannot run without it").waitFor(soon);
  await keepPicture(page, "automation-template.deleted");
  await page.goto(`${app.origin}/automations/${id}?step=s1`);
  await page.getByRole("complementary", { name: "Send email" }).getByText("This template no longer exists").waitFor(soon);
  await keepPicture(page, "automation-template.gone");
  expect(complaints).toEqual([]);
});

it("an automation with a template that is imported has it chosen by its name", async () => {
  const { page } = await app.open({ height: 1000 });
  const { welcome, lead } = await place(page);
  const fieldId = lead.fields.find(({ key }) => key === "email")?.id ?? "";
  await draft(page, lead.id, { kind: "sendEmail", templateId: welcome, fieldId });
  await page.getByRole("complementary", { name: "Send email" }).getByText("Welcome, Card name").waitFor(soon);
  const shared = {
    kartis: "automation",
    format: 1,
    name: "From afar",
    cardType: "@1",
    definition: {
      trigger: { kind: "cardCreated" },
      filter: null,
      steps: [{ id: "s1", kind: "action", action: { kind: "sendEmail", templateId: "@3", fieldId: "@2" } }],
    },
    references: {
      "@1": { kind: "type", name: "Lead" },
      "@2": { kind: "field", name: "Email", of: "@1", type: "email" },
      "@3": { kind: "template", name: "welcome", channel: "mail", of: "@1" },
    },
  };
  await page.goto(`${app.origin}/automations`);
  await page.getByRole("button", { name: "New automation" }).first().click();
  await page.getByRole("button", { name: /^Import a recipe/ }).click();
  const dialog = page.getByRole("dialog", { name: "Import a recipe" });
  await dialog.getByRole("textbox").fill(JSON.stringify(shared));
  await dialog.getByRole("button", { name: "Continue" }).click();
  const template = dialog.getByRole("button", { name: /Template: welcome/ });
  await template.getByText("Welcome", { exact: true }).waitFor(soon);
  await keepPicture(page, "automation-template.import");
  await dialog.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/automations\/aut_/);
  await canvas(page)
    .getByText(/Send email template Welcome to Email/)
    .waitFor(soon);
});

it.each([
  ["he", "dark", 1440],
  ["he", "light", 360],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const isPhone = width < 600;
  const { page } = await app.open({ width, height: 900, language, theme, isPhone });
  const { welcome, lead } = await place(page, "he");
  const fieldId = lead.fields.find(({ key }) => key === "email")?.id ?? "";
  await draft(page, lead.id, { kind: "sendEmail", templateId: welcome, fieldId });
  await canvas(page)
    .getByText(/שליחת תבנית האימייל Welcome/)
    .waitFor(soon);
  if (!isPhone) await page.getByText("ברוכים הבאים", { exact: false }).waitFor(soon);
  expect(await serious(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0);
  await keepPicture(page, `automation-template.${language}-${theme}-${width}`);
});
