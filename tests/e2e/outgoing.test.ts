import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { troubledMail } from "../support/outbound.ts";
import { type OwnApp, startOwnApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { keepPicture } from "./support/picture.ts";
import { call, settle } from "./support/person.ts";

let app: OwnApp;
beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app.close());

const Mailbox = z.object({ mails: z.array(z.object({ subject: z.string() })) });
async function mailsTo(email: string): Promise<number> {
  const response = await fetch(`${app.origin}/local/mailbox.json?to=${encodeURIComponent(email)}`);
  return Mailbox.parse(await response.json()).mails.length;
}
const invite = (page: Page, email: string) =>
  call(page, app.origin, "members.invite", { emails: [email], systemRole: "BASIC", roleId: null, language: "en" });
const rows = (page: Page) => page.getByRole("list", { name: "Messages waiting for your decision" }).getByRole("listitem");

it("a mail with a lost answer waits for a person, who sees it appear and resends it or marks it as delivered, by keyboard", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings`);
  await page
    .getByRole("link", { name: /^Outgoing messages/ })
    .first()
    .click();
  await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
  // Its outcome is heard of, also just after the page has come.
  await atRest(page);

  const trouble = troubledMail(app.cloud.engines, "lost");
  await invite(page, "dana@outgoing.example");
  await rows(page).filter({ hasText: "To dana@outgoing.example" }).getByText("May have arrived").waitFor();
  await invite(page, "uri@outgoing.example");
  await rows(page).filter({ hasText: "To uri@outgoing.example" }).waitFor();
  trouble.end();
  expect(trouble.calls()).toBe(2);
  await keepPicture(page, "outgoing");

  // The newest first: what may have reached Uri is sent again, and Dana says that hers has come.
  await page.getByRole("button", { name: "Send again: Invitation, uri@outgoing.example" }).focus();
  await page.keyboard.press("Enter");
  await rows(page).filter({ hasText: "uri@outgoing.example" }).waitFor({ state: "detached" });
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
  await expect.poll(focused).toBe("Send again: Invitation, dana@outgoing.example");
  await expect.poll(() => mailsTo("uri@outgoing.example")).toBe(2);
  await page.getByRole("button", { name: "It arrived: Invitation, dana@outgoing.example" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
  expect(await mailsTo("dana@outgoing.example")).toBe(1);
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 360],
  ["ru", "light", 360],
  ["hu", "dark", 1024],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 780 });
  await settle(page, app.origin, language);
  const refused = troubledMail(app.cloud.engines, "refused");
  await invite(page, `somebody.with.a.long.address@${language}.outgoing.example`);
  await page.goto(`${app.origin}/settings/outgoing`);
  await page.getByText(`somebody.with.a.long.address@${language}.outgoing.example`).waitFor();
  refused.end();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await keepPicture(page, `outgoing.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});
