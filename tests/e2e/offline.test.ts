import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { fileOf } from "./support/site-files.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 15_000 };
const isOffline = "Offline: changes to cards and tasks are kept and will be saved";

interface Lead {
  readonly id: string;
  readonly version: number;
  readonly fields: Readonly<Record<string, unknown>>;
}

async function leadsOf(page: Page): Promise<readonly Lead[]> {
  const leads = await typeOf(page, app.origin, "leads");
  const { rows } = (await call(page, app.origin, "cards.search", { cardTypeId: leads.id })) as { rows: Lead[] };
  return rows;
}

async function atTable(): Promise<Seat> {
  const seat = await app.open();
  await settle(seat.page, app.origin);
  await makeLeads(seat.page, app.origin, [{ name: "Arbel Winery" }, { name: "Galil Cold Storage" }]);
  await seat.page.goto(`${app.origin}/cards/leads`);
  await seat.page.getByRole("rowheader", { name: /Galil/ }).waitFor(soon);
  await atRest(seat.page);
  return seat;
}

async function onCard(): Promise<Seat & { card: Lead }> {
  const seat = await app.open({ width: 390, height: 844, isPhone: true });
  await settle(seat.page, app.origin);
  await makeLeads(seat.page, app.origin, [{ name: "Arbel Winery" }]);
  const [card] = await leadsOf(seat.page);
  if (!card) throw new Error("No card was made");
  await seat.page.goto(`${app.origin}/cards/leads/${card.id}`);
  await seat.page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  await atRest(seat.page);
  return { ...seat, card };
}

/** Types a name into the row of that name. */
async function rename(page: Page, from: string, to: string): Promise<void> {
  await page.getByRole("rowheader", { name: from }).dblclick({ position: { x: 200, y: 12 } });
  await page.locator("[data-editing] input").fill(to);
  await page.keyboard.press("Enter");
}

/** The strip above the table moves it down, so what is pressed has to wait for it. */
async function goOffline(page: Page, context: BrowserContext): Promise<void> {
  await context.setOffline(true);
  await page.getByText(isOffline).first().waitFor(soon);
}

async function changeField(page: Page, label: string, to: string): Promise<void> {
  await page
    .getByRole("button", { name: new RegExp(`^(Add|Edit) ${label}$`, "i") })
    .first()
    .tap();
  await page.getByRole("textbox", { name: label }).fill(to);
  await page.keyboard.press("Enter");
}

const field = (page: Page, label: string) => page.locator("dt", { hasText: label }).locator("xpath=following-sibling::dd");

