import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
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
  it("says in the user's language where a file can be dropped", async () => {
    const { page, complaints } = await app.open({ language: "he" });
    await settle(page, app.origin, "he");
    await page.goto(`${app.origin}/cards/leads/import`);
    await page.getByRole("button", { name: "אזור לגרירת קובץ CSV" }).waitFor();
    expect(await page.getByRole("button", { name: /drop/i }).count()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it("reads a file by the encoding that is chosen where the guess is wrong", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await page.goto(`${app.origin}/cards/leads/import`);
    // One Hebrew name in Windows-1255: an English reader's guess is a western code page.
    const buffer = Buffer.concat([
      Buffer.from("Name;Email\nDana "),
      Buffer.from([0xec, 0xe5, 0xe9]),
      Buffer.from(";d@x.example\n"),
    ]);
    await page.locator("input[type=file]").setInputFiles({ name: "contacts.csv", mimeType: "text/csv", buffer });
    const encoding = page.getByRole("button", { name: /Encoding/ });
    await encoding.getByText("Automatic").waitFor();
    const choose = async (name: string) => {
      await encoding.focus();
      await page.keyboard.press("Enter");
      await page.getByRole("option", { name }).press("Enter");
    };
    await choose("Windows-1252");
    await page.getByText("Dana ìåé").waitFor();
    await choose("Windows-1255");
    await page.getByText("Dana לוי").waitFor();
    await keepPicture(page, "import-encoding");
    await page.getByRole("button", { name: "Check the file" }).click();
    await page.getByRole("button", { name: "Import 1 row" }).click({ timeout: 60_000 });
    await page.getByText("Import done").waitFor({ timeout: 60_000 });
    expect(await names(page)).toEqual(["Dana לוי"]);
    expect(complaints).toEqual([]);
  });

  it("starts automations only if that is ticked, with their names and the number of cards in view", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    const { id: cardTypeId } = await typeOf(page, app.origin, "leads");
    const task = { kind: "createTask", title: "Welcome {{ card.name }}", due: { amount: 1, unit: "days" }, assignee: "owner" };
    const definition = { trigger: { kind: "cardCreated" }, filter: null, steps: [{ id: "s1", kind: "action", action: task }] };
    const made = await call(page, app.origin, "automations.create", { cardTypeId, name: "Welcome new leads", definition });
    const { id: automationId } = z.object({ id: z.string() }).parse(made);
    await call(page, app.origin, "automations.publish", { automationId });
    await page.goto(`${app.origin}/cards/leads/import`);
    const buffer = Buffer.from("Name;Email\nDana;d@x.example\nNoa;n@x.example\n");
    await page.locator("input[type=file]").setInputFiles({ name: "contacts.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Check the file" }).click();
    const choice = page.getByRole("checkbox", { name: "Start 1 automation" });
    await choice.waitFor({ timeout: 60_000 });
    expect(await choice.isChecked()).toBe(false);
    await page.getByText("Welcome new leads").waitFor();
    // Whoever has pressed "Check the file" is at the beginning of the result, before what can be chosen there.
    await expect
      .poll(() =>
        page.getByRole("heading", { name: "The file is checked" }).evaluate((heading) => heading === document.activeElement),
      )
      .toBe(true);
    for (let tabs = 0; tabs < 8 && !(await choice.evaluate((box) => box === document.activeElement)); tabs++)
      await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.getByText("For up to 2 cards").waitFor();
    await keepPicture(page, "import-automations");
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("Import done").waitFor({ timeout: 60_000 });
    await page.getByText("The automations that you chose run for these cards.").waitFor();
    await page.getByRole("link", { name: "Open automations" }).waitFor();
    const Runs = z.object({ runs: z.array(z.object({ state: z.string() })) });
    const runs = async () =>
      Runs.parse(await call(page, app.origin, "automations.runs", { automationId })).runs.map(({ state }) => state);
    await expect.poll(runs).toEqual(["done", "done"]);
    expect(complaints).toEqual([]);
  });

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
    expect(await violations(page, { except: "[data-live-announcer]" })).toEqual([]);
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
    expect(await violations(page, { except: "[data-live-announcer]" })).toEqual([]);

    await page.getByRole("button", { name: "Import 5 rows" }).click();
    await page.getByText("Import done").waitFor({ timeout: 60_000 });
    expect(await names(page)).toEqual(["Dana Levi", "Fifth", "Omer Cohen", "Sixth", "Third"]);

    await page.getByRole("button", { name: "Undo this import" }).click();
    await page.getByText("5 cards are as they were before the import").waitFor({ timeout: 60_000 });
    expect(await names(page)).toEqual(["Dana"]);
    await page.keyboard.press("Control+z");
    await page.getByText("“5 cards are as they were before the import” has been undone").waitFor({ timeout: 60_000 });
    expect(await names(page)).toEqual(["Dana Levi", "Fifth", "Omer Cohen", "Sixth", "Third"]);
    await page.keyboard.press("Control+Shift+z");
    await page.getByText("“5 cards are as they were before the import” has been redone").waitFor({ timeout: 60_000 });
    expect(await names(page)).toEqual(["Dana"]);

    // The next file with these columns needs no mapping, and the history says what became of this one.
    await page.getByRole("button", { name: "Import another file" }).click();
    await page.getByRole("table", { name: "Earlier imports" }).getByText("Undone").waitFor();
    await page.locator("input[type=file]").setInputFiles({ name: "more.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
    await page.getByText("Mapped like the last file with these columns.").waitFor();
    expect(complaints).toEqual([]);
  });
});

