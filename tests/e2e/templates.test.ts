import type { OrgId } from "@kartis/core/kernel/id.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { keepPicture } from "./support/picture.ts";
import { call, makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the platform switches, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });

/** Somebody in an organization with templates. */
async function settleWithTemplates(page: Page, language: "en" | "he" | "hu" | "ru" = "en") {
  const account = await settle(page, app.origin, language);
  const { organization } = Me.parse(await call(page, app.origin, "identity.me", {}));
  await switchOn({ orgId: organization.id, clock: systemClock }, "content-templates");
  return account;
}
const paper = (page: Page) => page.getByRole("complementary", { name: "Preview" });

/** What axe finds around the mail, whose frame lets no script in, axe's neither. */
async function seriousAround(page: Page): Promise<string[]> {
  await page.locator("iframe").evaluate((frame) => frame.remove());
  return serious(page);
}

it("the text of Kartis is changed with a variable by keyboard, previewed with a record, sent as a test, and reset", async () => {
  const { page, complaints } = await app.open();
  const account = await settleWithTemplates(page);
  await makeLeads(page, app.origin, [{ name: "Galil Cold" }]);
  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("link", { name: "Meeting scheduled" }).click();
  const subject = page.getByRole("textbox", { name: "Subject" });
  await expect.poll(() => subject.inputValue()).toBe("{{ meeting.title }}, {{ meeting.date }}");
  await subject.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" for {");
  // The list is typed into at once; Enter takes the first that matches.
  await page.getByRole("dialog", { name: "Insert variable" }).waitFor();
  await page.keyboard.type("record n");
  await page.keyboard.press("Enter");
  await expect.poll(() => subject.inputValue()).toBe("{{ meeting.title }}, {{ meeting.date }} for {{ card.name }}");
  await page.keyboard.type("!");
  await paper(page).getByRole("button", { name: "Choose a record" }).click();
  await page.getByRole("option", { name: /Galil Cold/ }).click();
  await paper(page)
    .getByText(/Site visit, .* for Galil Cold!/)
    .waitFor();
  await keepPicture(page, "templates");
  expect(await seriousAround(page)).toEqual([]);
  await paper(page).getByRole("button", { name: "Send test to me" }).click();
  await page.getByText(`Sent to ${account.email}`).waitFor();
  const mails = await (await fetch(`${app.origin}/local/mailbox.json?to=${encodeURIComponent(account.email)}`)).text();
  expect(mails).toContain("for Galil Cold!");

  await page.keyboard.press("Control+s");
  await page.getByText("Template saved").waitFor();
  await page.reload();
  await expect.poll(() => subject.inputValue()).toMatch(/for \{\{ card\.name \}\}!$/);
  await page.getByRole("button", { name: "Reset to default" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Reset to default" }).click();
  await expect.poll(() => subject.inputValue()).toBe("{{ meeting.title }}, {{ meeting.date }}");
  expect(complaints).toEqual([]);
});

it("one's own template is written, refused where it could not be sent, and deleted", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("button", { name: "New template" }).focus();
  await page.keyboard.press("Enter");
  const name = page.getByRole("textbox", { name: "Name" });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("Offer");
  expect(await name.inputValue()).toBe("Offer");
  await page.getByRole("textbox", { name: "Subject" }).fill("Our offer");
  const body = page.getByRole("textbox", { name: "Text" });
  await body.fill("Hello {{ card.nonsense }}");
  await paper(page).getByText("There is no variable card.nonsense here.").waitFor();
  await body.fill("Hello {{ recipient.firstName | there }}");
  await paper(page).getByText("1 of 1 variable filled").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const link = page.getByRole("navigation", { name: "Templates" }).getByRole("link", { name: "Offer" });
  await link.waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await link.waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 1440],
  ["he", "light", 390],
  ["hu", "light", 1024],
  ["ru", "dark", 360],
] as const)("fits in %s, %s, %i wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, width, theme });
  await settleWithTemplates(page, language);
  await page.goto(`${app.origin}/settings/templates?template=MEETING_EMAIL_SCHEDULED`);
  await page.locator("iframe").waitFor();
  await keepPicture(page, `templates-${language}-${theme}-${width}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await seriousAround(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
