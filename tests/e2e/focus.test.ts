import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { gotoFresh, makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 15_000 };

/** Waits for what keeps the focus, which a page fetches once it stands: it then takes over from an element that is removed. */
async function focusIsKept(page: Page): Promise<void> {
  let hasTried = false;
  const takesOver = async () => {
    const isAnywhere = await page.evaluate(() => document.activeElement !== document.body);
    if (hasTried && isAnywhere) return true;
    hasTried = true;
    await page.evaluate(() => {
      const probe = document.createElement("button");
      document.querySelector("main")?.append(probe);
      probe.focus();
      probe.remove();
    });
    return false;
  };
  // It takes a moment to do so, and another probe would put it off.
  await expect.poll(takesOver, { ...soon, interval: 250 }).toBe(true);
}

async function onLeads(...names: string[]): Promise<Seat> {
  const seat = await app.open();
  await settle(seat.page, app.origin);
  await makeLeads(
    seat.page,
    app.origin,
    names.map((name) => ({ name })),
  );
  await gotoFresh(seat.page, `${app.origin}/cards/leads?sort=name`);
  await seat.page.getByRole("row", { name: new RegExp(names[0] ?? "") }).waitFor(soon);
  await focusIsKept(seat.page);
  return seat;
}

/** The focused element; empty if it is the page as a whole. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document;
    if (!activeElement || activeElement === document.body) return "";
    return `${activeElement.tagName.toLowerCase()} ${activeElement.getAttribute("aria-label") ?? activeElement.textContent}`;
  });

/** Long enough for everything that moves the focus by itself. */
async function expectFocus(page: Page, on: RegExp = /./): Promise<void> {
  await expect.poll(() => focused(page), soon).toMatch(on);
  await atRest(page);
  expect(await focused(page)).toMatch(on);
}

it("a filter that is given up leaves the focus at the filters", async () => {
  const { page } = await onLeads("Arbel Winery");
  await page.getByRole("button", { name: "Filter", exact: true }).focus();
  await page.keyboard.press("Enter");
  const search = page.getByRole("searchbox", { name: "Find a field" });
  await search.waitFor(soon);
  const aimed = () =>
    search.evaluate((input) => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.textContent);
  await expect
    .poll(async () => {
      await search.press("Home");
      return aimed();
    }, soon)
    .toBe("Name");
  await search.press("ArrowDown");
  await expect.poll(aimed, soon).toBe("Lead status");
  await search.press("Enter");
  await page.getByRole("option").first().waitFor(soon);
  await page.keyboard.press("Escape");
  await page
    .getByRole("option")
    .first()
    .waitFor({ state: "hidden", ...soon });
  await expectFocus(page, /^button Filter$/);
});

it("a new record that is confirmed by Enter leaves the focus in the list", async () => {
  const { page } = await onLeads("Arbel Winery");
  await page.getByRole("rowheader", { name: /Arbel/ }).focus();
  await page.getByRole("button", { name: "New record" }).first().focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "New record" });
  await dialog.getByRole("textbox", { name: "Name" }).fill("Bakony Dairy");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden", ...soon });
  await page.getByRole("row", { name: /Bakony/ }).waitFor(soon);
  await expectFocus(page);
});

it("rows that are deleted leave the focus in their list", async () => {
  const { page } = await onLeads("Arbel Winery", "Bakony Dairy", "Galil Cold Storage");
  await page.getByRole("rowheader", { name: /Arbel/ }).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).focus();
  await page.keyboard.press("Enter");
  const confirm = page.getByRole("alertdialog").getByRole("button", { name: /^Delete/ });
  if (await confirm.isVisible().catch(() => false)) {
    await confirm.focus();
    await page.keyboard.press("Enter");
  }
  await page.getByRole("row", { name: /Arbel/ }).waitFor({ state: "hidden", ...soon });
  await expectFocus(page);
  expect(await page.evaluate(() => document.activeElement?.closest("section[aria-label]")?.getAttribute("aria-label"))).toBe(
    "Leads",
  );
});

it("rows that are merged, and come back, leave the focus in their list", async () => {
  const { page } = await onLeads("Arbel Winery", "Bakony Dairy", "Galil Cold Storage");
  await page.getByRole("rowheader", { name: /Arbel/ }).focus();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await page.getByRole("toolbar").getByRole("button", { name: "Merge" }).focus();
  await page.keyboard.press("Enter");
  const merge = page.getByRole("dialog").getByRole("button", { name: "Merge 2 cards" });
  await expect.poll(() => merge.isEnabled()).toBe(true);
  await merge.focus();
  await page.keyboard.press("Enter");
  await merge.waitFor({ state: "hidden", ...soon });
  await expectFocus(page);
  await page.keyboard.press("Control+z");
  await page.getByRole("rowheader", { name: /Bakony/ }).waitFor(soon);
  await page.getByRole("rowheader", { name: /Arbel/ }).waitFor(soon);
  await expectFocus(page);
});

