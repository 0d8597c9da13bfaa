import { readFile } from "node:fs/promises";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
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

/** The lines of the file that a press saves. */
async function saved(page: Page, button: Locator): Promise<string[]> {
  const download = page.waitForEvent("download");
  await button.press("Enter");
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true);
  const path = await (await download).path();
  return (await readFile(path, "utf8")).slice(1).split("\r\n").slice(0, -1);
}

it("a list of tasks and the days of the calendar are exported by keys, in the reader's time zone", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const today = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jerusalem" }).format(Date.now());
  await call(page, app.origin, "tasks.create", { title: "Order clamps", due: today, priority: "HIGH" });
  await call(page, app.origin, "tasks.create", { title: "Later", due: today });
  await call(page, app.origin, "meetings.create", { title: "Site visit", start: `${today}T09:30`, timeZone: "Asia/Jerusalem" });
  await page.goto(`${app.origin}/tasks?chip=high`);
  await page.getByRole("row").filter({ hasText: "Order clamps" }).waitFor(soon);
  const tasks = await saved(page, page.getByRole("button", { name: "Export tasks as CSV" }));
  expect(tasks.slice(1).map((line) => line.split(",").slice(0, 3))).toEqual([["Order clamps", today, ""]]);
  await page.getByText("1 task exported").waitFor(soon);
  await keepPicture(page, "export-tasks");
  expect(await serious(page)).toEqual([]);

  await page.goto(`${app.origin}/calendar?view=day`);
  await page
    .getByRole("button", { name: /Site visit/ })
    .first()
    .waitFor(soon);
  const meetings = await saved(page, page.getByRole("button", { name: "Export meetings as CSV" }));
  expect(meetings.slice(1).map((line) => line.split(",").slice(0, 3))).toEqual([["Site visit", today, "09:30"]]);
  await page.getByText("1 meeting exported").waitFor(soon);
  await keepPicture(page, "export-calendar");
  expect(complaints).toEqual([]);
});
