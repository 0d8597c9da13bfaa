import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("a trial becomes a plan: declined first, then paid on the provider's page", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/plan-and-billing`);
  await page.getByText("Trial", { exact: true }).waitFor();
  await page.getByRole("radio", { name: "Monthly" }).click();
  await page.getByRole("button", { name: "Choose Basic" }).click();
  await page.getByRole("button", { name: "Let the card be declined" }).click();
  await page.waitForURL(/plan-and-billing/);
  await page.getByText("Failed to subscribe").waitFor();

  await page.getByRole("radio", { name: "Monthly" }).click();
  await page.getByRole("button", { name: "Choose Pro" }).click();
  await page.getByText("29.00 USD").waitFor();
  await page.getByRole("button", { name: "Pay" }).click();
  await page.getByText("Your plan has changed").waitFor();
  await page.getByRole("button", { name: "Your plan" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(complaints).toEqual([]);
  await keepPicture(page, "plan");
});
