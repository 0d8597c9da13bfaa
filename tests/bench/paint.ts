import { setTimeout as delay } from "node:timers/promises";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import * as z from "zod";
import { kept } from "../support/kept.ts";
import { seedBenchCards } from "./seed.ts";
import { openSession, type Session } from "./session.ts";
import { summary, type Timing } from "./timing.ts";
import { isId } from "@kartis/core/kernel/id.ts";

export interface Paint {
  /** A page of the same server without a script. */
  readonly empty: Timing;
  /** `/cards/{slug}` until its first row can be used: in a browser that has never been here, and in one that has. */
  readonly cold: Timing;
  readonly warm: Timing;
}

const visits = 9;
const cards = 1_000;
const Types = z.array(z.object({ id: z.templateLiteral(["typ_", z.string()]), slug: z.string() }));

/** Measures how long a person waits for a list in Chromium, beside an empty page from the same browser and server. */
export async function measurePaint(origin: string): Promise<Paint> {
  const session = await openSession(origin);
  const types = Types.parse(await session.call("cards.types", {}));
  const leads = types.find(({ slug }) => slug === "leads");
  if (!leads || !isId("org", session.orgId)) throw new Error("No leads");
  await seedBenchCards(session.orgId, leads.id, cards);
  const browser = await chromium.launch({
    executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  const open = () => signedIn(browser.newContext({ viewport: { width: 1440, height: 900 }, locale: "en-US" }), origin, session);
  const list = `${origin}/cards/leads`;
  const samples: Record<keyof Paint, number[]> = { empty: [], cold: [], warm: [] };
  try {
    // The first visit is nobody's: the browser itself starts with it. Of the others, the three are taken in turns.
    for (let visit = 0; visit <= visits; visit++) {
      const context = await open();
      const times = {
        empty: await usable(context, `${origin}/icon.svg`, "svg"),
        cold: await usable(context, list, rowSelector, isKept),
        warm: await usable(context, list, rowSelector),
      };
      await context.close();
      if (visit === 0) continue;
      for (const name of ["empty", "cold", "warm"] as const) samples[name].push(times[name]);
    }
  } finally {
    await browser.close();
    session.close();
  }
  return { empty: summary(samples.empty), cold: summary(samples.cold), warm: summary(samples.warm) };
}

const rowSelector = 'a[href*="/cards/leads/crd_"]';

async function signedIn(opening: Promise<BrowserContext>, origin: string, { cookies }: Session): Promise<BrowserContext> {
  const context = await opening;
  const all = [...cookies, ["member", "1"] as const];
  await context.addCookies(all.map(([name, value]) => ({ name, value, url: origin })));
  return context;
}

/** Runs in the page. */
const noteUsable = `(selector) => {
  const observer = new MutationObserver(() => {
    if (!document.querySelector(selector)) return;
    observer.disconnect();
    requestAnimationFrame(() => setTimeout(() => { globalThis.usableAt = performance.now(); }));
  });
  observer.observe(document, { childList: true, subtree: true });
}`;

/** Waits until the page has stored its data for the next visit, which happens a while after it is drawn. */
async function isKept(page: Page): Promise<void> {
  while (!(await kept(page)).includes("crd_")) await delay(100);
}

/** Milliseconds from the navigation until what was waited for is drawn and the page takes the next key. */
async function usable(
  context: BrowserContext,
  url: string,
  selector: string,
  afterwards?: (page: Page) => Promise<void>,
): Promise<number> {
  const page = await context.newPage();
  await page.addInitScript({ content: `(${noteUsable})(${JSON.stringify(selector)})` });
  await page.goto(url);
  const at = await page.waitForFunction(() => Reflect.get(globalThis, "usableAt"));
  const milliseconds = z.number().parse(await at.jsonValue());
  await afterwards?.(page);
  await page.close();
  return milliseconds;
}
