import type { Request } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { violations } from "./support/axe.ts";
import { call, makeLeads, settle } from "./support/person.ts";

let app: App;
let seat: Seat;
beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  await settle(seat.page, app.origin);
  await makeLeads(
    seat.page,
    app.origin,
    ["Galil Cold Storage", "Galil Foods Group", "Arbel Winery", "Норд-Фасад"].map((name) => ({ name })),
  );
  await seat.page.goto(`${app.origin}/cards/leads`);
  await row(/Arbel Winery/).waitFor();
});
afterAll(() => app.close());

const row = (name: RegExp) => seat.page.getByRole("row", { name });
const palette = () => seat.page.getByRole("dialog", { name: "Search and commands" });
const entry = (name: string | RegExp) => palette().getByRole("menuitem", { name });
const press = async (...keys: string[]) => {
  for (const key of keys) await seat.page.keyboard.press(key);
};
async function openPalette() {
  await press("Control+k");
  await palette().getByRole("searchbox").waitFor();
  await expect
    .poll(() =>
      palette()
        .getByRole("searchbox")
        .evaluate((box) => box === document.activeElement),
    )
    .toBe(true);
}
/**
 * The palette's list scrolls with the arrows, while the focus stays in the field: axe knows that of combo boxes only. An open combo box hides the rest of
 * the page from screen readers, and is closed by the Tab that leads there.
 */
const axe = () =>
  violations(seat.page, {
    tags: ["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"],
    rules: { "scrollable-region-focusable": { enabled: false }, "aria-hidden-focus": { enabled: false } },
  });

