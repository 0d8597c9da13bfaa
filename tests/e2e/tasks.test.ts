import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { day, soon, toast } from "./support/calendar.ts";
import { call, newAccount, settle, signIn } from "./support/person.ts";
import { group, row, tasksOf } from "./support/tasks.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, scene } = tasksOf(() => app);

/** Titles in the order of the list, each after the head of its group. */
const listed = async (page: Page): Promise<string[]> => {
  const rows = await page.getByRole("grid").getByRole("row").all();
  const found = await Promise.all(
    rows.map(async (each) => ({
      top: (await each.boundingBox())?.y ?? 0,
      text: (await each.getByRole("rowheader").or(each.getByRole("button").first()).first().innerText()).split("\n")[0] ?? "",
    })),
  );
  return found.toSorted((one, other) => one.top - other.top).map(({ text }) => text);
};

describe("a line that names a card", () => {
  it("links it, its name staying in the title; Backspace behind the name makes it words again", async () => {
    const { page, complaints } = await person();
    await page.goto(`${app.origin}/tasks`);
    const line = page.getByRole("textbox", { name: "Add a task" });
    await line.pressSequentially("Call galil cold storage tomorrow");
    const said = page.getByRole("status").filter({ hasText: "Galil Cold Storage" });
    await said.waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press("Enter");
    const made = row(page, "Call galil cold storage");
    await made.getByRole("link", { name: "Galil Cold Storage" }).waitFor(soon);

    await line.pressSequentially("Visit Galil Cold Storage");
    await said.waitFor(soon);
    await page.keyboard.press("Backspace");
    await said.waitFor({ state: "detached" });
    expect(await line.inputValue()).toBe("Visit Galil Cold Storage");
    await page.keyboard.press("Enter");
    await row(page, "Visit Galil Cold Storage").waitFor(soon);
    expect(await row(page, "Visit Galil Cold Storage").getByRole("link").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("by mouse", () => {
  it("groups by day, counts, ticks off, undoes, and moves what is overdue to today", async () => {
    const { page, complaints } = await person();
    await scene(page);
    expect(await listed(page)).toEqual([
      "Overdue",
      "Renew site insurance",
      "Today",
      "Order clamps",
      "Tomorrow",
      "Confirm the crane",
    ]);
    await page.getByRole("link", { name: /My tasks\s*3/ }).waitFor(soon);

    await row(page, "Order clamps").getByRole("checkbox").click();
    await group(page, /^Done\s*1/).waitFor(soon);
    await page.getByRole("link", { name: /My tasks\s*2/ }).waitFor(soon);
    await toast(page, "Task done").getByRole("button", { name: "Undo" }).click();
    await group(page, /^Today\s*1/).waitFor(soon);
    await group(page, /^Done/).waitFor({ state: "detached" });

    await page.getByRole("button", { name: "Move all to today" }).click();
    await group(page, /^Today\s*2/).waitFor(soon);
    expect(await group(page, /^Overdue/).count()).toBe(0);
    await toast(page, "Task moved to today").waitFor(soon);
    await page.keyboard.press("Control+z");
    await group(page, /^Overdue\s*1/).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("finds deleted tasks in the trash, brings them back one by one and together, and undoes that", async () => {
    const { page, complaints } = await person();
    const titles = ["Renew site insurance", "Order clamps", "Confirm the crane"];
    const made = await Promise.all(titles.map((title) => make(page, { title, due: day(0) })));
    await call(page, app.origin, "tasks.removeMany", { taskIds: made.map(({ id }) => id) });
    await page.goto(`${app.origin}/tasks`);
    await page.getByRole("link", { name: "Trash" }).click();
    const main = page.getByRole("main");
    await main.getByRole("heading", { name: /Trash\s*3/ }).waitFor(soon);
    await main
      .getByText(/Deleted .* 90 days left/)
      .first()
      .waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await main.getByRole("searchbox").fill("clamps");
    await expect.poll(() => main.getByRole("listitem").count(), soon).toBe(1);
    await main.getByRole("button", { name: "Restore Order clamps" }).click();
    await main.getByText("Nothing found in the trash").waitFor(soon);
    await main.getByRole("searchbox").fill("");
    await expect.poll(() => main.getByRole("listitem").count(), soon).toBe(2);
    for (const name of ["Renew site insurance", "Confirm the crane"])
      await main.getByRole("listitem").filter({ hasText: name }).locator("label").click();
    await main.getByRole("button", { name: "Restore 2 tasks" }).click();
    await main.getByText("The trash is empty").waitFor(soon);
    await toast(page, "2 tasks restored").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => main.getByRole("listitem").count(), soon).toBe(2);
    await page.goto(`${app.origin}/tasks`);
    await row(page, "Order clamps").waitFor(soon);
    expect(complaints).toEqual([]);
  });

  it("adds a task, opens it, changes each of its values, and deletes it; the address leads back to it", async () => {
    const { page, complaints } = await person();
    await scene(page);
    const add = page.getByRole("textbox", { name: "Add a task" });
    await add.fill("Call Dana");
    await add.press("Enter");
    await row(page, "Call Dana").waitFor(soon);
    expect(await add.inputValue()).toBe("");
    await row(page, "Call Dana").click();
    const peek = page.getByRole("complementary", { name: "Task", exact: true });
    await peek.getByText(/created by Noa Adler/).waitFor(soon);

    await peek.getByRole("textbox", { name: "Title" }).fill("Call Dana back");
    await peek.getByRole("textbox", { name: "Title" }).press("Enter");
    await row(page, "Call Dana back").waitFor(soon);
    await peek.getByRole("textbox", { name: "Location" }).fill("Haifa");
    await peek.getByRole("textbox", { name: "Description" }).fill("Second phase");
    await peek.getByRole("textbox", { name: "Add a step" }).fill("Ask for the price");
    await page.keyboard.press("Enter");
    await peek.getByRole("checkbox", { name: "Ask for the price" }).click();
    await row(page, "Call Dana back").getByText("1/1").waitFor(soon);
    await peek.getByRole("button", { name: "Priority" }).click();
    await page.getByRole("menuitem", { name: /^High/ }).click();
    await row(page, "Call Dana back").getByRole("img", { name: "High priority" }).waitFor(soon);
    await peek.getByRole("button", { name: "Card", exact: true }).click();
    await page.getByRole("dialog", { name: "Card" }).getByRole("option", { name: /Galil/ }).click();
    await peek.getByRole("link", { name: "Galil Cold Storage" }).waitFor(soon);
    await peek.getByRole("button", { name: /^Due date/ }).click();
    await page.getByRole("dialog", { name: "Due date" }).getByRole("textbox").fill("tomorrow 10:00");
    await page.keyboard.press("Enter");
    await peek.getByRole("button", { name: /Tomorrow, 10:00/ }).waitFor(soon);
    await group(page, /^Tomorrow\s*2/).waitFor(soon);

    await atRest(page);
    await page.reload();
    await peek.getByRole("textbox", { name: "Title" }).waitFor(soon);
    expect(await peek.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Call Dana back");
    expect(await peek.getByRole("textbox", { name: "Location" }).inputValue()).toBe("Haifa");
    expect(await peek.getByRole("textbox", { name: "Description" }).inputValue()).toBe("Second phase");
    expect(await serious(page)).toEqual([]);

    await peek.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await peek.waitFor({ state: "detached" });
    expect(await row(page, "Call Dana back").count()).toBe(0);
    await toast(page, "Task moved to the trash").getByRole("button", { name: "Undo" }).click();
    await row(page, "Call Dana back").waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("a step that is typed and not entered is one all the same when its task is left or its details go, unless Escape drops it", async () => {
    const { page, complaints } = await person({ width: 390, height: 844, isPhone: true });
    await scene(page);
    const sheet = page.getByRole("dialog", { name: "Task" });
    const step = sheet.getByRole("textbox", { name: "Add a step" });
    await row(page, "Confirm the crane").tap();
    await step.fill("Count them");
    await sheet.getByRole("textbox", { name: "Description" }).focus();
    await sheet.getByRole("checkbox", { name: "Count them" }).waitFor(soon);
    await step.fill("Ask for the price");
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await row(page, "Confirm the crane").tap();
    await sheet.getByRole("checkbox", { name: "Ask for the price" }).waitFor(soon);
    await step.fill("A slip");
    await step.press("Escape");
    expect(await step.inputValue()).toBe("");
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await row(page, "Confirm the crane").tap();
    await sheet.getByRole("checkbox", { name: "Ask for the price" }).waitFor(soon);
    expect(await sheet.getByText("A slip").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("narrows by chip, filter and list, and keeps all of it in the address", async () => {
    const { page, complaints } = await person();
    await scene(page);
    await page.getByRole("button", { name: /^High priority/ }).click();
    await row(page, "Order clamps").waitFor({ state: "detached" });
    expect(await listed(page)).toEqual(["Overdue", "Renew site insurance"]);
    await page.goBack();
    await row(page, "Order clamps").waitFor(soon);
    await page.getByRole("link", { name: /^Leads\s*1/ }).click();
    await row(page, "Renew site insurance").waitFor({ state: "detached" });
    expect(await listed(page)).toEqual(["Today", "Order clamps"]);
    expect(page.url()).toContain("type=leads");
    await page.getByRole("button", { name: "Filter" }).click();
    await page.getByRole("searchbox", { name: "Title contains" }).fill("nothing like it");
    await page.getByText("No tasks match").waitFor(soon);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show all" }).click();
    await row(page, "Renew site insurance").waitFor(soon);
    await page.getByRole("link", { name: /^Done/ }).click();
    await page.getByText("No tasks are done yet").waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("on the page of a card", () => {
  it("lists what is to be done about it, and T adds to it", async () => {
    const { page, complaints } = await person();
    await scene(page);
    await row(page, "Order clamps").getByRole("link", { name: "Galil Cold Storage" }).click();
    await page.getByRole("heading", { level: 1, name: "Galil Cold Storage" }).waitFor(soon);
    const tasks = page.getByRole("list", { name: "Tasks" });
    // The heading of the group; the timeline can be narrowed to tasks by a button of that name.
    const counted = (count: number) => page.getByRole("button", { name: new RegExp(`^Tasks\\s*${count}`), expanded: true });
    await tasks.getByRole("link", { name: "Order clamps" }).waitFor(soon);
    expect(await page.getByText("could not be loaded").count()).toBe(0);
    await page.keyboard.press("t");
    await page.keyboard.type("Visit the site tomorrow");
    await page.keyboard.press("Enter");
    await tasks.getByRole("link", { name: "Visit the site", exact: true }).waitFor(soon);
    await counted(2).waitFor(soon);
    await tasks.getByRole("checkbox", { name: "Done: Order clamps" }).click();
    await counted(1).waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await tasks.getByRole("link", { name: "Visit the site" }).click();
    const title = page.getByRole("complementary", { name: "Task", exact: true }).getByRole("textbox", { name: "Title" });
    await title.waitFor(soon);
    expect(await title.inputValue()).toBe("Visit the site");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("with others", () => {
  it("shows in one browser what is done in the other", async () => {
    const here = await app.open();
    const there = await app.open();
    const account = newAccount();
    await settle(here.page, app.origin, "en", account);
    await signIn(there.page, app.origin, account);
    await make(here.page, { title: "Order clamps", due: day(0) });
    for (const { page } of [here, there]) {
      const connected = page.waitForEvent("websocket");
      await page.goto(`${app.origin}/tasks`);
      await row(page, "Order clamps").waitFor(soon);
      await connected;
    }
    await row(here.page, "Order clamps").getByRole("checkbox").click();
    await group(there.page, /^Done\s*1/).waitFor(soon);
    await there.page.keyboard.press("n");
    await there.page.keyboard.type("From the other desk");
    await there.page.keyboard.press("Enter");
    await row(here.page, "From the other desk").waitFor(soon);
    await here.page.getByRole("link", { name: /My tasks\s*1/ }).waitFor(soon);
    expect([...here.complaints, ...there.complaints]).toEqual([]);
    await here.context.close();
    await there.context.close();
  });
});

describe("on a phone", () => {
  it("lists, ticks off, adds, and shows a task as a sheet with its menu", async () => {
    const { page, complaints } = await person({ width: 390, height: 844, isPhone: true });
    await scene(page);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks" }).waitFor(soon);
    expect(Math.round((await row(page, "Order clamps").boundingBox())?.height ?? 0)).toBe(68);
    await row(page, "Order clamps").getByRole("checkbox").tap();
    await group(page, /^Done\s*1/).waitFor(soon);
    await row(page, "Confirm the crane").tap();
    const sheet = page.getByRole("dialog", { name: "Task" });
    await sheet.getByRole("button", { name: "Snooze" }).tap();
    await page.getByRole("menuitem", { name: /Start of next week/ }).tap();
    await sheet.getByRole("button", { name: /09:00|9:00/ }).waitFor(soon);
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await row(page, "Renew site insurance")
      .getByRole("button", { name: /Actions/ })
      .tap();
    await page.getByRole("menuitem", { name: "Delete" }).tap();
    await row(page, "Renew site insurance").waitFor({ state: "detached" });
    await page.getByRole("textbox", { name: "Add a task" }).fill("By thumb");
    await page.keyboard.press("Enter");
    await row(page, "By thumb").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
