import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("the help menu leads to the documentation, the shortcuts of the page, and support", async () => {
  const { page, context, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/cards`);
  const help = page.getByRole("button", { name: "Help" });
  await help.click();
  const opened = context.waitForEvent("page");
  await page.getByRole("menuitem", { name: "Documentation" }).click();
  const documentation = await opened;
  await documentation.getByRole("heading", { name: "Documentation" }).waitFor();
  await documentation.close();
  await help.click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).waitFor();
  await page.keyboard.press("Escape");
  await help.click();
  await page.getByRole("menuitem", { name: "Contact us" }).click();
  await page.getByRole("dialog", { name: "Contact us" }).waitFor();
  expect(complaints).toEqual([]);
});

it("a page whose script fails to load says so, and offers to reload", async () => {
  const { page } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/cards`);
  const help = page.getByRole("button", { name: "Help" });
  // What is fetched ahead has come.
  await help.waitFor();
  await atRest(page);
  await page.route("**/assets/**", (route) => route.abort());
  await page.getByRole("link", { name: "Automations" }).first().click();
  await page.getByRole("heading", { name: "Something went wrong" }).waitFor();
  await page.unroute("**/assets/**");
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("heading", { name: "Automations" }).first().waitFor();
});
