import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
import { atRest } from "./support/at-rest.ts";
import { call, newAccount, settle, signIn, typeOf } from "./support/person.ts";

const soon = { timeout: 20_000 };

let app: App;
let here: Seat;
let there: Seat;
const cardIds: Record<string, string> = {};

/** Two browsers of the same person, three deals, a customer. */
beforeAll(async () => {
  app = await startApp();
  here = await app.open();
  there = await app.open();
  const account = newAccount();
  await settle(here.page, app.origin, "en", account);
  await signIn(there.page, app.origin, account);
  for (const [slug, name] of [
    ["customers", "Galil Foods Group"],
    ["deals", "Cold hall roof"],
    ["deals", "Warehouse roof"],
    ["deals", "Parking canopy"],
  ] as const) {
    const type = await typeOf(here.page, app.origin, slug);
    const made = (await call(here.page, app.origin, "cards.create", { typeId: type.id, fields: { name } })) as { id: string };
    cardIds[name] = made.id;
  }
});
afterAll(() => app.close());

const openCard = async ({ page }: Seat, slug: string, name: string) => {
  await page.goto(`${app.origin}/cards/${slug}/${cardIds[name] ?? ""}`);
  await page.getByRole("heading", { level: 1, name }).waitFor();
};
/** The list of related cards of that title. */
const related = ({ page }: Seat, title: string) => page.getByRole("list", { name: title, exact: true });

describe("a card on which nothing has happened but changes", () => {
  it("has its related cards and files beside the history until it is opened with an activity", async () => {
    const { page } = here;
    const { id: typeId } = await typeOf(page, app.origin, "customers");
    const { id } = (await call(page, app.origin, "cards.create", { typeId, fields: { name: "Quiet Orchards" } })) as {
      id: string;
    };
    cardIds["Quiet Orchards"] = id;
    await openCard(here, "customers", "Quiet Orchards");
    const [history, beside] = [
      page.getByRole("region", { name: "Activity" }),
      page.getByRole("complementary", { name: "Related cards" }),
    ];
    await beside.getByRole("heading", { name: /^Deals/ }).waitFor(soon);
    await beside.getByRole("region", { name: "Files" }).waitFor(soon);
    const leftOf = async (what: typeof beside) => (await what.boundingBox())?.x ?? 0;
    expect(await leftOf(beside)).toBeGreaterThan((await leftOf(history)) + 300);
    expect(await page.getByRole("tab", { name: "Files" }).count()).toBe(0);
    expect(await violations(page)).toEqual([]);

    // Nothing moves while somebody works on the card.
    await call(page, app.origin, "tasks.create", { title: "Call them", due: "2031-01-01", cardId: id });
    await history.getByText("Call them").first().waitFor(soon);
    await beside.getByRole("heading", { name: /^Deals/ }).waitFor();

    // Whose page is opened with an activity on it has the usual place for both.
    const other = (await call(page, app.origin, "cards.create", { typeId, fields: { name: "Busy Orchards" } })) as { id: string };
    cardIds["Busy Orchards"] = other.id;
    await call(page, app.origin, "tasks.create", { title: "Call them too", due: "2031-01-01", cardId: other.id });
    await openCard(here, "customers", "Busy Orchards");
    await page.getByRole("tab", { name: "Files" }).waitFor(soon);
    expect(await beside.count()).toBe(0);
    await page.getByRole("heading", { name: /^Deals/ }).waitFor(soon);
  });

  it("is walked through part by part with F6 and Shift+F6, also from within a field", async () => {
    const { page } = here;
    // Of its own: what has happened on the other meanwhile decides how it is laid out.
    const { id: typeId } = await typeOf(page, app.origin, "customers");
    const made = (await call(page, app.origin, "cards.create", { typeId, fields: { name: "Silent Orchards" } })) as {
      id: string;
    };
    cardIds["Silent Orchards"] = made.id;
    await openCard(here, "customers", "Silent Orchards");
    await page.getByRole("complementary", { name: "Related cards" }).waitFor(soon);
    await atRest(page);
    const part = () =>
      page.evaluate(() => [...document.querySelectorAll("[data-part]")].findIndex((one) => one.contains(document.activeElement)));
    const walk: number[] = [];
    for (const key of ["F6", "F6", "F6", "F6", "Shift+F6", "Shift+F6"]) {
      await page.keyboard.press(key);
      walk.push(await part());
    }
    expect(walk).toEqual([0, 1, 2, 0, 2, 1]);
    await page.keyboard.press("c");
    await page.getByRole("textbox", { name: "Write a comment" }).waitFor(soon);
    await page.keyboard.type("Half a sentence");
    await page.keyboard.press("F6");
    expect(await part()).toBe(2);
    await page.getByRole("textbox", { name: "Write a comment" }).fill("");
    await page.getByRole("complementary", { name: "Related cards" }).getByRole("button").first().focus();
    await page.keyboard.press("Shift+F6");
    await page.keyboard.press("Shift+F6");
    expect(await part()).toBe(0);
  });

  it("has them below the history on a phone", async () => {
    const { page, context } = await app.open({ width: 390, height: 844, isPhone: true });
    await context.addCookies(await here.context.cookies());
    await page.goto(`${app.origin}/cards/deals/${cardIds["Parking canopy"] ?? ""}?tab=activity`);
    const activity = page.getByRole("region", { name: "Activity" });
    await activity.getByRole("heading", { name: /^Customer/ }).waitFor(soon);
    await activity.getByRole("region", { name: "Files" }).waitFor(soon);
  });
});

