import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
import { soon } from "./support/calendar.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";

let app: App;
let seat: Seat;
let priceId: string;
beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  await seat.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: app.origin });
  await settle(seat.page, app.origin);
  await addPartners();
  await makeLeads(seat.page, app.origin, [
    { name: "Arbel Winery", price: 100_000 },
    { name: "Galil; Foods", price: 200_000 },
    { name: "Haifa Port", price: 300_000 },
  ]);
  const leads = await typeOf(seat.page, app.origin, "leads");
  priceId = leads.fields.find((field) => field.key === "price")?.id ?? "";
  await open();
});
afterAll(() => app.close());

/** Leads that name other leads. */
async function addPartners() {
  const types = (await call(seat.page, app.origin, "cards.types", {})) as {
    id: string;
    slug: string;
    version: number;
    fields: readonly unknown[];
  }[];
  const leads = types.find(({ slug }) => slug === "leads");
  await call(seat.page, app.origin, "cardTypes.updateFields", {
    typeId: leads?.id,
    expectedVersion: leads?.version,
    fields: [
      ...(leads?.fields ?? []),
      { type: "cardRelation", label: "Partners", relation: { typeIds: [leads?.id], many: true, reverseLabel: "Partner of" } },
    ],
  });
}

async function open() {
  await seat.page.goto(`${app.origin}/cards/leads?sort=name`);
  await cell(0, 1).getByRole("link").waitFor();
}
const cell = (row: number, column: number) => seat.page.locator(`[data-row="${row}"][data-column="${column}"]`);
const columnOf = async (name: string): Promise<number> =>
  Number(await seat.page.getByRole("columnheader", { name, exact: true }).getAttribute("data-column"));
const press = async (...keys: string[]) => {
  for (const key of keys) await seat.page.keyboard.press(key);
};
const cardIdAt = async (row: number) => (await cell(row, 1).getByRole("link").getAttribute("href"))?.split("/").at(-1);
const input = () => seat.page.locator("[role=grid] input");
/** The code of what keys and presses do in the table is not answered until the returned function is called. */
async function withholdActions(page: Page): Promise<() => void> {
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await page.route(/\/assets\/[\w-]{7}\.js$/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("moveColumn")) await arrival;
    await route.fulfill({ response });
  });
  return arrive;
}

/** Another writer changes the price; whether this screen hears of it is the test's to say. */
const priceByAnother = async (row: number, price: number) =>
  call(seat.page, app.origin, "cards.update", { cardId: await cardIdAt(row), fields: { [priceId]: price } });

it("a cell changed by somebody else during an edit shows both values, and keeps the chosen one", async () => {
  const price = await columnOf("Price");
  const choice = seat.page.getByRole("alert");
  await cell(0, price).dblclick();
  await press("ControlOrMeta+a");
  await seat.page.keyboard.type("5000");
  await priceByAnother(0, 111_100);
  await expect.poll(() => cell(0, price).innerText()).toMatch(/1,111/);
  await press("Enter");
  await choice.getByText("1,111").waitFor();
  await choice.getByText("5,000").waitFor();
  expect(await violations(seat.page, { tags: ["wcag2a", "wcag2aa", "wcag22aa"] })).toEqual([]);
  await choice.getByRole("button", { name: "Keep theirs" }).click();
  await choice.waitFor({ state: "detached" });
  expect(await cell(0, price).innerText()).toMatch(/1,111/);
});

it("a conflict that only the server detects offers the same choice, by keyboard too", async () => {
  const price = await columnOf("Price");
  const choice = seat.page.getByRole("alert");
  await seat.page.route(/cards\.get/, (route) => route.abort());
  await priceByAnother(1, 222_200);
  await cell(1, price).focus();
  await seat.page.keyboard.type("6000");
  await seat.page.unroute(/cards\.get/);
  await press("Enter");
  await choice.getByText("2,222").waitFor();
  await choice.getByText("6,000").waitFor();
  await expect.poll(() => choice.evaluate((alert) => alert.contains(document.activeElement))).toBe(true);
  await press("Tab", "Enter");
  await choice.waitFor({ state: "detached" });
  await expect.poll(() => cell(1, price).innerText()).toMatch(/6,000/);
  await open();
  await expect.poll(() => cell(1, price).innerText()).toMatch(/6,000/);
});

