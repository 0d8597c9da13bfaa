import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { keepPicture } from "./support/picture.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";
import * as z from "zod";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 15_000 };
type Language = "en" | "he" | "hu" | "ru";

async function onPhone(language: Language = "en", width: 360 | 390 = 360): Promise<Seat> {
  const seat = await app.open({ width, height: 844, isPhone: true, language });
  await settle(seat.page, app.origin, language);
  return seat;
}

const boxOf = async (of: Locator) => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await of.boundingBox()) ?? {};
  return { left: x, right: x + width, top: y, bottom: y + height };
};
const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

it.each<Language>(["en", "he", "hu", "ru"])(
  "a meeting is made from the calendar's bar, which is on the screen (%s)",
  async (language) => {
    const { page, complaints } = await onPhone(language);
    await page.goto(`${app.origin}/calendar`);
    const header = page.locator("main header");
    const create = header.locator("button[data-variant=primary]");
    await create.waitFor(soon);
    await header.locator("button[data-square][data-variant=ghost]").waitFor(soon);
    for (const button of await header.getByRole("button").all()) {
      const { left, right } = await boxOf(button);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(right).toBeLessThanOrEqual(360);
    }
    expect(await widthOf(page)).toBe(360);
    await keepPicture(page, `phone-calendar-${language}`);
    // The day and its month are one date, in the case of the language.
    if (language === "ru") expect(await page.locator("h2 b").first().innerText()).toMatch(/^\d{1,2} \p{L}+[яа]$/u);
    if (language === "hu") expect(await page.locator("h2 b").first().innerText()).toMatch(/^\p{L}+ \d{1,2}\.$/u);
    await create.tap();
    await page.getByRole("dialog").waitFor(soon);
    expect(complaints).toEqual([]);
  },
);

it("what is typed goes into the field that was tapped, also from a date that cannot be read, whose row says why", async () => {
  const { page, complaints } = await onPhone();
  const accounts = await typeOf(page, app.origin, "customers");
  const idOf = (key: string) => accounts.fields.find((field) => field.key === key)?.id ?? "";
  const { id } = (await call(page, app.origin, "cards.create", {
    typeId: accounts.id,
    fields: { [idOf("name")]: "Arbel Winery" },
  })) as { id: string };
  await page.goto(`${app.origin}/cards/customers/${id}`);
  const row = (key: string) => page.locator(`[data-field="${idOf(key)}"]`);
  const date = row("customerSince").getByRole("textbox");
  await row("customerSince").tap();
  await date.fill("45122026");
  await page.keyboard.press("Enter");
  const reason = page.getByRole("alert").filter({ hasText: /Enter a date/ });
  await reason.waitFor(soon);
  await row("phone").tap();
  const other = row("phone").getByRole("textbox");
  await other.waitFor(soon);
  await page.keyboard.type("0501234567");
  expect(await other.inputValue()).toBe("0501234567");
  expect(await date.inputValue()).toBe("45122026");
  expect(await date.getAttribute("aria-invalid")).toBe("true");
  // It covers nothing that is written in.
  const [said, written] = [await boxOf(reason), await boxOf(other)];
  expect(said.bottom <= written.top || said.top >= written.bottom).toBe(true);
  expect(said.left).toBeGreaterThanOrEqual(0);
  expect(said.right).toBeLessThanOrEqual(360);
  expect(await widthOf(page)).toBe(360);
  await reason.scrollIntoViewIfNeeded();
  await keepPicture(page, "phone-date-unread");
  // Whoever comes back to it is shown why once more; number keys have no separators.
  await date.tap();
  await reason.and(page.locator("span")).waitFor(soon);
  await date.fill("15122026");
  await page.keyboard.press("Enter");
  await row("customerSince").getByText("15 Dec 2026").waitFor(soon);

  // Left by a tap alone, without Enter.
  await row("customerSince").tap();
  await date.fill("not a date");
  await page.getByRole("button", { name: "Add email" }).tap();
  await page.getByRole("textbox", { name: "Email" }).waitFor(soon);
  await reason.waitFor(soon);
  expect(complaints).toEqual([]);
});

it("nothing floats over what somebody writes", async () => {
  const { page } = await onPhone();
  await makeLeads(page, app.origin, [{ name: "Arbel Winery" }]);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: /Arbel/ }).tap();
  await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  const create = page.getByRole("button", { name: "New record" }).filter({ visible: true });
  const email = page.getByRole("button", { name: "Add email" });
  await email.waitFor(soon);
  await page.getByRole("tab", { name: "Files" }).tap();
  await create.waitFor(soon);
  await page.getByRole("tab", { name: "Details" }).tap();
  await email.tap();
  await page.getByRole("textbox", { name: "Email" }).waitFor(soon);
  expect(await create.count()).toBe(0);
});

