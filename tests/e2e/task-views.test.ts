import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const day = (after: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jerusalem" }).format(Date.now() + after * 86_400_000);

/** One overdue, one of today, one of tomorrow, one of next week; two are urgent. */
async function person(options?: Parameters<App["open"]>[0]): Promise<Seat> {
  const seat = await app.open(options);
  await settle(seat.page, app.origin, options?.language);
  for (const task of [
    { title: "Renew site insurance", due: day(-2), priority: "HIGH" },
    { title: "Order clamps", due: day(0), reminder: 10 },
    { title: "Confirm the crane", due: day(1), priority: "HIGH" },
    { title: "Send the offer", due: day(9), priority: "LOW" },
  ])
    await call(seat.page, app.origin, "tasks.create", task);
  await seat.page.goto(`${app.origin}/tasks`);
  await row(seat.page, "Order clamps").waitFor(soon);
  return seat;
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const head = (page: Page, name: RegExp) => page.getByRole("grid").getByRole("button", { name });
const toast = (page: Page, text: string | RegExp) => page.getByRole("alertdialog").filter({ hasText: text });
/** Titles at one moment: rows come and go if they are read one after the other. */
const titles = (page: Page): Promise<string[]> =>
  page.getByRole("grid").evaluate((grid) =>
    [...grid.querySelectorAll<HTMLElement>("[role=rowheader]")]
      .map((each) => ({ top: each.getBoundingClientRect().top, text: each.innerText.split("\n")[0] ?? "" }))
      .toSorted((one, other) => one.top - other.top)
      .map(({ text }) => text),
  );
const choose = async (page: Page, label: RegExp, option: string) => {
  await page.getByRole("dialog").getByRole("button", { name: label }).click();
  await page.getByRole("option", { name: option, exact: true }).click();
};
/** Presses, moves and lets go of the mouse, from the middle of a row to that of what it is dragged to. */
async function drag(page: Page, from: ReturnType<typeof row>, to: () => ReturnType<typeof head>, during?: () => Promise<void>) {
  const start = (await from.getByRole("rowheader").boundingBox()) ?? expect.fail("nothing to drag");
  await page.mouse.move(start.x + 20, start.y + 8);
  await page.mouse.down();
  await page.mouse.move(start.x + 30, start.y + 14);
  await to().waitFor(soon);
  const end = (await to().boundingBox()) ?? expect.fail("nowhere to drop");
  await page.mouse.move(end.x + 40, end.y + end.height / 2, { steps: 4 });
  await during?.();
  await page.mouse.up();
}

describe("the order of saved views", () => {
  it("is changed from their menu, by the keyboard too, and others see it at once", async () => {
    const { page, complaints } = await person();
    for (const name of ["First", "Second", "Third"])
      await call(page, app.origin, "taskViews.create", { name, isPrivate: false, state: {} });
    const other = await page.context().newPage();
    await other.goto(`${app.origin}/tasks`);
    await page.goto(`${app.origin}/tasks`);
    const order = async (on: Page) => {
      const names = await on.getByRole("link", { name: /^(First|Second|Third)/ }).allInnerTexts();
      return names.map((text) => text.split("\n")[0]);
    };
    await expect.poll(() => order(other), soon).toEqual(["First", "Second", "Third"]);
    await page.getByRole("link", { name: /^Third/ }).click();
    const opener = page.getByRole("button", { name: "Actions for “Third”" });
    await opener.click();
    expect(await page.getByRole("menuitem", { name: "Move down" }).getAttribute("aria-disabled")).toBe("true");
    await keepPicture(page, "task-view-menu");
    await page.getByRole("menuitem", { name: "Move up" }).click();
    await expect.poll(() => order(page)).toEqual(["First", "Third", "Second"]);
    await expect.poll(() => order(other), soon).toEqual(["First", "Third", "Second"]);

    await opener.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: "Move up" }).waitFor(soon);
    await page.keyboard.type("Move up");
    await page.keyboard.press("Enter");
    await expect.poll(() => order(page)).toEqual(["Third", "First", "Second"]);
    await expect.poll(() => order(other), soon).toEqual(["Third", "First", "Second"]);
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.reload();
    await expect.poll(() => order(page), soon).toEqual(["Third", "First", "Second"]);
    expect(complaints).toEqual([]);
  }, 120_000);
});

