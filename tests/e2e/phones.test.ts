import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { keepPicture } from "./support/picture.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 15_000 };

async function onPhone(width: 360 | 390 = 390): Promise<Seat> {
  const seat = await app.open({ width, height: 844, isPhone: true });
  await settle(seat.page, app.origin);
  await makeLeads(
    seat.page,
    app.origin,
    ["Galil Cold Storage", "Arbel Winery", "Kovács Építő Kft."].map((name, at) => ({ name, price: 31_200_000 + at, status: at })),
  );
  return seat;
}

/** Number of visible occurrences of the text. */
const timesSeen = (page: Page, text: string) => page.getByText(text, { exact: true }).filter({ visible: true }).count();

describe("a card on a phone", () => {
  it("shows its name once, leads back to its list, and has its details first", async () => {
    const { page, complaints } = await onPhone();
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("link", { name: /Arbel Winery/ }).click();
    await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
    expect(await timesSeen(page, "Arbel Winery")).toBe(1);
    expect(await page.getByRole("tab").allInnerTexts()).toEqual(["Details", "Activity", "Related cards", "Files"]);
    expect(await page.getByRole("tab", { name: "Details" }).getAttribute("aria-selected")).toBe("true");
    await page.getByRole("banner").first().getByRole("link", { name: "Back" }).click();
    await page.waitForURL(/\/cards\/leads(\?|$)/, soon);
    expect(complaints).toEqual([]);
  });

  it("stacks old and new values, and keeps Restore behind a press", async () => {
    const { page, complaints } = await onPhone(360);
    const leads = await typeOf(page, app.origin, "leads");
    const status = leads.fields.find(({ key }) => key === "status");
    const { rows } = (await call(page, app.origin, "cards.search", { cardTypeId: leads.id })) as {
      rows: { id: string; version: number; fields: Record<string, unknown> }[];
    };
    const card = rows.find(({ fields }) => fields["name"] === "Arbel Winery");
    await call(page, app.origin, "cards.update", {
      cardId: card?.id,
      expectedVersion: card?.version,
      fields: { status: status?.options[3]?.id },
    });
    await page.goto(`${app.origin}/cards/leads/${card?.id}?tab=activity`);
    const activity = page.getByRole("region", { name: "Activity" });
    const arrow = activity.getByRole("img", { name: "to" });
    const [was, is] = await Promise.all(
      [arrow.locator("xpath=preceding-sibling::*[1]"), arrow.locator("xpath=following-sibling::*[1]")].map((value) =>
        value.boundingBox(),
      ),
    );
    expect(is?.y ?? 0).toBeGreaterThan((was?.y ?? 0) + (was?.height ?? 0) - 1);
    expect(await page.getByRole("button", { name: /^Restore/ }).count()).toBe(0);
    await activity.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: /^Restore this value/ }).click();
    await page.getByRole("menuitem").first().waitFor({ state: "hidden" });
    await activity.getByRole("button", { name: "changed 1 field", expanded: false }).tap();
    await arrow.nth(1).waitFor(soon);
    expect(complaints).toEqual([]);
  });
});

describe("a list on a phone", () => {
  it("is filtered in a bottom sheet, which shows how many cards match", async () => {
    const { page, complaints } = await onPhone();
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("link", { name: /Arbel Winery/ }).waitFor(soon);
    await page.getByRole("button", { name: "Filters" }).click();
    const sheet = page.getByRole("dialog", { name: "Filters" });
    await sheet.getByRole("button", { name: "Show 3 cards" }).waitFor(soon);
    await sheet.getByRole("menuitem", { name: "Lead status" }).click();
    await page.getByRole("option").first().click();
    await page.keyboard.press("Escape");
    await sheet.getByRole("button", { name: "Show 1 card" }).waitFor(soon);
    const box = await sheet.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
    expect(box?.y ?? 0).toBeGreaterThan(100);
    // Beside it is what takes the conditions away.
    const done = await sheet.getByRole("button", { name: "Show 1 card" }).boundingBox();
    const clear = await sheet.getByRole("button", { name: "Clear" }).boundingBox();
    expect((done?.width ?? 0) + (clear?.width ?? 0)).toBeGreaterThan(340);
    await sheet.getByRole("button", { name: "Show 1 card" }).click();
    await sheet.waitFor({ state: "hidden" });
    expect(
      await page
        .getByRole("listitem")
        .filter({ has: page.getByRole("link") })
        .count(),
    ).toBeGreaterThan(0);
    expect(complaints).toEqual([]);
  });

  it("opens sort and options as sheets that start with something to press", async () => {
    const { page, complaints } = await onPhone(360);
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("button", { name: "Sort" }).click();
    const sort = page.getByRole("dialog", { name: "Sort" });
    await sort.getByRole("menuitem", { name: "Price" }).click();
    await sort.getByRole("button", { name: "Add a level" }).waitFor(soon);
    await sort.getByRole("button", { name: "Show 3 cards" }).click();
    await page.getByRole("button", { name: "View options" }).click();
    await page.getByRole("dialog", { name: "View options" }).getByRole("button", { name: "Show 3 cards" }).click();
    await page.getByRole("button", { name: "Price", exact: true }).waitFor(soon);
    expect(complaints).toEqual([]);
  });

  it("has one search, which also searches the list", async () => {
    const { page, complaints } = await onPhone();
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("link", { name: /Galil/ }).waitFor(soon);
    expect(await page.getByRole("searchbox").count()).toBe(0);
    await page.getByRole("button", { name: "Search cards" }).click();
    await page.getByRole("dialog").getByRole("searchbox").fill("arbel");
    await page.getByRole("button", { name: "Search this list for “arbel”" }).click();
    await page.getByRole("link", { name: /Galil/ }).waitFor({ state: "hidden" });
    await page.getByRole("link", { name: /Arbel/ }).waitFor(soon);
    await page.getByRole("button", { name: "Remove arbel" }).click();
    await page.getByRole("link", { name: /Galil/ }).waitFor(soon);
    expect(complaints).toEqual([]);
  });
});

