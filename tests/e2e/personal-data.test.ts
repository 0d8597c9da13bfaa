import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
import { keptAnswers } from "./support/kept.ts";
import { mailedInvitation } from "../support/mailbox.ts";
import { unzip } from "../support/unzip.ts";
import { arriveLive, call, join, makeLeads, newAccount, settle, signIn, typeOf } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("what is known about a customer is exported as a ZIP, and then erased from everything", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Somebody else" }]);
  const type = await typeOf(page, app.origin, "leads");
  const email = type.fields.find(({ key }) => key === "email")?.id ?? expect.fail("no e-mail");
  const created = (await call(page, app.origin, "cards.create", {
    typeId: type.id,
    fields: { name: "Dalia Arbel", [email]: "dalia.arbel@example.com" },
  })) as { id: string };

  await page.goto(`${app.origin}/cards/leads/${created.id}`);
  await page.getByRole("heading", { name: "Dalia Arbel" }).waitFor();
  await page.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "Personal data…" }).click();
  const dialog = page.getByRole("dialog", { name: "Personal data: Dalia Arbel" });
  await dialog.getByText("1 entry in the history").waitFor();
  expect(await violations(page, { within: "[role=dialog]" })).toEqual([]);

  const [download] = await Promise.all([
    page.waitForEvent("download"),
    dialog.getByRole("button", { name: "Export everything" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("personal-data.zip");
  const zip = unzip(await readFile(await download.path()));
  expect(zip.get("card.csv")?.toString()).toContain("dalia.arbel@example.com");
  expect(zip.get("index.html")?.toString()).toContain("Dalia Arbel");

  const erase = dialog.getByRole("button", { name: "Erase permanently" });
  await expect.poll(() => erase.isDisabled()).toBe(true);
  await dialog.getByLabel("Type erase to confirm").fill("erase");
  await erase.click();
  await page.waitForURL(/\/cards\/leads/);
  await page.getByText("Everything about this person has been erased").waitFor();
  await page.getByRole("row").filter({ hasText: "Somebody else" }).waitFor();
  expect(await page.getByText("Dalia Arbel").count()).toBe(0);
  // Nor is anything left of what this browser keeps for the next time.
  await expect.poll(() => keptAnswers(page), { timeout: 20_000 }).toContain("Somebody else");
  await expect.poll(() => keptAnswers(page), { timeout: 20_000 }).not.toMatch(/dalia/i);

  await page.goto(`${app.origin}/settings/audit`);
  await page.getByRole("cell", { name: "erased personal data" }).waitFor();
  // The newest of the cards that were made.
  const record = page
    .getByRole("row")
    .filter({ has: page.getByRole("cell", { name: "created the card" }) })
    .first();
  await record.getByRole("button", { name: "Show what changed" }).click();
  await page.getByText("Values were erased").waitFor();
  expect(await page.getByText("dalia").count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("somebody exports their own data and deletes their account, once they no longer own an organization", async () => {
  const { page, complaints } = await app.open();
  const account = await settle(page, app.origin);
  const colleague = await app.open();
  const invited = newAccount();
  await join(colleague.page, app.origin, invited, "en");
  await call(page, app.origin, "members.invite", { emails: [invited.email], systemRole: "ADMIN", roleId: null, language: "en" });
  await colleague.page.goto(`${app.origin}${await mailedInvitation(app.origin, invited.email)}`);
  await colleague.page.getByRole("button", { name: /^Join/ }).click();
  await colleague.page.waitForURL(/\/cards/);

  await page.goto(`${app.origin}/settings/user`);
  const section = page.getByRole("region", { name: "My data" });
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    section.getByRole("button", { name: "Export my data" }).click(),
  ]);
  expect(
    unzip(await readFile(await download.path()))
      .get("profile.json")
      ?.toString(),
  ).toContain(account.email);

  await section.getByRole("button", { name: "Delete my account" }).click();
  const dialog = page.getByRole("alertdialog", { name: "Delete my account" });
  await dialog.getByText("You own Meridian Solar").waitFor();
  await dialog.getByRole("button", { name: "Close" }).last().click();
  const members = (await call(page, app.origin, "members.details", {})) as { userId: string; email: string }[];
  const heir = members.find(({ email }) => email === invited.email);
  await call(page, app.origin, "organizations.transfer", { userId: heir?.userId });

  await arriveLive(page, () => page.reload());
  await section.getByRole("button", { name: "Delete my account" }).click();
  await dialog.getByText("You leave these organizations immediately: Meridian Solar").waitFor();
  await dialog.getByLabel("Current password", { exact: true }).fill(account.password);
  await dialog.getByRole("button", { name: "Delete my account" }).click();
  await page.waitForURL(/\/login/);
  await page.getByText("Your account has been deleted").waitFor();
  await expect(signIn(page, app.origin, account)).rejects.toThrow("401");
  const left = (await call(colleague.page, app.origin, "members.details", {})) as { email: string }[];
  expect(left.map(({ email }) => email)).toEqual([invited.email]);
  expect([...complaints, ...colleague.complaints]).toEqual([]);
});