describe("without a connection", () => {
  it("edits stay in their cells, marked, under one notice, and are saved when it is back", async () => {
    const { page, context } = await atTable();
    await goOffline(page, context);
    await rename(page, "Arbel Winery", "Arbel Vineyards");
    await page.getByRole("alert").waitFor(soon);
    await rename(page, "Galil Cold Storage", "Galil Freezers");
    await expect.poll(() => page.getByRole("button", { name: /^Retry: / }).count()).toBe(2);
    expect(await page.getByRole("alert").count()).toBe(1);
    for (const name of ["Arbel Vineyards", "Galil Freezers"]) {
      const cell = page.getByRole("rowheader", { name });
      expect(await cell.getAttribute("data-rolled-back")).toBe("true");
      expect(await cell.textContent()).toContain("Not saved: no connection");
    }
    await context.setOffline(false);
    await expect
      .poll(async () => (await leadsOf(page)).map(({ fields }) => String(fields["name"])).toSorted((a, b) => a.localeCompare(b)))
      .toEqual(["Arbel Vineyards", "Galil Freezers"]);
    await expect.poll(() => page.getByRole("button", { name: /^Retry: / }).count()).toBe(0);
    await page.getByText(isOffline).first().waitFor({ state: "detached" });
    expect(await page.getByRole("rowheader", { name: "Galil Freezers" }).getAttribute("data-rolled-back")).toBeNull();
  });

  it("with a network but no answer, the mark says that Kartis does not answer", async () => {
    const { page } = await atTable();
    await page.route(/cards\.update/, (route) => route.fulfill({ status: 502, body: "Bad gateway" }));
    await rename(page, "Arbel Winery", "Arbel Vineyards");
    const cell = page.getByRole("rowheader", { name: "Arbel Vineyards" });
    await expect.poll(() => cell.textContent(), soon).toContain("Not saved yet: Kartis does not answer");
    await page.getByRole("alert").getByText("Kartis does not answer").waitFor(soon);
    expect(await page.getByText(/no connection/i).count()).toBe(0);
    await page.unroute(/cards\.update/);
    await cell.getByRole("button", { name: /^Retry: / }).click();
    await cell.getByText("does not answer").waitFor({ state: "detached", ...soon });
  });

  it("Escape and Undo put the old value back, and nothing is sent", async () => {
    const { page, context } = await atTable();
    await goOffline(page, context);
    await rename(page, "Arbel Winery", "Arbel Vineyards");
    await rename(page, "Galil Cold Storage", "Galil Freezers");
    await expect.poll(() => page.getByRole("button", { name: /^Retry: / }).count()).toBe(2);
    await page.getByRole("rowheader", { name: "Galil Freezers" }).click({ position: { x: 200, y: 12 } });
    await page.keyboard.press("Escape");
    await page.getByRole("rowheader", { name: "Galil Cold Storage" }).waitFor(soon);
    await page.keyboard.press("Control+z");
    await page.getByRole("rowheader", { name: "Arbel Winery" }).waitFor(soon);
    await context.setOffline(false);
    await atRest(page);
    expect((await leadsOf(page)).map(({ version }) => version)).toEqual([1, 1]);
  });

  it("pasted values stay as well", async () => {
    const { page, context } = await atTable();
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate(() => navigator.clipboard.writeText("Arbel Vineyards\nGalil Freezers"));
    await goOffline(page, context);
    await page
      .getByRole("rowheader")
      .nth(0)
      .click({ position: { x: 200, y: 12 } });
    await page.keyboard.press("Control+v");
    await expect.poll(() => page.getByRole("button", { name: /^Retry: / }).count()).toBe(2);
    await context.setOffline(false);
    await expect
      .poll(async () => (await leadsOf(page)).map(({ fields }) => String(fields["name"])).toSorted((a, b) => a.localeCompare(b)))
      .toEqual(["Arbel Vineyards", "Galil Freezers"]);
  });
});

describe("on a phone without a connection", () => {
  it("a value stays on the card with its reason and a button that tries again, and leaving asks", async () => {
    const { page, context, card } = await onCard();
    const goDown = page.getByRole("button", { name: "Scroll to bottom" });
    await goDown.waitFor(soon);
    await goOffline(page, context);
    await changeField(page, "Email", "hello@arbel.example");
    await changeField(page, "Phone", "+972502345678");
    await expect.poll(() => page.getByText("Not saved: no connection").count()).toBe(2);
    expect(await field(page, "Email").innerText()).toContain("hello@arbel.example");
    expect(await field(page, "Email").getAttribute("data-rolled-back")).toBe("true");
    // It would stand over them.
    expect(await goDown.isVisible()).toBe(false);
    const asked = page.waitForEvent("dialog");
    // By the page itself: Playwright's own would wait for a navigation that nobody lets happen.
    await page.evaluate(() => setTimeout(() => location.reload()));
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    expect(await field(page, "Email").innerText()).toContain("hello@arbel.example");
    await page.getByRole("button", { name: "Discard" }).nth(1).tap();
    await expect.poll(() => page.getByText("Not saved: no connection").count()).toBe(1);
    await context.setOffline(false);
    await expect.poll(async () => Object.values((await leadsOf(page))[0]?.fields ?? {})).toContain("hello@arbel.example");
    expect(Object.values((await leadsOf(page))[0]?.fields ?? {})).not.toContain("+972502345678");
    await expect.poll(() => page.getByText("Not saved: no connection").count()).toBe(0);
    expect(card.version).toBe(1);
  });

  it("another's change meanwhile is offered as a conflict", async () => {
    const { page, context, card } = await onCard();
    await goOffline(page, context);
    await changeField(page, "Email", "mine@arbel.example");
    await page.getByText("Not saved: no connection").waitFor(soon);
    const leads = await typeOf(page, app.origin, "leads");
    const email = leads.fields.find(({ key }) => key === "email")?.id ?? "";
    await call(page, app.origin, "cards.update", {
      cardId: card.id,
      expectedVersion: card.version,
      fields: { [email]: "theirs@arbel.example" },
    });
    await context.setOffline(false);
    const choice = page.getByRole("alert").filter({ hasText: "Someone else changed" });
    await choice.waitFor(soon);
    expect(await choice.innerText()).toContain("theirs@arbel.example");
    await choice.getByRole("button", { name: "Use yours" }).tap();
    await expect.poll(async () => Object.values((await leadsOf(page))[0]?.fields ?? {})).toContain("mine@arbel.example");
  });

  it("what the server refuses is put back as ever, with its reason", async () => {
    const { page } = await onCard();
    await page.route(/cards\.update/, (route) =>
      route.fulfill({
        status: 400,
        json: [{ error: { data: { code: "INVALID_INPUT" } } }],
      }),
    );
    await changeField(page, "Email", "hello@arbel.example");
    await page.getByRole("alert").waitFor(soon);
    await expect.poll(() => field(page, "Email").innerText()).not.toContain("hello@arbel.example");
    expect(await page.getByText("Not saved: no connection").count()).toBe(0);
  });
});

