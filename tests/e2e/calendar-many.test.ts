import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { calendarOf, soon, wednesday } from "./support/calendar.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, open } = calendarOf(() => app);

/** Runs in the page before its scripts: counts how often anything is asked to be written as a date or a time, and the entries that come onto the page. */
const count = `
  globalThis.counted = { worded: 0, added: 0 };
  const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
    configurable: true,
    get() {
      counted.worded++;
      return get.call(this);
    },
  });
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element) counted.added += node.querySelectorAll("[data-entry]").length + Number(node.matches("[data-entry]"));
  }).observe(document, { childList: true, subtree: true });
`;
interface Counted {
  readonly worded: number;
  readonly added: number;
}
const counted = (page: Page): Promise<Counted> => page.evaluate("({ ...counted })");

/** Somebody with that many meetings on each of so many days. */
async function busy(perDay: number, days: number) {
  const seat = await person();
  await seat.context.addInitScript({ content: count });
  for (let day = 0; day < days; day++)
    await Promise.all(
      Array.from({ length: perDay }, (_, at) => {
        const hour = String(7 + at).padStart(2, "0");
        return make(seat.page, { title: `Visit ${day}.${at}`, start: `${dayAfter(wednesday, day)}T${hour}:00`, minutes: 45 });
      }),
    );
  return seat;
}

describe("a calendar with very much in it", () => {
  it("draws of an agenda, while one scrolls, only the rows that come into view", async () => {
    const { page, complaints } = await busy(10, 20);
    await open(page, `view=agenda&day=${wednesday}`);
    await page.getByRole("button", { name: /Meeting: Visit 0\.0,/ }).waitFor(soon);
    const before = await counted(page);
    for (let row = 5; row <= 120; row += 5) {
      await page.locator("[data-in-view]").evaluate((list, top) => {
        list.scrollTo({ top });
        return new Promise((resolve) => void requestAnimationFrame(() => requestAnimationFrame(resolve)));
      }, row * 44);
    }
    await page.getByRole("button", { name: /Meeting: Visit 12\.0,/ }).waitFor(soon);
    const after = await counted(page);
    const added = after.added - before.added;
    expect(added).toBeGreaterThan(90);
    expect(added).toBeLessThan(200);
    // What is read aloud and what is written of each, and the days in view.
    expect(after.worded - before.worded).toBeLessThan(added * 20);
    expect(await page.locator("[data-entry]").count()).toBeLessThan(60);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
