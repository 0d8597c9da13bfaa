import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { call, settle, typeOf } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const editing = (page: Page) => page.locator("[data-editing]");
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("[data-column]")?.getAttribute("data-column") ?? null);

/** The table of deals with one deal, and its cells by the heads of their columns. */
async function openDeals(page: Page) {
  await settle(page, app.origin);
  const deals = await typeOf(page, app.origin, "deals");
  const customers = await typeOf(page, app.origin, "customers");
  for (const name of ["Arbel Winery", "Galil Cold Storage"])
    await call(page, app.origin, "cards.create", { typeId: customers.id, fields: { name } });
  await call(page, app.origin, "cards.create", { typeId: deals.id, fields: { name: "Cold room" } });
  await page.goto(`${app.origin}/cards/deals`);
  await page.getByRole("rowheader", { name: "Cold room" }).waitFor();
  const heads = await page.getByRole("columnheader").allInnerTexts();
  return (head: string) => page.locator(`[data-row='0'][data-column='${heads.findIndex((text) => text.trim() === head)}']`);
}

it("a date is typed as people write it: Enter commits, invalid text stays with the reason, one Escape cancels", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  const date = cell("Close date");
  await date.click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Open calendar" }).waitFor();
  await page.keyboard.type("3.1.27");
  await page.keyboard.press("Enter");
  await expect.poll(() => date.innerText()).toBe("3 Jan 2027");
  expect(await editing(page).count()).toBe(0);

  await page.keyboard.press("Enter");
  await page.keyboard.type("31.2.27");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => editing(page).count()).toBe(0);
  expect(await date.innerText()).toBe("3 Jan 2027");
  await expect.poll(() => focused(page)).toBe(await date.getAttribute("data-column"));

  // From the text into the calendar, and out of it with a day.
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Open calendar" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => date.innerText()).toBe("4 Jan 2027");

  // The first letter begins the edit; clearing takes the day away.
  await page.keyboard.type("in 2 days");
  await page.keyboard.press("Tab");
  await expect.poll(() => date.innerText()).not.toBe("4 Jan 2027");
  expect(await editing(page).getAttribute("data-column")).not.toBe(await date.getAttribute("data-column"));
  expect(complaints).toEqual([]);
}, 120_000);

it("Tab moves on from lists as from text, an open editor does not swallow the next click, text opens with the caret at its end", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  const [status, priority, value, next] = [cell("Status"), cell("Priority"), cell("Value"), cell("Next step")];
  await priority.click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Priority" }).waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => editing(page).getAttribute("data-column")).toBe(await value.getAttribute("data-column"));
  await page.keyboard.type("1200");
  await page.keyboard.press("Enter");
  await expect.poll(() => value.innerText()).toContain("1,200");

  await priority.click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Priority" }).waitFor();
  await status.click();
  await expect.poll(() => focused(page)).toBe(await status.getAttribute("data-column"));
  expect(await page.getByRole("dialog").count()).toBe(0);

  await next.click();
  await page.keyboard.type("Call");
  await page.keyboard.press("Enter");
  await expect.poll(() => next.innerText()).toBe("Call");
  await page.keyboard.press("F2");
  await page.keyboard.type(" Dana");
  await page.keyboard.press("Enter");
  await expect.poll(() => next.innerText()).toBe("Call Dana");
  expect(complaints).toEqual([]);
}, 120_000);

it("a relation names a card once, Escape restores it, and any order of keys is safe", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  const customer = cell("Customer");
  const open = async () => {
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Customer" }).waitFor();
  };
  await customer.click();
  await open();
  await page.keyboard.type("arb");
  await page.getByRole("option", { name: /Arbel Winery/ }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => editing(page).count()).toBe(0);
  expect(await customer.innerText()).toBe("");

  await open();
  await page.keyboard.type("arb");
  await page.getByRole("option", { name: /Arbel Winery/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => customer.innerText()).toBe("Arbel Winery");
  await customer.click();
  await open();
  await page.keyboard.type("gal");
  await page.getByRole("option", { name: /Galil/ }).waitFor();
  for (const key of ["Enter", "Escape", "Escape", "Enter", "Escape"]) await page.keyboard.press(key);
  await page.getByRole("rowheader", { name: "Cold room" }).waitFor();
  expect((await customer.innerText()).split("Arbel Winery").length).toBeLessThanOrEqual(2);
  expect(complaints).toEqual([]);
}, 120_000);