describe("an import of tasks", () => {
  const tasks = [
    "Title;Due date;Due time;Assignee;Priority;Done;Ticket",
    "Call the winery;2031-04-03;9:05 PM;;high;;1",
    "Write the offer;2031-04-03;;Nobody Known;;;2",
    "Send it;tomorrow-ish;;;;;3",
    "Was done;2026-01-02;;;low;yes;4",
  ].join("\n");

  it("goes from the list through mapping, check and corrections, by the keyboard, and is reverted by one press", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await page.goto(`${app.origin}/tasks`);
    const entry = page.getByRole("button", { name: "Import tasks from CSV" });
    await entry.focus();
    await entry.press("Enter");
    await page.getByRole("heading", { name: "Import: Tasks" }).waitFor();
    await page.getByText(/Times without a time zone are read as times in/).waitFor();
    await page.locator("input[type=file]").setInputFiles({ name: "tasks.csv", mimeType: "text/csv", buffer: Buffer.from(tasks) });
    await page
      .getByRole("button", { name: /Field for Assignee/ })
      .getByText("Assignee")
      .waitFor();
    await keepPicture(page, "import-tasks-columns");
    const check = page.getByRole("button", { name: "Check the file" });
    await check.focus();
    await check.press("Enter");
    await page.getByText("The file is checked, nothing is imported yet").waitFor({ timeout: 60_000 });
    await page
      .getByRole("table", { name: "What will be created" })
      .getByRole("row", { name: /Call the winery/ })
      .waitFor();

    // The wrong date is typed anew; the row with somebody unknown gets a member.
    const due = page.getByRole("textbox", { name: "Due date, line 4" });
    await page.route("**/imports.checkRows*", (route) => route.abort());
    await due.fill("4/4/2031 10:00");
    await due.press("Enter");
    await page.getByText("Not checked: there was no connection").waitFor();
    await page.unroute("**/imports.checkRows*");
    const answer = Promise.withResolvers<void>();
    await page.route("**/imports.checkRows*", async (route) => {
      await answer.promise;
      await route.continue();
    });
    await page.getByRole("button", { name: "Try again" }).press("Enter");
    await page.getByRole("status").getByText("Checking the row").waitFor();
    await page.getByRole("cell", { name: "Checking the row" }).waitFor();
    answer.resolve();
    await page.getByText("Will be created", { exact: true }).first().waitFor();
    const countOf = (kind: string) => page.locator(`[data-kind=${kind}] dd`).textContent();
    expect([await countOf("created"), await countOf("failed")]).toEqual(["3", "1"]);
    const assignee = page.getByRole("button", { name: /Assignee, line 3/ });
    await assignee.focus();
    await assignee.press("Enter");
    await page.getByRole("option").first().press("Enter");
    const begin = page.getByRole("button", { name: "Import 4 rows" });
    await begin.waitFor();
    await keepPicture(page, "import-tasks-check");
    expect(await violations(page, { except: "[data-live-announcer]" })).toEqual([]);
    // A tab that was closed is opened again from the bell, with what was put right.
    const again = await page.context().newPage();
    await again.goto(`${app.origin}/tasks`);
    await again.getByRole("button", { name: /^Notifications/ }).press("Enter");
    await again.getByText("File checked: 2 rows can be imported").click();
    await again.waitForURL(/\/tasks\/import\?operation=/);
    expect(await again.getByRole("textbox", { name: "Due date, line 4" }).inputValue()).toBe("4/4/2031 10:00");
    await again.close();
    await begin.focus();
    await begin.press("Enter");
    await page.getByText("Import done").waitFor({ timeout: 60_000 });
    await keepPicture(page, "import-tasks-done");
    const listed = async () => {
      const input = { timeZone: "UTC", limit: 50 };
      const list = (await call(page, app.origin, "tasks.list", input)) as { rows: { title: string }[] };
      return list.rows.map(({ title }) => title).toSorted();
    };
    expect(await listed()).toEqual(["Call the winery", "Send it", "Write the offer"]);
    await page.getByRole("button", { name: "Undo this import" }).press("Enter");
    await page.getByText("4 tasks are in the trash").waitFor({ timeout: 60_000 });
    await page.getByRole("heading", { name: "Import undone" }).waitFor();
    expect(await page.getByRole("button", { name: "Undo this import" }).count()).toBe(0);
    expect(await listed()).toEqual([]);
    await page.getByRole("button", { name: "Import another file" }).press("Enter");
    await page.getByRole("table", { name: "Earlier imports" }).getByText("Undone").waitFor();
    await keepPicture(page, "import-tasks-file");
    expect(complaints).toEqual(["Failed to load resource: net::ERR_FAILED"]);
  });
});

