import type { Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { keptAnswers } from "./support/kept.ts";
import { keepPicture } from "./support/picture.ts";
import { call, gotoFresh, makeLeads, settle, typeOf } from "./support/person.ts";

const soon = { timeout: 20_000 };

let app: App;
let seat: Seat;

beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  await settle(seat.page, app.origin);
  await makeLeads(seat.page, app.origin, [
    { name: "Galil Cold Storage", price: 100_000 },
    { name: "Arbel Winery", price: 250_000 },
    { name: "Haifa Port", price: 300_000 },
  ]);
  await gotoFresh(seat.page, `${app.origin}/cards/leads`);
  await row(/Arbel Winery/).waitFor();
});
afterAll(async () => {
  expect(seat.complaints).toEqual([]);
  await app.close();
});

const row = (name: string | RegExp) => seat.page.getByRole("row", { name });
const press = (key: string) => seat.page.keyboard.press(key);

async function editPrice(name: RegExp, from: string, to: string) {
  await row(name).getByRole("gridcell").filter({ hasText: from }).dblclick();
  await press("ControlOrMeta+a");
  await seat.page.keyboard.type(to);
  await press("Enter");
}

describe("⌘Z", () => {
  it("undoes edits one by one, and redoes them with Shift", async () => {
    await editPrice(/Arbel Winery/, "2,500", "4000");
    await row(/Arbel Winery.*4,000/).waitFor(soon);
    await editPrice(/Haifa Port/, "3,000", "7000");
    await row(/Haifa Port.*7,000/).waitFor(soon);
    await press("Escape");
    await press("Control+z");
    await row(/Haifa Port.*3,000/).waitFor(soon);
    await press("Control+z");
    await row(/Arbel Winery.*2,500/).waitFor(soon);
    await press("Control+Shift+z");
    await row(/Arbel Winery.*4,000/).waitFor(soon);
  });

  it("takes back the last edit, whichever the server has answered last", async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const held = async (route: Route) => {
      await released;
      await route.continue();
    };
    await seat.page.route(/\/api\/trpc\/cards\.update\b/, held, { times: 1 });
    await editPrice(/Arbel Winery/, "4,000", "5000");
    await row(/Arbel Winery.*5,000/).waitFor(soon);
    const answered = seat.page.waitForResponse(/\/api\/trpc\/cards\.update\b/);
    await editPrice(/Haifa Port/, "3,000", "8000");
    await answered;
    release();
    await press("Escape");
    await press("Control+z");
    await row(/Haifa Port.*3,000/).waitFor(soon);
    await row(/Arbel Winery.*5,000/).waitFor(soon);
  });

  it("is also available in the notification, for deletions too", async () => {
    await row(/Galil/).getByRole("checkbox").click();
    await seat.page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await row(/Galil/).waitFor({ ...soon, state: "detached" });
    await seat.page.getByRole("button", { name: "Undo" }).click();
    await row(/Galil/).waitFor(soon);
    await seat.page.getByRole("button", { name: "Redo" }).click();
    await row(/Galil/).waitFor({ ...soon, state: "detached" });
    await press("Control+z");
    await row(/Galil/).waitFor(soon);
  });

  it("leaves text in an input alone", async () => {
    await gotoFresh(seat.page, `${app.origin}/cards/leads`);
    await editPrice(/Galil/, "1,000", "1234");
    await row(/Galil.*1,234/).waitFor(soon);
    await row(/Galil/).getByRole("gridcell").filter({ hasText: "1,234" }).dblclick();
    await press("ControlOrMeta+a");
    await seat.page.keyboard.type("99");
    await press("Control+z");
    await press("Escape");
    await row(/Galil.*1,234/).waitFor(soon);
  });
});

