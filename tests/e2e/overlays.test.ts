import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious, seriousInOverlay, seriousWhenOpen } from "./support/axe.ts";
import { keepPicture } from "./support/picture.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";

let app: App;
let seat: Seat;
beforeAll(async () => {
  app = await startApp();
  seat = await app.open({ theme: "dark" });
  const { page } = seat;
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [
    { name: "Galil Cold Storage", price: 10_000_000, status: 0 },
    { name: "Arbel Winery", price: 7_100_000, status: 2 },
    { name: "Arbel Winery Ltd", price: 100_000, status: 0 },
    { name: "Kfar Blum Hotel", status: 1 },
  ]);
  const leads = await typeOf(page, app.origin, "leads");
  const { rows } = (await call(page, app.origin, "cards.search", { cardTypeId: leads.id, search: "Kfar" })) as {
    rows: { id: string }[];
  };
  for (const { id } of rows) await call(page, app.origin, "cards.remove", { cardId: id });
});
afterAll(() => app.close());

const open = async (page: Page, path: string) => {
  await page.goto(app.origin + path);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await atRest(page);
};

const places = ["/cards/leads?view=board", "/cards/trash", "/cards/leads/import"] as const;

describe("in the dark, with a menu, popover or dialog open", () => {
  it.each(places)("%s is accessible", async (path) => {
    const { page, complaints } = seat;
    await open(page, path);
    await keepPicture(page, `overlays${path.replaceAll(/\W/g, "-")}`);
    expect(await serious(page)).toEqual([]);
    expect(await seriousWhenOpen(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it("the members are accessible", async () => {
    const { page } = seat;
    await open(page, "/settings/members");
    expect(await serious(page)).toEqual([]);
  });

  it("the bar for several cards and what it opens are accessible", async () => {
    const { page } = seat;
    await open(page, "/cards/leads");
    await page.locator("[data-select]").first().click();
    const bar = page.getByRole("toolbar");
    await bar.waitFor();
    expect(await serious(page, true)).toEqual([]);
    const names = await bar.getByRole("button").evaluateAll((all) => all.map((one) => one.textContent));
    for (const name of names.filter((name) => /Edit|Assign|status|Delete|Merge/i.test(name))) {
      await bar.getByRole("button", { name, exact: true }).click();
      expect(await seriousInOverlay(page, name)).toEqual([]);
    }
  });
});

it.each(["focus", "pointer"] as const)("one Escape closes a dialog while a tooltip in it is shown by the %s", async (by) => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await open(page, "/settings/members");
  const invite = page.getByRole("button", { name: "Invite people" }).first();
  if (by === "pointer") await invite.click();
  else await invite.press("Enter");
  const dialog = page.getByRole("dialog");
  const cross = dialog.getByRole("button", { name: "Close" });
  await cross.waitFor();
  if (by === "pointer") await cross.hover();
  else
    for (let times = 0; times < 12 && !(await cross.evaluate((element) => element === document.activeElement)); times++)
      await page.keyboard.press("Tab");
  await page.getByRole("tooltip", { name: "Close" }).waitFor();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached", timeout: 5_000 });
  expect(await page.getByRole("tooltip", { name: "Close" }).count()).toBe(0);
  expect(complaints).toEqual([]);
  await page.context().close();
});
