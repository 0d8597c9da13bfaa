import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 30_000 };

it("a reminder that was fired is under the bell, by keys, read here and in another tab, and leads to its task", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/tasks`);
  const other = await page.context().newPage();
  await other.goto(`${app.origin}/tasks`);
  await page.bringToFront();
  const due = new Date(Date.now() + 15 * 60_000 + 5_000).toISOString();
  await call(page, app.origin, "tasks.create", { title: "Call Dana", due, reminder: 15 });
  // The sweep of the local cloud comes each minute.
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor({ timeout: 120_000 });
  await other.getByRole("button", { name: "Notifications, 1 unread" }).waitFor(soon);
  await page.keyboard.press("g");
  await page.keyboard.press("n");
  const centre = page.getByRole("dialog", { name: "Notifications" });
  await centre.getByRole("button", { name: /Reminder: Call Dana/ }).waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await page.keyboard.press("e");
  await other.getByRole("button", { name: "Notifications", exact: true }).waitFor(soon);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/tasks\?.*task=act_/, soon);
  expect(complaints).toEqual([]);
});
