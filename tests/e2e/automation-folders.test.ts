import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const text = "Look at this";
const definition = {
  trigger: { kind: "cardCreated" },
  filter: null,
  steps: [{ id: "s1", kind: "action", action: { kind: "notify", text, owner: true } }],
};

async function create(page: Page, automations: readonly (readonly [name: string, folder: string | null])[]): Promise<void> {
  const { id: cardTypeId } = await typeOf(page, app.origin, "leads");
  for (const [name, folder] of automations)
    await call(page, app.origin, "automations.create", { cardTypeId, name, folder, definition });
  await page.goto(`${app.origin}/automations`);
}

async function folders(page: Page): Promise<Record<string, string | null>> {
  const list = (await call(page, app.origin, "automations.list", {})) as { name: string; folder: string | null }[];
  return Object.fromEntries(list.map(({ name, folder }) => [name, folder]));
}

it("a user makes, fills, renames, collapses and deletes a folder by keyboard, and takes it back", async () => {
  const { page, complaints } = await app.open({ height: 900 });
  await settle(page, app.origin);
  await create(page, [
    ["Greet", null],
    ["Remind", null],
    ["Report", null],
  ]);
  for (const name of ["Greet", "Remind"]) {
    await page.getByRole("checkbox", { name: `Select ${name}` }).focus();
    await page.keyboard.press("Space");
  }
  await page
    .getByRole("toolbar", { name: "2 automations selected" })
    .getByRole("button", { name: "Move to folder" })
    .press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move to folder" });
  await dialog.getByRole("textbox", { name: "Folder name" }).press("Enter");
  await dialog.getByText("Give the folder a name").waitFor();
  await page.keyboard.type("Sales");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  const head = (name: string) => page.getByRole("heading", { name }).getByRole("button");
  await head("Sales").waitFor();
  expect(await folders(page)).toEqual({ Greet: "Sales", Remind: "Sales", Report: null });
  await head("No folder").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.folders.en");

  // One by its menu, into a folder that is there.
  await page.getByRole("button", { name: "Actions for Report" }).press("Enter");
  await page.getByRole("menuitem", { name: "Move to folder" }).press("Enter");
  await dialog.getByRole("button", { name: /Folder/ }).press("Enter");
  await page.getByRole("option", { name: "Sales" }).press("Enter");
  await keepPicture(page, "automations.folders.move");
  await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
  await expect.poll(() => folders(page)).toEqual({ Greet: "Sales", Remind: "Sales", Report: "Sales" });
  await head("No folder").waitFor({ state: "detached" });

  // Collapsed until it is opened again, but not for a search.
  await head("Sales").press("Enter");
  await page.getByRole("link", { name: "Greet" }).waitFor({ state: "detached" });
  await page.reload();
  await head("Sales").waitFor();
  expect(await page.getByRole("link", { name: "Greet" }).count()).toBe(0);
  const search = page.getByRole("searchbox");
  await search.fill("gree");
  await page.getByRole("link", { name: "Greet" }).waitFor();
  expect(await page.getByRole("link", { name: "Remind" }).count()).toBe(0);
  await search.fill("");
  await page.getByRole("link", { name: "Greet" }).waitFor({ state: "detached" });
  await head("Sales").press("Enter");
  await page.getByRole("link", { name: "Greet" }).waitFor();

  await page.getByRole("button", { name: "Actions for folder Sales" }).press("Enter");
  await page.getByRole("menuitem", { name: "Rename folder" }).press("Enter");
  const renaming = page.getByRole("dialog", { name: "Rename folder" });
  await renaming.getByRole("textbox", { name: "Folder name" }).fill("Customers");
  await page.keyboard.press("Enter");
  await head("Customers").waitFor();
  await expect.poll(() => folders(page)).toEqual({ Greet: "Customers", Remind: "Customers", Report: "Customers" });

  // A copy stays where it is copied.
  await page.getByRole("button", { name: "Actions for Greet" }).press("Enter");
  await page.getByRole("menuitem", { name: "Duplicate" }).press("Enter");
  await page.waitForURL(/\/automations\/aut_/);
  expect(Object.values(await folders(page))).toEqual(Array.from({ length: 4 }, () => "Customers"));
  await page.goto(`${app.origin}/automations`);

  await page.getByRole("button", { name: "Actions for folder Customers" }).press("Enter");
  await page.getByRole("menuitem", { name: /^Delete folder/ }).press("Enter");
  await head("Customers").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Report" }).waitFor();
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await head("Customers").waitFor();
  expect(complaints).toEqual([]);
});

it.each([
  ["he", 360, "light"],
  ["he", 1440, "dark"],
  ["hu", 1024, "light"],
] as const)("folders are whole in %s, %i pixels wide, %s", async (language, width, theme) => {
  const { page, complaints } = await app.open({ language, width, height: 800, theme });
  await settle(page, app.origin, language);
  const long = "Customers of the north and of the south, and everything that has to be done for them";
  await create(page, [
    ["Greet", long],
    ["Remind", long],
    ["Report", null],
  ]);
  await page.locator("[data-automation]").first().getByRole("checkbox").focus();
  await page.keyboard.press("Space");
  await page.getByRole("toolbar").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)).toBe(false);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, `automations.folders.${language}.${width}`);
  await page.getByRole("toolbar").getByRole("button").first().press("Enter");
  await page.getByRole("dialog").waitFor();
  await keepPicture(page, `automations.folders.${language}.${width}.move`);
  expect(complaints).toEqual([]);
});
