import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 15_000 };

/** Opens the list of leads from the list of all cards. */
async function onLeads(): Promise<Seat> {
  const seat = await app.open({ width: 390, height: 844, isPhone: true });
  const { page } = seat;
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }, { name: "Arbel Winery" }]);
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("link", { name: /Galil/ }).waitFor(soon);
  await page
    .getByRole("button", { name: /^Cards/ })
    .first()
    .tap();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Leads/ })
    .tap();
  await page.waitForURL(/\/cards\/leads/, soon);
  await page.getByRole("dialog").waitFor({ state: "hidden", ...soon });
  await page.getByRole("region", { name: "Leads" }).getByRole("link", { name: /Galil/ }).waitFor(soon);
  return seat;
}

const pathOf = (page: Page) => new URL(page.url()).pathname;
/** Goes back as the phone's own button does; closing a layer leaves no page, so there is nothing to wait for. */
const goBack = (page: Page) => page.evaluate(() => history.back());

async function leadsBackToAll(page: Page): Promise<void> {
  expect(pathOf(page)).toBe("/cards/leads");
  await goBack(page);
  await expect.poll(() => pathOf(page), soon).toBe("/cards");
}

it("Back closes a dialog, and then leaves the page", async () => {
  const { page, complaints } = await onLeads();
  await page.getByRole("button", { name: "New record" }).tap();
  const dialog = page.getByRole("dialog", { name: "New record" });
  await dialog.waitFor(soon);
  await goBack(page);
  await dialog.waitFor({ state: "hidden", ...soon });
  await leadsBackToAll(page);
  expect(complaints).toEqual([]);
});

it("a layer that is closed by its own button leaves nothing behind for Back", async () => {
  const { page, complaints } = await onLeads();
  for (const close of ["Close", "Cancel"]) {
    await page.getByRole("button", { name: "New record" }).tap();
    await page.getByRole("dialog", { name: "New record" }).getByRole("button", { name: close }).tap();
    await page.getByRole("dialog").waitFor({ state: "hidden", ...soon });
  }
  await leadsBackToAll(page);
  expect(complaints).toEqual([]);
});

it("Back closes the upper of two layers first", async () => {
  const { page } = await onLeads();
  await page.getByRole("button", { name: "Filters" }).tap();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("menuitem", { name: "Lead status" }).tap();
  await page.getByRole("option").first().waitFor(soon);
  await goBack(page);
  await page
    .getByRole("option")
    .first()
    .waitFor({ state: "hidden", ...soon });
  expect(await sheet.isVisible()).toBe(true);
  await goBack(page);
  await sheet.waitFor({ state: "hidden", ...soon });
  await leadsBackToAll(page);
});

it("what a sheet has changed of the page stays when Back closes the sheet, and Back after it takes the change back", async () => {
  const { page } = await onLeads();
  await page.getByRole("button", { name: "Sort" }).tap();
  const sheet = page.getByRole("dialog", { name: "Sort" });
  await sheet.getByRole("menuitem", { name: "Price" }).tap();
  await sheet.getByRole("button", { name: "Add a level" }).waitFor(soon);
  await expect.poll(() => page.url(), soon).toContain("sort");
  await goBack(page);
  await sheet.waitFor({ state: "hidden", ...soon });
  expect(page.url()).toContain("sort");
  await goBack(page);
  await expect.poll(() => page.url(), soon).not.toContain("sort");
  await leadsBackToAll(page);
});

it("a layer that leads to another page is skipped on the way back", async () => {
  const { page } = await onLeads();
  await page.getByRole("link", { name: /Arbel/ }).tap();
  await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  await page
    .getByRole("button", { name: /^Leads/ })
    .first()
    .tap();
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /^Customers/ })
    .tap();
  await page.waitForURL(/\/cards\/customers/, soon);
  await page.getByRole("dialog").waitFor({ state: "hidden", ...soon });
  await goBack(page);
  await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  await goBack(page);
  await expect.poll(() => pathOf(page), soon).toBe("/cards/leads");
  await leadsBackToAll(page);
});

it("Back closes a menu", async () => {
  const { page } = await onLeads();
  await page.getByRole("navigation", { name: "Main" }).getByRole("button", { name: "More" }).tap();
  const item = page.getByRole("menuitem").first();
  await item.waitFor(soon);
  await goBack(page);
  await item.waitFor({ state: "hidden", ...soon });
  await leadsBackToAll(page);
});

it("with a mouse Back leaves the page, as ever", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("link", { name: /^Leads/ }).click();
  await page.waitForURL(/\/cards\/leads/, soon);
  await page.getByRole("button", { name: "New record" }).first().click();
  await page.getByRole("dialog", { name: "New record" }).waitFor(soon);
  expect(await page.evaluate(() => JSON.stringify(history.state))).not.toContain("layer");
});