it("Shift+Enter goes to the cell above", async () => {
  const price = await columnOf("Price");
  await cell(2, price).focus();
  await press("F2");
  await input().waitFor();
  await press("ControlOrMeta+a");
  await seat.page.keyboard.type("7000");
  await press("Shift+Enter");
  await expect.poll(() => seat.page.evaluate(() => document.activeElement?.getAttribute("data-row"))).toBe("1");
  await expect.poll(() => cell(2, price).innerText()).toMatch(/7,000/);
});

it("a list requested before a save never brings the old value back", async () => {
  const price = await columnOf("Price");
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  await seat.page.route(/cards\.update/, async (route) => {
    await held;
    await route.continue();
  });
  await cell(0, price).focus();
  await seat.page.keyboard.type("8000");
  await press("Enter");
  await expect.poll(() => cell(0, price).innerText()).toMatch(/8,000/);
  const listed = seat.page.waitForResponse((response) => response.url().includes("cards.search"));
  await makeLeads(seat.page, app.origin, [{ name: "Zefat Gallery" }]);
  await listed;
  await seat.page.getByRole("row", { name: /Zefat/ }).waitFor();
  expect(await cell(0, price).innerText()).toMatch(/8,000/);
  goOn();
  await seat.page.getByRole("button", { name: "Undo" }).waitFor();
  expect(await cell(0, price).innerText()).toMatch(/8,000/);
  await seat.page.unroute(/cards\.update/);
});

it("a list requested before an edit and answered after it was saved does not bring the old value back", async () => {
  const price = await columnOf("Price");
  const held = Promise.withResolvers<void>();
  const read = Promise.withResolvers<void>();
  // The server has read the list before the edit; its answer is what is late.
  await seat.page.route(/cards\.search/, async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes("Ziv Bakery")) read.resolve();
    await held.promise;
    await route.fulfill({ response });
  });
  await makeLeads(seat.page, app.origin, [{ name: "Ziv Bakery" }]);
  await read.promise;
  await cell(0, price).focus();
  await seat.page.keyboard.type("9000");
  const saved = seat.page.waitForResponse((response) => response.url().includes("cards.update"));
  await press("Enter");
  await (await saved).finished();
  await seat.page.getByText("Price changed").first().waitFor();
  held.resolve();
  await seat.page.getByRole("row", { name: /Ziv/ }).waitFor();
  expect(await cell(0, price).innerText()).toMatch(/9,000/);
  await seat.page.unrouteAll({ behavior: "wait" });
  await cell(0, price).focus();
  await press("F2");
  await expect.poll(() => input().inputValue()).toBe("9000");
  await press("Escape");
});

it("cards in a relation cell are copied and pasted by name", async () => {
  const partners = await columnOf("Partners");
  await seat.page.evaluate(() => navigator.clipboard.writeText("Galil; Foods\r\nArbel Winery; haifa port\r\nNobody Ltd"));
  await cell(0, partners).focus();
  await press("Control+v");
  await seat.page.getByText("2 cells changed").waitFor();
  expect(await cell(0, partners).innerText()).toContain("Galil; Foods");
  expect(await cell(1, partners).innerText()).toContain("Haifa Port");
  expect(await cell(2, partners).getAttribute("data-rejected")).toBe("true");
  await press("Escape");
  await cell(1, partners).focus();
  await press("Control+c");
  await seat.page.getByText("1 cell copied").waitFor();
  expect(await seat.page.evaluate(() => navigator.clipboard.readText())).toBe("Arbel Winery; Haifa Port");
  expect(seat.complaints.filter((line) => !line.includes("net::ERR_FAILED"))).toEqual([]);
});

it("what is pressed and typed before the table's code has come is done when it is here, letter for letter", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [
    { name: "Arbel Winery", price: 100_000 },
    { name: "Haifa Port", price: 300_000 },
  ]);
  const release = await withholdActions(page);
  await page.goto(`${app.origin}/cards/leads?sort=name`);
  const at = (row: number, column: number) => page.locator(`[data-row="${row}"][data-column="${column}"]`);
  await at(0, 1).getByRole("link").waitFor();
  const price = Number(await page.getByRole("columnheader", { name: "Price" }).getAttribute("data-column"));
  await at(1, 0).click();
  await at(1, price).click();
  await page.keyboard.press("ArrowUp");
  await page.keyboard.type("512");
  await page.keyboard.press("Enter");
  await at(1, price).dblclick();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("77");
  await page.keyboard.press("Enter");
  expect(await at(0, price).textContent()).toContain("1,000");
  release();
  await expect.poll(() => at(0, price).textContent(), soon).toContain("512");
  await expect.poll(() => at(1, price).textContent(), soon).toMatch(/\D77(\.|$)/);
  await expect.poll(() => at(1, 0).getByRole("checkbox").getAttribute("aria-checked"), soon).toBe("true");
  await at(0, 1).getByRole("link").click();
  await page.waitForURL(/crd_/);
});

