import type { OrgId } from "@kartis/core/kernel/id.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { proveSender } from "../support/sms-sender.ts";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { smsOf } from "./support/sms.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the platform switches, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const { leadWith, textsTo } = smsOf(() => app);
const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });
async function settleWithTemplates(page: Page, language: "en" | "he" | "hu" | "ru" = "en"): Promise<OrgId> {
  await settle(page, app.origin, language);
  const { organization } = Me.parse(await call(page, app.origin, "identity.me", {}));
  await switchOn({ orgId: organization.id, clock: systemClock }, "content-templates");
  return organization.id;
}
const Stored = z.object({
  templates: z.array(
    z.object({ name: z.string(), channel: z.string(), format: z.string(), texts: z.record(z.string(), z.unknown()) }),
  ),
});
const makeTemplate = (page: Page, name: string, texts: Readonly<Record<string, string>>) =>
  call(page, app.origin, "templates.create", {
    name,
    channel: "sms",
    texts: Object.fromEntries(Object.entries(texts).map(([language, body]) => [language, { body }])),
  });

it("one's own SMS template is written by keyboard, its parts are counted in both alphabets, and it is changed and restored", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("button", { name: "New template" }).focus();
  await page.keyboard.press("Enter");
  const name = page.getByRole("textbox", { name: "Name" });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("Crew is on the way");
  await page.getByRole("textbox", { name: "Subject" }).fill("Only emails have one");
  await page.getByRole("radio", { name: "SMS" }).focus();
  await page.keyboard.press("Enter");
  // An SMS has neither a subject nor marks nor files.
  await page.getByRole("textbox", { name: "Subject" }).waitFor({ state: "detached" });
  expect(await page.getByRole("toolbar").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Send test to me" }).count()).toBe(0);
  const body = page.getByRole("textbox", { name: "Text", exact: true });
  await body.focus();
  await page.keyboard.type("Hello {first");
  await page.getByRole("option", { name: /First name/ }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(", our crew is on the way €");
  const preview = page.getByRole("complementary", { name: "Preview" });
  await preview.getByText("Sent as: 1 SMS").waitFor();
  await preview.getByText("of 160 characters").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "sms-template");
  await page.keyboard.type(" ✓");
  await preview.getByText("of 70 characters").waitFor();
  await preview.getByText("one SMS holds 70 characters instead of 160").waitFor();
  await page.keyboard.insertText("!".repeat(160));
  await preview.getByText("Sent as: 3 SMS").waitFor();
  await body.fill("Hello {{ recipient.firstName }}, our crew is on the way €");
  await preview.getByText("of 160 characters").waitFor();
  await page.keyboard.press("Control+s");
  const own = page.getByRole("list", { name: "Your SMS" }).getByRole("link", { name: "Crew is on the way" });
  await own.waitFor();
  const { templates } = Stored.parse(await call(page, app.origin, "templates.list", {}));
  expect(templates.find((one) => one.name === "Crew is on the way")).toMatchObject({
    channel: "sms",
    format: "plain",
    texts: { en: { subject: "", body: "Hello {{ recipient.firstName }}, our crew is on the way €" } },
  });
  // What a template is sent by is chosen once.
  expect(await page.getByRole("radio", { name: "SMS" }).count()).toBe(0);
  await page.getByText("Not used in a message yet").waitFor();

  await body.focus();
  await page.keyboard.press("Control+End");
  await page.keyboard.type("again");
  await page.keyboard.press("Control+s");
  await page.getByText("Template saved").first().waitFor();
  await page.getByRole("button", { name: "Compare and restore" }).click();
  const versions = page.getByRole("dialog", { name: /Versions of/ });
  await versions.getByText("again").waitFor();
  await versions.getByRole("button", { name: "Restore this version" }).click();
  await page.getByText("Version restored").waitFor();
  await expect.poll(() => body.textContent()).not.toContain("again");
  expect(complaints).toEqual([]);
});

it("it is chosen on a card, where it is sent with the card's values and counted", async () => {
  const { page, complaints } = await app.open();
  await proveSender({ orgId: await settleWithTemplates(page) });
  const cardId = await leadWith(page, "+972545550251");
  await makeTemplate(page, "Crew is on the way", { en: "Hello {{ card.name }}, we come", he: "שלום {{ card.name }}" });
  await page.goto(`${app.origin}/cards/leads/${cardId}`);
  await page
    .getByRole("tab", { name: "SMS" })
    .or(page.getByRole("button", { name: "SMS", exact: true }))
    .first()
    .click();
  await page
    .getByRole("button", { name: "Insert a template" })
    .or(page.getByRole("button", { name: "Template", exact: true }))
    .first()
    .click();
  await page.getByRole("menuitem", { name: "Crew is on the way" }).click();
  const text = page.getByRole("textbox", { name: "Write an SMS" });
  await expect.poll(() => text.inputValue()).toBe("Hello Galil Cold Storage, we come");
  await keepPicture(page, "sms-template.card");
  await text.press("Control+Enter");
  await expect.poll(() => textsTo("+972545550251")).toEqual(["Hello Galil Cold Storage, we come"]);
  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("link", { name: "Crew is on the way" }).click();
  await page.getByText("Sent in 1 message in the last 30 days").waitFor();
  expect(complaints).toEqual([]);
});

it("an automation's SMS step sends it", async () => {
  const { page, complaints } = await app.open();
  await proveSender({ orgId: await settleWithTemplates(page) });
  await makeLeads(page, app.origin, [{ name: "Galil Cold", phone: "+972545550252" }]);
  await makeTemplate(page, "Crew is on the way", { en: "Hello {{ card.name }}, we come" });
  await page.goto(`${app.origin}/automations`);
  await page.getByRole("button", { name: "New automation" }).first().click();
  await page
    .getByRole("dialog", { name: "New automation" })
    .getByRole("button", { name: /^Blank/ })
    .click();
  await page.waitForURL(/\/automations\/aut_/);
  await page.getByRole("button", { name: "Add action" }).click();
  await page.getByRole("menuitem", { name: "Send SMS", exact: true }).click();
  const inspector = page.getByRole("complementary", { name: "Send SMS" });
  await inspector.getByRole("radio", { name: "Own text" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await inspector.getByRole("button", { name: /Template/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "Crew is on the way" }).waitFor();
  await page.keyboard.press("c");
  await page.keyboard.press("Enter");
  await inspector.getByRole("region", { name: "What it says" }).getByText("Hello Card name, we come").waitFor();
  await page
    .getByRole("region", { name: "Steps of the automation" })
    .getByText(/Crew is on the way/)
    .waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "sms-template.automation");
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 390],
  ["hu", "dark", 768],
  ["ru", "light", 1440],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, width, theme });
  await settleWithTemplates(page, language);
  const words = {
    he: "שלום {{ card.name }}, הצוות בדרך",
    hu: "Jó napot, {{ card.name }}!",
    ru: "Здравствуйте, {{ card.name }}!",
  };
  const { id } = z.object({ id: z.string() }).parse(
    await makeTemplate(page, { he: "הצוות בדרך", hu: "Úton a csapat", ru: "Бригада в пути" }[language], {
      [language]: words[language],
    }),
  );
  await page.goto(`${app.origin}/settings/templates?template=${id}`);
  await page.locator("meter").waitFor({ state: "attached" });
  expect(await serious(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await keepPicture(page, `sms-template.${language}.${theme}.${width}`);
  await page.goto(`${app.origin}/settings/templates?template=new`);
  await page.getByRole("radio", { name: "SMS" }).click();
  await page.locator("[contenteditable]").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await keepPicture(page, `sms-template.new.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});
