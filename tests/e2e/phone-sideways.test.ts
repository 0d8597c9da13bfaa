import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { keepPicture } from "./support/picture.ts";
import { makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 15_000 };
const sideways = { width: 844, height: 390 };

const isWiderThanScreen = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);

it.each([
  ["en", "light"],
  ["he", "dark"],
] as const)("a phone held sideways has a phone's list, card, calendar and sheets, in %s", async (language, theme) => {
  const { page, complaints } = await app.open({ ...sideways, isPhone: true, language, theme });
  await settle(page, app.origin, language);
  await makeLeads(page, app.origin, [
    { name: "Galil Cold Storage", price: 31_200_000, status: 0 },
    { name: "Arbel Winery", price: 7_100_000, status: 1 },
  ]);
  const look = async (name: string) => {
    await atRest(page);
    expect(await isWiderThanScreen(page), name).toBe(false);
    await keepPicture(page, `sideways-${name}-${language}`);
  };
  const hasTabs = () =>
    page
      .locator("nav")
      .filter({ visible: true })
      .evaluateAll((navs) =>
        navs.some((nav) => nav.getBoundingClientRect().bottom >= innerHeight - 1 && nav.clientWidth === innerWidth),
      );

  await page.goto(`${app.origin}/cards/leads`);
  const card = page.getByRole("link", { name: /Arbel Winery/ });
  await card.waitFor(soon);
  expect(await hasTabs()).toBe(true);
  expect(await page.getByRole("grid").count()).toBe(0);
  await look("list");

  await page.keyboard.press("n");
  await page.getByRole("dialog").waitFor(soon);
  await expect.poll(() => page.locator("[data-modal]").evaluate((overlay) => getComputedStyle(overlay).opacity)).toBe("1");
  await look("dialog");
  expect(await page.getByRole("dialog").evaluate((dialog) => dialog.getBoundingClientRect().width)).toBe(sideways.width);
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });

  await card.tap();
  await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  expect(await page.getByRole("tab").count()).toBe(4);
  await look("card");

  await page.goto(`${app.origin}/calendar`);
  await page.getByRole("heading", { level: 1 }).waitFor(soon);
  await look("calendar");

  // Turned back, it is the phone that it was.
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await hasTabs()).toBe(true);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("a window of the same size on a desk keeps the table", async () => {
  const { page } = await app.open(sideways);
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Arbel Winery" }]);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("grid").first().waitFor(soon);
  await page.context().close();
});
