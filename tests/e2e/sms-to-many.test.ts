import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { makeLeads, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { smsOf } from "./support/sms.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const Phones = z.object({ messages: z.array(z.object({ from: z.string(), to: z.string(), text: z.string() })) });
const sentFrom = async (from: string) =>
  Phones.parse(await (await fetch(`${app.origin}/local/sms.json`)).json()).messages.filter((one) => one.from === from);

const { makeSender } = smsOf(() => app);
const leadsWithPhones = (page: Page, prefix: string): Promise<void> =>
  makeLeads(page, app.origin, [
    { name: "Dana Levi", phone: `${prefix}1` },
    { name: "Uri Katz", phone: `${prefix}2` },
    { name: "Dana Levi, once more", phone: `${prefix}1` },
    { name: "Without a number" },
  ]);

it("several cards get an SMS each, by keyboard alone: written with a field, previewed with its cost, and sent", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeSender(page, "+972545550144", "SunOfMany");
  await leadsWithPhones(page, "+97254555020");
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Uri Katz" }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("ControlOrMeta+a");
  const send = page.getByRole("button", { name: "Send SMS" });
  await send.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "SMS to 4 cards" });
  await expect
    .poll(() => dialog.getByRole("textbox", { name: "Text" }).evaluate((box) => box === document.activeElement))
    .toBe(true);
  await page.keyboard.type("Hello {first");
  await page.getByRole("option", { name: /first name/i }).waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type(", we moved");
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "sms-to-many.write");
  await dialog.getByRole("button", { name: "Preview" }).focus();
  await page.keyboard.press("Enter");
  await dialog.getByText("2 cards get an SMS").waitFor();
  await dialog.getByText("This takes 2 SMS of the 20 left in your balance").waitFor();
  await dialog.getByText(/Another of the selected records has the same number/).waitFor();
  await dialog.getByRole("cell", { name: "Hello Dana, we moved" }).waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "sms-to-many.preview");
  await page.keyboard.press("Enter");
  await page.getByText("2 SMS are on their way").waitFor();
  await expect
    .poll(async () => (await sentFrom("SunOfMany")).map(({ to, text: said }) => `${to} ${said}`).toSorted())
    .toEqual(["+972545550201 Hello Dana, we moved", "+972545550202 Hello Uri, we moved"]);
  expect(complaints).toEqual([]);
});

it("the dialog says what is missing, and links to where it is set up", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await leadsWithPhones(page, "+97254555030");
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("grid").getByRole("checkbox").first().click();
  await page.getByRole("button", { name: "Send SMS" }).click();
  const dialog = page.getByRole("dialog", { name: "SMS to 4 cards" });
  await dialog.getByText("There is no verified SMS sender").waitFor();
  await dialog.getByRole("link", { name: "Set up SMS" }).click();
  await page.waitForURL(`${app.origin}/settings/integrations?open=sms`);
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 1440],
  ["ru", "light", 1024],
  ["hu", "dark", 768],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 780 });
  await settle(page, app.origin, language);
  await makeSender(page, `+9725455501${width === 768 ? 68 : width === 1024 ? 24 : 40}`, `Sun${language}`);
  await leadsWithPhones(page, `+9725455504${width === 768 ? 6 : width === 1024 ? 2 : 4}`);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("grid").getByRole("checkbox").first().click();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await keepPicture(page, `sms-to-many.bar.${language}.${theme}.${width}`);
  const words = { he: "שליחת SMS", ru: "Отправить SMS", hu: "SMS küldése" };
  await page.getByRole("button", { name: words[language] }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("[contenteditable]").click();
  await page.keyboard.type("{");
  await page.getByRole("option").first().waitFor();
  await page.keyboard.press("Enter");
  await page.keyboard.type("!");
  await keepPicture(page, `sms-to-many.write.${language}.${theme}.${width}`);
  expect(await serious(page)).toEqual([]);
  await dialog.locator('button[type="submit"]').click();
  await dialog.getByRole("table").waitFor();
  expect(await serious(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await keepPicture(page, `sms-to-many.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});
