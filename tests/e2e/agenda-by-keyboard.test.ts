import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { calendarOf, soon, toast, wednesday } from "./support/calendar.ts";
import { call, makeLeads } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, open } = calendarOf(() => app);

const days = 16;

/** An agenda much longer than the screen: on each day two meetings, one of them about a card, and a task; the first task is done. */
async function busy(options: Parameters<typeof person>[0] = {}) {
  const seat = await person(options);
  const { page } = seat;
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  const found = (await call(page, app.origin, "cards.freeSearch", { query: "Galil", limit: 1 })) as { results: { id: string }[] };
  const cardId = found.results[0]?.id;
  for (let at = 0; at < days; at++) {
    const day = dayAfter(wednesday, at);
    await make(page, { title: `Visit ${at}`, start: `${day}T09:00`, minutes: 45, cardId });
    await make(page, { title: `Review ${at}`, start: `${day}T11:00`, minutes: 45 });
    const task = (await call(page, app.origin, "tasks.create", { title: `Order ${at}`, due: day })) as { id: string };
    if (at === 0)
      await call(page, app.origin, "tasks.update", { taskIds: [task.id], values: { done: true } }).catch(() => undefined);
  }
  await open(page, `view=agenda&day=${wednesday}`);
  await page.locator('[data-entry] > button[aria-label*="Visit 0,"]').waitFor(soon);
  await page.locator('[data-view="agenda"][aria-busy="false"]').waitFor(soon);
  // Keys that are pressed while the page still loads its commands wait for them, Tab among them.
  await atRest(page);
  return seat;
}

/** What has the focus: its name, and where it stands. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    const where = activeElement?.closest("[role=toolbar]")
      ? "bar"
      : activeElement?.closest("[data-in-view]")
        ? "list"
        : "elsewhere";
    return { where, name: activeElement?.getAttribute("aria-label") ?? activeElement?.textContent ?? "" };
  });

/** Presses the key until the focus is there; how often that took. */
async function pressUntil(
  page: Page,
  key: string,
  isThere: (at: Awaited<ReturnType<typeof focused>>) => boolean,
): Promise<number> {
  for (let presses = 1; presses <= 30; presses++) {
    await page.keyboard.press(key);
    if (isThere(await focused(page))) return presses;
  }
  return Infinity;
}

const bar = (page: Page) => page.getByRole("toolbar");

