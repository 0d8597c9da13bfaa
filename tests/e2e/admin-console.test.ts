import { findUserByEmail, grantPlatformAdmin } from "@kartis/core/users/index.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type OwnApp, type Seat, startOwnApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { type Account, call, settle, signIn } from "./support/person.ts";

let app: OwnApp;
beforeAll(async () => {
  app = await startOwnApp();
  // What the command does, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

/** A platform admin who has signed in since becoming one. */
async function openAdmin(options: Parameters<OwnApp["open"]>[0] = {}): Promise<Seat & { account: Account }> {
  const seat = await app.open(options);
  const account = await settle(seat.page, app.origin, options.language ?? "en");
  const user = await findUserByEmail(account.email);
  if (!user) throw new Error("Nobody signed up");
  await grantPlatformAdmin(user.id, { now: () => Date.now() });
  await call(seat.page, app.origin, "identity.signOut", {});
  await signIn(seat.page, app.origin, account);
  return { ...seat, account };
}

it("finds an organization, changes its plan, acts as its owner and leaves again", async () => {
  const customer = await app.open();
  await settle(customer.page, app.origin);
  const orgId = ((await call(customer.page, app.origin, "identity.me", {})) as { organization: { id: string } }).organization.id;
  const { page, complaints } = await openAdmin();
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("link", { name: "Admin console" }).click();
  const table = page.getByRole("table", { name: "Organizations" });
  await table.getByRole("link", { name: "Meridian Solar" }).first().waitFor();
  await page.goto(`${app.origin}/admin-console/organizations?orgId=${orgId}`);

  await page.getByRole("button", { name: "Change plan" }).waitFor();
  expect(await serious(page)).toEqual([]);
  await page.getByRole("button", { name: "Change plan" }).click();
  await page.getByRole("dialog").getByRole("button", { name: /Plan/ }).first().click();
  await page.getByRole("option", { name: "Pro" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change plan" }).click();
  await page.getByText("Plan changed").waitFor();

  await page.getByRole("button", { name: "Act as a member" }).click();
  await page.getByRole("textbox", { name: "Reason" }).fill("Ticket 4711");
  await page.getByRole("button", { name: "Start" }).click();
  const banner = page.getByRole("region", { name: "Act as a member" });
  await banner.getByText(/You are acting as Noa Adler in Meridian Solar/).waitFor();
  await banner.getByRole("button", { name: "Exit" }).click();
  await page.getByRole("heading", { name: "Meridian Solar" }).waitFor();
  expect(complaints).toEqual([]);

  await customer.page.goto(`${app.origin}/settings/audit?action=organization.impersonate`);
  await customer.page.getByText("Kartis support").waitFor();
});

it("deletes an organization, by its name and a reason, and keeps a record of it", async () => {
  const customer = await app.open();
  await settle(customer.page, app.origin);
  const orgId = ((await call(customer.page, app.origin, "identity.me", {})) as { organization: { id: string } }).organization.id;
  const { page, complaints } = await openAdmin();
  await page.goto(`${app.origin}/admin-console/organizations?orgId=${orgId}`);
  await page.getByRole("button", { name: "Delete organization" }).click();
  const dialog = page.getByRole("alertdialog");
  await dialog.getByRole("textbox", { name: /^Type the name/ }).fill("Meridian solar");
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await dialog.getByText("This is not the name").waitFor();
  await dialog.getByRole("textbox", { name: /^Type the name/ }).fill("Meridian Solar");
  await dialog.getByRole("textbox", { name: "Reason" }).fill("The contract is over");
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  const row = page.getByRole("table", { name: "Deleted" }).getByRole("row", { name: orgId });
  await row.getByText("The contract is over").waitFor();
  expect(complaints).toEqual([]);

  await customer.page.goto(`${app.origin}/cards`);
  await customer.page.waitForURL(/\/welcome/);
  // Begun at once, by the record of the deletion.
  await expect
    .poll(
      async () => {
        const all = (await call(page, app.origin, "adminConsole.deletions", {})) as { orgId: string; erased: number }[];
        return all.find((deletion) => deletion.orgId === orgId)?.erased ?? 0;
      },
      { timeout: 30_000 },
    )
    .toBeGreaterThan(20);
});

it("tops up SMS: the console shows what is left of them, and the customer reads why, and asks for more", async () => {
  const customer = await app.open();
  await settle(customer.page, app.origin);
  const orgId = ((await call(customer.page, app.origin, "identity.me", {})) as { organization: { id: string } }).organization.id;
  const { page, complaints } = await openAdmin();
  await page.goto(`${app.origin}/admin-console/organizations?orgId=${orgId}`);
  await page.getByRole("button", { name: "Top up SMS" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Top up SMS" });
  await dialog.getByLabel("Number of SMS").fill("250");
  await dialog.getByLabel("Reason").fill("Invoice 7");
  await page.keyboard.press("Enter");
  await page.getByText("250 SMS added").waitFor();
  const fact = page.locator("dl > div", { hasText: "SMS bought in addition" });
  await expect.poll(() => fact.locator("dd").textContent()).toBe("250");
  expect(await serious(page)).toEqual([]);

  const { page: theirs } = customer;
  await theirs.goto(`${app.origin}/settings/integrations?open=sms`);
  const ledger = theirs.getByRole("table", { name: "Entries of the balance" });
  await ledger.getByText("Invoice 7").waitFor();
  await theirs.getByRole("button", { name: "Top up" }).press("Enter");
  const ticket = theirs.getByRole("dialog", { name: "Contact us" });
  const text = ticket.getByRole("textbox", { name: /Description/ });
  await expect.poll(() => text.inputValue()).toBe("SMS left: 270. SMS to add: ");
  await theirs.keyboard.type("500");
  await expect.poll(() => text.inputValue()).toBe("SMS left: 270. SMS to add: 500");
  expect([...complaints, ...customer.complaints]).toEqual([]);
});
