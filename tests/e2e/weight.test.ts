import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { makeLeads, settle } from "./support/person.ts";

const kilobyte = 1024;

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("at most 180 KB of JS, gzipped, are loaded before the first row; 120 of them the entry", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  // Noted in the page when the row appears: what is fetched ahead afterwards does not count.
  await page.addInitScript(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('a[href*="/cards/leads/crd_"]')) return;
      observer.disconnect();
      const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
      document.documentElement.dataset["scripts"] = scripts.map(({ name }) => name).join(" ");
    });
    observer.observe(document, { childList: true, subtree: true });
  });
  await page.goto(`${app.origin}/cards/leads`);
  const scripts = () => page.evaluate(() => document.documentElement.dataset["scripts"] ?? "");
  await expect.poll(scripts).not.toBe("");
  const files = await Promise.all(
    (await scripts())
      .split(" ")
      .map(async (url) => ({ url, bytes: gzipSync(await (await page.request.get(url)).body()).length })),
  );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  // What every page of the app begins with: the entry, and what it shares with the public pages.
  const first = files.filter(({ url }) => /\/(entry|base)-/.test(url));
  expect(first).toHaveLength(2);
  const entry = first.reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `JS before the first row: ${(total / kilobyte).toFixed(2)} KB gzipped, the entry ${Math.round(entry / kilobyte)} KB`,
  );
  expect(files.filter(({ url }) => url.includes("/public-"))).toEqual([]);
  expect(total).toBeLessThanOrEqual(180 * kilobyte);
  expect(entry).toBeLessThanOrEqual(120 * kilobyte);
});

it("a list has fetched at most 50 scripts and 25 style sheets once it is at rest", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  await page.goto(`${app.origin}/cards/leads`);
  await atRest(page);
  const fetched = await page.evaluate(() => performance.getEntriesByType("resource").map(({ name }) => name));
  const [scripts, styles] = [".js", ".css"].map((ending) => fetched.filter((name) => name.endsWith(ending)).length);
  console.log(`A list at rest: ${scripts} scripts, ${styles} style sheets`);
  expect(scripts).toBeLessThanOrEqual(50);
  expect(styles).toBeLessThanOrEqual(25);
});