describe("related cards", () => {
  it("are found by typing and linked, and show on the other's page", async () => {
    const { page } = here;
    await openCard(here, "deals", "Cold hall roof");
    await page.getByRole("button", { name: "Add to Customer" }).click();
    await page.getByRole("searchbox", { name: /Find/ }).waitFor(soon);
    await page.keyboard.type("galil");
    // Once what is typed has been looked for, the best of what was found is what Enter takes.
    await page.getByRole("option", { name: /Create/ }).waitFor(soon);
    await page.keyboard.press("Enter");
    await related(here, "Customer").getByRole("link", { name: "Galil Foods Group" }).waitFor(soon);
    await related(here, "Customer").getByRole("link", { name: "Galil Foods Group" }).click();
    await page.getByRole("heading", { level: 1, name: "Galil Foods Group" }).waitFor(soon);
    await related(here, "Deals").getByRole("link", { name: "Cold hall roof" }).waitFor(soon);
  });

  it("are linked from the other side, seen in another browser at once, and unlinked", async () => {
    await openCard(there, "deals", "Warehouse roof");
    await openCard(here, "customers", "Galil Foods Group");
    await here.page.getByRole("button", { name: "Add to Deals" }).click();
    await here.page.getByRole("searchbox", { name: /Find/ }).waitFor(soon);
    await here.page.keyboard.type("warehouse");
    await here.page.getByRole("option", { name: "Warehouse roof" }).click(soon);
    await related(there, "Customer").getByRole("link", { name: "Galil Foods Group" }).waitFor(soon);
    const row = related(here, "Deals").getByRole("listitem").filter({ hasText: "Warehouse roof" });
    // By key: the notification may lie above it.
    await row.getByRole("button", { name: "Remove the link to Warehouse roof" }).press("Enter");
    await row.waitFor({ state: "detached", ...soon });
    await here.page.getByRole("button", { name: "Undo" }).click();
    await row.waitFor(soon);
  });

  it("are created in place, already linked", async () => {
    await here.page.getByRole("button", { name: "Add to Deals" }).click();
    await here.page.keyboard.type("Solar car park");
    await here.page.getByRole("option", { name: /Create “Solar car park”/ }).click(soon);
    // By key: the notification may lie above it.
    await related(here, "Deals").getByRole("link", { name: "Solar car park" }).press("Enter", soon);
    await related(here, "Customer").getByRole("link", { name: "Galil Foods Group" }).waitFor(soon);
  });

  it("show as chips in the list's cell, where they are chosen by keyboard", async () => {
    const { page } = here;
    await page.goto(`${app.origin}/cards/deals`);
    const cell = page.getByRole("row", { name: /Parking canopy/ }).getByRole("gridcell");
    const row = page.getByRole("row", { name: /Parking canopy/ });
    await row.waitFor();
    const column = await page.getByRole("columnheader", { name: /Customer/ }).getAttribute("aria-colindex");
    await row.locator(`[aria-colindex="${column ?? ""}"]`).dblclick();
    await page.getByRole("dialog", { name: "Customer" }).waitFor(soon);
    await page.keyboard.type("galil");
    // Once what is typed has been looked for, the best of what was found is what Enter takes.
    await page.getByRole("option", { name: /Create/ }).waitFor(soon);
    await page.keyboard.press("Enter");
    await cell.filter({ hasText: "Galil Foods Group" }).waitFor(soon);
    await atRest(page);
    await page.reload();
    await cell.filter({ hasText: "Galil Foods Group" }).waitFor(soon);
  });
});

