import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };

let app: App;
let seat: Seat;
beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  await settle(seat.page, app.origin);
});
afterAll(() => app.close());

const toast = (page: Page, text: string | RegExp) => page.getByRole("alertdialog").filter({ hasText: text });
const undo = (page: Page, text: string | RegExp) => toast(page, text).getByRole("button", { name: "Undo" }).click(soon);
/** Names of the views in their place, without the numbers beside them. */
const orderIn = async (links: ReturnType<Page["getByRole"]>) =>
  (await links.allInnerTexts()).map((text) => text.split("\n")[0] ?? "").filter((name) => /^(First|Second|Third)/.test(name));

it("a view of cards is renamed, shared, moved, deleted and made, and each of it is taken back by its notice or Ctrl+Z", async () => {
  const { page, complaints } = seat;
  const { id: typeId } = await typeOf(page, app.origin, "leads");
  for (const name of ["First", "Second", "Third"])
    await call(page, app.origin, "views.create", { typeId, name, isPrivate: true, state: {} });
  const links = page.getByRole("navigation", { name: "Views" }).getByRole("link");
  const link = (name: string) => page.getByRole("navigation", { name: "Views" }).getByRole("link", { name, exact: true });
  const order = () => orderIn(links);
  await page.goto(`${app.origin}/cards/leads?view=second`);
  const menu = async (item: string) => {
    await page.getByRole("button", { name: /: options$/ }).click(soon);
    await page.getByRole("menuitem", { name: item }).click(soon);
  };
  await expect.poll(order, soon).toEqual(["First", "Second", "Third"]);

  await menu("Rename and describe");
  await page.getByRole("dialog").getByRole("textbox", { name: /^Name/ }).fill("Second to none");
  await page.keyboard.press("Enter");
  await expect.poll(order, soon).toEqual(["First", "Second to none", "Third"]);
  await undo(page, "View “Second to none” changed");
  await expect.poll(order, soon).toEqual(["First", "Second", "Third"]);

  await menu("Share with everyone");
  await toast(page, "View “Second” shared with everyone").waitFor(soon);
  await page.keyboard.press("Control+z");
  await toast(page, "“View ‘Second’ shared with everyone” has been undone").waitFor(soon);
  await page.getByRole("button", { name: /: options$/ }).click(soon);
  await page.getByRole("menuitem", { name: "Share with everyone" }).waitFor(soon);
  await page.keyboard.press("Escape");

  await menu("Move back");
  await expect.poll(order, soon).toEqual(["Second", "First", "Third"]);
  await undo(page, "View “Second” moved");
  await expect.poll(order, soon).toEqual(["First", "Second", "Third"]);

  await menu("Delete view");
  await expect.poll(order, soon).toEqual(["First", "Third"]);
  await undo(page, "View “Second” deleted");
  await expect.poll(order, soon).toEqual(["First", "Second", "Third"]);
  await link("Second").click();
  await page.waitForURL(/view=second$/, soon);

  // By mouse alone: dragged to the end, and back by the key.
  await link("First").dragTo(link("Third"), { targetPosition: { x: 30, y: 10 } });
  await expect.poll(order, soon).toEqual(["Second", "Third", "First"]);
  await toast(page, "View “First” moved").waitFor(soon);
  await page.keyboard.press("Control+z");
  await expect.poll(order, soon).toEqual(["First", "Second", "Third"]);

  await menu("Duplicate");
  await toast(page, "View “Second (copy)” created").waitFor(soon);
  await page.keyboard.press("Control+z");
  await expect.poll(() => link("Second (copy)").count(), soon).toBe(0);
  await toast(page, "has been undone").waitFor(soon);
  await expect.poll(() => page.url(), soon).not.toContain("view=");
  await link("Second").waitFor(soon);
  expect(await toast(page, "was not found").count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("a view of tasks is dragged to its place, renamed and saved over, and each of it is taken back", async () => {
  const { page, complaints } = seat;
  for (const name of ["First", "Second", "Third"])
    await call(page, app.origin, "taskViews.create", { name, isPrivate: false, state: {} });
  await page.goto(`${app.origin}/tasks`);
  const links = page.getByRole("link", { name: /^(First|Second|Third)/ });
  const link = (name: string) => page.getByRole("link", { name: new RegExp(`^${name}`) });
  const order = () => orderIn(links);
  await expect.poll(order, soon).toEqual(["First", "Second", "Third"]);
  await link("Third").dragTo(link("First"), { targetPosition: { x: 20, y: 4 } });
  await expect.poll(order, soon).toEqual(["Third", "First", "Second"]);
  await keepPicture(page, "task-view-moved");
  await undo(page, "View “Third” moved");
  await expect.poll(order, soon).toEqual(["First", "Second", "Third"]);
  // A press is still a press.
  await link("Second").click();
  await page.waitForURL(/view=viw_/, soon);

  await page.getByRole("button", { name: "Actions for “Second”" }).click();
  await page.getByRole("menuitem", { name: "Rename view" }).click(soon);
  await page.getByRole("dialog").getByRole("textbox", { name: /^Name/ }).fill("Second to none");
  await page.keyboard.press("Enter");
  await undo(page, "View “Second to none” changed");
  await expect.poll(order, soon).toEqual(["First", "Second", "Third"]);

  await page.getByRole("button", { name: "High priority" }).click();
  await page.getByRole("button", { name: "Save for everyone" }).click(soon);
  await toast(page, "View “Second” saved").waitFor(soon);
  await page.keyboard.press("Control+z");
  await toast(page, "“View ‘Second’ saved” has been undone").waitFor(soon);
  const views = (await call(page, app.origin, "taskViews.list", {})) as { name: string; state: { chip: string } }[];
  expect(views.map(({ name, state }) => [name, state.chip])).toEqual([
    ["First", "open"],
    ["Second", "open"],
    ["Third", "open"],
  ]);
  expect(complaints).toEqual([]);
});
