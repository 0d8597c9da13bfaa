import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { calendarOf, soon, wednesday } from "./support/calendar.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, open } = calendarOf(() => app);

/** Runs in the page before its scripts: counts how often anything is asked to be written as a date or a time, looked for, or comes onto the page as an entry. */
const count = `
  globalThis.counted = { worded: 0, sought: 0, added: 0 };
  const { get } = Object.getOwnPropertyDescriptor(Intl.DateTimeFormat.prototype, "format");
  Object.defineProperty(Intl.DateTimeFormat.prototype, "format", {
    configurable: true,
    get() {
      counted.worded++;
      return get.call(this);
    },
  });
  const { querySelector } = Element.prototype;
  Element.prototype.querySelector = function (selector) {
    counted.sought++;
    return querySelector.call(this, selector);
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes)
      for (const node of addedNodes)
        if (node instanceof Element) counted.added += node.querySelectorAll("[data-entry]").length + Number(node.matches("[data-entry]"));
  }).observe(document, { childList: true, subtree: true });
`;
interface Counted {
  readonly worded: number;
  readonly sought: number;
  readonly added: number;
}
const counted = (page: Page): Promise<Counted> => page.evaluate("({ ...counted })");

/** Days whose meetings the page requests from now on, relative to the first, each once. */
function asked(page: Page): readonly string[] {
  const windows: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    const procedures = pathname.replace("/api/trpc/", "").split(",");
    if (!procedures.includes("meetings.range")) return;
    const inputs = request.postDataJSON() as Record<string, { from: string; until: string }>;
    for (const [at, name] of procedures.entries()) {
      const input = inputs[at];
      if (name !== "meetings.range" || !input) continue;
      const dayOf = (instant: string) => Math.round((Date.parse(instant) - Date.parse(wednesday)) / 86_400_000);
      // What others change has the same days asked for again.
      const window = `${dayOf(input.from)}–${dayOf(input.until)}`;
      if (!windows.includes(window)) windows.push(window);
    }
  });
  return windows;
}

/** Creates a person with that many meetings on each of a number of days. */
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
    await atRest(page);
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

  it("asks for an agenda a month at a time when one comes to its end, and for a year without anything in a few parts", async () => {
    const { page, complaints } = await busy(3, 40);
    const windows = asked(page);
    await open(page, `view=agenda&day=${wednesday}`);
    await page.getByRole("button", { name: /Meeting: Visit 0\.0,/ }).waitFor(soon);
    await page.locator('[data-view="agenda"][aria-busy="false"]').waitFor(soon);
    expect(windows).toEqual(["0–30"]);
    const toEnd = () => page.locator("[data-in-view]").evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
    await toEnd();
    await expect.poll(() => windows, soon).toEqual(["0–30", "30–60"]);
    // What was there stays while more comes.
    await page.locator('[data-view="agenda"][aria-busy="false"]').waitFor(soon);
    await toEnd();
    await page.getByRole("button", { name: /Meeting: Visit 39\.2,/ }).waitFor(soon);

    await open(page, `view=agenda&day=${dayAfter(wednesday, 360)}`);
    await page.getByText("No entries on these days").waitFor(soon);
    const ofEmpty = windows.slice(windows.indexOf("360–390"));
    expect(ofEmpty).toEqual(["360–390", "390–420", "420–480", "480–600", "600–720"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("shows what reaches from one part of an agenda into the next once on each of its days", async () => {
    const { page } = await busy(3, 31);
    await make(page, { title: "Solar fair", start: dayAfter(wednesday, 28), days: 4 });
    await open(page, `view=agenda&day=${wednesday}`);
    const fair = page.getByRole("button", { name: /Meeting: Solar fair/ });
    await expect
      .poll(async () => {
        await page.locator("[data-in-view]").evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
        return fair.count();
      }, soon)
      .toBe(4);
    await page.context().close();
  });

  it("goes from entry to entry of a month without a look at each, and draws only those between which the focus moves", async () => {
    const { page, complaints } = await busy(10, 15);
    await open(page, `view=month&day=${wednesday}`);
    await page.getByRole("button", { name: /Meeting: Visit 0\.0,/ }).waitFor(soon);
    await page.locator('[data-view="month"][aria-busy="false"]').waitFor(soon);
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    await page.keyboard.press("j");
    await expect.poll(focused, soon).toContain("Meeting: Visit 0.0,");
    await atRest(page);
    const before = await counted(page);
    for (const name of ["Visit 0.1", "Visit 0.2", "Visit 0.3", "Visit 1.0"]) {
      await page.keyboard.press("j");
      await expect.poll(focused, soon).toContain(`Meeting: ${name},`);
    }
    const after = await counted(page);
    expect(after.sought - before.sought).toBeLessThan(60);
    // The days, and of forty-odd entries two with each step.
    expect(after.worded - before.worded).toBeLessThan(4 * (42 * 3 + 2 * 10));
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