describe("by mouse", () => {
  it("groups and narrows, keeps that as a view with its count, changes, renames, deletes and brings it back", async () => {
    const { page, complaints } = await person();
    for (let at = 1; at <= 5; at++) {
      const draft = { name: `Type ${at}`, pluralName: `Types ${at}`, hue: "blue", fields: [] };
      await call(page, app.origin, "cardTypes.create", { draft });
    }
    // A type that is made meanwhile, here or elsewhere, is there at once.
    await page.getByRole("link", { name: "Types 5" }).waitFor(soon);
    await page.getByRole("button", { name: "Sort and group" }).click();
    await choose(page, /Group by/, "Priority");
    await choose(page, /Sort by/, "Date created");
    await page.keyboard.press("Escape");
    await head(page, /^High priority\s*2/).waitFor(soon);
    await expect
      .poll(() => titles(page), soon)
      .toEqual(["Confirm the crane", "Renew site insurance", "Send the offer", "Order clamps"]);
    expect(page.url()).toMatch(/sort=created.*group=priority|group=priority.*sort=created/);

    await page.getByRole("button", { name: "Filter" }).click();
    const panel = page.getByRole("dialog", { name: "Filter" });
    // A list that is long enough to be searched takes the focus; its panel stays.
    await panel.getByRole("button", { name: /Card type/ }).click();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("type")), soon).toBe("search");
    await page.keyboard.type("typ");
    await expect.poll(() => page.getByRole("option").allInnerTexts(), soon).toEqual([1, 2, 3, 4, 5].map((at) => `Types ${at}`));
    await page.keyboard.press("Enter");
    await panel.getByRole("button", { name: /Types \d.*Card type/ }).click();
    await page.keyboard.type("any");
    await page.keyboard.press("Enter");
    await panel.getByRole("button", { name: /Any.*Card type/ }).waitFor(soon);
    await choose(page, /Due date/, "A number of days from today…");
    await panel.getByRole("textbox", { name: "From, in days from today" }).fill("-3");
    await panel.getByRole("textbox", { name: "Until, in days from today" }).fill("1");
    await page.keyboard.press("Tab");
    await expect.poll(() => new URL(page.url()).searchParams.get("due"), soon).toBe("-3..1");
    await keepPicture(page, "tasks-filter");
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await expect.poll(() => titles(page), soon).toEqual(["Confirm the crane", "Renew site insurance", "Order clamps"]);

    await page.getByRole("button", { name: "Save view" }).click();
    const dialog = page.getByRole("dialog", { name: "Create view" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Next few days");
    await dialog.getByText("Everyone", { exact: true }).click();
    await dialog.getByRole("button", { name: "Create view" }).click();
    await page.getByRole("link", { name: /Next few days\s*3/ }).waitFor(soon);
    await expect.poll(() => new URL(page.url()).search, soon).toMatch(/^\?view=viw_\w+$/);
    await page.getByRole("heading", { name: "Next few days" }).waitFor(soon);
    await keepPicture(page, "tasks-view");

    // Changed over the view: nothing is saved unasked.
    await page.getByRole("button", { name: "Sort and group" }).click();
    await choose(page, /Sort by/, "Due date");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save for everyone" }).click();
    await toast(page, "Saved for everyone").waitFor(soon);
    await expect.poll(() => new URL(page.url()).search, soon).toMatch(/^\?view=viw_\w+$/);
    await page.reload();
    await row(page, "Order clamps").waitFor(soon);
    expect(await titles(page)).toEqual(["Renew site insurance", "Confirm the crane", "Order clamps"]);

    const menu = page.getByRole("button", { name: "Actions for “Next few days”" });
    await menu.click();
    await page.getByRole("menuitem", { name: "Rename view" }).click();
    await page.getByRole("dialog").getByRole("textbox", { name: "Name" }).fill("Soon");
    await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
    await page.getByRole("link", { name: /Soon\s*3/ }).waitFor(soon);
    await page.getByRole("button", { name: "Actions for “Soon”" }).click();
    await page.getByRole("menuitem", { name: "Delete view" }).click();
    await page.getByRole("link", { name: /^Soon/ }).waitFor({ state: "detached", ...soon });
    await toast(page, "View “Soon” deleted").getByRole("button", { name: "Undo" }).click();
    await page.getByRole("link", { name: /Soon\s*3/ }).click();
    await expect.poll(() => titles(page), soon).toEqual(["Renew site insurance", "Confirm the crane", "Order clamps"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("drags to another day or person, several together, and undoes it; Later asks for the day, Escape leaves all as it was", async () => {
    const { page, complaints } = await person();
    await drag(
      page,
      row(page, "Renew site insurance"),
      () => head(page, /^Tomorrow/),
      () => keepPicture(page, "tasks-drag"),
    );
    await toast(page, "Due date changed").waitFor(soon);
    await head(page, /^Tomorrow\s*2/).waitFor(soon);
    expect(await head(page, /^Overdue/).count()).toBe(0);
    await page.keyboard.press("Control+z");
    await head(page, /^Overdue\s*1/).waitFor(soon);

    await row(page, "Order clamps").click({ modifiers: ["Control"] });
    await row(page, "Confirm the crane").click({ modifiers: ["Control"] });
    await drag(page, row(page, "Order clamps"), () => head(page, /^Later/));
    const due = page.getByRole("dialog", { name: "Due date" });
    await due.getByRole("textbox", { name: "Due date" }).fill(day(5));
    await page.keyboard.press("Enter");
    await head(page, /^Later\s*3/).waitFor(soon);
    await page.keyboard.press("Escape");

    await drag(
      page,
      row(page, "Renew site insurance"),
      () => head(page, /^Today\s*0/),
      async () => {
        await page.keyboard.press("Escape");
        await head(page, /^Today/).waitFor({ state: "detached", ...soon });
      },
    );
    await head(page, /^Overdue\s*1/).waitFor(soon);

    await page.getByRole("button", { name: "Sort and group" }).click();
    await choose(page, /Group by/, "Assignee");
    await page.keyboard.press("Escape");
    await head(page, /^Noa Adler\s*4/).waitFor(soon);
    await drag(page, row(page, "Send the offer"), () => head(page, /^No assignee/));
    await toast(page, "Assignee changed").waitFor(soon);
    await head(page, /^Noa Adler\s*3/).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("by keyboard alone", () => {
  it("groups, moves a task to the next group and back, and saves the view", async () => {
    const { page, complaints } = await person();
    await row(page, "Order clamps").focus();
    await page.keyboard.press("Alt+ArrowDown");
    await head(page, /^Tomorrow\s*2/).waitFor(soon);
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByRole("dialog", { name: "Due date" }).waitFor(soon);
    await page.keyboard.press("Escape");

    const order = page.getByRole("button", { name: "Sort and group" });
    await order.focus();
    await page.keyboard.press("Enter");
    const panel = page.getByRole("dialog", { name: "Sort and group" });
    await panel.waitFor(soon);
    await page.getByRole("button", { name: /Group by/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("listbox").waitFor(soon);
    await page.keyboard.type("Prio");
    await page.keyboard.press("Enter");
    await head(page, /^High priority\s*2/).waitFor(soon);
    await page.keyboard.press("Escape");
    await row(page, "Send the offer").focus();
    await page.keyboard.press("Alt+ArrowUp");
    await head(page, /^High priority\s*3/).waitFor(soon);

    await page.getByRole("button", { name: "Save view" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Create view" }).waitFor(soon);
    await page.keyboard.type("By priority");
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: /By priority\s*4/ }).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

/** A finger from the middle of a row, so far across and so far down. */
async function swipe(page: Page, name: string, x: number, y = 0) {
  const box = (await row(page, name).boundingBox()) ?? expect.fail("no row");
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const session = await page.context().newCDPSession(page);
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", part: number) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + x * part, y: from.y + y * part }],
    });
  await touch("touchStart", 0);
  for (const part of [0.1, 0.2, 0.4, 0.6, 0.8, 1]) await touch("touchMove", part);
  return () => touch("touchEnd", 1);
}

describe("several values", () => {
  it("are chosen by keys while their list stays open, kept in the address and in a view, and the order is turned round", async () => {
    const { page, complaints } = await person();
    await page.getByRole("button", { name: "Filter" }).press("Enter");
    const panel = page.getByRole("dialog", { name: "Filter" });
    await panel.getByRole("button", { name: /Priority/ }).press("Enter");
    await page.getByRole("option", { name: "Low" }).waitFor(soon);
    await page.keyboard.type("low");
    await page.keyboard.press("Enter");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).searchParams.get("priority"), soon).toBe("LOW,none");
    await expect.poll(() => titles(page), soon).toEqual(["Order clamps", "Send the offer"]);
    await keepPicture(page, "tasks-filter-several");
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await panel.getByRole("button", { name: "Low or No priority Priority" }).waitFor(soon);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached", ...soon });

    await page.getByRole("button", { name: "Sort and group" }).press("Enter");
    await choose(page, /Group by/, "No groups");
    await page.getByRole("switch", { name: "Reverse order" }).press("Space");
    await expect.poll(() => titles(page), soon).toEqual(["Send the offer", "Order clamps"]);
    await keepPicture(page, "tasks-order-reversed");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Save view" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Create view" });
    await dialog.getByRole("textbox", { name: "Name" }).fill("Not urgent");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Not urgent" }).waitFor(soon);
    await expect.poll(() => new URL(page.url()).search, soon).toMatch(/^\?view=viw_\w+$/);
    await page.reload();
    await row(page, "Order clamps").waitFor(soon);
    expect(await titles(page)).toEqual(["Send the offer", "Order clamps"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("on a phone", () => {
  it.each([
    ["en", 1],
    ["he", -1],
  ] as const)("a swipe to the end of the line is done, to its beginning asks until when, in %s", async (language, way) => {
    const { page, complaints } = await person({ isPhone: true, width: 390, height: 844, language });
    // A little is nothing, and what goes down is a scroll.
    await (
      await swipe(page, "Order clamps", 40 * way)
    )();
    await (
      await swipe(page, "Order clamps", 30 * way, 120)
    )();
    await row(page, "Order clamps").locator("[aria-checked=false]").waitFor(soon);
    const lift = await swipe(page, "Order clamps", 150 * way);
    await keepPicture(page, `tasks-swipe-${language}`);
    await lift();
    await row(page, "Order clamps").locator("[aria-checked=true]").waitFor(soon);
    await (
      await swipe(page, "Confirm the crane", -150 * way)
    )();
    const menu = await page.getByRole("menu").boundingBox();
    expect(menu?.x).toBeGreaterThanOrEqual(8);
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(382);
    await page.getByRole("menuitem").nth(2).click();
    await page.getByRole("alertdialog").last().waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
