import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const count = 130;

/** The day so many days from today, in the time zone of the browsers. */
const day = (after: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jerusalem" }).format(Date.now() + after * 86_400_000);

/** More tasks of today than the list's first page has. */
async function makeTasks(page: Page): Promise<void> {
  const make = (at: number) =>
    call(page, app.origin, "tasks.create", { title: `Task ${String(at).padStart(3, "0")}`, due: day(0) });
  for (let at = 0; at < count; at += 10) await Promise.all(Array.from({ length: 10 }, (_, index) => make(at + index)));
  await page.goto(`${app.origin}/tasks`);
  await page.getByRole("rowheader", { name: "Task 000" }).waitFor(soon);
}

const group = (page: Page, name: RegExp) => page.getByRole("button", { name });
const toast = (page: Page, text: string | RegExp) => page.getByRole("alertdialog").filter({ hasText: text });
const bar = (page: Page, name: string) => page.getByRole("toolbar", { name });

it("changes by keys everything in a list, more than is loaded, shown before it is done, and undone as a whole", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeTasks(page);
  const { keyboard } = page;
  const dialog = page.getByRole("dialog", { name: /^Edit \d+ tasks$/ });

  await keyboard.press("j");
  await keyboard.press("x");
  await keyboard.press("j");
  await keyboard.press("x");
  await bar(page, "2 tasks selected").getByRole("button", { name: "Select all 130" }).waitFor(soon);
  await keyboard.press("Control+a");
  await bar(page, "130 tasks selected").waitFor(soon);
  // One is left out.
  await keyboard.press("x");
  await bar(page, "129 tasks selected").waitFor(soon);
  await keepPicture(page, "tasks-bulk-bar");
  await keyboard.press("1");
  await dialog.getByText("129 tasks change").waitFor(soon);
  await dialog.getByText("The first 50 of 129 tasks").waitFor(soon);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "tasks-bulk-preview");
  await keyboard.press("Enter");
  await toast(page, "Priority of 129 tasks changed").waitFor(soon);
  await page.getByRole("img", { name: "High priority" }).first().waitFor(soon);
  await keyboard.press("Control+z");
  await toast(page, "“Priority of 129 tasks changed” has been undone").waitFor(soon);
  await expect.poll(() => page.getByRole("img", { name: "High priority" }).count(), soon).toBe(0);

  // Stop keeps the focus until the change has ended.
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route(/operations\.get/, async (route) => {
    await answered;
    await route.continue();
  });
  await keyboard.press("Control+a");
  await keyboard.press("2");
  await dialog.getByText("130 tasks change").waitFor(soon);
  await keyboard.press("Enter");
  const stop = page.getByRole("button", { name: "Stop" });
  await stop.focus();
  await keyboard.press("Enter");
  await expect.poll(() => stop.getAttribute("aria-disabled"), soon).toBe("true");
  expect(await stop.evaluate((button) => button === document.activeElement)).toBe(true);
  answer();
  await toast(page, /Priority of 130 tasks changed/)
    .or(page.getByText(/Priority of 130 tasks.*stopped/))
    .waitFor(soon);
  await page.unroute(/operations\.get/);
  await page.getByRole("rowheader", { name: "Task 000" }).waitFor(soon);
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName), soon).not.toBe("BODY");
  await keyboard.press("j");

  await keyboard.press("Control+a");
  await keyboard.press("d");
  await page.getByRole("menu", { name: "Move the due date" }).waitFor(soon);
  await keepPicture(page, "tasks-bulk-later");
  await keyboard.press("Enter");
  await dialog.getByText("130 tasks change").waitFor(soon);
  const moved = dialog.getByRole("row").nth(1).getByRole("cell").last();
  expect(await moved.innerText()).toMatch(/^Today\s+Tomorrow$/);
  await keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await bar(page, "130 tasks selected").waitFor(soon);
  await keyboard.press("d");
  await page.getByRole("menu", { name: "Move the due date" }).waitFor(soon);
  await keyboard.press("Enter");
  await dialog.getByText("130 tasks change").waitFor(soon);
  await keyboard.press("Enter");
  await toast(page, "Due date of 130 tasks changed").waitFor(soon);
  await group(page, /^Tomorrow\s*130/).waitFor(soon);

  await keyboard.press("Control+a");
  await keyboard.press("e");
  await dialog.getByText("130 tasks change").waitFor(soon);
  const ticked = dialog.getByRole("row").nth(1).getByRole("cell").last();
  await ticked.getByRole("img", { name: /: No$/ }).waitFor();
  const box = ticked.getByRole("img", { name: /: Yes$/ });
  const [tick, onAccent] = await box.evaluate((of) =>
    [of.querySelector("svg"), of].map((one) => one && getComputedStyle(one).color),
  );
  expect(tick).toBe(onAccent);
  await keepPicture(page, "tasks-bulk-preview-done");
  await keyboard.press("Enter");
  await toast(page, "130 tasks done").waitFor(soon);
  await group(page, /^Done\s*130/).waitFor(soon);
  await keyboard.press("Control+z");
  await group(page, /^Tomorrow\s*130/).waitFor(soon);

  // The key of text is the text's own.
  await keyboard.press("n");
  await keyboard.type("Call");
  await keyboard.press("Control+a");
  await keyboard.press("Backspace");
  expect(await page.getByRole("toolbar", { name: /tasks selected/ }).count()).toBe(0);
  await keyboard.press("Escape");
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("deletes and restores everything by keys, once the word is typed", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeTasks(page);
  const { keyboard } = page;
  await keyboard.press("j");
  await keyboard.press("Control+a");
  await bar(page, "130 tasks selected").getByRole("button", { name: "Delete" }).focus();
  await keyboard.press("Enter");
  await page.getByRole("alertdialog", { name: "Delete 130 tasks" }).getByRole("textbox").waitFor(soon);
  await keyboard.type("delet");
  await keyboard.press("Enter");
  await keyboard.type("e");
  await keyboard.press("Enter");
  await toast(page, "130 tasks moved to the trash").waitFor(soon);
  await page.goto(`${app.origin}/tasks/trash`);
  const main = page.getByRole("main");
  await main.getByRole("heading", { name: /Trash\s*130/ }).waitFor(soon);
  await main.getByRole("checkbox").first().focus();
  await keyboard.press("Space");
  await main.getByRole("button", { name: "Select all 130" }).focus();
  await keyboard.press("Enter");
  await main.getByRole("button", { name: "Restore 130 tasks" }).focus();
  await keepPicture(page, "tasks-bulk-trash");
  await keyboard.press("Enter");
  await toast(page, "130 tasks restored").waitFor(soon);
  await main.getByText("The trash is empty").waitFor(soon);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("selects what is in the list, not what comes to it afterwards", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await call(page, app.origin, "tasks.create", { title: "Once", due: day(0) });
  await call(page, app.origin, "tasks.create", {
    title: "Every week",
    due: day(0),
    repeat: { frequency: "day", every: 7, ends: { type: "never" } },
  });
  await page.goto(`${app.origin}/tasks`);
  await page.getByRole("rowheader", { name: "Once" }).waitFor(soon);
  const { keyboard } = page;
  await keyboard.press("j");
  await keyboard.press("Control+a");
  await bar(page, "2 tasks selected").waitFor(soon);
  await keyboard.press("Control+a");
  await bar(page, "2 tasks selected").waitFor({ state: "detached" });
  await keyboard.press("Control+a");
  await keyboard.press("e");
  await group(page, /^Done\s*2/).waitFor(soon);
  const next = page
    .getByRole("row", { name: /^Done: Every week/ })
    .filter({ has: page.getByRole("checkbox", { checked: false }) });
  await next.waitFor(soon);
  expect(await next.getAttribute("aria-selected")).not.toBe("true");
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("fits 360 px, right to left", async () => {
  const { page, complaints } = await app.open({ width: 360, height: 740, language: "he", isPhone: true });
  await settle(page, app.origin, "he");
  await makeTasks(page);
  await page.keyboard.press("j");
  await page.keyboard.press("Control+a");
  await page.keyboard.press("x");
  const toolbarOfSome = page.getByRole("toolbar", { name: "נבחרו 129 משימות" });
  await toolbarOfSome.getByRole("button", { name: "בחירת כל ה־130" }).waitFor(soon);
  await keepPicture(page, "tasks-bulk-some-he-360");
  await toolbarOfSome.getByRole("button", { name: "בחירת כל ה־130" }).tap();
  const toolbar = page.getByRole("toolbar", { name: "נבחרו 130 משימות" });
  await toolbar.waitFor(soon);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  for (const button of await toolbar.getByRole("button").all()) {
    const box = await button.boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= 360).toBe(true);
    expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
  }
  const bar = (await toolbar.boundingBox()) ?? expect.fail("no bar");
  const line = (await page.getByRole("combobox").or(page.getByRole("textbox")).last().boundingBox()) ?? expect.fail("no line");
  expect(line.y - (bar.y + bar.height)).toBeGreaterThanOrEqual(16);
  await keepPicture(page, "tasks-bulk-bar-he-360");
  await toolbar.getByRole("button", { name: "עדיפות" }).tap();
  await page.getByRole("menuitem").first().tap();
  await page.getByRole("dialog").getByText("130 משימות ישתנו").waitFor(soon);
  await keepPicture(page, "tasks-bulk-preview-he-360");
  expect(await serious(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
it("after a change from the bar the focus goes on at the first task, and at its place when it has moved out of sight", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeTasks(page);
  await atRest(page);
  const { keyboard } = page;
  const focused = () =>
    page.evaluate(() => document.activeElement?.closest("[data-task]")?.querySelector("[role=rowheader]")?.textContent);
  for (let row = 0; row < 4; row++) await keyboard.press("j");
  // One is left out, so that a row stays in the group.
  await keyboard.press("Control+a");
  await keyboard.press("x");
  const leftOut = await focused();
  const due = bar(page, "129 tasks selected").getByRole("button", { name: "Due date" });
  await due.focus();
  await keyboard.press("Enter");
  const menu = page.getByRole("menu", { name: "Move the due date" });
  await menu.waitFor(soon);
  const [at, of] = [await menu.boundingBox(), await due.boundingBox()];
  if (!at || !of) expect.fail("not drawn");
  expect(at.y + at.height).toBeLessThanOrEqual(of.y);
  expect([at.x + at.width, of.x + of.width].map(Math.round)).toEqual([Math.round(of.x + of.width), Math.round(of.x + of.width)]);
  await keyboard.press("Enter");
  await page
    .getByRole("dialog", { name: /^Edit 129 tasks$/ })
    .getByText("129 tasks change")
    .waitFor(soon);
  await keyboard.press("Enter");
  await toast(page, "Due date of 129 tasks changed").waitFor(soon);
  await group(page, /^Tomorrow\s*129/).waitFor(soon);
  // The first that moved is the first of tomorrow, which is in sight.
  await expect.poll(() => page.getByRole("rowheader").first().textContent(), soon).toBe(leftOut);
  await expect.poll(focused, soon).toBe(await page.getByRole("rowheader").nth(1).textContent());
  await keyboard.press("k");
  expect(complaints).toEqual([]);
  await page.context().close();
});