describe("many cards", () => {
  it("are edited after a preview of what changes, and are one undo away", async () => {
    const { page } = seat;
    await gotoFresh(page, `${app.origin}/cards/leads`);
    await row(/Galil/).waitFor(soon);
    for (const name of [/Galil/, /Arbel/]) await row(name).getByRole("checkbox").click();
    const bar = page.getByRole("toolbar");
    await bar.getByRole("button", { name: "Edit fields" }).click();
    const dialog = page.getByRole("dialog");
    await page.getByRole("menuitem", { name: "Price" }).click();
    await dialog.getByRole("textbox", { name: "Price" }).fill("777");
    await press("Enter");
    await dialog.getByText("2 cards change").waitFor(soon);
    await dialog.getByRole("row", { name: /Galil.*Price.*777/ }).waitFor(soon);
    await dialog.getByRole("button", { name: "Change 2 cards" }).click();
    await row(/Galil.*777/).waitFor(soon);
    await row(/Arbel.*777/).waitFor(soon);
    await page.getByRole("button", { name: "Undo" }).click();
    await row(/Galil.*1,234/).waitFor(soon);
    expect(await row(/777/).count()).toBe(0);
  });

  it("start automations if that is ticked in the preview", async () => {
    const { page } = seat;
    const { id: cardTypeId, fields } = await typeOf(page, app.origin, "leads");
    const price = fields.find(({ key }) => key === "price")?.id;
    const action = { kind: "changeField", how: "set", fieldId: price, value: 55_500 };
    const trigger = { kind: "userAssigned", fieldId: "owner" };
    const definition = { trigger, filter: null, steps: [{ id: "s1", kind: "action", action }] };
    const made = await call(page, app.origin, "automations.create", { cardTypeId, name: "Price for the new owner", definition });
    await call(page, app.origin, "automations.publish", { automationId: (made as { id: string }).id });
    await gotoFresh(page, `${app.origin}/cards/leads`);
    for (const name of [/Galil/, /Arbel/]) await row(name).getByRole("checkbox").click();
    const bar = page.getByRole("toolbar");
    const dialog = page.getByRole("dialog");
    const edit = async (owner: string | null) => {
      await bar.getByRole("button", { name: "Edit fields" }).click();
      await page.getByRole("menuitem", { name: "Owner" }).click();
      if (owner === null) await dialog.getByRole("checkbox", { name: "Clear the value" }).press("Space");
      else {
        await dialog.getByRole("button", { name: /Owner/ }).first().click();
        await page.getByRole("option", { name: owner }).click();
      }
      await dialog.getByRole("button", { name: "Preview" }).click();
      await dialog.getByText("2 cards change").waitFor(soon);
    };
    await edit(null);
    // Nobody is assigned: there is no such automation.
    expect(await dialog.getByText("Price for the new owner").count()).toBe(0);
    await dialog.getByRole("button", { name: "Change 2 cards" }).click();
    await page.getByText("2 cards changed").waitFor(soon);
    await edit("Noa Adler");
    await dialog.getByText("Start 1 automation").click();
    await dialog.getByText("For up to 2 cards").waitFor();
    await keepPicture(page, "bulk-automations");
    await dialog.getByRole("button", { name: "Change 2 cards" }).click();
    await row(/Galil.*555/).waitFor(soon);
    await row(/Arbel.*555/).waitFor(soon);
  });

  it("get a status and an owner from the bar, and are trashed together", async () => {
    const { page } = seat;
    await gotoFresh(page, `${app.origin}/cards/leads`);
    await row(/Galil/).waitFor(soon);
    await row(/Galil/).getByRole("checkbox").click();
    const bar = page.getByRole("toolbar");
    await bar.getByRole("button", { name: "Select all 3" }).click();
    await bar.getByRole("button", { name: "Set status" }).click();
    await page.getByRole("menuitem").nth(1).click();
    await page.getByText("3 cards changed").waitFor(soon);
    await bar.getByRole("button", { name: "Delete" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Delete 3 cards" });
    await dialog.getByRole("textbox").fill("Delete");
    expect(await dialog.getByRole("button", { name: "Delete 3 cards" }).isDisabled()).toBe(true);
    await dialog.getByRole("textbox").fill("delete");
    await dialog.getByRole("button", { name: "Delete 3 cards" }).click();
    await page.getByText("3 cards moved to the trash").waitFor(soon);
    await row(/Galil/).waitFor({ ...soon, state: "detached" });
    await press("Control+z");
    await row(/Galil/).waitFor(soon);
  });
});

describe("two duplicate cards", () => {
  it("are merged by choosing values, and unmerged from the history after an edit", async () => {
    const { page } = seat;
    await gotoFresh(page, `${app.origin}/cards/leads`);
    for (const name of [/Galil/, /Haifa/]) await row(name).getByRole("checkbox").click();
    await page.getByRole("toolbar").getByRole("button", { name: "Merge" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("row", { name: /^Name/ }).getByRole("radio", { name: "Haifa Port" }).check();
    await dialog.getByRole("button", { name: "Merge 2 cards" }).click();
    await page.getByText("2 cards merged").waitFor(soon);
    await row(/Galil/).waitFor({ ...soon, state: "detached" });
    await expect.poll(() => page.evaluate(() => document.activeElement !== document.body), soon).toBe(true);
    await row(/Haifa Port/)
      .getByRole("link")
      .or(row(/Haifa Port/).getByRole("button", { name: /Haifa Port/ }))
      .first()
      .click();
    await page.getByRole("button", { name: "Unmerge" }).click(soon);
    await dialog.getByRole("button", { name: "Unmerge" }).click();
    await page.getByText("Merge undone").waitFor(soon);
    await gotoFresh(page, `${app.origin}/cards/leads`);
    for (const name of [/Galil/, /Haifa/, /Arbel/]) await row(name).waitFor(soon);
  });
});

describe("a duplicated card", () => {
  it("says so, is merged from its page and unmerged from its menu", async () => {
    const { page } = seat;
    const type = await typeOf(page, app.origin, "leads");
    const email = type.fields.find(({ key }) => key === "email")?.id ?? "";
    const cards: string[] = [];
    for (const [name, address] of [
      ["Kinneret Boats", "a@kinneret.example"],
      ["Kineret Boats", "b@kinneret.example"],
    ] as const) {
      const card = await call(page, app.origin, "cards.create", { typeId: type.id, fields: { name, [email]: address } });
      cards.push((card as { id: string }).id);
    }
    await page.goto(`${app.origin}/cards/leads/${cards[0]}`);
    await page.getByRole("button", { name: "Merge with Kineret Boats" }).click(soon);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: "Kinneret Boats" }).first().waitFor(soon);
    await dialog.getByRole("button", { name: "Merge 2 cards" }).click();
    await page.getByText("2 cards merged").waitFor(soon);
    await page.getByRole("button", { name: "Merge with Kineret Boats" }).waitFor({ ...soon, state: "detached" });
    await page.locator("article > header").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Unmerge" }).click(soon);
    await dialog.getByRole("button", { name: "Unmerge" }).click();
    await page.getByText("Merge undone").waitFor(soon);
    // Whoever asks for the merge is offered the likely ones before searching.
    await page.locator("article > header").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Merge with" }).click();
    const likely = dialog.getByRole("region", { name: "Likely duplicates" });
    await likely.getByRole("button", { name: "Kineret Boats" }).click(soon);
    await dialog.getByRole("button", { name: "Merge 2 cards" }).waitFor(soon);
    await press("Escape");
    await page.getByRole("button", { name: "Not the same" }).click(soon);
    await page.getByRole("button", { name: "Not the same" }).waitFor({ ...soon, state: "detached" });
    await page.locator("article > header").getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Merge with" }).click();
    await dialog.getByRole("searchbox").fill("kineret");
    await dialog.getByRole("option", { name: "Kineret Boats" }).click(soon);
    await dialog.getByRole("button", { name: "Merge 2 cards" }).waitFor(soon);
    await press("Escape");
    await dialog.waitFor({ state: "detached" });
    const opener = page.locator("article > header").getByRole("button", { name: "More" });
    await expect.poll(() => opener.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  it("is created from the form and merged at once", async () => {
    const { page } = seat;
    await gotoFresh(page, `${app.origin}/cards/leads`);
    await page.getByRole("button", { name: "New record" }).click(soon);
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Name" }).fill("Arbel Winery");
    await dialog.getByRole("button", { name: "Create and merge with Arbel Winery" }).click(soon);
    await dialog.getByRole("button", { name: "Merge 2 cards" }).click(soon);
    await page.getByText("2 cards merged").waitFor(soon);
    await expect.poll(() => row(/Arbel/).count()).toBe(1);
  });
});

describe("the trash", () => {
  it("restores a deleted card, from the list and from the card's own address", async () => {
    const { page } = seat;
    await gotoFresh(page, `${app.origin}/cards/leads`);
    await row(/Arbel/).getByRole("checkbox").click();
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await row(/Arbel/).waitFor({ ...soon, state: "detached" });
    await page.getByRole("link", { name: "Trash" }).click();
    await page.getByRole("link", { name: "Arbel Winery" }).click();
    await page.getByText("In the trash since").waitFor(soon);
    await page.getByRole("button", { name: "Restore" }).click();
    await page.getByText("1 card restored").waitFor(soon);
    await page.getByText("In the trash since").waitFor({ ...soon, state: "detached" });
    await press("Control+z");
    await page.getByText("In the trash since").waitFor(soon);
    await gotoFresh(page, `${app.origin}/cards/trash`);
    await page.getByRole("searchbox", { name: "Search the trash" }).fill("arb");
    await page.getByRole("button", { name: "Restore Arbel Winery" }).click();
    await page.getByText("Nothing found in the trash").waitFor(soon);
    await gotoFresh(page, `${app.origin}/cards/leads`);
    await row(/Arbel/).waitFor(soon);
  });

  it("says how long it keeps a card, and deletes for good once the word is typed", async () => {
    const { page } = seat;
    await makeLeads(page, app.origin, [{ name: "Twin One" }, { name: "Twin Two" }, { name: "Old Lead" }]);
    await gotoFresh(page, `${app.origin}/cards/leads`);
    for (const name of [/Twin One/, /Twin Two/, /Old Lead/]) await row(name).getByRole("checkbox").click();
    await page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await page.getByText("3 cards moved to the trash").waitFor(soon);
    await gotoFresh(page, `${app.origin}/cards/trash`);
    await page.getByText("90 days left").first().waitFor(soon);
    // Whoever looks at a card has its answers kept.
    for (const name of ["Old Lead", "Twin One"]) {
      await page.getByRole("link", { name }).click();
      await page.getByText("In the trash since").waitFor(soon);
      await page.goBack();
      await page.getByText("90 days left").first().waitFor(soon);
    }
    await page.getByRole("listitem").filter({ hasText: "Old Lead" }).getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete permanently" }).click();
    const dialog = page.getByRole("alertdialog", { name: "Permanently delete Old Lead" });
    await dialog.getByRole("textbox").fill("delete");
    await dialog.getByRole("button", { name: "Permanently delete Old Lead" }).click();
    await page.getByText("1 card permanently deleted").waitFor(soon);
    await page.getByRole("link", { name: "Old Lead" }).waitFor({ ...soon, state: "detached" });
    for (const name of ["Twin One", "Twin Two"]) await page.getByRole("checkbox", { name }).press("Space");
    await page.getByRole("button", { name: "Permanently delete 2 cards" }).click();
    await page.getByRole("alertdialog").getByRole("textbox").fill("delete");
    await page.getByRole("alertdialog").getByRole("button", { name: "Permanently delete 2 cards" }).click();
    await page.getByText("2 cards permanently deleted").waitFor(soon);
    await page.getByText("The trash is empty").waitFor(soon);
    // Nor is anything left of what this browser keeps for the next time: one alone, and several.
    await expect.poll(() => keptAnswers(page), soon).toContain('"organization"');
    await expect.poll(() => keptAnswers(page), soon).not.toMatch(/Old Lead|Twin (One|Two)/);
  });
});
