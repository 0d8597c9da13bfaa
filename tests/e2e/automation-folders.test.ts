import type { Locator, Page, Route } from "playwright-core";
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

const hasFocus = (control: Locator) => expect.poll(() => control.evaluate((one) => one === document.activeElement)).toBe(true);

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
  await hasFocus(page.getByRole("checkbox", { name: "Select Greet" }));
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
  await hasFocus(page.getByRole("button", { name: "Actions for Report" }));

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
  await renaming.waitFor({ state: "detached" });
  await hasFocus(page.getByRole("button", { name: "Actions for folder Customers" }));

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
  await hasFocus(
    page
      .locator("[data-automation]")
      .first()
      .getByRole("button", { name: /^Actions for/ }),
  );
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await head("Customers").waitFor();
  expect(complaints).toEqual([]);
});

it("what is moved into a folder that is collapsed leaves the focus on its head", async () => {
  const { page, complaints } = await app.open({ height: 900 });
  await settle(page, app.origin);
  await create(page, [
    ["Greet", "Sales"],
    ["Remind", null],
    ["Report", null],
    ["Thank", null],
  ]);
  const sales = page.getByRole("heading", { name: "Sales" }).getByRole("button");
  await sales.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Move to folder" });
  const choose = async () => {
    await dialog.getByRole("button", { name: /Folder/ }).press("Enter");
    await page.getByRole("option", { name: "Sales" }).press("Enter");
    await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await dialog.waitFor({ state: "detached" });
    await hasFocus(sales);
  };
  await page.getByRole("button", { name: "Actions for Remind" }).press("Enter");
  await page.getByRole("menuitem", { name: "Move to folder" }).press("Enter");
  await choose();
  for (const name of ["Report", "Thank"]) await page.getByRole("checkbox", { name: `Select ${name}` }).press("Space");
  await page.getByRole("toolbar").getByRole("button", { name: "Move to folder" }).press("Enter");
  await choose();
  expect(Object.values(await folders(page))).toEqual(Array.from({ length: 4 }, () => "Sales"));
  expect(complaints).toEqual([]);
});

it("a move of which a part failed says how many are left; one that another call has made is confirmed all the same", async () => {
  const { page, complaints } = await app.open({ height: 900 });
  await settle(page, app.origin);
  const names = ["Remind", "Report", "Thank"];
  await create(page, [["Greet", "Sales"], ...names.map((name) => [name, null] as const)]);
  const onMove = (handle: (route: Route) => Promise<void>) =>
    page.route(/\/api\/trpc\/automations\.move\b/, handle, { times: 1 });
  const move = async () => {
    for (const name of names) await page.getByRole("checkbox", { name: `Select ${name}` }).press("Space");
    await page.getByRole("toolbar").getByRole("button", { name: "Move to folder" }).press("Enter");
    const dialog = page.getByRole("dialog", { name: "Move to folder" });
    await dialog.getByRole("button", { name: /Folder/ }).press("Enter");
    await page.getByRole("option", { name: "Sales" }).press("Enter");
    await dialog.getByRole("button", { name: "Move", exact: true }).press("Enter");
    await dialog.waitFor({ state: "detached" });
  };
  await onMove(async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/"left":0/, '"left":1') });
  });
  await move();
  await page.getByText("2 automations moved to “Sales”").waitFor();
  await page.getByText("1 automation could not be moved. Move it again.").waitFor();
  await keepPicture(page, "automations.folders.left");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect.poll(() => folders(page)).toEqual({ Greet: "Sales", Remind: null, Report: null, Thank: null });
  await page.reload();
  await page.getByRole("link", { name: "Remind" }).waitFor();
  await onMove(async (route) => {
    // As if an answer before had been lost.
    await route.fetch();
    await route.fulfill({ response: await route.fetch() });
  });
  await move();
  await page.getByText("3 automations moved to “Sales”").waitFor();
  expect(await page.getByRole("button", { name: "Undo" }).count()).toBe(0);
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
