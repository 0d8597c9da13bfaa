import type { UserId } from "@kartis/core/kernel/id.ts";
import { grantPlatformAdmin } from "@kartis/core/users/index.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { type Account, call, makeLeads, settle, signIn } from "./support/person.ts";

declare global {
  interface Window {
    shifts: { value: number; sources: string[] }[];
  }
  interface LayoutShift extends PerformanceEntry {
    readonly value: number;
    readonly sources: readonly { readonly node: Node | null }[];
  }
}

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the command that makes platform admins does, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

/** No answer of the API comes before what the page shows without it has been painted: the parts of a screen come in one after another. */
async function slowDown(page: Page): Promise<void> {
  await page.route("**/api/**", async (route) => {
    try {
      const response = await route.fetch();
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      await route.fulfill({ response });
    } catch (error) {
      // What a page that is closed had asked for is nobody's any more.
      if (!page.isClosed()) throw error;
    }
  });
}

/** Switches the feature on as support does, but as the person. */
async function switchOnDashboard(page: Page, account: Account): Promise<void> {
  const me = (await call(page, app.origin, "identity.me", {})) as { user: { id: UserId }; organization: { id: string } };
  await grantPlatformAdmin(me.user.id, { now: () => Date.now() });
  // What somebody may is read when they sign in.
  await call(page, app.origin, "identity.signOut", {});
  await signIn(page, app.origin, account);
  await call(page, app.origin, "adminConsole.switchFeature", { orgId: me.organization.id, feature: "dashboard", isOn: true });
}

/** Notes what moves without being touched. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shifts = [];
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as LayoutShift;
        const sources = shift.sources.map(({ node }) => (node instanceof Element ? node.outerHTML.slice(0, 160) : ""));
        window.shifts.push({ value: shift.value, sources });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

it.each((["en", "he"] as const).flatMap((language) => ([1440, 390] as const).map((width) => ({ language, width }))))(
  "nothing moves when the data comes: $language, $width wide",
  async ({ language, width }) => {
    const { page, context, complaints } = await app.open({ language, width });
    await switchOnDashboard(page, await settle(page, app.origin, language));
    await makeLeads(
      page,
      app.origin,
      Array.from({ length: 30 }, (_, n) => ({ name: `Firm ${n}`, price: 1000 * n, status: n % 4 })),
    );
    await page.goto(`${app.origin}/cards/leads`);
    const card = page.locator('a[href*="/cards/leads/crd_"]').first();
    const cardPath = (await card.getAttribute("href")) ?? "";
    await page.close();
    for (const [name, path, drawn] of [
      ["list", "/cards/leads", 'a[href*="/cards/leads/crd_"]'],
      ["board", "/cards/leads?display=kanban", "[data-lane] [role=row]"],
      ["card", cardPath, "article h1"],
      ["dashboard", "/dashboard", "table tbody tr"],
    ] as const) {
      const tab = await context.newPage();
      await tab.goto(`${app.origin}/icon.svg`);
      await tab.evaluate(() => indexedDB.deleteDatabase("kartis"));
      await watchShifts(tab);
      await slowDown(tab);
      await tab.goto(`${app.origin}${path}`);
      await tab.locator(drawn).first().waitFor();
      await atRest(tab);
      const shifts = await tab.evaluate(() => window.shifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      expect.soft(sum, `${name}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(0.02);
      await tab.close();
    }
    expect(complaints).toEqual([]);
  },
  120_000,
);
