import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };
let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** What a person does on the page that plays the outside world. */
const local = (path: string, form: Record<string, string>) =>
  fetch(`${app.origin}/local/gmail/${path}`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
const Types = z.array(
  z.object({ id: z.string(), slug: z.string(), fields: z.array(z.object({ id: z.string(), type: z.string() })) }),
);
const mailbox = "noa@meridian.example";
const customer = "dana@galil.example";

async function cardOf(page: Page): Promise<string> {
  const types = Types.parse(await call(page, app.origin, "cards.types", {}));
  const type = types.find(({ fields }) => fields.some((field) => field.type === "email"));
  const email = type?.fields.find((field) => field.type === "email")?.id ?? "";
  const fields = { name: "Galil Cold Storage", [email]: customer };
  const { id } = z.object({ id: z.string() }).parse(await call(page, app.origin, "cards.create", { typeId: type?.id, fields }));
  return `${app.origin}/cards/${type?.slug}/${id}`;
}

/** At Google: chooses the account and agrees. */
async function agree(page: Page): Promise<void> {
  const email = page.getByRole("textbox", { name: "Email" });
  await email.waitFor(soon);
  await email.fill(mailbox);
  await page.getByRole("button", { name: "Continue" }).press("Enter");
}

it("a member connects their Gmail by keyboard; a customer's email appears on the card and is answered from their own address", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const card = await cardOf(page);
  await page.goto(`${app.origin}/settings/integrations`);
  await page.getByRole("button", { name: "Gmail" }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Gmail" });
  await panel.getByRole("button", { name: "Connect Gmail" }).press("Enter");
  // First without one of the rights.
  await page.getByRole("checkbox", { name: "Send email on your behalf" }).uncheck();
  await agree(page);
  await panel.getByRole("alert").getByText("Kartis needs both rights").waitFor(soon);
  await panel.getByRole("button", { name: "Connect Gmail" }).press("Enter");
  await agree(page);
  await panel.getByText("Gmail is connected").waitFor(soon);
  await panel.getByText(mailbox).waitFor();
  await panel.getByText("Emails were last fetched").waitFor(soon);
  await panel.getByRole("textbox", { name: "Blocked addresses and domains" }).fill("bank.example");
  await panel.getByRole("button", { name: "Save" }).press("Enter");
  await page.getByText("The settings are saved").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "gmail-settings");
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "gmail-settings-390");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.goto(card);
  await page.getByRole("group", { name: "Entries" }).waitFor(soon);
  await local("write", { to: mailbox, from: "news@bank.example", subject: "Your account", text: "Secret" });
  await local("write", {
    to: mailbox,
    from: customer,
    name: "Dana Levi",
    subject: "The roof",
    text: "Is Sunday fine?",
    html: "1",
    file: "1",
    twice: "1",
  });
  const entry = page.getByRole("group", { name: "Entries" }).getByRole("article").filter({ hasText: "Is Sunday fine?" });
  await entry.waitFor(soon);
  expect(await entry.count()).toBe(1);
  await entry.getByText("measurements.txt").waitFor();
  await entry.getByRole("link", { name: "Open in Gmail" }).waitFor();
  await entry.getByRole("button", { name: "Reply" }).press("Enter");
  const form = page.getByRole("form", { name: "Write an email" });
  const from = form.getByRole("combobox", { name: "From" });
  await from.waitFor(soon);
  expect(await from.inputValue()).toBe("gmail");
  await form.getByRole("textbox", { name: "Write an email" }).click();
  await page.keyboard.type("It is, from nine.");
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "gmail-composer");
  await page.keyboard.press("Control+Enter");
  await page.getByText("Email on its way").first().waitFor(soon);
  await page.getByRole("article").filter({ hasText: "It is, from nine." }).getByText("Sent", { exact: true }).waitFor(soon);
  expect(await (await fetch(`${app.origin}/local/gmail`)).text()).toContain("Re: The roof");
  await keepPicture(page, "gmail-timeline");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("tab", { name: "Activity" }).press("Enter");
  await page.getByText("It is, from nine.").first().waitFor();
  await keepPicture(page, "gmail-timeline-390");
  await page.setViewportSize({ width: 1440, height: 900 });

  // Google revokes the access: the mail is held, and a notice shows its owner where to reconnect.
  await local("account", { email: mailbox, what: "revoke" });
  await local("write", { to: mailbox, from: customer, subject: "Hello?", text: "Are you there?" });
  await page.goto(`${app.origin}/settings/integrations?open=gmail`);
  await panel.getByRole("alert").getByText("The access to this mailbox ended on").waitFor(soon);
  await keepPicture(page, "gmail-refused");
  await panel.getByRole("button", { name: "Connect again" }).press("Enter");
  await agree(page);
  await panel.getByText("Gmail is connected").waitFor(soon);
  await panel.getByRole("button", { name: "Disconnect" }).press("Enter");
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("radio", { name: "Move the emails" }).press("Space");
  await keepPicture(page, "gmail-disconnect");
  await dialog.getByRole("button", { name: "Disconnect" }).press("Enter");
  await panel.getByRole("button", { name: "Connect Gmail" }).waitFor(soon);
  await page.goto(card);
  const ours = page.getByRole("group", { name: "Entries" }).getByRole("article").filter({ hasText: "It is, from nine." });
  await ours.waitFor(soon);
  await expect.poll(() => ours.getByText("2 emails").count(), soon).toBe(0);
  expect(complaints).toEqual([]);
});

it("in Hebrew and in the dark", async () => {
  const { page } = await app.open({ theme: "dark" });
  await settle(page, app.origin, "he");
  const card = await cardOf(page);
  await page.goto(`${app.origin}/settings/integrations?open=gmail`);
  await page.getByRole("button", { name: "חיבור Gmail" }).press("Enter");
  await page.getByRole("textbox", { name: "Email" }).fill("he@meridian.example");
  await page.getByRole("button", { name: "Continue" }).press("Enter");
  await page.getByText("he@meridian.example").first().waitFor(soon);
  await page.getByRole("radio", { name: "הנושא בלבד" }).press("Space");
  await page.getByRole("button", { name: "שמירה" }).press("Enter");
  await page.getByText("ההגדרות נשמרו").waitFor(soon);
  await keepPicture(page, "gmail-settings-he-dark");
  await local("write", { to: "he@meridian.example", from: customer, name: "דנה לוי", subject: "הגג", text: "סוד" });
  await page.goto(card);
  await page.getByText("רק נושא האימייל משותף").first().waitFor(soon);
  await keepPicture(page, "gmail-timeline-he-dark");
  expect(await page.getByText("סוד").count()).toBe(0);
});
