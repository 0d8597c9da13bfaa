import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type App, type Seat, startApp } from "./support/app.ts";
import { serious, seriousInOverlay, seriousWhenOpen } from "./support/axe.ts";
import { day } from "./support/calendar.ts";
import { call, makeLeads, settle, join, typeOf } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the platform switches, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const names = ["Galil Cold Storage", "Kovács Építő Kft.", "Норд-Фасад", "גליל קירור בע״מ", "Arbel Winery"];

const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });
const Found = z.object({ rows: z.array(z.object({ id: z.string() })) });
const visit = "Site visit at Arbel";
const body = [{ type: "paragraph", content: [{ text: "Budget approved: גג 2, договор 17." }] }];

/** What lies over a preview's frame: it allows no scripts, not even those of axe. */
const withoutFrames = async (page: Page): Promise<void> => {
  await page.locator("iframe").waitFor({ state: "attached" });
  await page.locator("iframe").evaluateAll((frames) => frames.forEach((frame) => frame.remove()));
};

async function scene(options: Parameters<App["open"]>[0]): Promise<Seat> {
  const seat = await app.open(options);
  await settle(seat.page, app.origin, options?.language ?? "en");
  const { organization } = Me.parse(await call(seat.page, app.origin, "identity.me", {}));
  for (const feature of ["content-templates", "dashboard"] as const)
    await switchOn({ orgId: organization.id, clock: systemClock }, feature);
  await makeLeads(
    seat.page,
    app.origin,
    names.map((name, at) => ({ name, price: 31_200_000 + at * 1_250, status: at })),
  );
  for (const [title, after] of [
    ["Renew site insurance", -3],
    ["Arbel crane", 0],
    ["Договор: согласовать спецификацию", 8],
  ] as const)
    await call(seat.page, app.origin, "tasks.create", { title, due: day(after), priority: "HIGH" });
  // All that a timeline shows, on the card that is opened.
  const leads = await typeOf(seat.page, app.origin, "leads");
  const { rows } = Found.parse(
    await call(seat.page, app.origin, "cards.search", { cardTypeId: leads.id, search: "Arbel Winery" }),
  );
  const cardId = rows[0]?.id;
  await call(seat.page, app.origin, "comments.create", { cardId, body });
  await call(seat.page, app.origin, "communications.create", {
    type: "CALL",
    cardId,
    number: "+972 50 123 4567",
    status: "missed",
  });
  await call(seat.page, app.origin, "mails.send", { cardId, to: [{ email: "dana@x.example" }], subject: "Offer", body });
  await call(seat.page, app.origin, "tasks.create", { title: "Order clamps", due: day(5), cardId });
  return seat;
}

/** Width or height of what the selector finds, in CSS pixels. */
async function box(page: Page, selector: string): Promise<{ width: number; height: number }> {
  const found = await page.locator(selector).first().boundingBox();
  if (!found) throw new Error(`${selector} is not on the screen`);
  return { width: Math.round(found.width), height: Math.round(found.height) };
}

