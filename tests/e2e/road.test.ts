import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { mailedCode } from "../support/mailbox.ts";
import { join, newAccount } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const firms = ['Galil "Cold" Storage', "כהן; ובניו", "Норд-Фасад", "Kovács\r\nÉpítő Kft."];
/** 1,000 contacts as an old spreadsheet would write them; the tenth has an invalid e-mail, the twentieth has no name. */
function csv(): string {
  const rows = Array.from({ length: 1_000 }, (_, at) => {
    if (at === 10) return `"Bad mail";not an address;;`;
    if (at === 20) return `;nobody@x.example;;`;
    return `"${(firms[at % 4] ?? "").replaceAll('"', '""')} ${at}";contact${at}@x.example;050-234-${String(1000 + at)};${at},50`;
  });
  return `\ufeffName;Email;Phone;Price\r\n${rows.join("\r\n")}\r\n`;
}

describe("the whole road", () => {
  it("sign up, set up an organization, import, find, filter, sort, edit, and see who changed what", async () => {
    const { page, complaints } = await app.open();
    const account = newAccount();

    await page.goto(`${app.origin}/cards`);
    await page.waitForURL(/login/);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByLabel("Name").fill(account.name);
    await page.getByLabel("Email").fill(account.email);
    await page.getByLabel("Password", { exact: true }).fill(account.password);
    await page.getByRole("button", { name: "Create an account" }).click();
    await page.getByLabel("Code").fill("000000");
    await page.getByRole("button", { name: "Confirm" }).click();
    await page.getByText("This code is incorrect or has expired").waitFor();
    await page.getByLabel("Code").fill(await mailedCode(app.origin, account.email));
    await page.getByRole("button", { name: "Confirm" }).click();

    await page.waitForURL(/welcome/);
    await page.getByRole("button", { name: "Create organization" }).click();
    await page.getByText("Organization name is required").waitFor();
    await page.getByLabel("Organization name").fill("Meridian Solar");
    await page.getByLabel("Phone").fill("+972 50 234 5678");
    await page.getByRole("button", { name: "Create organization" }).click();

    await page.waitForURL(/cards/);
    await page.getByRole("link", { name: /^Leads/ }).click();
    await page.getByRole("button", { name: "Import" }).click();
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "contacts.csv", mimeType: "text/csv", buffer: Buffer.from(csv()) });
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("The file is checked, nothing is imported yet").waitFor({ timeout: 60_000 });
    await page.getByRole("cell", { name: "not an address" }).waitFor();
    expect(await page.getByRole("table", { name: "Rows with errors" }).getByRole("row").count()).toBe(3);
    await page.getByRole("button", { name: "Import 998 rows" }).click();
    await page.getByText("Import done").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Go to leads" }).click();

    const grid = page.getByRole("grid");
    await page.getByRole("heading", { name: "Leads 998" }).waitFor();
    await page.getByRole("searchbox", { name: "Search this list" }).fill("ובניו 101");
    await grid.getByRole("row", { name: /כהן; ובניו 101/ }).waitFor();
    await page.getByRole("searchbox", { name: "Search this list" }).fill("");

    const price = grid.getByRole("columnheader", { name: /Price/ });
    const firstRow = () => grid.getByRole("row").nth(1).textContent();
    await price.click();
    await expect.poll(firstRow).toContain("Storage 0");
    await price.click();
    await expect.poll(firstRow).toContain("999");
    expect(page.url()).toContain("sort=");

    const cell = grid
      .getByRole("row", { name: /Kovács Építő Kft\. 999/ })
      .getByRole("gridcell")
      .filter({ hasText: "contact999@x.example" });
    await cell.dblclick();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.type("changed@x.example");
    await page.keyboard.press("Enter");
    await grid.getByText("changed@x.example").waitFor();

    await grid.getByRole("link", { name: /Kovács Építő Kft\. 999/ }).click();
    await page.waitForURL(/crd_/);
    const activity = page.getByRole("main");
    await activity.getByText("contact999@x.example").first().waitFor();
    await activity.getByText("Noa Adler").first().waitFor();
    await page.goBack();
    await grid.getByText("changed@x.example").waitFor();
    expect(page.url()).toContain("sort=");
    expect(complaints).toEqual([]);
  });

  it("signs in with an e-mailed code, in Hebrew, from right to left", async () => {
    const owner = await app.open();
    const account = newAccount();
    await join(owner.page, app.origin, account, "he");
    const { page } = await app.open({ language: "he" });
    await page.goto(`${app.origin}/login`);
    expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
    await page
      .getByRole("button", { name: "התחברות עם קוד באימייל" })
      .or(page.getByRole("button", { name: /קוד/ }))
      .first()
      .click();
    await page.locator("input[type=email], input[name=email]").first().fill(account.email);
    await page.locator("form button[type=submit]").first().click();
    await page.locator("input[autocomplete=one-time-code]").waitFor();
    const code = await mailedCode(app.origin, account.email);
    await page.locator("input[autocomplete=one-time-code]").fill(code);
    await page.locator("form button[type=submit]").first().click();
    await page.waitForURL(/welcome/);
  });
});
