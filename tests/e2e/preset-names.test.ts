import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { keepPicture } from "./support/picture.ts";
import { makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("changing one's language changes the template's names on the screen, without loading it again", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("columnheader", { name: "Priority" }).waitFor();
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  await page
    .getByRole("button", { name: /Noa Adler/ })
    .first()
    .click();
  await page.getByRole("menuitemradio", { name: "עברית" }).click();
  await page.getByRole("columnheader", { name: "עדיפות" }).waitFor();
  await page.getByRole("heading", { name: "לידים" }).first().waitFor();
  expect(await page.getByText("Leads", { exact: true }).count()).toBe(0);
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
  await keepPicture(page, "leads-he");
  expect(complaints).toEqual([]);
});