describe("an import of meetings", () => {
  it("goes from the calendar, says that no invitations are sent, and shows what each row becomes", async () => {
    const { page, complaints } = await app.open();
    await settle(page, app.origin);
    await page.goto(`${app.origin}/calendar`);
    const entry = page.getByRole("button", { name: "Import meetings from CSV" });
    await entry.focus();
    await entry.press("Enter");
    await page.getByRole("heading", { name: "Import: Meetings" }).waitFor();
    await page.getByText(/No invitations are sent/).waitFor();
    await keepPicture(page, "import-meetings-file");
    const content = [
      "Title;Start date;Start time;End time;Guests",
      "Review;2031-04-03;9:00;10:30;Dana <dana@bakony.example>",
      "Fair;2031-04-04;;;",
      "Wrong;2031-04-04;later;;",
      'Lost;2031-04-05;;;"Dana <dana@bakony.example>; Nobody Known"',
    ].join("\n");
    const buffer = Buffer.from(content);
    await page.locator("input[type=file]").setInputFiles({ name: "meetings.csv", mimeType: "text/csv", buffer });
    await page.getByRole("button", { name: "Check the file" }).press("Enter");
    await page.getByText("The file is checked, nothing is imported yet").waitFor({ timeout: 60_000 });
    await page
      .getByRole("table", { name: "What will be created" })
      .getByRole("row", { name: /Review/ })
      .waitFor();
    await page.getByRole("cell", { name: /^Nobody Known: / }).waitFor();
    await keepPicture(page, "import-meetings-check");
    expect(await violations(page, { except: "[data-live-announcer]" })).toEqual([]);
    await page.getByRole("button", { name: "Import 2 rows" }).press("Enter");
    await page.getByText("Import done").waitFor({ timeout: 60_000 });
    await page.getByRole("button", { name: "Go to Meetings" }).press("Enter");
    await page.waitForURL(/\/calendar/);
    await page.getByRole("button", { name: "Import meetings from CSV" }).waitFor();
    expect(complaints).toEqual([]);
  });
});
