import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { keepPicture } from "./support/picture.ts";
import { call, settle, typeOf } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const csv = [
  "Name;Email;Phone;Status",
  "Dana Levi;dana@x.example;050-234-5678;",
  "Omer Cohen;omer@x.example;;",
  "Third;not an address;;Frozen",
  "Fourth;also wrong;;",
  "Fifth;fifth@x.example;12;",
  "Sixth;sixth@x.example;;",
].join("\n");

async function makeDana(page: Page) {
  const leads = await typeOf(page, app.origin, "leads");
  const email = leads.fields.find((field) => field.key === "email")?.id ?? "";
  await call(page, app.origin, "cards.create", { typeId: leads.id, fields: { name: "Dana", [email]: "dana@x.example" } });
}

const names = async (page: Page) => {
  const leads = await typeOf(page, app.origin, "leads");
  const list = (await call(page, app.origin, "cards.search", { cardTypeId: leads.id, limit: 50 })) as {
    rows: { fields: { name: string } }[];
  };
  return list.rows.map((row) => row.fields.name).toSorted();
};

describe("an import", () => {
  it("rejects a file that is not a CSV, and lists the cells it altered", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await page.goto(`${app.origin}/cards/leads/import`);
    const file = (content: string) => ({ name: "contacts.csv", mimeType: "text/csv", buffer: Buffer.from(content, "latin1") });
    await page.locator("input[type=file]").setInputFiles(file("PK\x03\x04xl/workbook.xml and much more of it"));
    await page.getByRole("alert").getByText("File is not valid, please upload only CSV file").waitFor();

    const content = Buffer.from('Name;Email\n"Two\nlines";\nN\0U\u200bL;\nPlain;\n').toString("latin1");
    await page.locator("input[type=file]").setInputFiles(file(content));
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("The file is checked, nothing is imported yet").waitFor({ timeout: 60_000 });
    const altered = page.getByRole("table", { name: "2 rows adjusted" });
    await altered.getByRole("row", { name: /Two lines Line breaks became spaces/ }).waitFor();
    await altered.getByRole("row", { name: /NUL Invisible or unsupported characters were removed/ }).waitFor();
    const { violations } = await new AxeBuilder({ page }).exclude("[data-live-announcer]").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);
    await page.getByRole("button", { name: "Import 3 rows" }).click();
    await page.getByText("Import done").waitFor({ timeout: 60_000 });
    await altered.waitFor();
    await keepPicture(page, "import-altered");
    expect(await names(page)).toEqual(["NUL", "Plain", "Two lines"]);
    expect(complaints).toEqual([]);
  });

  it("updates and creates cards, lets wrong cells be corrected on screen, and is reverted by one press", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await makeDana(page);
    await page.goto(`${app.origin}/cards/leads/import`);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "contacts.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("Update existing cards and create new ones").click();
    await page
      .getByRole("button", { name: /Match cards by/ })
      .getByText("Email")
      .waitFor();
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByText("The file is checked, nothing is imported yet").waitFor({ timeout: 60_000 });
    const changes = page.getByRole("table", { name: "What changes" });
    await changes.getByRole("row", { name: /Name Dana Dana Levi/ }).waitFor();

    // A wrong cell is put right, by the keyboard from one to the next.
    const cell = (field: string, line: number) => page.getByRole("textbox", { name: `${field}, line ${line}` });
    await cell("Email", 4).fill("third@x.example");
    await cell("Email", 4).press("Enter");
    await page.getByRole("button", { name: /status, line 4/ }).click();
    await page.getByRole("option").first().click();
    await page.getByText("Will be created").first().waitFor();
    await cell("Phone", 6).fill("still wrong");
    await cell("Phone", 6).press("Enter");
    await cell("Phone", 6).fill("050-234-5679");
    await cell("Phone", 6).press("Tab");
    await expect.poll(() => page.getByRole("button", { name: "Import 5 rows" }).count()).toBe(1);
    await page
      .getByText("Leave out line 5")
      .or(page.getByRole("checkbox", { name: "Leave out line 5" }))
      .first()
      .press("Space");
    const { violations } = await new AxeBuilder({ page }).exclude("[data-live-announcer]").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`)).toEqual([]);

    await page.getByRole("button", { name: "Import 5 rows" }).click();
    await page.getByText("Import done").waitFor({ timeout: 60_000 });
    expect(await names(page)).toEqual(["Dana Levi", "Fifth", "Omer Cohen", "Sixth", "Third"]);

    await page.getByRole("button", { name: "Undo this import" }).click();
    await page.getByText("5 cards are as they were before the import").waitFor({ timeout: 60_000 });
    expect(await names(page)).toEqual(["Dana"]);

    // The next file with these columns needs no mapping, and the history says what became of this one.
    await page.getByRole("button", { name: "Import another file" }).click();
    await page.getByRole("table", { name: "Earlier imports" }).getByText("Taken back").waitFor();
    await page.locator("input[type=file]").setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("Mapped as the last file with these columns.").waitFor();
    expect(complaints).toEqual([]);
  });
});