describe("the card's page", () => {
  /** Changes by one person shortly after each other are one line of the timeline until they are unfolded. */
  const unfold = ({ page }: Pick<Seat, "page">) =>
    page
      .getByRole("region", { name: "Activity" })
      .getByRole("button", { name: /^changed/, expanded: false })
      .first()
      .click();
  const valueOf = ({ page }: Seat, field: string) =>
    page.locator("dd").filter({ has: page.getByRole("button", { name: field }) });

  it("restores a value from the history, and shows the card as it was", async () => {
    const { page } = here;
    await openCard(here, "deals", "Cold hall roof");
    for (const text of ["Call them", "Send the offer"]) {
      await page.getByRole("button", { name: /(Add|Edit) next step/ }).click({ force: true });
      await page.getByRole("textbox", { name: "Next step" }).fill(text);
      await page.keyboard.press("Enter");
      await valueOf(here, "Edit next step").filter({ hasText: text }).waitFor(soon);
    }
    const activity = page.getByRole("region", { name: "Activity" });
    await unfold(here);
    await activity.getByText("Send the offer").first().hover(soon);
    await activity.getByRole("button", { name: "Restore this value: Next step" }).first().click();
    await valueOf(here, "Edit next step").filter({ hasText: "Call them" }).waitFor(soon);
    await activity.getByText("Call them").nth(2).waitFor(soon);
    await activity.getByRole("button", { name: "Show the card as it was" }).first().click({ force: true });
    await page.getByRole("status").filter({ hasText: "As it was on" }).waitFor(soon);
    await page.locator("dd").filter({ hasText: "Send the offer" }).first().waitFor(soon);
    expect(page.url()).toContain("asOf=");
    await page.getByRole("button", { name: "Back to now" }).click();
    await valueOf(here, "Edit next step").filter({ hasText: "Call them" }).waitFor(soon);
  });

  it("moves through the list it was opened from with J and K, but never while a field has focus", async () => {
    const { page } = here;
    await page.goto(`${app.origin}/cards/deals?sort=name`);
    await page.getByRole("link", { name: "Cold hall roof" }).click();
    const title = (name: string) => page.getByRole("heading", { level: 1, name }).waitFor(soon);
    await title("Cold hall roof");
    await page.getByText("1 of 4").waitFor(soon);
    await page.keyboard.press("j");
    await title("Parking canopy");
    await page.keyboard.press("j");
    await title("Solar car park");
    await page.keyboard.press("k");
    await title("Parking canopy");
    await page.getByRole("button", { name: "Add next step" }).click();
    await page.keyboard.type("jk");
    await page.keyboard.press("Enter");
    await title("Parking canopy");
    await valueOf(here, "Edit next step").filter({ hasText: "jk" }).waitFor(soon);
    await page.keyboard.press("a");
    await page.getByRole("dialog", { name: "Owner" }).waitFor(soon);
    await page.keyboard.press("Escape");
  });

  it("converges in two browsers, and offers a choice where both changed the same field", async () => {
    await openCard(here, "deals", "Warehouse roof");
    await openCard(there, "deals", "Warehouse roof");
    await here.page.getByRole("button", { name: "Add next step" }).click();
    await here.page.getByRole("textbox", { name: "Next step" }).fill("Mine");
    // Another field merges during typing in this one.
    await there.page.getByRole("button", { name: "Add notes" }).click();
    await there.page.getByRole("textbox", { name: "Notes" }).fill("Seen by both");
    await there.page.keyboard.press("Enter");
    await here.page.locator("dd").filter({ hasText: "Seen by both" }).first().waitFor(soon);
    await there.page.getByRole("button", { name: "Add next step" }).click();
    await there.page.getByRole("textbox", { name: "Next step" }).fill("Theirs");
    await there.page.keyboard.press("Enter");
    const changed = here.page.getByRole("region", { name: "Activity" }).getByRole("button", { name: "changed 2 fields" });
    await changed.waitFor(soon);
    await here.page.getByRole("textbox", { name: "Next step" }).press("Enter");
    const conflict = here.page.getByRole("alert").filter({ hasText: "while you were editing" });
    await conflict.getByText("Theirs", { exact: true }).nth(1).waitFor(soon);
    await conflict.getByText("Mine").waitFor(soon);
    await conflict.getByRole("button", { name: "Use yours" }).click();
    for (const seat of [here, there]) await valueOf(seat, "Edit next step").filter({ hasText: "Mine" }).waitFor(soon);
  });

  it("passes axe", async () => {
    await openCard(here, "customers", "Galil Foods Group");
    await related(here, "Deals").waitFor(soon);
    expect(await violations(here.page)).toEqual([]);
  });

  it("leaves the console silent", () => {
    expect([...here.complaints, ...there.complaints]).toEqual([]);
  });
});