it("a role is a read-only list on a phone, and each page has one h1", async () => {
  const { page, complaints } = await onPhone(360);
  await page.goto(`${app.origin}/settings/roles-and-permissions`);
  await page.getByRole("heading", { level: 1, name: "Roles" }).waitFor(soon);
  await page.getByRole("link", { name: /Sales Representative/ }).click();
  await page.getByRole("heading", { level: 1, name: "Sales Representative" }).waitFor(soon);
  expect(await page.getByRole("heading", { level: 1 }).count()).toBe(1);
  expect(await page.getByRole("grid").count()).toBe(0);
  await page.getByRole("region", { name: "Sales Representative" }).getByText("Card types").waitFor(soon);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  expect(complaints).toEqual([]);
});

it("a field brings the keys of its type", async () => {
  const { page, complaints } = await onPhone();
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("button", { name: "New record" }).tap();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: /more fields/ }).tap();
  const keysOf = (name: string) => dialog.getByRole("textbox", { name, exact: true }).getAttribute("inputmode");
  await expect.poll(() => keysOf("Phone"), soon).toBe("tel");
  expect(await keysOf("Email")).toBe("email");
  expect(await keysOf("Price")).toBe("decimal");
  expect(complaints).toEqual([]);
});

/** Presses that miss the drawing of a button by a little still meet it. */
it("buttons are pressed within 44 pixels", async () => {
  const { page } = await onPhone(360);
  await page.goto(`${app.origin}/cards/leads`);
  for (const name of ["Filters", "Sort", "View options", "New view"]) {
    const button = page.getByRole("button", { name, exact: true });
    await button.waitFor(soon);
    const isMet = await button.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const [x, y] = [(left + right) / 2, (top + bottom) / 2];
      return [y - 21, y + 21].every((at) => element.contains(document.elementFromPoint(x, at)));
    });
    expect(isMet, name).toBe(true);
  }
});

it("fields and the buttons that send them are 44 pixels high", async () => {
  const { page } = await onPhone(360);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("button", { name: "New record" }).click();
  const dialog = page.getByRole("dialog", { name: "New record" });
  const name = dialog.getByRole("textbox", { name: /^Name/ });
  await name.waitFor(soon);
  const heights = await Promise.all(
    [name.locator("xpath=.."), ...["Cancel", /^Create/].map((label) => dialog.getByRole("button", { name: label }))].map(
      async (of) => (await of.boundingBox())?.height,
    ),
  );
  expect(heights).toEqual([44, 44, 44]);
  await page.keyboard.press("Escape");
});