describe("a task made without a connection", () => {
  it("outlives its tab, and is made once when the next one has a connection", async () => {
    const { page, context } = await app.open({ width: 390, height: 844, isPhone: true });
    await settle(page, app.origin);
    await page.goto(`${app.origin}/tasks`);
    const line = page.getByRole("textbox", { name: "Add a task" });
    await line.waitFor(soon);
    await atRest(page);
    await goOffline(page, context);
    for (const title of ["Call the crane", "Order clamps"]) {
      await line.fill(title);
      await line.press("Enter");
      const waiting = page.getByRole("status").filter({ hasText: title });
      await waiting.getByText(isOffline).waitFor(soon);
      expect(await waiting.getByRole("button", { name: "Retry" }).count()).toBe(0);
    }
    expect(await page.getByRole("alert").count()).toBe(0);
    expect(await page.getByText("Task created").count()).toBe(0);
    await page.close();
    await context.setOffline(false);
    // Two at a time: each sends what it finds.
    const [next, another] = await Promise.all([context.newPage(), context.newPage()]);
    await Promise.all([next.goto(`${app.origin}/tasks`), another.goto(`${app.origin}/cards`)]);
    for (const title of ["Call the crane", "Order clamps"]) await next.getByRole("rowheader", { name: title }).waitFor(soon);
    await expect.poll(() => next.getByRole("alert").count(), soon).toBe(0);
    expect(await next.getByText(/Not saved yet|Offline/).count()).toBe(0);
    const kept = () => next.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("unsent")));
    await expect.poll(kept, soon).toEqual([]);
    await next.reload();
    await next.getByRole("rowheader", { name: "Order clamps" }).waitFor(soon);
    expect(await next.getByRole("rowheader").count()).toBe(2);
  });
});

