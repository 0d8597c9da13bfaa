import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

/** The first operation of a cold cloud is slow to begin. */
const soon = { timeout: 60_000 };

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** An automation with a button, which writes a price to cards that have none. */
async function makeButton(page: Page, label: string, question = "") {
  const { id: cardTypeId, fields } = await typeOf(page, app.origin, "leads");
  const price = fields.find(({ key }) => key === "price")?.id ?? "";
  const action = { kind: "changeField", how: "set", fieldId: price, value: 420_000 };
  const definition = {
    trigger: { kind: "buttonClicked", label, question },
    filter: { fieldId: "name", operator: "NOT_CONTAINS", value: "Omer Bar" },
    steps: [{ id: "s1", kind: "action", action }],
  };
  const { id } = (await call(page, app.origin, "automations.create", { cardTypeId, name: label, definition })) as { id: string };
  await call(page, app.origin, "automations.publish", { automationId: id });
  return id;
}

const leads = (page: Page) => makeLeads(page, app.origin, [{ name: "Dana Levi" }, { name: "Uri Katz" }, { name: "Omer Bar" }]);
const runsOf = async (page: Page, automationId: string) =>
  ((await call(page, app.origin, "automations.runs", { automationId })) as { runs: { cardName: string; state: string }[] }).runs;

it("a button is pressed on several cards by keyboard: asked with their number, started on each that it is for", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await leads(page);
  const automationId = await makeButton(page, "Quote it", "Has everybody been called?");
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: "Uri Katz" }).waitFor();
  await page.keyboard.press("j");
  await page.keyboard.press("ControlOrMeta+a");
  const button = page.getByRole("toolbar").getByRole("button", { name: "Quote it" });
  await button.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("alertdialog", { name: "Quote it" });
  await dialog.getByText("Has everybody been called?").waitFor();
  await dialog.getByText("It starts on 2 cards").waitFor();
  await dialog.getByText(/Not on 1 card: The card does not meet the conditions/).waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "buttons-on-many");
  await expect
    .poll(() => dialog.getByRole("button", { name: "Start on 2 cards" }).evaluate((one) => one === document.activeElement))
    .toBe(true);
  await page.keyboard.press("Enter");
  const progress = page.getByRole("region", { name: "Running operations" });
  await progress.getByText("Started on 2 cards · Not on 1 card").waitFor(soon);
  await progress.getByText("Which").click();
  await progress.getByText("The card does not meet the conditions").waitFor();
  await keepPicture(page, "buttons-on-many.done");
  await expect
    .poll(async () => (await runsOf(page, automationId)).map(({ cardName, state }) => `${cardName} ${state}`).toSorted())
    .toEqual(["Dana Levi done", "Uri Katz done"]);
  await page.getByRole("grid").getByText("4,200").first().waitFor();
  expect(complaints).toEqual([]);
});

it("of several buttons one is chosen with the mouse; a press whose answer was lost is repeated without a second run", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await leads(page);
  await makeButton(page, "Another one");
  const automationId = await makeButton(page, "Quote it");
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("grid").getByRole("checkbox").first().click();
  await page.getByRole("toolbar").getByRole("button", { name: "Start an automation" }).click();
  await keepPicture(page, "buttons-on-many.menu");
  await page.getByRole("menuitem", { name: "Quote it" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Quote it" });
  await dialog.getByText("Start it on the 3 selected cards?").waitFor();
  await page.route(
    /\/api\/trpc\/bulk\.start\b/,
    async (route) => {
      expect((await route.fetch()).status()).toBe(200);
      await route.abort();
    },
    { times: 1 },
  );
  const start = dialog.getByRole("button", { name: "Start on 2 cards" });
  await start.click();
  await page.getByRole("alert").first().waitFor();
  await start.click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Started on 2 cards").waitFor(soon);
  expect(await runsOf(page, automationId)).toHaveLength(2);
  expect(complaints.filter((one) => !/ERR_FAILED|Failed to load/.test(one))).toEqual([]);
});

it.each([
  ["en", "light", 1440],
  ["he", "dark", 1024],
  ["hu", "light", 1024],
  ["ru", "dark", 768],
] as const)(
  "cards that there was no time to check are left for the start, %s, %s, %i pixels wide",
  async (language, theme, width) => {
    const { page, complaints } = await app.open({ language, theme, width, height: 780 });
    await settle(page, app.origin, language);
    await leads(page);
    const automationId = await makeButton(page, "Quote it");
    let found = 2;
    await page.route(/\/api\/trpc\/[^?]*\bbulk\.preview\b/, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace(/"changing":2/, `"changing":${found},"unchecked":40000`);
      await route.fulfill({ response, body });
    });
    await page.goto(`${app.origin}/cards/leads`);
    await expect.poll(() => page.getByRole("rowheader").count(), soon).toBe(3);
    await page.getByRole("grid").getByRole("checkbox").first().click();
    const dialog = page.getByRole("alertdialog");
    for (found of [2, 0]) {
      await page.getByRole("toolbar").getByRole("button", { name: "Quote it" }).press("Enter");
      await dialog.getByText(/40.000/).waitFor();
      expect(await serious(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await keepPicture(page, `buttons-on-many.unchecked.${language}.${found}`);
      if (found > 0) await page.keyboard.press("Escape");
    }
    if (language === "en") await dialog.getByText("It starts on none of the cards checked so far").waitFor();
    // Although none has been found so far, it can be pressed.
    await page.keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await expect.poll(async () => (await runsOf(page, automationId)).length, soon).toBe(2);
    expect(complaints).toEqual([]);
  },
);

it("there is no such action where no automation has a button", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await leads(page);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("grid").getByRole("checkbox").first().click();
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).waitFor();
  expect(await page.getByRole("toolbar").getByRole("button", { name: "Start an automation" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 1440],
  ["ru", "light", 1024],
  ["hu", "dark", 768],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 780 });
  await settle(page, app.origin, language);
  await leads(page);
  await makeButton(page, "Quote it!");
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("grid").getByRole("checkbox").first().click();
  const button = page.getByRole("toolbar").getByRole("button", { name: "Quote it!" });
  await button.waitFor();
  await keepPicture(page, `buttons-on-many.bar.${language}.${theme}.${width}`);
  await button.click();
  await page.getByRole("alertdialog").getByRole("listitem").first().waitFor();
  expect(await serious(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await keepPicture(page, `buttons-on-many.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});
