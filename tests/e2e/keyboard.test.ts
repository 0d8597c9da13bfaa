import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { makeLeads, settle } from "./support/person.ts";
import { focusedText } from "./support/focused.ts";

let app: App;
let seat: Seat;

beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  await settle(seat.page, app.origin);
  const names = ["Arbel Winery", "Bakony Dairy Zrt.", "Galil Cold Storage", "Норд-Фасад", "גליל קירור"];
  await makeLeads(
    seat.page,
    app.origin,
    names.map((name, at) => ({ name, price: 100_000 * (at + 1) })),
  );
  await seat.page.goto(`${app.origin}/cards/leads?sort=name`);
  await seat.page.getByRole("row", { name: /Arbel Winery/ }).waitFor();
});
afterAll(() => app.close());

const press = async (...keys: string[]) => {
  for (const key of keys) await seat.page.keyboard.press(key);
};
/** The focused cell's text, as a screen reader reaches it. */
const focused = () => focusedText(seat.page);
const focus = (text: string | RegExp) => expect.poll(focused).toMatch(text);
const row = (name: RegExp) => seat.page.getByRole("row", { name });

describe("the table, by keyboard alone", () => {
  it("is one tab stop; arrows, J and K, Home and End move within it", async () => {
    const { page } = seat;
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
    await press("j");
    await focus(/Arbel Winery/);
    await page.locator('[role="grid"] [tabindex="0"]').focus();
    await focus(/Arbel Winery/);
    await press("ArrowDown");
    await focus(/Bakony/);
    await press("j");
    await focus(/Galil Cold/);
    await press("k");
    await focus(/Bakony/);
    await press("ArrowRight");
    await focus(/^(?!.*Bakony)/);
    await press("Home", "ArrowRight");
    await focus(/Bakony/);
    await press("Control+Home");
    await press("Home", "ArrowRight");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-row"))).toMatch(/^(-1|0)$/);
    await press("Control+End");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-row"))).toBe("4");
    expect(await page.evaluate(() => document.querySelectorAll('[role="grid"] [tabindex="0"]').length)).toBe(1);
  });

  it("F2 edits, Escape restores, Enter commits, and focus returns to the cell", async () => {
    const { page } = seat;
    await page.getByRole("rowheader", { name: /Bakony/ }).focus();
    await press("F2");
    await page.keyboard.type("Thrown away");
    await press("Escape");
    await row(/Bakony Dairy/).waitFor();
    await focus(/Bakony/);
    await press("F2", "End");
    await page.keyboard.type(" of Pécs");
    await press("Enter");
    await row(/Bakony Dairy Zrt\. of Pécs/).waitFor();
    await focus(/of Pécs/);
  });

  it("typing replaces the value, Tab moves to the next cell, and no letter is lost", async () => {
    const { page } = seat;
    await row(/Arbel/).getByRole("gridcell").filter({ hasText: "1,000" }).focus();
    await page.keyboard.type("7500");
    await press("Tab");
    await row(/Arbel Winery.*7,500/).waitFor();
    await page.keyboard.type("sales@arbel.example");
    await press("Enter");
    await row(/Arbel Winery.*7,500.*sales@arbel\.example/).waitFor();
  });

  it("typing in a list of choices finds one", async () => {
    const { page } = seat;
    await page.getByRole("rowheader", { name: /Arbel/ }).focus();
    await press("ArrowRight");
    await page.keyboard.type("conn");
    await page.getByRole("option", { name: "Connected" }).waitFor();
    await press("ArrowDown", "Enter");
    await row(/Arbel Winery.*Connected/).waitFor();
    await focus(/Connected/);
  });

  it("X selects, Shift extends, Escape clears the selection", async () => {
    const { page } = seat;
    await page.getByRole("rowheader", { name: /Arbel/ }).focus();
    await press("x");
    await page.getByRole("toolbar").getByText("1 selected").waitFor();
    await press("j", "x");
    await page.getByRole("toolbar").getByText("2 selected").waitFor();
    await press("Escape");
    await page.getByRole("toolbar").waitFor({ state: "detached" });
  });

  it("Enter opens the card, Escape returns to the same cell", async () => {
    const { page } = seat;
    await page.getByRole("rowheader", { name: /Galil Cold/ }).focus();
    await press("Enter");
    await page.waitForURL(/crd_/);
    await page.getByRole("heading", { level: 1, name: "Galil Cold Storage" }).waitFor();
    await press("Escape");
    await row(/Galil Cold/).waitFor();
    await focus(/Galil Cold/);
  });
});

describe("a new record, by keyboard alone", () => {
  it("N opens it; an e-mail that exists already blocks saving and says so; a new one saves", async () => {
    const { page } = seat;
    await press("n");
    const dialog = page.getByRole("dialog");
    const hasFocus = (name: string) => () =>
      dialog.getByRole("textbox", { name }).evaluate((element) => element === document.activeElement);
    await expect.poll(hasFocus("Name")).toBe(true);
    await page.keyboard.type("Arbel again");
    await press("Tab");
    await expect.poll(hasFocus("Email")).toBe(true);
    await page.keyboard.type("sales@arbel.example");
    await dialog.getByText("This value already exists in the system").waitFor();
    const create = dialog.getByRole("button", { name: "Create lead" });
    expect(await create.isDisabled()).toBe(true);
    await press("Enter");
    await press("ControlOrMeta+a");
    await page.keyboard.type("other@arbel.example");
    await expect.poll(() => create.isDisabled()).toBe(false);
    await press("Enter");
    await dialog.waitFor({ state: "detached" });
    await row(/Arbel again/).waitFor();
    expect(await row(/Arbel/).count()).toBe(2);
  });

  it("slash focuses the search, and Enter opens the first result", async () => {
    const { page } = seat;
    await page.getByRole("row", { name: /Норд/ }).waitFor();
    await press("/");
    const box = page.getByRole("combobox", { name: "Search cards" });
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type("норд");
    await page.getByRole("option", { name: /Норд-Фасад/ }).waitFor();
    await press("Enter");
    await page.getByRole("heading", { level: 1, name: "Норд-Фасад" }).waitFor();
    expect(await box.inputValue()).toBe("");
    await page.getByRole("listbox").waitFor({ state: "detached" });
    await press("/");
    await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
    await press("Escape", "Escape");
    expect(seat.complaints).toEqual([]);
  });
});
