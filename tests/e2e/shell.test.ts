import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { makeLeads, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
let seat: Seat;
beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  await settle(seat.page, app.origin);
  await makeLeads(
    seat.page,
    app.origin,
    Array.from({ length: 45 }, (_, at) => ({ name: `Lead ${String(at + 1).padStart(2, "0")}` })),
  );
});
afterAll(() => app.close());

it.each(["/cards/leads", "/cards", "/settings/user", "/settings/organization", "/settings/roles-and-permissions"])(
  "%s has a way to its end, which goes once one is there",
  async (path) => {
    const { page, complaints } = seat;
    await page.setViewportSize({ width: 1440, height: 560 });
    await page.goto(app.origin + path);
    const down = page.getByRole("button", { name: "Scroll to bottom" });
    await down.waitFor();
    await keepPicture(page, `scroll${path.replaceAll("/", "-")}`);
    await down.focus();
    await page.keyboard.press("Enter");
    await down.waitFor({ state: "detached" });
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(complaints).toEqual([]);
  },
  60_000,
);

it("Tab in the search takes the first result, highlighted or not, even before it has loaded", async () => {
  const { page } = seat;
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("row", { name: /Lead 45/ }).waitFor();
  await page.keyboard.press("/");
  await page.keyboard.type("Lead 07");
  await page.keyboard.press("Tab");
  const search = page.getByRole("search");
  await search.getByText("Lead 07").waitFor();
  expect(await search.getByRole("combobox").inputValue()).toBe("");
  expect(await search.getByRole("combobox").evaluate((input) => input === document.activeElement)).toBe(true);
});

it("Escape in a new record keeps a draft, and says so when it is opened again", async () => {
  const { page, complaints } = seat;
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("row", { name: /Lead 45/ }).waitFor();
  await page.keyboard.press("n");
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox", { name: /^Name/ });
  await name.fill("Half a lead");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("n");
  await dialog.getByText("What you typed before is here again.").waitFor();
  expect(await name.inputValue()).toBe("Half a lead");
  await keepPicture(page, "new-record-draft");
  await dialog.getByRole("button", { name: "Start over" }).click();
  expect(await name.inputValue()).toBe("");
  await name.fill("A whole lead");
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "detached" });
  await page.keyboard.press("n");
  expect(await name.inputValue()).toBe("");
  expect(complaints).toEqual([]);
});
