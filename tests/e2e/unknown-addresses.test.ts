import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("an address below a list leads to it: with its view where it names one, else by one press", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }]);
  await page.goto(`${app.origin}/cards/leads/view/board`);
  await page.waitForURL(`${app.origin}/cards/leads?view=board`);
  await page.locator("a[aria-current=page]", { hasText: "Board" }).waitFor();

  await page.goto(`${app.origin}/cards/leads/views/gone`);
  await page.getByText("This view was not found. The list is shown without it.").waitFor();
  await page.waitForURL(`${app.origin}/cards/leads`);

  for (const path of ["/cards/leads/nothing", "/cards/leads/nothing/further", "/cards/leads/crd_01M82Q8B4C7G2CW8MCMESZCX30"]) {
    await page.goto(`${app.origin}${path}`);
    await page.getByRole("heading", { name: "Page not found" }).waitFor();
    await page.getByRole("button", { name: "Go back to cards" }).press("Enter");
    await page.waitForURL(/\/cards\/leads(\?|$)/);
    await page.getByRole("link", { name: "Galil Cold Storage" }).first().waitFor();
  }
  expect(complaints).toEqual([]);
});
