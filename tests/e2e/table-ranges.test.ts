import { seedBenchCards } from "@kartis/tests/bench/seed.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type OwnApp, type Seat, startOwnApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
import { call, settle, typeOf } from "./support/person.ts";

const cards = 20_005;

let app: OwnApp;
let seat: Seat;
beforeAll(async () => {
  app = await startOwnApp();
  seat = await app.open();
  await seat.context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: app.origin });
  await settle(seat.page, app.origin);
  Object.assign(process.env, app.cloud.environment);
  const { organization } = await get<{ organization: { id: `org_${string}` } }>("identity.me");
  const leads = await typeOf(seat.page, app.origin, "leads");
  await seedBenchCards(organization.id, leads.id as `typ_${string}`, cards);
  await openList();
});
afterAll(() => app.close());

async function get<T>(procedure: string, input: unknown = {}): Promise<T> {
  const response = await seat.page.request.get(
    `${app.origin}/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`,
  );
  const body: { result: { data: unknown } } = await response.json();
  return body.result.data as T;
}
async function openList() {
  await seat.page.goto(`${app.origin}/cards/leads?sort=name`);
  await cell(0, 1).getByRole("link").waitFor();
}
const cell = (row: number, column: number) => seat.page.locator(`[data-row="${row}"][data-column="${column}"]`);
const columnOf = async (name: string): Promise<number> =>
  Number(await seat.page.getByRole("columnheader", { name, exact: true }).getAttribute("data-column"));
const press = async (...keys: string[]) => {
  for (const key of keys) await seat.page.keyboard.press(key);
};
const clipboard = () => seat.page.evaluate(() => navigator.clipboard.readText());
const setClipboard = (text: string) => seat.page.evaluate((value) => navigator.clipboard.writeText(value), text);
const inRange = () => seat.page.locator("[data-in-range]").count();
const focusedRow = () => seat.page.evaluate(() => Number(document.activeElement?.getAttribute("data-row")));

describe(`a list of ${cards} cards`, () => {
  it("renders only what is visible, jumps to its end and back, and is restored after opening a card", async () => {
    const rows = () => seat.page.locator("[role=grid] [role=row]").count();
    expect(await rows()).toBeLessThan(80);
    await cell(0, 1).focus();
    await press("Control+End");
    await expect.poll(focusedRow).toBe(cards - 1);
    await expect.poll(() => cell(cards - 1, 1).innerText()).toMatch(/\w/);
    expect(await rows()).toBeLessThan(80);
    await press("Home", "ArrowRight");
    const name = await cell(cards - 1, 1).innerText();
    await press("Enter");
    await seat.page.waitForURL(/\/crd_/);
    await seat.page.getByRole("heading", { level: 1 }).waitFor();
    await seat.page.goBack();
    await expect.poll(focusedRow).toBe(cards - 1);
    expect(await cell(cards - 1, 1).innerText()).toBe(name);
    await press("Control+Home");
    await expect.poll(focusedRow).toBe(0);
    await cell(0, 1).getByRole("link").waitFor();
  });

  it("a range extends past the viewport: rows that were never rendered are copied too", async () => {
    await cell(0, 1).focus();
    for (let step = 0; step < 12; step++) await press("Shift+PageDown");
    await expect.poll(focusedRow).toBeGreaterThan(200);
    const last = await focusedRow();
    await press("Control+c");
    await seat.page.getByText(`${last + 1} cells copied`).waitFor();
    expect((await clipboard()).split("\n").length).toBe(last + 1);
    await press("Escape");
    await expect.poll(inRange).toBe(0);
    await press("Control+Home");
    await cell(0, 1).getByRole("link").waitFor();
  });
});

