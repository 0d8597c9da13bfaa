import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { arriveLive, call, makeLeads, newAccount, settle, signIn } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };

let app: App;
let here: Seat;
let there: Seat;

/** Two browsers of one organization; each keeps its own drafts. */
beforeAll(async () => {
  app = await startApp();
  here = await app.open();
  there = await app.open();
  const account = newAccount();
  await settle(here.page, app.origin, "en", account);
  await signIn(there.page, app.origin, account);
  await makeLeads(here.page, app.origin, [
    { name: "Galil Cold Storage", price: 100_000, status: 0 },
    { name: "Arbel Winery", price: 250_000, status: 1 },
    { name: "Haifa Port Logistics", price: 400_000, status: 1 },
  ]);
  for (const { page } of [here, there]) {
    const connected = page.waitForEvent("websocket");
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("row", { name: /Arbel Winery/ }).waitFor();
    await connected;
  }
});
afterAll(() => app.close());

const tabs = (page: Page) => page.getByRole("navigation", { name: "Views" });
const tab = (page: Page, name: string) => tabs(page).getByRole("link", { name });
const header = (page: Page, name: RegExp) => page.getByRole("columnheader", { name });
const names = async (page: Page) => (await page.getByRole("rowheader").allTextContents()).map((text) => text.trim().slice(-6));
const order = (page: Page, expected: string[]) => expect.poll(() => names(page), soon).toEqual(expected);

describe("views", () => {
  it("a view saved for everyone appears as a tab in the other browser at once", async () => {
    const { page } = here;
    await header(page, /Name/).click();
    await page.getByRole("button", { name: "Save view" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: /^Name/ }).fill("By name");
    await dialog.getByText("Everyone", { exact: true }).click();
    await dialog.getByRole("button", { name: "Create view" }).click();
    await tab(page, "By name").waitFor(soon);
    await expect.poll(() => page.url(), soon).toMatch(/\?view=by-name$/);
    await tab(there.page, "By name").click(soon);
    await order(there.page, ["Winery", "torage", "istics"]);
  });

  it("unsaved changes to a view stay private, survive reload and other pages, and are labeled", async () => {
    const { page } = here;
    await header(page, /Name/).click();
    await order(page, ["istics", "torage", "Winery"]);
    await expect.poll(() => page.url(), soon).toMatch(/view=by-name&sort=-name/);
    await page.reload();
    await order(page, ["istics", "torage", "Winery"]);
    await page.goto(`${app.origin}/cards/customers`);
    await page.getByRole("heading", { level: 1, name: /Customers/ }).waitFor();
    await page.goto(`${app.origin}/cards/leads?view=by-name`);
    await order(page, ["istics", "torage", "Winery"]);
    await page.getByRole("button", { name: "Changed" }).click();
    await page.getByRole("menuitem", { name: /Sort/ }).waitFor();
    await page.keyboard.press("Escape");
    // The other has the view as it was saved.
    await there.page.reload();
    await order(there.page, ["Winery", "torage", "istics"]);
  });

  it("Discard restores the saved view", async () => {
    const { page } = here;
    await page.getByRole("button", { name: "Discard" }).click();
    await order(page, ["Winery", "torage", "istics"]);
    await page.reload();
    await order(page, ["Winery", "torage", "istics"]);
  });

  it("saving for everyone changes it for the other; saving over a newer version warns, and offers both choices", async () => {
    await header(here.page, /Name/).click();
    await order(here.page, ["istics", "torage", "Winery"]);
    await header(there.page, /Price/).click();
    await order(there.page, ["torage", "Winery", "istics"]);
    await here.page.getByRole("button", { name: "Save for everyone" }).click();
    await here.page.getByText("Saved for everyone").waitFor(soon);
    await there.page.getByRole("button", { name: "Save for everyone" }).click();
    const warning = there.page.getByRole("alertdialog", { name: "Someone else changed this view" });
    await warning.waitFor(soon);
    await warning.getByRole("button", { name: "Keep theirs" }).click();
    await order(there.page, ["istics", "torage", "Winery"]);
  });

  it("columns: hidden and moved from the header by keyboard, and kept in the draft", async () => {
    const { page } = here;
    await header(page, /Lead status/).focus();
    await page.keyboard.press("Control+Shift+ArrowRight");
    await expect.poll(() => page.url(), soon).toMatch(/columns=/);
    const heads = () => page.getByRole("columnheader").allTextContents();
    await expect.poll(async () => (await heads()).slice(1, 4), soon).toEqual(["Name", "Owner", "Lead status"]);
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByRole("menuitem", { name: "Hide column" }).click(soon);
    await expect.poll(heads, soon).not.toContain("Lead status");
    await page.reload();
    await header(page, /Owner/).waitFor();
    expect(await heads()).not.toContain("Lead status");
    await page.getByRole("button", { name: "Discard" }).click();
    await header(page, /Lead status/).waitFor(soon);
  });

  it("columns: ticked by keyboard in the options, and kept when Escape closes them", async () => {
    const { page } = here;
    const { keyboard } = page;
    const heads = () => page.getByRole("columnheader").allTextContents();
    const before = await heads();
    await page.getByRole("button", { name: "View options" }).focus();
    await keyboard.press("Enter");
    const list = page.getByRole("grid", { name: "Columns" });
    await list.getByRole("row", { name: "Last activity" }).focus();
    await keyboard.press("Space");
    await expect.poll(heads, soon).toEqual([...before, "Last activity"]);
    await keyboard.press("Escape");
    await list.waitFor({ ...soon, state: "detached" });
    expect(await heads()).toEqual([...before, "Last activity"]);
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByRole("columnheader", { name: "Last activity" }).waitFor({ ...soon, state: "detached" });
  });

  it("a new filter with several values keeps its list open for the second one", async () => {
    const { page } = here;
    await page.getByRole("button", { name: "Filter", exact: true }).click();
    await page.getByRole("menuitem", { name: "Lead status" }).click(soon);
    await page.getByRole("option", { name: "New" }).click(soon);
    await page.getByRole("option", { name: "Attempted to contact" }).click(soon);
    await page.keyboard.press("Escape");
    await page
      .getByRole("group", { name: /lead status/ })
      .getByText("2 values")
      .waitFor(soon);
  });

  it("and filters stay when the table becomes a board, and back", async () => {
    const { page } = here;
    await page.getByRole("button", { name: "View options" }).click();
    await page.getByRole("dialog", { name: "View options" }).getByText("Board").click(soon);
    await page.keyboard.press("Escape");
    await page.getByRole("region", { name: "Attempted to contact" }).getByText("Arbel Winery").waitFor(soon);
    await page
      .getByRole("group", { name: /lead status/ })
      .getByText("2 values")
      .waitFor();
    expect(page.url()).toContain("filter=");
    await page.getByRole("button", { name: "View options" }).click();
    await page.getByRole("dialog", { name: "View options" }).getByText("Table").click(soon);
    await page.keyboard.press("Escape");
    await order(page, ["istics", "torage", "Winery"]);
    expect(page.url()).toContain("filter=");
  });
});

