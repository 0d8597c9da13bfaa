import { existsSync } from "node:fs";
import type { Cloud } from "@kartis/local/cloud.ts";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { inject } from "vitest";
import { watchRequests } from "./at-rest.ts";
import { borrowCloud, type LentCloud } from "./borrowed-cloud.ts";

/** The whole of Kartis on data that is thrown away, and a browser to use it with. */
export interface App {
  /** One that other test files have used before: their accounts and mails are in it. */
  readonly cloud: LentCloud;
  readonly origin: string;
  /** A person's own browser: cookies and storage of its own. Its console is watched; `complaints` has what it said. */
  open(options?: {
    width?: number;
    height?: number;
    language?: "en" | "he" | "hu" | "ru";
    theme?: "light" | "dark";
    /** Uses touch instead of a mouse, and a phone's layout. */
    isPhone?: boolean;
    timeZone?: string;
  }): Promise<Seat>;
  close(): Promise<void>;
}

/** The same with a new cloud in this process, which nobody else uses. */
export interface OwnApp extends App {
  readonly cloud: Cloud;
  /** Stops the whole cloud and starts it again on the same data, at the same address. */
  restart(): Promise<void>;
}

export interface Seat {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Warnings, errors and uncaught exceptions so far, except the browser's own line about an answer the test provoked. */
  readonly complaints: readonly string[];
}

const flags = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** Factor by which the browser's machine is slowed down, to find what works only when it is fast: `KARTIS_SLOW=6`. */
const slowness = Number(process.env["KARTIS_SLOW"] ?? 1);

/** Chromium without windows takes two thirds of the CPU that the whole one takes, which can also show notifications of the system. */
const [whole, withoutWindows] = [process.env["CHROMIUM"] ?? "/usr/bin/chromium", "/usr/bin/chromium-headless-shell"];

/** Starts Chromium on a cloud that is shared: other test files use it before and after, but none meanwhile. */
export async function startApp(): Promise<App> {
  const borrowed = await borrowCloud(inject("cloudsPort"));
  const { cloud } = borrowed;
  const browser = await launch();
  return {
    cloud,
    origin: cloud.origin,
    open: openerOf(browser, cloud.origin),
    async close() {
      await end(browser);
      borrowed.giveBack();
    },
  };
}

/**
 * Starts Chromium and a cloud, which costs some five seconds of a processor more than `startApp`, and as much again until its code is warm. For test files that
 * restart the cloud, use its engines, fill it with data, or look at what everybody in it has done. A file that only changes how the simulators answer puts that
 * back when it ends, and uses numbers and addresses of its own.
 */
export async function startOwnApp({ hasNotifications = false } = {}): Promise<OwnApp> {
  // Files that share a cloud do not load its code.
  const { startTemporaryCloud } = await import("./cloud.ts");
  const own = await startTemporaryCloud(inject("webDist"));
  const browser = await launch(hasNotifications);
  const { origin } = own.cloud;
  return {
    get cloud() {
      return own.cloud;
    },
    origin,
    open: openerOf(browser, origin),
    restart: () => own.restart(),
    async close() {
      await end(browser);
      await own.close();
    },
  };
}

const browsers = new Set<Browser>();

/** What each page was refused or did not get at all: of scripts the console does not always tell. */
const refusals = new WeakMap<Page, string[]>();
export const refusalsOf = (page: Page): readonly string[] => refusals.get(page) ?? [];

function watchRefusals(context: BrowserContext): void {
  context.on("page", (page) => {
    const refused: string[] = [];
    refusals.set(page, refused);
    page.on("response", (response) => response.status() >= 400 && refused.push(`${response.status()} ${response.url()}`));
    page.on("requestfailed", (request) => refused.push(`${request.failure()?.errorText} ${request.url()}`));
  });
}

/** The pages that this test file has open. */
export const openPages = (): Page[] =>
  [...browsers].flatMap((browser) => browser.contexts()).flatMap((context) => context.pages());

async function launch(hasNotifications = false): Promise<Browser> {
  const isWhole = hasNotifications || process.env["CHROMIUM"] !== undefined || !existsSync(withoutWindows);
  const browser = await chromium.launch({ executablePath: isWhole ? whole : withoutWindows, args: flags });
  browsers.add(browser);
  browser.on("disconnected", () => browsers.delete(browser));
  return browser;
}

/** A test's routes may still be answering what its pages have asked last: an error of theirs is no longer anybody's. */
async function end(browser: Browser): Promise<void> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  await Promise.all(pages.map((page) => page.unrouteAll({ behavior: "ignoreErrors" })));
  await browser.close();
}

const openerOf =
  (browser: Browser, origin: string): App["open"] =>
  async ({ width = 1440, height = 900, language = "en", theme = "light", isPhone = false, timeZone = "Asia/Jerusalem" } = {}) => {
    const context = await browser.newContext({
      viewport: { width, height },
      locale: language,
      timezoneId: timeZone,
      reducedMotion: "reduce",
      isMobile: isPhone,
      hasTouch: isPhone,
    });
    await context.addCookies([
      { name: "language", value: language, url: origin },
      { name: "theme", value: theme, url: origin },
    ]);
    watchRequests(context);
    watchRefusals(context);
    const page = await context.newPage();
    if (slowness > 1) await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slowness });
    const complaints: string[] = [];
    page.on("console", (message) => {
      if (
        ["warning", "error"].includes(message.type()) &&
        !/^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
      )
        complaints.push(message.text());
    });
    page.on("pageerror", (error) => complaints.push(String(error)));
    return { page, context, complaints };
  };
