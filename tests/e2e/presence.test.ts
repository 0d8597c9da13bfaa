import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { makeLeads, settle, signIn } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("shows who is here, where, and what happened last; people disappear when they close the browser", async () => {
  const { page, complaints } = await app.open();
  const account = await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  await page.goto(`${app.origin}/cards/leads`);
  const button = page.getByRole("button", { name: /person active/ });
  await button.waitFor();
  await button.click();
  const dialog = page.getByRole("dialog", { name: "Active now" });
  await dialog.getByText("Leads").waitFor();
  await dialog.getByRole("heading", { name: "Latest changes" }).waitFor();

  // The same person in another browser is still one; where they moved last is where they are.
  const other = await app.open();
  await signIn(other.page, app.origin, account);
  await other.page.goto(`${app.origin}/settings`);
  await dialog.getByText("Settings").waitFor();
  await other.context.close();
  await dialog.getByText("Leads").waitFor();
  await keepPicture(page, "presence");
  expect(complaints).toEqual([]);
});
