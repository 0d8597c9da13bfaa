import { afterAll, beforeAll, expect, it } from "vitest";
import { mailedInvitation } from "../support/mailbox.ts";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { call, makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("somebody is invited, joins by the link, gets another role, is viewed as that role, and removed with their cards handed over", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const email = `dana.${Date.now()}@meridian.example`;

  await page.goto(`${app.origin}/settings/members`);
  await page.getByRole("button", { name: "Invite people" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Email addresses").fill(`${email}, nobody`);
  await dialog.getByRole("button", { name: /^Send/ }).click();
  await dialog.getByText("This is not an email address: nobody").waitFor();
  await dialog.getByLabel("Email addresses").fill(email);
  await dialog.getByRole("button", { name: "Send 1 invitation" }).click();
  await page.getByRole("row").filter({ hasText: email }).getByText("Invited").waitFor();

  const dana = await app.open();
  await dana.page.goto(`${app.origin}${await mailedInvitation(app.origin, email)}`);
  await dana.page.getByRole("heading", { name: "Join Meridian Solar" }).waitFor();
  await expect.poll(() => dana.page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("name");
  await dana.page.getByLabel("Full name").or(dana.page.getByLabel("Name")).first().fill("Dana Levi");
  await dana.page.getByLabel("Password", { exact: true }).fill("a long enough password");
  await dana.page.getByRole("button", { name: "Create account and join" }).click();
  await dana.page.waitForURL(/\/cards/);
  await makeLeads(dana.page, app.origin, [{ name: "Hers" }]);

  const row = page.getByRole("row").filter({ hasText: "Dana Levi" });
  await row.getByText("Sales Representative").waitFor();
  await atRest(page);
  // There is no telephony.
  expect(await page.getByRole("columnheader", { name: "VoIP extension" }).count()).toBe(0);
  await row.getByRole("button", { name: "Actions for Dana Levi" }).click();
  await page.getByRole("menuitem", { name: "Change role" }).click();
  await page.getByRole("button", { name: /Organization role/ }).click();
  await page.getByRole("option", { name: "Read Only User" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await row.getByText("Read Only User").waitFor();

  await page.goto(`${app.origin}/settings/roles-and-permissions`);
  await page.getByRole("link", { name: /Read Only User/ }).click();
  await page.getByRole("button", { name: /Delete role.*in use/ }).waitFor();
  const grid = page.getByRole("grid", { name: "Read Only User" });
  await grid.getByRole("gridcell", { name: "Cards, Read: Organization" }).focus();
  for (const key of ["ArrowRight", "Enter", "Home", "Enter"]) await page.keyboard.press(key);
  await grid.getByRole("gridcell", { name: /^Cards, Create: Organization/ }).waitFor();
  await page.getByText("1 unsaved change").waitFor();
  await page.keyboard.press("Control+s");
  await page.getByText("Role saved").waitFor();
  await page.getByRole("button", { name: "View as this role" }).click();
  await page.getByText("You are viewing Kartis as Read Only User").waitFor();
  await page.getByRole("button", { name: "Exit" }).click();
  await page.getByRole("grid", { name: "Read Only User" }).waitFor();

  await page.goto(`${app.origin}/settings/members`);
  await row.getByRole("button", { name: "Actions for Dana Levi" }).click();
  await page.getByRole("menuitem", { name: "Remove from organization" }).click();
  const removal = page.getByRole("alertdialog");
  await removal.getByText("1 card lists them").waitFor();
  await removal.getByRole("button", { name: "Remove", exact: true }).click();
  await removal.getByText("Choose who takes over.").waitFor();
  await removal.getByRole("button", { name: /Replace them with/ }).click();
  await page.getByRole("option", { name: "Noa Adler" }).click();
  await removal.getByRole("button", { name: "Remove", exact: true }).click();
  await row.waitFor({ state: "detached" });
  await expect(call(dana.page, app.origin, "members.list", {})).rejects.toThrow("401");
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("row").filter({ hasText: "Hers" }).filter({ hasText: "Noa Adler" }).waitFor();
  expect([...complaints, ...dana.complaints]).toEqual([]);
}, 120_000);
