import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { smsOf } from "./support/sms.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const { makeSender, leadWith } = smsOf(() => app);
/** The person with this phone answers its operator. */
const answers = (phone: string, text: string) =>
  fetch(`${app.origin}/local/sms/answer`, { method: "POST", body: new URLSearchParams({ phone, text }), redirect: "manual" });

const openForm = async (page: Page) => {
  await page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled")).press("Enter");
  await page.getByRole("textbox", { name: "Write an SMS" }).waitFor(soon);
};
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

it("an SMS to somebody who said STOP fails and says so; SMS are allowed again after a question about the law, by keyboard", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeSender(page, "+972545559101");
  await answers("+447911128911", "STOP");
  await page.goto(`${app.origin}/cards/leads/${await leadWith(page, "+447911128911")}`);
  await openForm(page);
  await page.keyboard.type("Are you there?");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Not delivered. The recipient has opted out of SMS").waitFor(soon);
  await openForm(page);
  await page.getByText(/This number has opted out of SMS\. The operator reported it on /).waitFor(soon);
  await page.keyboard.type("Are you there now?");
  expect(await page.locator("form button[type=submit]").isDisabled()).toBe(true);
  await atRest(page);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "sms-opted-out");
  const allow = page.getByRole("button", { name: "Allow again" });
  await allow.press("Enter");
  const asked = page.getByRole("alertdialog", { name: /Allow SMS to .*\+44 7911 128911.* again\?/ });
  await asked.getByText(/against the law/).waitFor(soon);
  await asked.getByText(/The operator keeps refusing/).waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "sms-allow-again");
  await page.keyboard.press("Escape");
  await expect.poll(() => focused(page), soon).toBe("Allow again");
  await page.keyboard.press("Enter");
  await asked.getByRole("button", { name: "Allow again" }).press("Enter");
  await expect.poll(() => focused(page), soon).toBe("Mark as opted out");
  await answers("+447911128911", "START");
  await page.getByRole("textbox", { name: "Write an SMS" }).press("Control+Enter");
  await page.getByText("Delivered", { exact: true }).waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("a number is marked by a person, whose name it says; an SMS to many names it and leaves it out, and Escape keeps what was written", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeSender(page, "+972545559102");
  await makeLeads(page, app.origin, [{ name: "Dana Levi", phone: "+972545559103" }]);
  await page.goto(`${app.origin}/cards/leads/${await leadWith(page, "+972545559104")}`);
  await openForm(page);
  await page.getByRole("button", { name: "Mark as opted out" }).press("Enter");
  await page.getByText(/This number has opted out of SMS\. .?Noa Adler.? marked it on /).waitFor(soon);
  await expect.poll(() => focused(page), soon).toBe("Allow again");

  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("grid").getByRole("checkbox").first().click();
  const open = async () => {
    await page.getByRole("button", { name: "Send SMS" }).press("Enter");
    await page.getByRole("dialog").locator("[contenteditable]").waitFor(soon);
  };
  await open();
  const text = page.getByRole("dialog").locator("[contenteditable]");
  await expect.poll(() => text.evaluate((field) => field === document.activeElement), soon).toBe(true);
  await page.keyboard.type("We moved");
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached", ...soon });
  await open();
  await expect.poll(() => text.textContent(), soon).toBe("We moved");
  await page.getByRole("dialog").getByRole("button", { name: "Preview" }).press("Enter");
  await page.getByRole("dialog").getByText("1 card gets an SMS").waitFor(soon);
  const left = page.getByRole("listitem").filter({ hasText: "This number has opted out of SMS" });
  expect(await left.textContent()).toContain("Galil Cold Storage");
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "sms-to-many.opted-out");
  await page.getByRole("button", { name: "Send 1 SMS" }).press("Enter");
  await page.getByText("1 SMS is on its way").waitFor(soon);
  await open();
  await expect.poll(() => text.textContent(), soon).toBe("");
  await page.keyboard.type("Given up");
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).press("Enter");
  await open();
  await expect.poll(() => text.textContent(), soon).toBe("");
  expect(complaints).toEqual([]);
  await page.context().close();
});

it.each([
  ["he", "dark", 1440],
  ["he", "light", 390],
  ["hu", "light", 390],
  ["ru", "dark", 390],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 844 });
  await settle(page, app.origin, language);
  const phone = `+97254555${{ he: 92, hu: 93, ru: 94 }[language]}${width === 390 ? "11" : "12"}`;
  await makeSender(page, phone);
  const cardId = await leadWith(page, phone);
  await page.goto(`${app.origin}/cards/leads/${cardId}?tab=activity`);
  const tab = page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled"));
  await tab.press("Enter");
  await page.locator("form textarea").waitFor(soon);
  await keepPicture(page, `sms-opt-out.none.${language}.${theme}.${width}`);
  await call(page, app.origin, "sms.setOptOut", { cardId, phone, isOptedOut: true });
  const words = { he: "אישור מחדש", hu: "Engedélyezés újra", ru: "Разрешить снова" };
  const allow = page.getByRole("button", { name: words[language] });
  await allow.waitFor(soon);
  await atRest(page);
  expect(await serious(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await keepPicture(page, `sms-opt-out.${language}.${theme}.${width}`);
  await allow.click();
  await page.getByRole("alertdialog").waitFor(soon);
  await atRest(page);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, `sms-opt-out.ask.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
  await page.context().close();
});