it("⌘A pressed before the table's code has come is the text's that a double press opens, not that of all cards", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [
    { name: "Arbel Winery", price: 100_000 },
    { name: "Haifa Port", price: 300_000 },
  ]);
  const release = await withholdActions(page);
  await page.goto(`${app.origin}/cards/leads?sort=name`);
  const at = (row: number, column: number) => page.locator(`[data-row="${row}"][data-column="${column}"]`);
  await at(0, 1).getByRole("link").waitFor();
  const price = Number(await page.getByRole("columnheader", { name: "Price" }).getAttribute("data-column"));
  await at(0, price).dblclick();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("512");
  await page.keyboard.press("Enter");
  release();
  await expect.poll(() => at(0, price).textContent(), soon).toMatch(/\s512(\.00)?$/);
  expect(await page.getByRole("toolbar", { name: /selected/ }).count()).toBe(0);
});

it("what is typed into an editor waits for the keys before that opened it", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Arbel Winery", price: 100_000 }]);
  const release = await withholdActions(page);
  await page.goto(`${app.origin}/cards/leads`);
  const price = Number(await page.getByRole("columnheader", { name: "Price" }).getAttribute("data-column"));
  const priceCell = page.locator(`[data-row="0"][data-column="${price}"]`);
  // A slow machine does what was pressed early key by key, while others are pressed.
  await page.evaluate(() => {
    const start = window.setTimeout;
    const late = (act: TimerHandler, delay = 0, ...rest: unknown[]) => start(act, Math.max(delay, 1000), ...rest);
    window.setTimeout = late as typeof setTimeout;
  });
  await priceCell.dblclick();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("5");
  release();
  await page.locator("[role=grid] input:focus").waitFor(soon);
  await page.keyboard.type("12");
  await page.keyboard.press("Backspace");
  await page.keyboard.type("3");
  await page.keyboard.press("Enter");
  await expect.poll(() => priceCell.textContent(), soon).toMatch(/\s513(\.00)?$/);
});

it("a double press on a name opens its card, without an editor on the way", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Arbel Winery" }]);
  await page.goto(`${app.origin}/cards/leads`);
  const link = page.getByRole("rowheader").getByRole("link", { name: "Arbel Winery" });
  await link.waitFor();
  await page.evaluate(() => {
    new MutationObserver(() => {
      if (document.querySelector("[role=grid] input:not([type=checkbox])")) document.documentElement.dataset["edited"] = "";
    }).observe(document, { childList: true, subtree: true });
  });
  await link.dblclick();
  await page.waitForURL(/crd_/);
  await page.getByRole("heading", { name: "Arbel Winery" }).waitFor(soon);
  expect(await page.evaluate(() => document.documentElement.dataset["edited"])).toBeUndefined();
});

it("the row that has the focus stays clear of the bar of what is selected, the last row too", async () => {
  const { page } = await app.open({ width: 1280, height: 560 });
  await settle(page, app.origin);
  await makeLeads(
    page,
    app.origin,
    Array.from({ length: 30 }, (_, index) => ({ name: `Lead ${String(index).padStart(2, "0")}` })),
  );
  await page.goto(`${app.origin}/cards/leads?sort=name`);
  await page.getByRole("rowheader", { name: "Lead 00" }).waitFor();
  await page.getByRole("rowheader", { name: "Lead 00" }).focus();
  const { keyboard } = page;
  const isClear = async () => {
    const bar = await page.getByRole("toolbar", { name: /selected/ }).boundingBox();
    const focused = await page.locator("[role=grid] :focus").boundingBox();
    return bar !== null && focused !== null && focused.y + focused.height <= bar.y;
  };
  for (let at = 0; at < 29; at++) await keyboard.press("j");
  await keyboard.press("x");
  await page.getByRole("toolbar", { name: /selected/ }).waitFor();
  await expect.poll(isClear, soon).toBe(true);
  for (let at = 0; at < 29; at++) await keyboard.press("k");
  for (let at = 0; at < 29; at++) await keyboard.press("j");
  await expect.poll(() => page.locator("[role=grid] :focus").getAttribute("data-row"), soon).toBe("29");
  expect(await isClear()).toBe(true);
});