describe("the palette", () => {
  it("goes to places and runs what the page can do", async () => {
    await openPalette();
    await expect.poll(axe).toEqual([]);
    await seat.page.keyboard.type("custom");
    await entry("Customers").waitFor();
    await press("Enter");
    await seat.page.waitForURL(/\/cards\/customers/);
    await openPalette();
    await seat.page.keyboard.type("sms");
    await entry("Integrations").waitFor();
    await press("Escape");
    await palette().waitFor({ state: "detached" });
    await openPalette();
    await seat.page.keyboard.type("new lead");
    await press("Enter");
    await seat.page.getByRole("dialog", { name: "New record" }).getByRole("button", { name: "Create lead" }).waitFor();
    await press("Escape");
    await seat.page.goto(`${app.origin}/cards/leads`);
    await row(/Arbel Winery/).waitFor();
  });

  it("finds cards in the same list; Enter opens the first, even before the results have loaded", async () => {
    await openPalette();
    await seat.page.keyboard.type("норд");
    await press("Enter");
    await seat.page.getByRole("heading", { level: 1, name: "Норд-Фасад" }).waitFor();
    await seat.page.goBack();
    await row(/Arbel Winery/).waitFor();
  });

  it("text typed on a Hebrew layout still finds what was meant", async () => {
    await openPalette();
    await seat.page.keyboard.type("ןצפםרא");
    await entry("Import").waitFor();
    await press("Escape");
    await palette().waitFor({ state: "detached" });
  });

  it("Tab turns cards into tokens, actions apply to them, Backspace removes the last", async () => {
    await openPalette();
    await seat.page.keyboard.type("galil");
    await entry(/Galil Cold Storage/).waitFor();
    await entry(/Galil Foods Group/).waitFor();
    await expect
      .poll(() => entry(/Galil/).evaluateAll((items) => items.filter((item) => item.hasAttribute("data-focused")).length))
      .toBe(1);
    await press("Tab");
    const tokens = palette().getByRole("list", { name: "Chosen cards" }).getByRole("listitem");
    await expect.poll(() => tokens.count()).toBe(1);
    await seat.page.keyboard.type("arbel");
    await entry(/Arbel Winery/).waitFor();
    await expect.poll(() => entry(/Arbel Winery/).evaluate((item) => item.hasAttribute("data-focused"))).toBe(true);
    await press("Tab");
    await expect.poll(() => tokens.count()).toBe(2);
    await expect.poll(axe).toEqual([]);
    await press("Backspace");
    await expect.poll(() => tokens.count()).toBe(1);
    await seat.page.keyboard.type("set status to connected");
    await entry("Set status to Connected").waitFor();
    // With a command there is no card to choose: the focus stays in the text, and not on what removes one.
    await press("Tab");
    expect(
      await palette()
        .getByRole("searchbox")
        .evaluate((field) => field === document.activeElement),
    ).toBe(true);
    await press("Shift+Tab");
    expect(
      await palette()
        .getByRole("button", { name: /^Remove/ })
        .evaluate((one) => one === document.activeElement),
    ).toBe(true);
    await palette().getByRole("searchbox").focus();
    await press("Enter");
    await palette().waitFor({ state: "detached" });
    await row(/Galil.*Connected/).waitFor();
    expect(await row(/Connected/).count()).toBe(1);
  });

  it("opens saved views and places of the settings, and edits the fields of the card that is open", async () => {
    const { page } = seat;
    await openPalette();
    await page.keyboard.type("view board");
    await entry("Open view Board").waitFor();
    await press("Enter");
    await page.waitForURL(/view=board/);
    await openPalette();
    await page.keyboard.type("archive");
    await entry("File archive").waitFor();
    await press("Enter");
    await page.waitForURL(/settings\/archive/);
    await page.goto(`${app.origin}/cards/leads`);
    await row(/Arbel Winery/)
      .getByRole("link")
      .click();
    await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor();
    await openPalette();
    await page.keyboard.type("edit phone");
    await entry("Edit phone").waitFor();
    await press("Enter");
    await page.getByRole("textbox", { name: "Phone" }).waitFor();
    await press("Escape");
    await page.goBack();
    await row(/Arbel Winery/).waitFor();
  });

  it("merges the chosen cards", async () => {
    await openPalette();
    for (const name of ["arbel", "galil f"]) {
      await seat.page.keyboard.type(name);
      const found = entry(new RegExp(name, "i"));
      await expect.poll(() => found.evaluateAll(([item]) => item?.hasAttribute("data-focused"))).toBe(true);
      await press("Tab");
    }
    await seat.page.keyboard.type("merge");
    await entry("Merge").waitFor();
    await press("Enter");
    const dialog = seat.page.getByRole("dialog", { name: /Merge 2/ });
    await dialog.getByText("Galil Foods Group").first().waitFor();
    await press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

describe("opens without waiting for code, which the page has fetched while it had nothing to do", () => {
  const opened = [
    ["the palette", "Control+k", "Search and commands"],
    ["New record", "n", "New record"],
  ] as const;
  it.each(opened)("%s", async (_, key, name) => {
    const { page } = seat;
    await page.reload();
    await row(/Arbel Winery/).waitFor();
    await atRest(page);
    const fetched: string[] = [];
    const note = (request: Request) => {
      if (request.resourceType() !== "fetch") fetched.push(request.url());
    };
    page.on("request", note);
    await press(key);
    const dialog = page.getByRole("dialog", { name });
    await dialog.locator("input:focus").waitFor();
    page.off("request", note);
    expect(fetched).toEqual([]);
    await press("Escape");
    await dialog.waitFor({ state: "detached" });
  });
});

describe("the search in the top bar", () => {
  const box = () => seat.page.getByRole("combobox", { name: "Search cards" });
  const found = (name: RegExp) => seat.page.getByRole("listbox").getByRole("option", { name });
  const isWalkedTo = (name: RegExp) => found(name).evaluate((item) => item.hasAttribute("data-focused"));
  const tokens = () => seat.page.getByRole("search").getByRole("list", { name: "Chosen cards" }).getByRole("listitem");

  it("Tab turns results into tokens, Backspace removes the last, Enter acts on them", async () => {
    await press("/");
    await found(/Arbel Winery/).waitFor();
    await seat.page.keyboard.type("galil c");
    await found(/Arbel Winery/).waitFor({ state: "detached" });
    await press("ArrowDown");
    await expect.poll(() => isWalkedTo(/Galil Cold/)).toBe(true);
    await expect.poll(axe).toEqual([]);
    await press("Tab");
    await expect.poll(() => tokens().count()).toBe(1);
    await seat.page.getByRole("listbox").waitFor({ state: "detached" });
    expect(await box().inputValue()).toBe("");
    await seat.page.keyboard.type("arbel");
    await found(/Galil/).waitFor({ state: "detached" });
    await found(/Arbel/).waitFor();
    await press("ArrowDown", "Tab");
    await expect.poll(() => tokens().count()).toBe(2);
    await press("Backspace");
    await expect.poll(() => tokens().count()).toBe(1);
    await seat.page.keyboard.type("arbel");
    await found(/Arbel/).waitFor();
    await press("ArrowDown", "Tab");
    await expect.poll(() => tokens().count()).toBe(2);
    await expect.poll(axe).toEqual([]);
    await press("Enter");
    await palette().getByRole("list", { name: "Chosen cards" }).getByRole("listitem").nth(1).waitFor();
    expect(await tokens().count()).toBe(0);
    await press("Escape");
    await palette().waitFor({ state: "detached" });
  });

  it("Enter opens the first match", async () => {
    await press("/");
    await seat.page.keyboard.type("arbel");
    await press("Enter");
    await seat.page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor();
    expect(await box().inputValue()).toBe("");
    await seat.page.goBack();
    await row(/Arbel Winery/).waitFor();
  });
});

describe("keys", () => {
  it("? lists the shortcuts of the page, and they work, on a Hebrew layout too", async () => {
    await press("?");
    const help = seat.page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByText("New record", { exact: true }).waitFor();
    await help.getByText("Select a range of cells").waitFor();
    await expect.poll(axe).toEqual([]);
    await press("Escape");
    await help.waitFor({ state: "detached" });
    await seat.page.getByRole("link", { name: "Tasks" }).first().focus();
    const main = seat.page.locator("main");
    for (const [key, address] of [
      ["v", /\/voip/],
      ["1", /\/cards\/leads/],
    ] as const) {
      await press("g", key);
      await seat.page.waitForURL(address);
      await expect.poll(() => main.evaluate((page) => page.contains(document.activeElement))).toBe(true);
    }
    // The key of N writes מ there.
    await seat.page.evaluate(() =>
      document.activeElement?.dispatchEvent(
        new KeyboardEvent("keydown", { key: "מ", code: "KeyN", bubbles: true, cancelable: true }),
      ),
    );
    await seat.page.getByRole("dialog", { name: "New record" }).waitFor();
    await press("Escape");
    await seat.page.getByRole("dialog").waitFor({ state: "detached" });
  });
});

describe("favorites and recent", () => {
  it("F stars the card; it is on /favorites and, being visited, on /recent; not in the menu", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/favorites`);
    await page.getByText("No favorites yet").waitFor();
    await page.goto(`${app.origin}/cards/leads`);
    await row(/Arbel Winery/)
      .getByRole("link")
      .click();
    await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor();
    const visited = page.waitForResponse((response) => response.url().includes("recent.visit"));
    await page.getByRole("button", { name: "Add to favorites" }).waitFor();
    await press("f");
    await page.getByRole("button", { name: "Remove from favorites" }).waitFor();
    await visited;
    await press("g", "f");
    await page.waitForURL(/\/favorites/);
    await row(/Arbel Winery.*Lead/).waitFor();
    await expect.poll(axe).toEqual([]);
    await openPalette();
    await page.keyboard.type("recent");
    await entry("Recent").waitFor();
    await press("Enter");
    await page.waitForURL(/\/recent/);
    await row(/Arbel Winery/).waitFor();
    expect(
      await page
        .getByRole("complementary")
        .getByRole("link", { name: /Favorites|Recent/ })
        .count(),
    ).toBe(0);
    expect(seat.complaints).toEqual([]);
  });
});

describe("organizations", () => {
  it("switching to another organization leaves nothing of the first on screen", async () => {
    const { page } = seat;
    const second = { name: "Arbel Works", language: "en", template: "sales", phone: "+972 50 234 5679" };
    await call(page, app.origin, "organizations.create", second);
    await page.goto(`${app.origin}/cards/leads`);
    // The new organization's, not what this browser kept of the first.
    await page.getByText("Leads: nothing here yet").waitFor();
    await openPalette();
    await page.keyboard.type("switch to");
    const other = entry(/^Switch to/);
    await other.waitFor();
    const name = await other.innerText();
    const left = page.waitForEvent("load");
    await press("Enter");
    await left;
    await page.getByRole("link", { name: /Leads/ }).first().waitFor();
    await openPalette();
    await page.keyboard.type("switch to");
    await other.waitFor();
    expect(await other.innerText()).not.toBe(name);
  });
});