it("the file of an import, the fields of its columns and what leaves a row out are met within 44 pixels", async () => {
  const { page } = await onPhone(360);
  await page.goto(`${app.origin}/tasks/import`);
  const heightOf = async (of: Locator) => (await of.boundingBox())?.height;
  const choose = page.getByRole("button", { name: "choose a file" });
  await choose.waitFor(soon);
  expect(await heightOf(choose)).toBe(44);
  const csv = "Title,Due date\nCall Dana,2026-12-01\n,2026-12-02\n";
  await page.locator("input[type=file]").setInputFiles({ name: "tasks.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  const field = page.getByRole("button", { name: /Field for .*Title/ });
  await field.waitFor(soon);
  expect(await heightOf(field)).toBe(44);
  await page.getByRole("button", { name: "Check the file" }).click();
  const leaveOut = page.getByRole("checkbox", { name: /3/ });
  await leaveOut.waitFor(soon);
  const label = await leaveOut.locator("xpath=ancestor::label").boundingBox();
  expect(Math.min(label?.width ?? 0, label?.height ?? 0)).toBe(44);

  // What can be done with an earlier import is on the screen.
  await page.getByRole("button", { name: /^Import 1 / }).click();
  const takeBack = page.getByRole("button", { name: "Undo this import" });
  await takeBack.waitFor(soon);
  await page.goto(`${app.origin}/tasks/import`);
  for (const action of [takeBack, page.getByRole("button", { name: "Download rejected rows" })]) {
    await action.waitFor(soon);
    const { left, right, clip } = await action.evaluate((button) => ({
      left: button.getBoundingClientRect().left,
      right: button.getBoundingClientRect().right,
      clip: button.closest("table")?.parentElement?.getBoundingClientRect().right ?? 0,
    }));
    expect(left).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(clip);
  }
});

it("what a list differs in from its view fills its lines, in long words too", async () => {
  const { page } = await onPhone(360);
  await page.goto(`${app.origin}/cards/leads?sort=name`);
  const bar = page.getByRole("group", { name: "Changed" });
  await bar.getByRole("button", { name: "Save view" }).waitFor(soon);
  const edge = await bar.evaluate((group) => group.getBoundingClientRect().right);
  const rights = await bar
    .getByRole("button")
    .evaluateAll((buttons) =>
      [...Map.groupBy(buttons, (button) => button.getBoundingClientRect().top).values()].map((line) =>
        Math.max(...line.map((button) => button.getBoundingClientRect().right)),
      ),
    );
  for (const right of rights) expect(Math.abs(right - edge)).toBeLessThan(2);
});

it("a notification covers neither what is written at the bottom nor anything of a dialog", async () => {
  const { page, context } = await onPhone();
  await page.goto(`${app.origin}/cards/leads?view=no-such-view`);
  const toast = page.locator("[role=alertdialog][data-tone]");
  await toast.waitFor(soon);
  const edges = async (of: Locator) => {
    const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
    return { top: y, bottom: y + height };
  };
  const above = await edges(toast);
  expect(above.top).toBeGreaterThanOrEqual((await edges(page.getByRole("banner").first())).bottom);
  expect(above.bottom).toBeLessThan(844 / 4);
  await page.keyboard.press("Control+K");
  const search = page.getByPlaceholder(/^Search cards or run/);
  await search.waitFor(soon);
  await expect.poll(async () => (await edges(toast)).bottom <= (await edges(search)).top, soon).toBe(true);
  await page.keyboard.press("Escape");
  await toast.waitFor({ state: "hidden", ...soon });
  await page.getByRole("button", { name: "New record" }).tap();
  const dialog = page.getByRole("dialog", { name: "New record" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Negev Solar");
  await context.setOffline(true);
  await dialog.getByRole("button", { name: /^Create lead/ }).tap();
  await toast.waitFor(soon);
  // The dialog makes room: it ends where it did, and all of it is below the notification.
  await expect.poll(async () => (await edges(toast)).bottom <= (await edges(dialog)).top, soon).toBe(true);
  expect((await edges(dialog)).bottom).toBe(844);
});

it("the address of a missing view says so, and shows the list", async () => {
  const { page } = await onPhone();
  await page.goto(`${app.origin}/cards/leads?view=no-such-view`);
  await page.getByText("This view was not found. The list is shown without it.").waitFor(soon);
  await page.getByRole("link", { name: /Galil/ }).waitFor(soon);
});

it("what leads to support is as high as a finger needs: in the menu of a phone, in the panel of a tablet", async () => {
  const { page, complaints } = await onPhone(360);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("link", { name: /Arbel Winery/ }).waitFor(soon);
  await page.getByRole("navigation").getByRole("button", { name: "More" }).tap();
  const inMenu = page.getByRole("menuitem", { name: "Contact us" });
  await inMenu.waitFor(soon);
  expect((await inMenu.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const tablet = await app.open({ width: 1280, height: 800, isPhone: true });
  await settle(tablet.page, app.origin);
  await tablet.page.goto(`${app.origin}/cards/leads`);
  const inPanel = tablet.page.getByRole("button", { name: "Contact us" });
  await inPanel.waitFor(soon);
  expect((await inPanel.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  expect([...complaints, ...tablet.complaints]).toEqual([]);
});

it("tasks and meetings are imported and exported from the menu of their list", async () => {
  const { page, complaints } = await onPhone(360);
  await call(page, app.origin, "tasks.create", { title: "Order clamps", due: "2031-01-01" });
  await page.goto(`${app.origin}/tasks`);
  await page.getByRole("row", { name: /Order clamps/ }).waitFor(soon);
  const open = () => page.locator("header").getByRole("button", { name: "More", exact: true }).tap();
  const item = (name: RegExp) => page.getByRole("menuitem", { name });
  await open();
  await item(/^Import/).waitFor(soon);
  await keepPicture(page, "phone-tasks-transfer");
  const saved = page.waitForEvent("download");
  await item(/^Export/).tap();
  expect((await saved).suggestedFilename()).toMatch(/\.csv$/);
  await open();
  await item(/^Import/).tap();
  await page.waitForURL(/\/tasks\/import/);
  await page.goto(`${app.origin}/calendar`);
  await page.locator("[data-calendar-title]").waitFor(soon);
  await open();
  await item(/^Export/).waitFor(soon);
  const more = await page.locator("header").getByRole("button", { name: "More", exact: true }).boundingBox();
  expect([more?.width, more?.height]).toEqual([44, 44]);
  await keepPicture(page, "phone-calendar-transfer");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await item(/^Import/).tap();
  await page.waitForURL(/\/calendar\/import/);
  expect(complaints).toEqual([]);
});