describe("the board", () => {
  const lane = (page: Page, name: string) => page.getByRole("region", { name });
  const card = (page: Page, inLane: string, name: string) => lane(page, inLane).getByRole("row", { name });
  const hasFocus = (page: Page, inLane: string, name: string) => () =>
    card(page, inLane, name).evaluate((element) => element === document.activeElement);

  it("a card is moved to the next lane by keyboard, and another browser shows it there", async () => {
    for (const { page } of [here, there]) {
      const connected = page.waitForEvent("websocket");
      await page.goto(`${app.origin}/cards/leads?view=board`);
      await card(page, "New", "Galil Cold Storage").waitFor(soon);
      await connected;
    }
    await card(here.page, "New", "Galil Cold Storage").focus();
    await here.page.keyboard.press("Shift+ArrowRight");
    await card(here.page, "Attempted to contact", "Galil Cold Storage").waitFor(soon);
    await expect.poll(hasFocus(here.page, "Attempted to contact", "Galil Cold Storage"), soon).toBe(true);
    await card(there.page, "Attempted to contact", "Galil Cold Storage").waitFor(soon);
    await lane(there.page, "Attempted to contact").getByRole("heading").waitFor();
    await lane(there.page, "Attempted to contact").getByText("3", { exact: true }).waitFor(soon);
  });

  it("a lane whose cards are on their way does not say that it has none", async () => {
    const { page } = await app.open();
    await settle(page, app.origin, "en");
    await makeLeads(page, app.origin, [{ name: "Galil Cold Storage", status: 0 }]);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/cards\.search/, async (route) => {
      // Questions about the whole list come before those of the lanes, which are of thirty cards.
      if (/"limit":30\b/.test(route.request().postData() ?? route.request().url())) await released;
      await route.continue();
    });
    await page.goto(`${app.origin}/cards/leads?view=board`);
    await lane(page, "New").getByText("Loading").waitFor(soon);
    expect(await lane(page, "New").getByText("No cards").count()).toBe(0);
    release();
    await card(page, "New", "Galil Cold Storage").waitFor(soon);
    await page.context().close();
  });

  it("Enter opens it, and Back returns to it", async () => {
    const { page } = here;
    await card(page, "Attempted to contact", "Arbel Winery").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
    await page.goBack();
    await expect.poll(hasFocus(page, "Attempted to contact", "Arbel Winery"), soon).toBe(true);
  });

  it("a move by the menu takes the focus along and says where to", async () => {
    const { page } = here;
    const move = async (from: string, to: string) => {
      await card(page, from, "Arbel Winery").focus();
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await page.getByRole("menuitem", { name: to, exact: true }).focus();
      await page.keyboard.press("Enter");
      await page
        .getByRole("status")
        .filter({ hasText: `Moved to ${to}` })
        .waitFor({ ...soon, state: "attached" });
      await expect.poll(hasFocus(page, to, "Arbel Winery"), soon).toBe(true);
    };
    await move("Attempted to contact", "New");
    await move("New", "Attempted to contact");
  });

  it("each card has the menu of its row in the table, by Shift+F10 and by the right button", async () => {
    const { page } = here;
    const items = page.getByRole("menuitem");
    await card(page, "Attempted to contact", "Arbel Winery").focus();
    await page.keyboard.press("Shift+F10");
    await items.filter({ hasText: "Add to favorites" }).waitFor(soon);
    await keepPicture(page, "board-card-menu");
    await page.keyboard.press("Escape");
    await expect.poll(hasFocus(page, "Attempted to contact", "Arbel Winery"), soon).toBe(true);
    await card(page, "Attempted to contact", "Haifa Port").click({ button: "right" });
    await items.filter({ hasText: "Move card to trash" }).click(soon);
    await card(page, "Attempted to contact", "Haifa Port").waitFor({ ...soon, state: "detached" });
    await page.keyboard.press("Control+z");
    await card(page, "Attempted to contact", "Haifa Port").waitFor(soon);
  });

  it("a card is dragged with react-aria's keys and announcements", async () => {
    const { page } = here;
    await card(page, "Attempted to contact", "Arbel Winery").focus();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? ""), soon)
      .toMatch(/^Drop on/);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    // What is not a target is out of reach while one drags; it is back once the card is dropped.
    await page.getByRole("link", { name: "Board" }).waitFor(soon);
    await expect.poll(() => card(page, "Attempted to contact", "Arbel Winery").count(), soon).toBe(0);
  });

  it("shows where a dragged card will land, and the totals of the lanes with it", async () => {
    const { page } = await app.open();
    await settle(page, app.origin);
    await makeLeads(
      page,
      app.origin,
      ["Galil Cold Storage", "Arbel Winery", "Eger Cellars"].map((name, at) => ({
        name,
        price: 100_000 * (at + 1),
        status: at % 2,
      })),
    );
    await page.goto(`${app.origin}/cards/leads?view=board`);
    await page.getByRole("row", { name: "Arbel Winery" }).waitFor(soon);
    const figures = () =>
      page
        .locator("section[data-lane]:has(h2) > header")
        .evaluateAll((heads) => heads.map((head) => (head.textContent ?? "").replaceAll(/[^\d.,K]+/gi, " ").trim()));
    const before = await figures();
    expect(before).toHaveLength(2);
    await page.getByRole("row", { name: "Arbel Winery" }).getByText("Arbel Winery").hover();
    await page.mouse.down();
    const to = page.locator("section[data-lane]").filter({ hasText: "Galil Cold Storage" });
    const box = await to.boundingBox();
    await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 300, { steps: 10 });
    await expect.poll(figures, soon).not.toEqual(before);
    const during = await figures();
    expect(
      await to
        .locator("[data-drop-target]")
        .first()
        .evaluate((list) => getComputedStyle(list, "::before").blockSize),
    ).toBe("92px");
    await page.mouse.up();
    await to.getByRole("row", { name: "Arbel Winery" }).waitFor(soon);
    // The totals announced during the drag are the final ones.
    expect((await figures())[0]).toBe(during[0]);
  });

  it("a name and Enter create a card in the lane", async () => {
    const { page } = here;
    await lane(page, "Attempted to contact")
      .getByRole("button", { name: /Add a card/ })
      .focus();
    await page.keyboard.press("Enter");
    await page.keyboard.type("Yarkon Car Wash");
    await page.keyboard.press("Enter");
    await card(page, "Attempted to contact", "Yarkon Car Wash").waitFor(soon);
    await page.keyboard.press("Escape");
  });

  it("is accessible", async () => {
    expect(await serious(here.page)).toEqual([]);
  });
});

