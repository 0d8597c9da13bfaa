import { setTimeout as delay } from "node:timers/promises";
import { meetingCreation } from "@kartis/core/activities/index.ts";
import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { isId, type OrgId, type UserId } from "@kartis/core/kernel/id.ts";
import { chromium, type Page } from "playwright-core";
import * as z from "zod";
import { seedBenchCards, seedBenchTimeline } from "../bench/seed.ts";
import { summary } from "../bench/timing.ts";
import { found } from "./organization.ts";

const Me = z.object({ user: z.object({ id: z.string() }) });
const Frames = z.object({ frames: z.array(z.number()), longTasks: z.array(z.number()) });

const steps = 240;

/**
 * How smoothly people scroll through so many comments on a card, and through a month of as many meetings: time between two frames while the wheel turns, and the
 * tasks of over 50 ms on the browser's main thread. In Chromium without a graphics card, where painting costs the processor.
 */
export async function measureScrolling(origin: string, entries: number): Promise<void> {
  const { session, typeId, orgId } = await found(origin);
  const { user } = Me.parse(await session.call("identity.me", {}));
  if (!isId("usr", user.id)) throw new Error("No user");
  const [cardId = ""] = await seedBenchCards(orgId, typeId, 1);
  await seedBenchTimeline(orgId, user.id, cardId, entries);
  await seedMonth(orgId, user.id, entries);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" });
    const cookies = [...session.cookies, ["member", "1"] as const];
    await context.addCookies(cookies.map(([name, value]) => ({ name, value, url: origin })));
    const page = await context.newPage();
    await page.goto(`${origin}/cards/leads/${cardId}`);
    // They are written side by side: which one is the newest differs from run to run, how many there are does not.
    await page.getByText(entries.toLocaleString("en-US"), { exact: true }).first().waitFor({ timeout: 90_000 });
    await print(page, `timeline of ${entries} comments`, { x: 1_000, y: 500 });
    await page.goto(`${origin}/calendar?view=month`);
    await page
      .getByText(/Meeting \d/)
      .filter({ visible: true })
      .first()
      .waitFor();
    await print(page, `month of ${entries} meetings`, { x: 800, y: 500 });
    for (const view of ["week", "agenda"]) {
      await page.goto(`${origin}/calendar?view=${view}&day=${new Date().toISOString().slice(0, 8)}10`);
      await page
        .getByText(/Meeting \d/)
        .filter({ visible: true })
        .first()
        .waitFor();
      await print(page, `${view} of that month`, { x: 800, y: 500 });
    }
  } finally {
    await browser.close();
    session.close();
  }
}

async function print(page: Page, what: string, at: { readonly x: number; readonly y: number }): Promise<void> {
  await delay(2_000);
  await page.mouse.move(at.x, at.y);
  await page.evaluate(watchFrames);
  for (let step = 0; step < steps; step++) {
    await page.mouse.wheel(0, step < steps / 2 ? 120 : -120);
    await delay(16);
  }
  const { frames, longTasks } = Frames.parse(await page.evaluate("globalThis.endWatch()"));
  const { p50Ms, p95Ms } = summary(frames);
  const late = frames.filter((frame) => frame > 33.4).length;
  const longest = Math.max(0, ...longTasks);
  console.log(
    `${what}: ${frames.length} frames, median ${p50Ms.toFixed(1)} ms, 95% ${p95Ms.toFixed(1)} ms, ${late} later than two frames; ${longTasks.length} long tasks, the longest ${longest.toFixed(0)} ms`,
  );
}

/** Runs in the page. */
const watchFrames = `(() => {
  const frames = [], longTasks = [];
  let last = performance.now(), isOver = false;
  const next = (now) => { frames.push(now - last); last = now; if (!isOver) requestAnimationFrame(next); };
  requestAnimationFrame(next);
  const observer = new PerformanceObserver((list) => { for (const { duration } of list.getEntries()) longTasks.push(duration); });
  observer.observe({ entryTypes: ["longtask"] });
  globalThis.endWatch = () => { isOver = true; observer.disconnect(); return { frames: frames.slice(1), longTasks }; };
})()`;

/** Meetings of one person over the days of this month. */
async function seedMonth(orgId: OrgId, userId: UserId, count: number): Promise<void> {
  const first = new Date();
  first.setUTCDate(1);
  first.setUTCHours(5, 0, 0, 0);
  const chunk = 90;
  for (let from = 0; from < count; from += chunk) {
    const context = {
      orgId,
      actor: systemActor(orgId, "scale"),
      clock: systemClock,
      requestId: "scale",
      origin: "import",
    } as const;
    await commit(context, async (at) => {
      const made = Array.from({ length: Math.min(chunk, count - from) }, (_, index) => {
        const number = from + index;
        const start = new Date(first.getTime() + (number % 28) * 86_400_000 + (number % 44) * 900_000).toISOString();
        const values = {
          title: `Meeting ${number}`,
          start,
          minutes: 30,
          timeZone: "Asia/Jerusalem",
          participants: [userId],
          repeat: null,
        };
        return meetingCreation(orgId, values, { by: userId, at });
      });
      return {
        writes: made.map(({ write }) => write),
        records: [{ changes: made.map(({ change }) => change) }],
        result: undefined,
      };
    });
  }
}
