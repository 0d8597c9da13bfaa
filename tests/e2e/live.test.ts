import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OwnApp, type Seat, startOwnApp } from "./support/app.ts";
import { call, makeLeads, newAccount, settle, signIn, typeOf } from "./support/person.ts";

/** "Within about a second": what the machine takes for a browser to draw it is on top. */
const soon = { timeout: 20_000 };

let app: OwnApp;
let here: Seat;
let there: Seat;

/** Two browsers of the same person, as on two desks; both look at the leads. */
beforeAll(async () => {
  app = await startOwnApp();
  here = await app.open();
  there = await app.open();
  const account = newAccount();
  await settle(here.page, app.origin, "en", account);
  await signIn(there.page, app.origin, account);
  await makeLeads(here.page, app.origin, [
    { name: "Galil Cold Storage", price: 100_000 },
    { name: "Arbel Winery", price: 250_000 },
  ]);
  for (const { page } of [here, there]) {
    const connected = page.waitForEvent("websocket");
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("row", { name: /Arbel Winery/ }).waitFor();
    await connected;
  }
});
afterAll(() => app.close());

const row = ({ page }: Seat, name: string | RegExp) => page.getByRole("row", { name });

describe("a change in one browser shows in the other without a reload", () => {
  it("an edit, and the sum below", async () => {
    const cell = row(here, /Arbel Winery/)
      .getByRole("gridcell")
      .filter({ hasText: "2,500" });
    await cell.dblclick();
    await here.page.keyboard.press("ControlOrMeta+a");
    await here.page.keyboard.type("4000");
    await here.page.keyboard.press("Enter");
    await row(there, /Arbel Winery.*4,000/).waitFor(soon);
    for (const { page } of [here, there])
      await page.getByRole("contentinfo").or(page.locator("footer")).getByText("5,000").waitFor(soon);
  });

  it("a new card, and the count in the panel", async () => {
    await here.page.keyboard.press("Escape");
    await here.page.locator("footer").first().click();
    await here.page.keyboard.press("n");
    const dialog = here.page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: /^Name/ }).fill("Haifa Port Logistics");
    await here.page.keyboard.press("Enter");
    await row(here, /Haifa Port Logistics/).waitFor(soon);
    await row(there, /Haifa Port Logistics/).waitFor(soon);
    await there.page.getByRole("link", { name: /Leads\s*3/ }).waitFor(soon);
  });

  it("a deletion, and its undo", async () => {
    await row(here, /Galil Cold Storage/)
      .getByRole("checkbox")
      .click();
    await here.page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await row(there, /Galil Cold Storage/).waitFor({ ...soon, state: "detached" });
    await here.page.getByRole("button", { name: "Undo" }).click();
    await row(there, /Galil Cold Storage/).waitFor(soon);
  });

  it("what changed while the page was closed, a moment later", async () => {
    await there.page.goto("about:blank");
    await row(here, /Arbel Winery/)
      .getByRole("gridcell")
      .filter({ hasText: "4,000" })
      .dblclick();
    await here.page.keyboard.press("ControlOrMeta+a");
    await here.page.keyboard.type("4500");
    await here.page.keyboard.press("Enter");
    await row(here, /Arbel Winery.*4,500/).waitFor(soon);
    const connected = there.page.waitForEvent("websocket");
    await there.page.goto(`${app.origin}/cards/leads`);
    await row(there, /Arbel Winery.*4,500/).waitFor(soon);
    await connected;
  });

  it("what changed between the first render and the socket's connection", async () => {
    const { page } = there;
    const mayListen = Promise.withResolvers<void>();
    await page.route("**/api/realtime", async (route) => {
      await mayListen.promise;
      await route.continue();
    });
    const listed = page.waitForResponse(/cards\.search/);
    await page.goto(`${app.origin}/cards/leads`);
    await listed;
    await row(there, /Arbel Winery.*4,500/).waitFor(soon);
    await row(here, /Arbel Winery/)
      .getByRole("gridcell")
      .filter({ hasText: "4,500" })
      .dblclick();
    await here.page.keyboard.press("ControlOrMeta+a");
    await here.page.keyboard.type("4700");
    await here.page.keyboard.press("Enter");
    await row(here, /Arbel Winery.*4,700/).waitFor(soon);
    expect(await row(there, /Arbel Winery.*4,500/).count()).toBe(1);
    mayListen.resolve();
    await row(there, /Arbel Winery.*4,700/).waitFor(soon);
    await page.unroute("**/api/realtime");
  });

  it("an import", async () => {
    await here.page.goto(`${app.origin}/cards/leads/import`);
    const rows = Array.from({ length: 300 }, (_, at) => `Imported ${at},row${at}@x.example`).join("\n");
    await here.page
      .locator("input[type=file]")
      .setInputFiles({ name: "a.csv", mimeType: "text/csv", buffer: Buffer.from(`Name,Email\n${rows}\n`) });
    await here.page.getByRole("button", { name: "Check the file" }).click();
    await here.page.getByRole("button", { name: "Import 300 rows" }).click({ timeout: 60_000 });
    await here.page.getByText("Import done").waitFor({ timeout: 60_000 });
    await there.page.getByRole("heading", { name: "Leads 303" }).waitFor(soon);
    await there.page.getByRole("link", { name: /Leads\s*303/ }).waitFor(soon);
  });

  it("what happened while the server was away, once it is back", async () => {
    const { id } = await typeOf(here.page, app.origin, "leads");
    await app.restart();
    const reconnected = there.page.waitForEvent("websocket", { timeout: 60_000 });
    await call(here.page, app.origin, "cards.create", { typeId: id, fields: { name: "Made in the dark" } });
    await reconnected;
    await there.page.getByRole("heading", { name: "Leads 304" }).waitFor(soon);
  });

  it("leaves both consoles silent", () => {
    // The browser itself writes a line when nobody answers; a page cannot keep it from that.
    const own = (line: string) => !/net::ERR_|WebSocket connection to .* failed/.test(line);
    expect([...here.complaints, ...there.complaints].filter(own)).toEqual([]);
  });
});