describe("groups", () => {
  it("have headers with counts and sums; a press collapses one, and the totals stay", async () => {
    const { page } = here;
    await page.goto(`${app.origin}/cards/leads?group=status`);
    const head = page.locator("[data-group]", { hasText: "Attempted to contact" });
    await head.waitFor(soon);
    await page.getByRole("rowheader", { name: /Haifa/ }).waitFor(soon);
    await head.click();
    await page.getByRole("rowheader", { name: /Haifa/ }).waitFor({ ...soon, state: "detached" });
    await page.locator("footer").getByText("4 cards").waitFor();
    expect(await serious(page)).toEqual([]);
  });
});

describe("figures of activities", () => {
  it("are columns that change with what others do, and filters by days that move with the calendar", async () => {
    const { page } = here;
    const leads = (await call(page, app.origin, "cards.search", {})) as { rows: { id: string; fields: { name?: string } }[] };
    const galil = leads.rows.find(({ fields }) => fields.name?.startsWith("Galil"))?.id;
    const figures = "columns=name,openTasks,lastActivityAt,nextActivityAt&sort=-openTasks";
    // What changes before the socket stands would be caught up with, and say nothing of changes that come by it.
    await arriveLive(page, () => page.goto(`${app.origin}/cards/leads?${figures}`));
    await page.getByRole("columnheader", { name: /Open tasks/ }).waitFor(soon);
    const row = page.getByRole("row", { name: /Galil/ });
    await row.waitFor(soon);

    // Somebody else adds a task; the order follows.
    await call(there.page, app.origin, "tasks.create", { title: "Call back", due: "2020-01-01", cardId: galil });
    await row.getByRole("gridcell", { name: "1", exact: true }).waitFor(soon);
    await expect.poll(async () => (await names(page))[0], soon).toContain("torage");
    await call(there.page, app.origin, "comments.create", {
      cardId: galil,
      body: [{ type: "paragraph", content: [{ text: "They called" }] }],
    });
    await row.getByText(/now|ago/).waitFor(soon);
    // Due on a day, not at its last minute.
    await call(there.page, app.origin, "tasks.create", { title: "Renew", due: "2050-12-13", cardId: galil });
    await row.getByRole("gridcell", { name: "13 Dec 2050", exact: true }).waitFor(soon);
    await keepPicture(page, "figures-list");

    await page.getByRole("button", { name: "Filter", exact: true }).first().click();
    await page
      .getByRole("option", { name: "Last activity" })
      .or(page.getByRole("menuitem", { name: "Last activity" }))
      .click();
    await page.getByRole("button", { name: "14 days ago", exact: true }).waitFor(soon);
    // Nothing has happened in a week from now.
    expect(await page.getByRole("button", { name: "in 7 days", exact: true }).count()).toBe(0);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "figures-filter");
    await page.getByRole("button", { name: "14 days ago", exact: true }).click();
    await order(page, ["torage"]);
    expect(decodeURIComponent(page.url())).toContain("today-14T");
    const chip = page.getByRole("group", { name: "Filter by Last activity" });
    await chip.getByText("14 days ago").waitFor();
    // "At least 14 days ago" would be understood as before that.
    await chip.getByRole("button", { name: "on or after", exact: true }).click();
    const words = page.getByRole("menuitemradio");
    expect(await words.allTextContents()).toEqual([
      "is between",
      "is not between",
      "on or after",
      "before",
      "has any value",
      "is empty",
    ]);
    await words.filter({ hasText: "before" }).click();
    await order(page, []);
    await chip.getByRole("button", { name: "before", exact: true }).waitFor();
  });
});

it("a deleted view can be restored at its address", async () => {
  const { page } = here;
  await page.goto(`${app.origin}/cards/leads?view=by-name`);
  await page.getByRole("button", { name: "By name: options" }).click(soon);
  await page.getByRole("menuitem", { name: "Delete view" }).click(soon);
  await tab(page, "By name").waitFor({ ...soon, state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await tab(page, "By name").waitFor(soon);
  const views = (await call(page, app.origin, "views.list", {}).catch(() => undefined)) as { slug: string }[] | undefined;
  if (views) expect(views.map(({ slug }) => slug)).toContain("by-name");
});

it("leaves both consoles silent", () => {
  expect([...here.complaints, ...there.complaints]).toEqual([]);
});
