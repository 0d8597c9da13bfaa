import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type OwnApp, startOwnApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { runNow } from "./support/scheduled.ts";
import { keepPicture } from "./support/picture.ts";

let app: OwnApp;
beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app.close());

const soon = { timeout: 30_000 };
/** Address that the reminder was sent to. */
let mailedTo = "";

it("a reminder that was fired is under the bell, by keys, read here and in another tab, and leads to its task", async () => {
  const { page, complaints } = await app.open();
  const account = await settle(page, app.origin);
  await page.goto(`${app.origin}/tasks`);
  const other = await page.context().newPage();
  await other.goto(`${app.origin}/tasks`);
  await page.bringToFront();
  const due = new Date(Date.now() + 15 * 60_000 + 5_000).toISOString();
  const types = (await call(page, app.origin, "cards.types", {})) as { id: string }[];
  const card = { typeId: types[0]?.id, fields: { name: "Galil Cold Storage" } };
  const { id: cardId } = (await call(page, app.origin, "cards.create", card)) as { id: string };
  for (const task of [{ title: "Send the price offer", cardId }, { title: "Measure the roof", cardId }, { title: "Call Dana" }])
    await call(page, app.origin, "tasks.create", { ...task, due, reminder: 15 });
  const fired = page.getByRole("button", { name: "Notifications, 3 unread" });
  await expect
    .poll(
      () => {
        runNow(app, "reminders");
        return fired.isVisible();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(true);
  await other.getByRole("button", { name: "Notifications, 3 unread" }).waitFor(soon);
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  const centre = page.getByRole("dialog", { name: "Notifications" });
  await centre.getByRole("button", { name: /Reminder: Call Dana/ }).focus();
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press("e");
  await other.getByRole("button", { name: "Notifications, 2 unread" }).waitFor(soon);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/tasks\?.*task=act_/, soon);

  // What the center shows is in the address, so that going back and reloading lead there again.
  await page.goBack();
  await centre.getByRole("button", { name: /^Unread/ }).click();
  await centre.getByRole("button", { name: "By card" }).click();
  const galil = centre.getByRole("region", { name: "Galil Cold Storage" });
  await galil.getByRole("heading", { name: "Galil Cold Storage 2" }).waitFor(soon);
  expect(new URL(page.url()).search).toContain("notifications=unread&notificationsBy=card");
  await page.reload();
  await galil.getByRole("button", { name: /Reminder: Measure the roof/ }).waitFor(soon);
  await centre.getByRole("button", { name: "By card", pressed: true }).waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "notifications-by-card");
  await page.keyboard.press("Escape");
  await page.waitForURL((url) => !url.search.includes("notifications"), soon);
  expect(complaints).toEqual([]);
  mailedTo = account.email;
});

it("its mail can be stopped by the link in its header, which asks first, in the person's language", async () => {
  const Mailbox = z.object({ mails: z.array(z.object({ id: z.string(), headers: z.record(z.string(), z.string()) })) });
  const mails = async () => {
    const response = await fetch(`${app.origin}/local/mailbox.json?to=${encodeURIComponent(mailedTo)}`);
    return Mailbox.parse(await response.json()).mails.filter(({ headers }) => headers["list-unsubscribe"]);
  };
  await expect.poll(async () => (await mails()).length, soon).toBe(3);
  const [mail = expect.fail("no mail")] = await mails();
  expect(mail.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
  const [, link = ""] = /^<(.*)>$/.exec(mail.headers["list-unsubscribe"] ?? "") ?? [];
  const stranger = await app.open({ width: 390, height: 780, language: "he" });
  await stranger.page.goto(link);
  // The browser is in Hebrew; the person reads English.
  await stranger.page.getByRole("heading", { name: "Stop emails with reminders of tasks and meetings?" }).waitFor(soon);
  expect(await serious(stranger.page)).toEqual([]);
  await keepPicture(stranger.page, "unsubscribe-390");
  await stranger.page.getByRole("button", { name: "Stop these emails" }).click();
  await stranger.page.getByRole("heading", { name: "These emails are switched off" }).waitFor(soon);
  await stranger.page.reload();
  await stranger.page.getByRole("status").waitFor(soon);
  expect(stranger.complaints).toEqual([]);
  // What a mail program does is in the mailbox beside the sender: harmless to repeat.
  const { page } = await app.open();
  await page.goto(`${app.origin}/local/mailbox?id=${encodeURIComponent(mail.id)}`);
  const [answer] = await Promise.all([
    page.context().waitForEvent("response", (response) => response.url() === link),
    page.getByRole("button", { name: "Unsubscribe" }).click(),
  ]);
  expect(answer.status()).toBe(200);
});
