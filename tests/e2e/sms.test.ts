import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { keepPicture } from "./support/picture.ts";
import { smsOf } from "./support/sms.ts";
import { call, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  // Those who borrow the cloud next find it as it was, also after a failure.
  await operator("fine");
  await app.close();
});

const Phones = z.object({ messages: z.array(z.object({ from: z.string(), text: z.string() })) });
const smsTo = async (phone: string) =>
  Phones.parse(await (await fetch(`${app.origin}/local/sms.json?to=${encodeURIComponent(phone)}`)).json()).messages;
/** Sets the simulated operator's behavior. */
const operator = (weather: string) =>
  fetch(`${app.origin}/local/sms/weather`, { method: "POST", body: new URLSearchParams({ weather }), redirect: "manual" });
const { codeFor } = smsOf(() => app);

const Types = z.array(
  z.object({ id: z.string(), slug: z.string(), fields: z.array(z.object({ id: z.string(), type: z.string() })) }),
);
/** Creates a card with this number, or without one. @returns its address */
async function cardWith(page: Page, phone: string | null): Promise<string> {
  const [type] = Types.parse(await call(page, app.origin, "cards.types", {}));
  if (!type) throw new Error("no type");
  const phoneField = type.fields.find((field) => field.type === "phone")?.id ?? "";
  const fields = { name: "Galil Cold Storage", ...(phone ? { [phoneField]: phone } : {}) };
  const { id } = z.object({ id: z.string() }).parse(await call(page, app.origin, "cards.create", { typeId: type.id, fields }));
  return `${app.origin}/cards/${type.slug}/${id}`;
}
const panel = (page: Page) => page.getByRole("dialog", { name: "SMS" });

it("a sender is verified and an SMS sent, by keyboard alone; its delivery and its cost are shown", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/integrations`);
  await page.getByRole("button", { name: "SMS" }).focus();
  await page.keyboard.press("Enter");
  await panel(page).getByLabel("Name or phone number").waitFor();
  await page.keyboard.type("MeridianSun");
  await page.keyboard.press("Tab");
  await page.keyboard.type("+972545550133");
  await page.keyboard.press("Enter");
  await panel(page).getByText("The code is valid for 10 minutes, 5 tries left.").waitFor();
  const code = await codeFor("+972545550133");
  await page.keyboard.type(code === "000000" ? "000001" : "000000");
  await panel(page).getByText("This code is wrong").waitFor();
  await page.getByText("Sender id verification failed").waitFor();
  await page.keyboard.type(code);
  await panel(page)
    .getByText(/^Verified/)
    .waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "sms-sender");
  await page.keyboard.press("Escape");
  await page.getByText("From MeridianSun, 20 SMS left").waitFor();

  await page.goto(await cardWith(page, "+44 7911 128226"));
  const tab = page.getByRole("button", { name: "SMS", exact: true });
  await tab.and(page.locator(":enabled")).focus();
  await page.keyboard.press("Enter");
  const text = page.getByRole("textbox", { name: "Write an SMS" });
  await text.waitFor();
  await page.keyboard.type("Your offer is ready");
  await page.getByText("19 of 160 characters, 1 SMS · 20 SMS left").waitFor();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press("Control+Enter");
  await page.getByText("Delivered").waitFor();
  expect(await smsTo("+447911128226")).toMatchObject([{ from: "MeridianSun", text: "Your offer is ready" }]);
  await keepPicture(page, "sms-sent");

  await operator("unreachable");
  await tab.focus();
  await page.keyboard.press("Enter");
  await text.waitFor();
  await page.keyboard.type("Are you there?");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Not delivered. The phone could not be reached").waitFor();
  await operator("fine");

  await page.goto(`${app.origin}/settings/integrations?open=sms`);
  const ledger = panel(page).getByRole("table", { name: "Entries of the balance" });
  await ledger.getByText("Not sent or not delivered, returned").waitFor();
  const cells = await ledger.getByRole("row").evaluateAll((rows) => rows.map((row) => row.lastElementChild?.textContent));
  expect(cells).toEqual(["Balance", "19", "18", "19", "20"]);
  // Wrong codes get 400 and 422, which browsers report.
  expect(complaints.filter((one) => !one.includes("422"))).toEqual([]);
});

it("where an SMS would be written, the card says what is missing, and leads to where it is set up", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(await cardWith(page, null));
  await page.getByRole("button", { name: "SMS", exact: true, disabled: false }).press("Enter");
  const missing = page.getByRole("dialog", { name: "SMS" });
  await missing.getByText("There is no verified SMS sender").waitFor();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await missing.waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await missing.getByRole("link", { name: "Set up SMS" }).press("Enter");
  await page.waitForURL("**/settings/integrations?open=sms");
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 360],
  ["ru", "light", 360],
  ["hu", "dark", 1024],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 780 });
  await settle(page, app.origin, language);
  await page.goto(`${app.origin}/settings/integrations?open=sms`);
  const dialog = page.getByRole("dialog", { name: "SMS" });
  await dialog.getByRole("textbox").first().waitFor();
  await dialog.getByRole("textbox").first().fill("Meridian");
  await dialog.getByRole("textbox").nth(1).fill(`+97254555${width}${language.length}`);
  await page.keyboard.press("Enter");
  await dialog.locator('input[autocomplete="one-time-code"]').waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, `sms.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});