describe("a page whose parts are still to come when the connection is lost", () => {
  /** What the browser puts off until it is idle, it does once the returned function is called. */
  async function holdIdle(page: Page): Promise<() => Promise<void>> {
    await page.addInitScript(() => {
      const held: IdleRequestCallback[] = [];
      const usual = requestIdleCallback.bind(globalThis);
      globalThis.requestIdleCallback = (callback) => held.push(callback);
      addEventListener("release", () => {
        globalThis.requestIdleCallback = usual;
        for (const callback of held) usual(callback);
      });
    });
    return () => page.evaluate(() => void dispatchEvent(new Event("release")));
  }

  it("stands as it is, and gets them with the connection", async () => {
    const { page, context } = await app.open();
    await settle(page, app.origin);
    const release = await holdIdle(page);
    await page.goto(`${app.origin}/tasks`);
    const line = page.getByRole("textbox", { name: "Add a task" });
    await line.waitFor(soon);
    await page.waitForFunction(() => performance.getEntriesByName("first-screen").length > 0);
    const missed: string[] = [];
    page.on("requestfailed", (request) => missed.push(request.url()));
    await context.setOffline(true);
    await line.fill("Call the crane");
    await release();
    await atRest(page);
    expect(missed.filter((url) => url.includes("/assets/"))).toEqual([]);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Help" }).waitFor(soon);
    await atRest(page);
    await goOffline(page, context);
    expect(await line.inputValue()).toBe("Call the crane");
  });

  it("stands without what did not arrive, and offers to load it anew", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    const extras = `**/assets/${fileOf("SheetExtras")}`;
    await page.route(extras, (route) => route.abort());
    await page.goto(`${app.origin}/tasks`);
    const line = page.getByRole("textbox", { name: "Add a task" });
    await line.fill("Call the crane");
    await page.getByText("A part of this page could not be loaded").waitFor(soon);
    await keepPicture(page, "part-missing");
    expect(await line.inputValue()).toBe("Call the crane");
    await page.unroute(extras);
    await page.getByRole("button", { name: "Reload" }).click();
    await atRest(page);
    expect(await page.getByText("A part of this page could not be loaded").count()).toBe(0);
    expect(complaints.filter((complaint) => !complaint.includes("ERR_FAILED"))).toEqual([]);
  });

  it("says so where another page cannot be opened, even without the code for saying it, and a press loads it anew", async () => {
    const { page, context } = await app.open();
    await settle(page, app.origin);
    await holdIdle(page);
    await page.goto(`${app.origin}/cards`);
    await page.waitForFunction(() => performance.getEntriesByName("first-screen").length > 0);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.getByText("You are offline. The page can be loaded once the connection is back.").waitFor(soon);
    await keepPicture(page, "page-missing");
    await context.setOffline(false);
    await page.getByRole("button", { name: "Reload" }).click();
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor(soon);
  });

  it("opens the page that one asked for by itself when the connection is back", async () => {
    const { page, context } = await app.open();
    await settle(page, app.origin);
    await page.goto(`${app.origin}/tasks`);
    await page.getByRole("textbox", { name: "Add a task" }).waitFor(soon);
    await page.route(`**/assets/${fileOf("SettingsHome")}`, (route) => route.abort("internetdisconnected"));
    await atRest(page);
    await context.setOffline(true);
    await page.getByRole("link", { name: "Settings" }).first().click();
    await page.getByText("You are offline. The page can be loaded once the connection is back.").waitFor(soon);
    await keepPicture(page, "page-offline");
    await page.unrouteAll();
    await context.setOffline(false);
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor(soon);
  });

  it("gets a style sheet that did not arrive the first time", async () => {
    const { page } = await app.open();
    await settle(page, app.origin);
    const lost: string[] = [];
    // Those that come once the first screen stands.
    await page.route("**/assets/*.css", async (route) => {
      const stands = await page.evaluate(() => performance.getEntriesByName("first-screen").length > 0);
      const url = route.request().url();
      if (!stands || lost.includes(url)) return route.continue();
      lost.push(url);
      return route.abort();
    });
    await page.goto(`${app.origin}/tasks`);
    await page.getByRole("button", { name: "Help" }).waitFor(soon);
    await atRest(page);
    expect(lost.length).toBeGreaterThan(0);
    // What Chromium has in place of a style sheet that did not arrive cannot be read.
    const unstyled = () =>
      page.evaluate(
        () =>
          [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].filter(({ sheet }) => {
            try {
              return !sheet?.cssRules.length;
            } catch {
              return true;
            }
          }).length,
      );
    await expect.poll(unstyled, soon).toBe(0);
    expect(await page.getByText("A part of this page could not be loaded").count()).toBe(0);
  });

  it("says so of what one asks for, and lets go of the keys", async () => {
    const { page } = await app.open();
    const palette = `**/assets/${fileOf("Palette")}`;
    await page.route(palette, (route) => route.abort());
    await settle(page, app.origin);
    await page.goto(`${app.origin}/tasks`);
    await page.getByRole("textbox", { name: "Add a task" }).waitFor(soon);
    await atRest(page);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("lea");
    await page.getByRole("alertdialog").getByText("No connection").waitFor(soon);
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.waitForURL(/\/calendar/);
  });
});