describe("ranges", () => {
  it("are selected by Shift and arrows or by dragging, announced to screen readers, and copied as spreadsheets expect", async () => {
    const email = await columnOf("Email");
    await cell(1, email).focus();
    await press("Shift+ArrowDown", "Shift+ArrowRight");
    await expect.poll(inRange).toBe(4);
    await seat.page.getByText("2 rows by 2 columns selected").waitFor();
    expect(await cell(1, email).getAttribute("aria-selected")).toBe("true");
    await press("Control+c");
    await seat.page.getByText("4 cells copied").waitFor();
    const texts = await Promise.all([cell(1, email), cell(2, email)].map((one) => one.innerText()));
    const lines = (await clipboard()).split("\n").map((line) => line.split("\t"));
    expect(lines.map(([first]) => first)).toEqual(texts);
    expect(lines.every((line) => line.length === 2)).toBe(true);
    const [from, to] = await Promise.all([cell(3, email).boundingBox(), cell(6, email).boundingBox()]);
    if (!from || !to) return expect.fail();
    await seat.page.mouse.move(from.x + 40, from.y + 10);
    await seat.page.mouse.down();
    await seat.page.mouse.move(to.x + 40, to.y + 10, { steps: 4 });
    await expect.poll(inRange).toBe(4);
    await seat.page.mouse.up();
    await expect.poll(focusedRow).toBe(6);
    expect(await violations(seat.page, { tags: ["wcag2a", "wcag2aa", "wcag22aa"] })).toEqual([]);
    return press("Escape");
  });

  it("a paste that is refused is discarded by its notification, by Escape, and by the undo key before anything older", async () => {
    const price = await columnOf("Price");
    const before = await cell(0, price).innerText();
    const refused = () => seat.page.locator("[data-rejected]").count();
    await setClipboard("none\nneither\n");
    const paste = async () => {
      await cell(0, price).focus();
      await press("Control+v");
      await expect.poll(refused).toBe(2);
    };
    await paste();
    await press("Escape");
    // Each with its reason, where one is.
    for (const row of [0, 1]) {
      await cell(row, price).focus();
      await expect.poll(() => cell(row, price).locator("xpath=span[last()]").isVisible()).toBe(true);
    }
    await seat.page.getByRole("alertdialog").getByRole("button", { name: "Discard" }).click();
    await expect.poll(refused).toBe(0);
    await paste();
    await press("Escape", "Escape");
    await expect.poll(refused).toBe(0);

    await cell(0, price + 1).focus();
    await seat.page.keyboard.type("older@galil.example");
    await press("Enter");
    await expect.poll(() => cell(0, price + 1).innerText()).toBe("older@galil.example");
    await paste();
    await press("Control+z");
    await expect.poll(refused).toBe(0);
    expect(await cell(0, price + 1).innerText()).toBe("older@galil.example");
    expect(await cell(0, price).innerText()).toBe(before);
    await press("Control+z");
    await expect.poll(() => cell(0, price + 1).innerText()).not.toBe("older@galil.example");
  });

  it("a refused paste comes before an edit that was made earlier and saved later", async () => {
    const price = await columnOf("Price");
    const answered = Promise.withResolvers<void>();
    await seat.page.route(/cards\.update\?/, async (route) => {
      await answered.promise;
      await route.continue();
    });
    await cell(3, price + 1).focus();
    await seat.page.keyboard.type("earlier@galil.example");
    await press("Enter");
    await expect.poll(() => cell(3, price + 1).innerText()).toBe("earlier@galil.example");
    await setClipboard("none");
    await cell(3, price).focus();
    await press("Control+v");
    const refused = () => seat.page.locator("[data-rejected]").count();
    await expect.poll(refused).toBe(1);
    const saved = seat.page.waitForResponse(/cards\.update\?/);
    answered.resolve();
    await saved;
    // From here on the key could undo it.
    await expect.poll(() => seat.page.evaluate(() => JSON.stringify(sessionStorage))).toMatch(/kartis\.undo.*Email.*\]/);
    await seat.page.unroute(/cards\.update\?/);
    await cell(3, price).focus();
    await press("Control+z");
    await expect.poll(refused).toBe(0);
    expect(await cell(3, price + 1).innerText()).toBe("earlier@galil.example");
    await press("Control+z");
    await expect.poll(() => cell(3, price + 1).innerText()).not.toBe("earlier@galil.example");
  });

  it("a pasted block keeps invalid values with the reason, and is undone at once", async () => {
    const price = await columnOf("Price");
    const before = await cell(0, price).innerText();
    await setClipboard("1500\tnew1@galil.example\r\n2,500.50\tno address\r\n");
    await cell(0, price).focus();
    await press("Control+v");
    await expect.poll(() => cell(0, price).innerText()).toMatch(/1,500/);
    await expect.poll(() => cell(1, price).innerText()).toMatch(/2,500\.50/);
    await expect.poll(() => cell(0, price + 1).innerText()).toBe("new1@galil.example");
    await expect.poll(() => cell(1, price + 1).getAttribute("data-rejected")).toBe("true");
    expect(await cell(1, price + 1).innerText()).toMatch(/^no address/);
    const notice = seat.page.getByRole("alertdialog").filter({ hasText: "3 cells changed · 1 of 4 cells not pasted" });
    await notice.getByRole("button", { name: "Undo" }).waitFor();
    await press("Escape");
    await cell(1, price + 1).focus();
    await press("F2");
    expect(await seat.page.locator("[role=grid] input").inputValue()).toBe("no address");
    await press("ControlOrMeta+a");
    await seat.page.keyboard.type("address@galil.example");
    await press("Enter");
    await expect.poll(() => cell(1, price + 1).innerText()).toBe("address@galil.example");
    await press("Control+z");
    await expect.poll(() => cell(1, price + 1).innerText()).not.toBe("address@galil.example");
    await press("Control+z");
    await expect.poll(() => cell(0, price).innerText()).toBe(before);
    await expect.poll(() => cell(0, price + 1).innerText()).not.toBe("new1@galil.example");
  });

  it("is filled down by key and by the handle, and Delete clears it", async () => {
    const price = await columnOf("Price");
    await setClipboard("777");
    await cell(10, price).focus();
    await press("Control+v");
    await expect.poll(() => cell(10, price).innerText()).toMatch(/777/);
    await press("Shift+ArrowDown", "Shift+ArrowDown", "Control+d");
    await expect.poll(() => cell(12, price).innerText()).toMatch(/777/);
    const [handle, to] = await Promise.all([seat.page.locator("[data-fill]").boundingBox(), cell(15, price).boundingBox()]);
    if (!handle || !to) return expect.fail();
    await seat.page.mouse.move(handle.x + 4, handle.y + 4);
    await seat.page.mouse.down();
    await seat.page.mouse.move(to.x + 20, to.y + 18, { steps: 5 });
    await expect.poll(() => seat.page.locator("[data-filling]").count()).toBe(3);
    await seat.page.mouse.up();
    await expect.poll(() => cell(15, price).innerText()).toMatch(/777/);
    await cell(10, price).focus();
    await press("Shift+ArrowDown", "Delete");
    await expect.poll(async () => `${await cell(10, price).innerText()}${await cell(11, price).innerText()}`).toBe("");
    expect(await cell(12, price).innerText()).toMatch(/777/);
    return press("Escape");
  });

  it("a field that somebody else has changed is not overwritten; the others are saved", async () => {
    const price = await columnOf("Price");
    const href = await cell(20, 1).getByRole("link").getAttribute("href");
    const cardId = href?.split("/").at(-1);
    const leads = await typeOf(seat.page, app.origin, "leads");
    const priceId = leads.fields.find((field) => field.key === "price")?.id ?? "";
    // The other's change has not reached this screen when the paste goes out.
    await seat.page.route(/cards\.(get|search)/, (route) => route.abort());
    await call(seat.page, app.origin, "cards.update", { cardId, fields: { [priceId]: 4242_00 } });
    await setClipboard("9999\tfresh@galil.example");
    await cell(20, price).focus();
    await press("Control+v");
    await seat.page.getByText("1 of 2 cells could not be saved").waitFor();
    await seat.page.unroute(/cards\.(get|search)/);
    const saved = await get<{ fields: Record<string, unknown> }>("cards.get", { id: cardId });
    expect(Object.values(saved.fields)).toEqual(expect.arrayContaining([4242_00, "fresh@galil.example"]));
  });

  it("Shift+F10 opens the row's menu, and its actions are on that row", async () => {
    await press("Control+Home");
    await cell(2, 1).focus();
    await press("Shift+F10");
    const menu = seat.page.getByRole("menu");
    await menu.getByRole("menuitem", { name: "Move card to trash" }).waitFor();
    await press("Escape");
    await menu.waitFor({ state: "detached" });
    await expect.poll(focusedRow).toBe(2);
    const name = await cell(2, 1).innerText();
    await cell(2, 1).click({ button: "right" });
    await menu.getByRole("menuitem", { name: /^Open/ }).first().click();
    await seat.page.waitForURL(/\/crd_/);
    await seat.page.getByRole("heading", { level: 1 }).waitFor();
    expect(name).toContain(await seat.page.getByRole("heading", { level: 1 }).innerText());
    await seat.page.goBack();
    await cell(2, 1).getByRole("link").waitFor();
  });

  it("arrows follow the visual direction in right-to-left", async () => {
    const { page } = seat;
    await seat.context.addCookies([{ name: "language", value: "he", url: app.origin }]);
    await call(page, app.origin, "profile.update", { language: "he" });
    await openList();
    await expect.poll(() => page.evaluate(() => document.documentElement.dir)).toBe("rtl");
    await cell(1, 3).focus();
    await press("Shift+ArrowLeft");
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("data-column"))).toBe("4");
    expect(await inRange()).toBe(2);
    // Requests that the test itself aborted do not count.
    expect(seat.complaints.filter((line) => !line.includes("net::ERR_FAILED"))).toEqual([]);
  });
});