const Places = z.record(z.string(), z.array(z.number()));

it("the bars stand where they will while the site starts", async () => {
  const { page } = await onPhone("ru");
  await page.addInitScript(() => {
    const seen: Record<string, number[]> = {};
    const look = () => {
      for (const tab of document.querySelectorAll("nav:not([hidden]) > *, header > span:last-child > :first-child")) {
        const { left, width } = tab.getBoundingClientRect();
        const name = tab.textContent || "search";
        const at = Math.round(left);
        const places = (seen[name] ??= []);
        if (width > 0 && !places.includes(at)) places.push(at);
      }
      sessionStorage.setItem("seen", JSON.stringify(seen));
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${app.origin}/tasks`);
  await page.getByRole("button", { name: /^Уведомления/ }).waitFor(soon);
  await page.locator("nav a:visible svg").nth(2).waitFor(soon);
  const seen = Places.parse(JSON.parse((await page.evaluate(() => sessionStorage.getItem("seen"))) ?? "{}"));
  expect(Object.keys(seen).length).toBeGreaterThan(4);
  // The right of the last one may be rounded either way.
  expect(Object.entries(seen).filter(([, places]) => Math.max(...places) - Math.min(...places) > 1)).toEqual([]);
});

it("the settings of notifications are on the screen beside long words", async () => {
  const { page } = await onPhone("ru");
  await page.goto(`${app.origin}/tasks`);
  await page.getByRole("button", { name: /^Уведомления/ }).tap();
  const centre = page.getByRole("dialog", { name: "Уведомления" });
  const settings = centre.locator("header button").last();
  await settings.waitFor(soon);
  // As where something is unread.
  await settings.evaluate((button) => {
    const words = button.cloneNode(true);
    if (!(words instanceof HTMLElement)) return;
    words.textContent = "Отметить все как прочитанные";
    words.removeAttribute("data-square");
    button.before(words);
  });
  const frame = await boxOf(centre);
  expect((await boxOf(settings)).right).toBeLessThanOrEqual(frame.right);
  expect((await boxOf(settings)).right).toBeGreaterThan(frame.right - 60);
});

it("one press shows the cards, also with the values of a filter open", async () => {
  const { page, complaints } = await onPhone();
  await makeLeads(page, app.origin, [
    { name: "Arbel Winery", status: 0 },
    { name: "Galil Cold Storage", status: 1 },
  ]);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: /Arbel/ }).waitFor(soon);
  await page.getByRole("button", { name: "Filters" }).tap();
  const sheet = page.getByRole("dialog", { name: "Filters" });
  await sheet.getByRole("menuitem", { name: "Lead status" }).tap();
  await page.getByRole("option").first().tap();
  const done = sheet.locator("footer > button");
  await expect.poll(() => done.innerText(), soon).toBe("Show 1 card");
  const { left, right, top, bottom } = await boxOf(done);
  await page.touchscreen.tap((left + right) / 2, (top + bottom) / 2);
  await sheet.waitFor({ state: "hidden", ...soon });
  expect(new URL(page.url()).pathname).toBe("/cards/leads");
  // What differs from the view is one line.
  const bar = page.getByRole("group", { name: "Changed" });
  await bar.waitFor(soon);
  const box = await boxOf(bar);
  expect(box.bottom - box.top).toBe(44);
  expect(await widthOf(page)).toBe(360);
  await keepPicture(page, "phone-changed");
  expect(complaints).toEqual([]);
});

it("Back closes what is written on a card, which has the room of the tabs where the screen is low", async () => {
  const { page, complaints } = await onPhone("en", 390);
  await makeLeads(page, app.origin, [{ name: "Arbel Winery" }]);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: /Arbel/ }).tap();
  await page.getByRole("tab", { name: "Activity" }).tap();
  await page.getByRole("button", { name: "Email", exact: true }).tap();
  const subject = page.getByRole("textbox", { name: "Subject" });
  await subject.waitFor(soon);
  const tabs = page.getByRole("navigation").filter({ hasText: "Tasks" });
  expect(await tabs.isVisible()).toBe(true);
  await page.setViewportSize({ width: 390, height: 450 });
  await expect.poll(() => tabs.isVisible(), soon).toBe(false);
  await keepPicture(page, "phone-mail-low");
  await page.evaluate(() => history.back());
  await subject.waitFor({ state: "hidden", ...soon });
  expect(new URL(page.url()).pathname).toMatch(/\/crd_/);
  expect(complaints).toEqual([]);
});
