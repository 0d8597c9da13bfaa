import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { smsOf } from "./support/sms.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const Hours = z.object({ quietHours: z.object({ from: z.string(), until: z.string() }).nullable() });

const { textsTo, makeSender, leadWith } = smsOf(() => app);
const openLead = async (page: Page, phone: string) => page.goto(`${app.origin}/cards/leads/${await leadWith(page, phone)}`);
/** Hours in which it is now, by the clocks of Israel. */
function hoursOfNow(): { from: string; until: string } {
  const clock = new Intl.DateTimeFormat("en", { timeZone: "Asia/Jerusalem", hour: "numeric", hourCycle: "h23" });
  const of = (hours: number) => `${String((Number(clock.format()) + hours + 24) % 24).padStart(2, "0")}:00`;
  return { from: of(-1), until: of(2) };
}
const pressSms = (page: Page) =>
  page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled")).press("Enter");

it("are set in the integration, and whoever writes in them is asked; what waits is sent now or canceled on the card, by keyboard", async () => {
  const { page, complaints } = await app.open();
  const { keyboard } = page;
  await settle(page, app.origin);
  await makeSender(page, "+972545559401");

  await page.goto(`${app.origin}/settings/integrations?open=sms`);
  const panel = page.getByRole("dialog", { name: "SMS" });
  const section = panel.getByRole("region", { name: "Quiet hours" });
  await section.getByRole("switch").press("Space");
  const from = section.getByRole("group", { name: "From" }).getByRole("spinbutton").first();
  await from.waitFor(soon);
  await from.focus();
  await keyboard.type("0930");
  const until = section.getByRole("group", { name: "Until" }).getByRole("spinbutton").first();
  await until.focus();
  await keyboard.type("0930");
  await section.getByRole("button", { name: "Save" }).press("Enter");
  await section.getByText("Quiet hours begin and end at different times").waitFor(soon);
  await until.focus();
  await keyboard.type("1800");
  // What is not saved is not left behind by a wrong key.
  await keyboard.press("Escape");
  const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
  await question.getByText("2 changes are not saved.").waitFor(soon);
  await keepPicture(page, "quiet-hours-leave");
  await question.getByRole("button", { name: "Stay" }).press("Enter");
  await question.waitFor({ state: "detached", ...soon });
  await until.press("Enter");
  const stored = async () => Hours.parse(await call(page, app.origin, "sms.settings", {})).quietHours;
  await expect.poll(stored, soon).toEqual({ from: "09:30", until: "18:00" });
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "quiet-hours-settings");

  await call(page, app.origin, "sms.setQuietHours", { hours: hoursOfNow() });
  // The panel asks for them: a request that the next page cuts off would count as under way.
  await atRest(page);
  await openLead(page, "+972545559402");
  await pressSms(page);
  await page.getByRole("textbox", { name: "Write an SMS" }).waitFor(soon);
  await keyboard.type("Your offer is ready");
  await keyboard.press("Control+Enter");
  const asked = page.getByRole("alertdialog", { name: /^It is .+ there$/ });
  await asked.waitFor(soon);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "quiet-hours-asked");
  // What was written stays.
  await keyboard.press("Escape");
  await asked.waitFor({ state: "detached", ...soon });
  expect(await page.getByRole("textbox", { name: "Write an SMS" }).inputValue()).toBe("Your offer is ready");
  await page.getByRole("textbox", { name: "Write an SMS" }).press("Control+Enter");
  await asked.waitFor(soon);
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), soon).toMatch(/^Wait until /);
  await keyboard.press("Enter");
  await page.getByText(/^Waits until .+, quiet hours$/).waitFor(soon);
  await keepPicture(page, "quiet-hours-waits");
  expect(await textsTo("+972545559402")).toEqual([]);
  await page.getByRole("button", { name: "Send now" }).press("Enter");
  await page.getByText("Delivered", { exact: true }).waitFor(soon);
  expect(await textsTo("+972545559402")).toEqual(["Your offer is ready"]);
  // The buttons are gone, and the focus is still on the SMS.
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute("data-menu-of")), soon).toBe(true);

  await pressSms(page);
  await page.getByRole("textbox", { name: "Write an SMS" }).waitFor(soon);
  await keyboard.type("Never mind");
  await keyboard.press("Control+Enter");
  await asked.getByRole("button", { name: /^Wait until/ }).press("Enter");
  const waits = page.getByText(/^Waits until .+, quiet hours$/);
  await waits.waitFor(soon);
  await page.getByRole("button", { name: "Cancel sending" }).press("Enter");
  await waits.waitFor({ state: "detached", ...soon });
  await page.getByText("The SMS was canceled").first().waitFor(soon);
  // The focus is on the SMS beside.
  const focused = () => page.evaluate(() => document.activeElement?.closest("[data-row]")?.textContent);
  await expect.poll(focused, soon).toContain("Your offer is ready");
  await keepPicture(page, "quiet-hours-canceled");
  // Taken back, it waits again.
  await page.getByRole("button", { name: "Undo" }).last().press("Enter");
  await waits.waitFor(soon);
  await page.getByRole("button", { name: "Cancel sending" }).press("Enter");
  await waits.waitFor({ state: "detached", ...soon });
  await expect.poll(focused, soon).toContain("Your offer is ready");

  // So does the key, right after it was written.
  await pressSms(page);
  const writing = page.getByRole("textbox", { name: "Write an SMS" });
  await writing.fill("On second thought");
  await writing.press("Control+Enter");
  await asked.getByRole("button", { name: /^Wait until/ }).press("Enter");
  await waits.waitFor(soon);
  await writing.waitFor({ state: "detached", ...soon });
  await keyboard.press("Control+z");
  await page.getByText(/^“The SMS waits until .+” has been undone$/).waitFor(soon);
  await waits.waitFor({ state: "detached", ...soon });
  await keyboard.press("Control+Shift+z");
  await waits.waitFor(soon);
  expect(complaints.filter((one) => !one.includes("400"))).toEqual([]);
  await page.context().close();
});

it("fit a phone in Hebrew", async () => {
  const { page, complaints } = await app.open({ width: 390, height: 844, isPhone: true, theme: "dark" });
  await settle(page, app.origin, "he");
  await makeSender(page, "+972545559403");
  await call(page, app.origin, "sms.setQuietHours", { hours: hoursOfNow() });
  await page.goto(`${app.origin}/settings/integrations?open=sms`);
  await page.getByRole("region", { name: "שעות שקט" }).scrollIntoViewIfNeeded(soon);
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "quiet-hours-settings-he-390");
  await openLead(page, "+972545559404");
  await page.getByRole("tab", { name: "פעילות" }).tap(soon);
  await page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled")).tap(soon);
  await page.getByRole("textbox", { name: "כתיבת SMS" }).fill("ההצעה מוכנה");
  await page.getByRole("button", { name: /^שליחה/ }).tap(soon);
  const asked = page.getByRole("alertdialog", { name: /^השעה שם/ });
  await asked.waitFor(soon);
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "quiet-hours-asked-he-390");
  await asked.getByRole("button", { name: /^להמתין עד/ }).tap();
  await page.getByText(/^ממתין עד/).waitFor(soon);
  await atRest(page);
  await keepPicture(page, "quiet-hours-waits-he-390");
  expect(complaints).toEqual([]);
  await page.context().close();
});
