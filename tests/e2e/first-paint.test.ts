import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { kept } from "../support/kept.ts";
import { call, forgetKept, gotoFresh, makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Keeps every answer of the API back until the returned function is called. */
async function holdApi(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/api/**", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

async function visited(name: string, path = "/cards/leads") {
  const seat = await app.open();
  const { page } = seat;
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name }]);
  await gotoFresh(page, `${app.origin}${path}`);
  await page.getByRole("link", { name }).first().waitFor();
  await expect.poll(() => kept(page)).toContain(name);
  return seat;
}

it("paints rail, panel and the last known list before the API answers, then corrects what has changed", async () => {
  const { page, complaints } = await visited("Galil Cold Storage");
  await call(page, app.origin, "profile.update", { language: "he" });
  const release = await holdApi(page);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Galil Cold Storage" }).first().waitFor();
  await page.getByRole("navigation", { name: "Main" }).first().waitFor();
  await page.getByRole("link", { name: /^Leads/ }).waitFor();
  release();
  await page.locator("html[dir=rtl]").waitFor();
  expect(complaints).toEqual([]);
});

it("an expired session leads from the painted page to the sign-in page, and clears what was kept", async () => {
  const { page, context, complaints } = await visited("Arbel Winery");
  await context.clearCookies({ name: /kartis/ });
  const release = await holdApi(page);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Arbel Winery" }).first().waitFor();
  release();
  await page.waitForURL(/\/login/);
  await page.getByText("Arbel Winery").waitFor({ state: "detached" });
  await expect.poll(() => kept(page)).not.toContain("Arbel Winery");
  expect(complaints).toEqual([]);
});

it("without a session cookie nothing is painted from disk", async () => {
  const { page, context } = await visited("Haifa Port Logistics");
  await context.clearCookies();
  const release = await holdApi(page);
  const asked = page.waitForRequest(/identity\.me/);
  await page.goto(`${app.origin}/cards/leads`);
  await asked;
  expect(await page.locator("#root").textContent()).toBe("");
  expect(await page.locator("#outline").isVisible()).toBe(false);
  release();
  await page.waitForURL(/\/login/);
});

it("switching the organization in another tab replaces the painted one", async () => {
  const { page, complaints } = await visited("Bakony Dairy");
  await call(page, app.origin, "organizations.create", { name: "Other Firm", language: "en", template: "sales" });
  const release = await holdApi(page);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Bakony Dairy" }).first().waitFor();
  release();
  await page.getByRole("button", { name: "Other Firm" }).waitFor();
  await page.getByText("Bakony Dairy").first().waitFor({ state: "detached" });
  await expect.poll(() => kept(page)).not.toContain("Bakony Dairy");
  // The connection of the painted organization may be given up before it stood.
  expect(complaints.filter((line) => !/^WebSocket connection .* closed before/.test(line))).toEqual([]);
});

it("a browser with nothing cached shows the outline of the app until the first answer", async () => {
  const { page, complaints } = await visited("Rimon Schools");
  await forgetKept(page, app.origin);
  const release = await holdApi(page);
  await page.goto(`${app.origin}/cards/leads`);
  await page.locator("#outline").waitFor();
  expect(await page.locator("#root").innerHTML()).toBe("");
  release();
  await page.getByRole("link", { name: "Rimon Schools" }).first().waitFor();
  expect(await page.locator("#outline").isVisible()).toBe(false);
  expect(complaints).toEqual([]);
});
