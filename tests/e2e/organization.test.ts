import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { call, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("an organization is renamed and set up, and one goes from one organization to another", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const first = (await call(page, app.origin, "identity.me", {})) as { organization: { id: string } };
  await call(page, app.origin, "organizations.create", { name: "Second Firm", language: "en", template: "empty" });

  await page.goto(`${app.origin}/settings/organization`);
  const name = page.getByRole("textbox", { name: "Organization name" });
  await name.fill("");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Organization name is required").waitFor();
  await name.fill("Renamed Firm");
  await page.getByRole("textbox", { name: "WhatsApp number" }).fill("nobody");
  await page.getByRole("button", { name: "Save" }).click();
  await page
    .locator("[aria-invalid=true]")
    .and(page.getByRole("textbox", { name: "WhatsApp number" }))
    .waitFor();
  await page.getByRole("textbox", { name: "WhatsApp number" }).fill("+972 50 234 5678");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Renamed Firm" }).click();
  await page.getByRole("menuitemradio", { name: "Meridian Solar" }).click();
  await page.waitForURL(/\/cards/);
  await page.getByRole("button", { name: "Meridian Solar" }).waitFor();
  await page.goto(`${app.origin}/switch-org/org_01ARZ3NDEKTSV4RRFFQ69G5FAV`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  await page.goto(`${app.origin}/switch-org/${first.organization.id}`);
  await page.waitForURL(/\/cards/);
  expect(complaints).toEqual([]);
}, 120_000);

it("an organization is deleted by its owner, who types its name, and they go on in the next", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await call(page, app.origin, "organizations.create", { name: "Short-lived", language: "en", template: "empty" });
  await page.goto(`${app.origin}/settings/organization`);
  await page.getByRole("button", { name: "Delete organization" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete Short-lived" });
  await dialog.getByText("no cards").waitFor();
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await dialog.getByText("This is not the name").waitFor();
  await dialog.getByRole("textbox", { name: /^Type the name/ }).fill("Short-lived");
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await page.waitForURL(/\/cards/);
  await page.getByText("Short-lived was deleted").waitFor();
  const { memberships } = (await call(page, app.origin, "identity.me", {})) as { memberships: { name: string }[] };
  expect(memberships.map(({ name }) => name)).toEqual(["Meridian Solar"]);

  await page.goto(`${app.origin}/settings/organization`);
  await page.getByRole("button", { name: "Delete organization" }).click();
  await page.getByRole("textbox", { name: /^Type the name/ }).fill("Meridian Solar");
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete organization" }).click();
  await page.waitForURL(/\/welcome/);
  expect(complaints).toEqual([]);
}, 120_000);
