import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { subscriptions } from "@kartis/events/subscriptions.ts";
import { functions } from "@kartis/functions/functions.ts";
import { buildWeb } from "@kartis/local/build-web.ts";
import { type Cloud, startCloud } from "@kartis/local/cloud.ts";
import { repositoryRoot } from "@kartis/stacks/bundle.ts";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { watchRequests } from "./at-rest.ts";

/** The whole of Kartis on data that is thrown away, and a browser to use it with. */
export interface App {
  readonly cloud: Cloud;
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
  /** Stops the whole cloud and starts it again on the same data, at the same address. */
  restart(): Promise<void>;
  close(): Promise<void>;
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

/** Starts the cloud and Chromium. */
export async function startApp({ hasNotifications = false } = {}): Promise<App> {
  const dataDir = await mkdtemp(join(tmpdir(), "kartis-e2e-"));
  const { webDist } = await buildWeb();
  const logs: string[] = [];
  const options = {
    dataDir,
    webDist,
    functions,
    subscriptions,
    buildDir: join(repositoryRoot, ".local/build"),
    onLog: (name: string, line: string) => logs.push(`${name}: ${line}`),
  };
  let cloud = await startCloud(options);
  const isWhole = hasNotifications || process.env["CHROMIUM"] !== undefined || !existsSync(withoutWindows);
  const browser: Browser = await chromium.launch({ executablePath: isWhole ? whole : withoutWindows, args: flags });
  return {
    get cloud() {
      return cloud;
    },
    origin: cloud.origin,
    async open({
      width = 1440,
      height = 900,
      language = "en",
      theme = "light",
      isPhone = false,
      timeZone = "Asia/Jerusalem",
    } = {}) {
      const context = await browser.newContext({
        viewport: { width, height },
        locale: language,
        timezoneId: timeZone,
        reducedMotion: "reduce",
        isMobile: isPhone,
        hasTouch: isPhone,
      });
      await context.addCookies([
        { name: "language", value: language, url: cloud.origin },
        { name: "theme", value: theme, url: cloud.origin },
      ]);
      watchRequests(context);
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
    },
    async restart() {
      const { port } = new URL(cloud.origin);
      await cloud.close();
      cloud = await startCloud({ ...options, port: Number(port) });
    },
    async close() {
      await browser.close();
      await cloud.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