it("a card that is opened by key, and the next one, have the focus", async () => {
  const { page } = await onLeads("Arbel Winery", "Bakony Dairy");
  await page.getByRole("rowheader", { name: /Arbel/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  await expectFocus(page);
  await page.getByText("1 of 2").waitFor(soon);
  await page.keyboard.press("j");
  await page.getByRole("heading", { level: 1, name: "Bakony Dairy" }).waitFor(soon);
  await expectFocus(page);
});

it("a card that the palette opens has the focus", async () => {
  const { page } = await onLeads("Arbel Winery");
  await page.getByRole("rowheader", { name: /Arbel/ }).focus();
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("searchbox").fill("Arbel");
  await page
    .getByRole("menuitem", { name: /Arbel Winery/ })
    .first()
    .waitFor(soon);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  await expectFocus(page);
});

it("a card that the search or the first palette opens from another page has the focus", async () => {
  const { page } = await onLeads("Arbel Winery");
  await gotoFresh(page, `${app.origin}/tasks`);
  await page.getByRole("textbox", { name: "Add a task" }).waitFor(soon);
  await page.keyboard.press("/");
  const search = page.getByRole("search").getByRole("combobox");
  await search.fill("Arbel");
  await page.getByRole("option", { name: /Arbel Winery/ }).waitFor(soon);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  await expectFocus(page);
  await gotoFresh(page, `${app.origin}/tasks`);
  await page.getByRole("textbox", { name: "Add a task" }).waitFor(soon);
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("searchbox").fill("Arbel");
  await page
    .getByRole("menuitem", { name: /Arbel Winery/ })
    .first()
    .waitFor(soon);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Arbel Winery" }).waitFor(soon);
  await expectFocus(page);
});

it("a column that is hidden in the options of the view leaves the focus at their button", async () => {
  const { page } = await onLeads("Arbel Winery");
  const button = page.getByRole("button", { name: "View options" });
  await button.focus();
  await page.keyboard.press("Enter");
  const columns = page.getByRole("dialog", { name: "View options" }).getByRole("grid");
  await columns.getByRole("row").first().focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: /^Save/ }).first().waitFor(soon);
  await page.keyboard.press("Escape");
  await columns.waitFor({ ...soon, state: "detached" });
  await expect.poll(() => button.evaluate((element) => element === document.activeElement), soon).toBe(true);
});

it("a new card type has the focus once it is made", async () => {
  const { page } = await onLeads("Arbel Winery");
  await gotoFresh(page, `${app.origin}/settings/card-types`);
  await page.getByRole("heading", { level: 1 }).waitFor(soon);
  await focusIsKept(page);
  await page.getByRole("button", { name: "New card type" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "Singular name" }).waitFor(soon);
  await expectFocus(page);
});

it("a step of an import that follows another has the focus", async () => {
  const { page } = await onLeads("Arbel Winery");
  await gotoFresh(page, `${app.origin}/cards/leads/import`);
  await page.getByRole("heading", { level: 1 }).waitFor(soon);
  await focusIsKept(page);
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "leads.csv", mimeType: "text/csv", buffer: Buffer.from("Name\nBakony Dairy\n") });
  const check = page.getByRole("button", { name: "Check the file" });
  await check.focus();
  await page.keyboard.press("Enter");
  await check.waitFor({ state: "hidden", ...soon });
  await expectFocus(page);
});

it("the ways between the forms of signing in keep the focus", async () => {
  const { page } = await app.open();
  await page.goto(`${app.origin}/login`);
  // The form takes the focus when it comes.
  await atRest(page);
  for (const way of ["Create an account", "Sign in", "Forgot password"]) {
    await page.getByRole("button", { name: way, exact: true }).last().focus();
    await page.keyboard.press("Enter");
    await expectFocus(page);
  }
});

it("a row that is taken out and drawn in another place keeps the focus, before what stood beside it", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings`);
  await page.getByRole("heading", { level: 1 }).waitFor(soon);
  await focusIsKept(page);
  // Which list it is does not matter: the board does so when a card changes its lane.
  await page.evaluate(() => {
    const lane = (key: string) => `<div><div role="row" data-key="${key}" tabindex="0">${key}</div></div>`;
    document
      .querySelector("main")
      ?.insertAdjacentHTML("beforeend", `<div id="lanes">${lane("moved")}${lane("beside")}<div></div></div>`);
    const lanes = document.querySelector("#lanes");
    const row = lanes?.querySelector<HTMLElement>("[data-key=moved]");
    row?.focus();
    const drawnAgain = row?.cloneNode(true);
    row?.remove();
    if (drawnAgain) lanes?.lastElementChild?.append(drawnAgain);
  });
  await expectFocus(page, /^div moved$/);
});

it("Tab leads to the chosen one of several views, also backwards, and arrows to the others", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/calendar?view=month`);
  const views = page.getByRole("radiogroup", { name: "View" });
  await views.waitFor();
  const chosen = await views.getByRole("radio", { checked: true }).textContent();
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await page.getByRole("button", { name: "Today", exact: true }).focus();
  await page.keyboard.press("Tab");
  expect(await focused()).toBe(chosen);
  await page.keyboard.press("Tab");
  expect(await views.evaluate((group) => group.contains(document.activeElement))).toBe(false);
  await page.keyboard.press("Shift+Tab");
  expect(await focused()).toBe(chosen);
  await page.keyboard.press("ArrowRight");
  expect(await focused()).not.toBe(chosen);
  await page.keyboard.press("Shift+Tab");
  expect(await focused()).toBe("Today");
  expect(complaints).toEqual([]);
});