describe("the agenda by keyboard", () => {
  it("is left by Tab, either way, in as many presses as the focused row has controls", async () => {
    const { page, complaints } = await busy();
    const { keyboard } = page;
    await keyboard.press("j");
    await expect.poll(async () => (await focused(page)).name, soon).toContain("Visit 0,");
    // The card of the row, and out.
    expect(await pressUntil(page, "Tab", ({ where }) => where !== "list")).toBeLessThanOrEqual(2);
    await keyboard.press("j");
    expect(await pressUntil(page, "Shift+Tab", ({ where }) => where !== "list")).toBeLessThanOrEqual(2);
    // Far down, where the first rows are no longer drawn.
    for (let row = 0; row <= 3 * 12; row++) await keyboard.press("j");
    await expect.poll(async () => (await focused(page)).name, soon).toContain("Visit 12,");
    expect(await pressUntil(page, "Tab", ({ where }) => where !== "list")).toBeLessThanOrEqual(2);
    await keyboard.press("Shift+Tab");
    expect((await focused(page)).where).toBe("list");
    expect(await page.evaluate(() => document.activeElement?.closest("[data-entry]")?.textContent)).toContain("Visit 12");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("has the focus in view after it goes to other days, and asks for no meeting when a task is opened", async () => {
    const { page, complaints } = await busy();
    const { keyboard } = page;
    const asked: string[] = [];
    page.on("request", (request) => void (request.url().includes("meetings.get") && asked.push(request.url())));
    for (let row = 0; row <= 3 * 15; row++) await keyboard.press("j");
    await expect.poll(async () => (await focused(page)).name, soon).toContain("Visit 15,");
    const isInView = () =>
      page.evaluate(() => {
        const list = document.querySelector("[data-in-view]")?.getBoundingClientRect();
        const row = document.activeElement?.closest("[data-entry]")?.getBoundingClientRect();
        return list !== undefined && row !== undefined && row.top >= list.top && row.bottom <= list.bottom;
      });
    await keyboard.press("ArrowRight");
    await expect.poll(async () => (await focused(page)).name, soon).toMatch(/(Visit|Review|Order) 7/);
    await expect.poll(isInView, soon).toBe(true);
    const task = page.locator('[data-entry] > button[aria-label*="Order 7"]');
    await task.focus();
    await keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Task", exact: true }).waitFor(soon);
    expect(asked).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("leads by arrows from row to row, and by Tab to the controls of the focused one", async () => {
    const { page, complaints } = await busy();
    const { keyboard } = page;
    await keyboard.press("j");
    for (const name of ["Review 0", "Order 0", "Visit 1", "Review 1"]) {
      await keyboard.press("ArrowDown");
      await expect.poll(async () => (await focused(page)).name, soon).toContain(name);
    }
    await keyboard.press("ArrowUp");
    await expect.poll(async () => (await focused(page)).name, soon).toContain("Visit 1");
    await keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.getAttribute("href"))).toMatch(/^\/cards\/leads\/crd_/);
    await keyboard.press("Shift+Tab");
    await keyboard.press("ArrowUp");
    expect((await focused(page)).name).toContain("Order 0");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    expect((await focused(page)).name).toContain("Order 1");
    await keyboard.press("Shift+Tab");
    const done = page.getByRole("checkbox", { name: "Done: Order 1" });
    expect(await done.evaluate((box) => box === document.activeElement)).toBe(true);
    await keyboard.press("Space");
    await page.getByRole("checkbox", { name: /Order 1$/, checked: true }).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("leads by Tab to the bar of what is selected, whose choices open at their button; what is moved out of sight leaves the focus at its place", async () => {
    const { page, complaints } = await busy();
    const { keyboard } = page;
    const rowOf = (name: string) => page.locator("[data-entry]", { has: page.getByRole("button", { name: new RegExp(name) }) });
    await keyboard.press("j");
    await keyboard.press("x");
    await keyboard.press("Shift+ArrowDown");
    await bar(page).waitFor(soon);
    // A square box means done; what selects is round.
    const [select, done] = await Promise.all(
      [
        rowOf("Visit 1,").locator("span > span").first(),
        page.getByRole("checkbox", { name: "Done: Order 1" }).locator("span"),
      ].map((mark) => mark.evaluate((element) => getComputedStyle(element).borderRadius)),
    );
    expect(select).toBe("50%");
    expect(done).not.toBe("50%");
    expect(await pressUntil(page, "Tab", ({ where }) => where === "bar")).toBeLessThanOrEqual(2);
    await keyboard.press("Escape");
    await bar(page).waitFor({ state: "detached" });
    await expect.poll(async () => (await focused(page)).name, soon).toContain("Visit 0,");

    await keyboard.press("x");
    await keyboard.press("Shift+ArrowDown");
    await pressUntil(page, "Tab", ({ where }) => where === "bar");
    const button = page.getByRole("button", { name: "Move by days" });
    await keyboard.press("Enter");
    const menu = page.getByRole("menu", { name: "Move by days" });
    await menu.waitFor(soon);
    const [at, of] = [await menu.boundingBox(), await button.boundingBox()];
    if (!at || !of) expect.fail("not drawn");
    expect(at.y + at.height).toBeLessThanOrEqual(of.y);
    expect(at.x).toBeLessThan(of.x + of.width);
    expect(at.x + at.width).toBeGreaterThan(of.x);
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("ArrowDown");
    await keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Edit 2 meetings" }).getByText("2 meetings change").waitFor(soon);
    expect(await bar(page).evaluate((element) => getComputedStyle(element).filter)).toBe("brightness(0.4)");
    await keepPicture(page, "agenda-bulk-dialog");
    await keyboard.press("Enter");
    await toast(page, /2 meetings/).waitFor(soon);
    // In their place stands the task of that day.
    await expect.poll(async () => (await focused(page)).name, soon).toContain("Order 0");
    await keyboard.press("ArrowDown");
    await expect.poll(async () => (await focused(page)).name, soon).toContain("Visit 1,");
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