/** Everything that is wider than the screen, and text that is cut off without saying so. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth ? ["the page scrolls sideways"] : [];
    const cut = [...document.querySelectorAll<HTMLElement>("button, a, h1, h2, h3, label")].filter((element) => {
      const style = getComputedStyle(element);
      return (
        element.offsetParent !== null &&
        // A count stands over the edge of its button; the button's own words are in its name.
        !element.matches("header button[aria-label]") &&
        element.scrollWidth > element.clientWidth + 1 &&
        style.overflowX === "visible" &&
        style.display !== "inline" &&
        element.clientWidth > 0
      );
    });
    return [...wide, ...cut.map((element) => `${element.tagName} ${element.textContent?.slice(0, 40)}`)];
  });

describe("the design's dimensions", () => {
  it("rail 59, panel 150, top bar 48, header 32, rows 36, base 13", async () => {
    const { page } = await scene({});
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("row", { name: /Galil/ }).waitFor();
    expect((await box(page, 'nav[aria-label="Main"]')).width).toBe(59);
    expect((await box(page, 'aside[aria-label="Cards"]')).width).toBe(150);
    expect((await box(page, "header")).height).toBe(48);
    const rows = page.getByRole("grid").getByRole("row");
    expect(Math.round((await rows.nth(0).boundingBox())?.height ?? 0)).toBe(32);
    expect(Math.round((await rows.nth(1).boundingBox())?.height ?? 0)).toBe(36);
    expect(await page.evaluate(() => getComputedStyle(document.body).fontSize)).toBe("13px");
  });
});

const screens = [
  { name: "login", path: "/login", signedIn: false, ready: (page: Page) => page.locator("h1").waitFor() },
  { name: "welcome", path: "/welcome", signedIn: false, ready: (page: Page) => page.locator("h1").waitFor() },
  { name: "all cards", path: "/cards", signedIn: true, ready: (page: Page) => page.getByText("Arbel Winery").first().waitFor() },
  {
    name: "cards of a type",
    path: "/cards/leads",
    signedIn: true,
    ready: (page: Page) => page.getByText("Arbel Winery").first().waitFor(),
  },
  { name: "tasks", path: "/tasks", signedIn: true, ready: (page: Page) => page.getByText("Arbel crane").waitFor() },
  {
    name: "an open task",
    path: "/tasks?list=team",
    signedIn: true,
    ready: async (page: Page) => {
      await page.getByText("Arbel crane").click();
      await page.getByRole("textbox", { name: /^(Title|כותרת|Megnevezés|Название)$/ }).waitFor();
    },
  },
  ...(["week", "day", "month", "agenda"] as const).map((view) => ({
    name: `calendar: ${view}`,
    path: `/calendar?view=${view}`,
    signedIn: true,
    ready: (page: Page) =>
      page
        .locator("[data-entry]")
        .filter({ hasText: "Arbel crane" })
        .or(page.locator("[data-entry] button[aria-label*='Arbel crane']"))
        .first()
        .waitFor(),
  })),
  {
    name: "dashboard",
    path: "/dashboard",
    signedIn: true,
    ready: (page: Page) => page.getByRole("link", { name: "Arbel crane" }).first().waitFor(),
  },
  {
    name: "templates",
    path: "/settings/templates",
    signedIn: true,
    ready: async (page: Page) => {
      await page.locator('a[href*="template=TASK_EMAIL_REMINDER"]').waitFor();
      await withoutFrames(page);
    },
  },
  {
    name: "a template",
    path: "/settings/templates?template=MEETING_EMAIL_SCHEDULED",
    signedIn: true,
    ready: async (page: Page) => {
      await page.locator("[data-variable]").first().waitFor();
      await withoutFrames(page);
    },
  },
  { name: "import", path: "/cards/leads/import", signedIn: true, ready: (page: Page) => page.locator("h1").waitFor() },
  { name: "nothing there", path: "/no-such-page", signedIn: true, ready: (page: Page) => page.locator("h1").waitFor() },
] as const;

describe.each([
  { language: "en", theme: "light", width: 1440, height: 900 },
  { language: "he", theme: "dark", width: 1440, height: 900 },
  { language: "hu", theme: "light", width: 1024, height: 768 },
  { language: "ru", theme: "dark", width: 390, height: 844 },
  { language: "he", theme: "light", width: 360, height: 740 },
] as const)("in $language, $theme, $width wide", (options) => {
  let seat: Seat;
  beforeAll(async () => {
    seat = await scene(options);
  });
  afterAll(() => seat.context.close());

  it.each(screens)("$name: fits, is accessible, and the console is silent", async ({ path, signedIn, ready }) => {
    const { page, complaints } = signedIn ? seat : await app.open(options);
    if (path === "/welcome")
      await join(
        page,
        app.origin,
        { name: "New", email: `new${Date.now()}${options.width}@x.example`, password: "long enough" },
        options.language,
      );
    await page.goto(app.origin + path);
    await ready(page);
    expect(await page.evaluate(() => document.documentElement.dir || "ltr")).toBe(options.language === "he" ? "rtl" : "ltr");
    expect(await page.evaluate(() => document.documentElement.dataset["theme"])).toBe(options.theme);
    expect(await overflowing(page)).toEqual([]);
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    if (!signedIn) await page.context().close();
  });

  it.runIf(options.width >= 768)(
    "what opens in the list is accessible: its menus and panels, those of a column and of a row, and the bar for several",
    async () => {
      const { page, complaints } = seat;
      await page.goto(`${app.origin}/cards/leads`);
      await page.getByText("Arbel Winery").first().waitFor();
      expect(await seriousWhenOpen(page)).toEqual([]);
      await page.getByRole("columnheader").nth(2).focus();
      await page.keyboard.press("Alt+ArrowDown");
      expect(await seriousInOverlay(page, "column")).toEqual([]);
      await page.getByText("Arbel Winery").first().click({ button: "right" });
      expect(await seriousInOverlay(page, "row")).toEqual([]);
      await page.locator("[data-select]").first().click();
      await page.getByRole("toolbar").waitFor();
      expect(await serious(page)).toEqual([]);
      expect(complaints).toEqual([]);
    },
  );

  it("the card page with its timeline: fits, is accessible, and the console is silent", async () => {
    const { page, complaints } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    await page.locator('a[href*="/cards/leads/crd_"]').filter({ hasText: "Arbel Winery" }).first().click();
    await page.waitForURL(/crd_/);
    await page.getByRole("heading", { level: 1 }).waitFor();
    // On a phone the timeline has a tab of its own.
    if (options.width < 768) await page.goto(`${page.url().split("?")[0]}?tab=activity`);
    await page.getByText("Budget approved").first().waitFor();
    await page.getByText("Order clamps").first().waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(await serious(page)).toEqual([]);
    // What opens on it is the same at every width.
    if (options.width === 1024) expect(await seriousWhenOpen(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("a guest's page and the bell under which their reply is: fit, are accessible, and the console is silent", async () => {
    const { page, complaints } = seat;
    const guest = `eszter${options.width}${options.language}${options.theme}@bakony.example`;
    await call(page, app.origin, "meetings.create", {
      title: visit,
      start: "2030-06-03T09:00:00Z",
      timeZone: "Europe/Budapest",
      location: "Kibbutz Kfar Blum, גג 2",
      guests: [{ email: guest, name: "Eszter Nagy" }],
    });
    const link = async () => {
      const mails = await (await fetch(`${app.origin}/local/mailbox.json?to=${encodeURIComponent(guest)}`)).text();
      return /\/rsvp\/[\w.-]+\?lang=\w\w/.exec(mails)?.[0];
    };
    await expect.poll(link, { timeout: 20_000 }).toBeDefined();
    const theirs = await app.open(options);
    await theirs.page.goto(`${app.origin}${await link()}`);
    await theirs.page.getByRole("heading", { name: visit }).waitFor();
    const fits = async (shown: Page) => {
      expect(await overflowing(shown)).toEqual([]);
      expect(await serious(shown)).toEqual([]);
    };
    expect(await theirs.page.evaluate(() => document.documentElement.dir || "ltr")).toBe(
      options.language === "he" ? "rtl" : "ltr",
    );
    await fits(theirs.page);
    await theirs.page.getByRole("radio").first().click();
    await theirs.page.getByRole("textbox").waitFor();
    await fits(theirs.page);
    expect(theirs.complaints).toEqual([]);
    await theirs.context.close();

    await page.goto(`${app.origin}/tasks?notifications=all`);
    await page.getByRole("dialog").getByText(visit).first().waitFor({ timeout: 20_000 });
    await fits(page);
    expect(complaints).toEqual([]);
  });

  it.runIf(options.width === 1024)("the roles: fit and are accessible, with a level's menu open", async () => {
    const { page, complaints } = seat;
    await page.goto(`${app.origin}/settings/roles-and-permissions`);
    await page.getByRole("heading", { level: 1 }).waitFor();
    expect(await overflowing(page)).toEqual([]);
    expect(await serious(page)).toEqual([]);
    await page.locator("td[aria-haspopup]").first().click();
    expect(await seriousInOverlay(page, "level")).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
