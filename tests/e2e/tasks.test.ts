import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, newAccount, settle, signIn } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };

/** The day so many days from today, in the time zone of the browsers. */
const day = (after: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jerusalem" }).format(Date.now() + after * 86_400_000);

interface Made {
  readonly id: string;
}

async function person(options?: Parameters<App["open"]>[0]): Promise<Seat> {
  const seat = await app.open(options);
  await settle(seat.page, app.origin);
  await makeLeads(seat.page, app.origin, [{ name: "Galil Cold Storage" }]);
  return seat;
}

const make = (page: Page, task: Record<string, unknown>) => call(page, app.origin, "tasks.create", task) as Promise<Made>;

/** Overdue, today and tomorrow, one of each; the one of today is about a card. */
async function scene(page: Page): Promise<void> {
  const found = (await call(page, app.origin, "cards.freeSearch", { query: "Galil", limit: 1 })) as { results: Made[] };
  await make(page, { title: "Renew site insurance", due: day(-2), priority: "HIGH" });
  await make(page, { title: "Order clamps", due: day(0), cardId: found.results[0]?.id });
  await make(page, { title: "Confirm the crane", due: day(1) });
  await page.goto(`${app.origin}/tasks`);
  await row(page, "Order clamps").waitFor(soon);
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name }) });
const group = (page: Page, name: RegExp) => page.getByRole("button", { name });
const toast = (page: Page, text: string | RegExp) => page.getByRole("alertdialog").filter({ hasText: text });

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
    await page.getByText("No task matches").waitFor(soon);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Show all" }).click();
    await row(page, "Renew site insurance").waitFor(soon);
    await page.getByRole("link", { name: /^Done/ }).click();
    await page.getByText("No task is done yet").waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("by keyboard alone", () => {
  it("walks, ticks off, snoozes, dates, prioritizes, opens and adds; letters are text while typing", async () => {
    const { page, complaints } = await person();
    await scene(page);
    const { keyboard } = page;
    await keyboard.press("j");
    expect(await row(page, "Renew site insurance").evaluate((element) => element === document.activeElement)).toBe(true);
    await keyboard.press("j");
    await keyboard.press("e");
    await group(page, /^Done\s*1/).waitFor(soon);
    expect(await row(page, "Order clamps").evaluate((element) => element === document.activeElement)).toBe(true);
    await keyboard.press("e");
    await group(page, /^Today\s*1/).waitFor(soon);

    await keyboard.press("s");
    await page.getByRole("menu", { name: "Snooze until" }).waitFor(soon);
    await keyboard.press("3");
    await row(page, "Order clamps").getByText("9:00").waitFor(soon);
    await group(page, /^Tomorrow\s*2/).waitFor(soon);
    await keyboard.press("1");
    await row(page, "Order clamps").getByRole("img", { name: "High priority" }).waitFor(soon);
    await keyboard.press("d");
    await page.getByRole("dialog", { name: "Due date" }).waitFor(soon);
    await keyboard.type("gibberish");
    await keyboard.press("Enter");
    await page.getByText(/This is not a date/).waitFor(soon);
    await keyboard.press("Control+a");
    await keyboard.type("today");
    await keyboard.press("Enter");
    await group(page, /^Today\s*1/).waitFor(soon);
    await keyboard.press("a");
    await keyboard.type("no assignee");
    await keyboard.press("Enter");
    await toast(page, "Assignee changed").waitFor(soon);
    await keyboard.press("Control+z");
    await toast(page, "Undone: Assignee changed").waitFor(soon);
    await row(page, "Order clamps").waitFor(soon);

    await keyboard.press("Space");
    const peek = page.getByRole("complementary", { name: "Task", exact: true });
    await peek.waitFor(soon);
    await keyboard.press("k");
    await expect.poll(() => peek.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Renew site insurance");
    await keyboard.press("Escape");
    await peek.waitFor({ state: "detached" });

    await keyboard.press("n");
    await keyboard.type("Need the jack, exactly 1 2 3");
    await keyboard.press("Enter");
    await row(page, "Need the jack, exactly 1 2 3").waitFor(soon);
    await keyboard.type("And another");
    await keyboard.press("Enter");
    await row(page, "And another").waitFor(soon);
    await keyboard.press("Escape");
    await keyboard.press("x");
    await keyboard.press("j");
    await keyboard.press("x");
    await page.getByRole("toolbar", { name: "2 tasks selected" }).waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await keyboard.press("e");
    await toast(page, "2 tasks done").waitFor(soon);
    await group(page, /^Done\s*2/).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("means the task that is shown while the focus is in its details, and comes back to its row", async () => {
    const { page, complaints } = await person();
    await scene(page);
    const { keyboard } = page;
    await keyboard.press("j");
    await keyboard.press("j");
    await keyboard.press("Space");
    const peek = page.getByRole("complementary", { name: "Task", exact: true });
    await peek.waitFor(soon);
    // A row is one stop of the Tab key; its card is opened by Enter.
    const isOnRowsLink = () => page.evaluate(() => document.activeElement?.matches("[data-task] a") ?? false);
    const isInside = () => peek.evaluate((element) => element.contains(document.activeElement));
    for (let at = 0; at < 10 && !(await isInside()); at++) {
      await keyboard.press("Tab");
      expect(await isOnRowsLink()).toBe(false);
    }
    expect(await isInside()).toBe(true);

    await row(page, "Renew site insurance").focus();
    await peek.getByRole("button", { name: /^Due date/ }).focus();
    await keyboard.press("2");
    await row(page, "Order clamps").getByRole("img", { name: "Medium priority" }).waitFor(soon);
    await row(page, "Renew site insurance").getByRole("img", { name: "High priority" }).waitFor(soon);
    // Also where others are selected.
    await row(page, "Renew site insurance").focus();
    await keyboard.press("x");
    await peek.getByRole("button", { name: /^Due date/ }).focus();
    await keyboard.press("1");
    await row(page, "Order clamps").getByRole("img", { name: "High priority" }).waitFor(soon);
    expect(await peek.getByRole("button", { name: "Previous task" }).isEnabled()).toBe(true);
    expect(await peek.getByRole("button", { name: "Next task" }).isEnabled()).toBe(true);
    await keyboard.press("Escape");
    await peek.waitFor({ state: "detached" });
    expect(await row(page, "Order clamps").evaluate((element) => element === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("keeps the row that has the focus clear of the bar of what is selected", async () => {
    const { page, complaints } = await person({ width: 1280, height: 640 });
    const titles = Array.from({ length: 12 }, (_, index) => `Clamp ${index + 1}`);
    await Promise.all(titles.map((title) => make(page, { title, due: day(0) })));
    await page.goto(`${app.origin}/tasks`);
    await row(page, "Clamp 12").waitFor(soon);
    const { keyboard } = page;
    const isClear = async () => {
      const bar = await page.getByRole("toolbar", { name: /tasks selected/ }).boundingBox();
      const focused = await page.locator("[data-task]:focus").boundingBox();
      return bar !== null && focused !== null && focused.y + focused.height <= bar.y;
    };
    for (let at = 0; at < 11; at++) await keyboard.press("j");
    await keyboard.press("x");
    await keyboard.press("j");
    await keyboard.press("x");
    await page.getByRole("toolbar", { name: "2 tasks selected" }).waitFor(soon);
    await expect.poll(isClear).toBe(true);
    await keyboard.press("Escape");
    for (let at = 0; at < 11; at++) await keyboard.press("k");
    for (let at = 0; at < 11; at++) await keyboard.press("j");
    await keyboard.press("x");
    for (let at = 0; at < 11; at++) await keyboard.press("k");
    await page
      .locator("[data-task]")
      .first()
      .click({ modifiers: ["Control"] });
    await page.getByRole("toolbar", { name: "2 tasks selected" }).waitFor(soon);
    for (let at = 0; at < 11; at++) {
      await keyboard.press("j");
      expect(await isClear()).toBe(true);
    }
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("reads day, time, priority and person from the line, and Backspace turns one back into words", async () => {
    const { page, complaints } = await person();
    await scene(page);
    const { keyboard } = page;
    await keyboard.press("n");
    await keyboard.type("Call Dana tomorrow 10:00 #high @noa");
    const will = page.getByRole("status").filter({ hasText: "Tomorrow, 10:00" });
    await will.getByText("High").waitFor(soon);
    await will.getByText("Noa Adler").waitFor(soon);
    expect(await page.locator("mark").allInnerTexts()).toEqual(["tomorrow 10:00", "#high", "@noa"]);
    await keyboard.press("Backspace");
    await expect.poll(() => page.locator("mark").allInnerTexts()).toEqual(["tomorrow 10:00", "#high"]);
    expect(await page.getByRole("textbox", { name: "Add a task" }).inputValue()).toBe("Call Dana tomorrow 10:00 #high @noa");
    await keyboard.press("Enter");
    await row(page, "Call Dana @noa").getByText("10:00").waitFor(soon);
    await row(page, "Call Dana @noa").getByRole("img", { name: "High priority" }).waitFor(soon);
    await group(page, /^Tomorrow\s*2/).waitFor(soon);
    await keyboard.type("tomorrow");
    await keyboard.press("Enter");
    await page.getByText("Say what is to be done").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("opens the card with Enter", async () => {
    const { page, complaints } = await person();
    await scene(page);
    await row(page, "Order clamps").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { level: 1, name: "Galil Cold Storage" }).waitFor(soon);
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

describe("when the server cannot be reached", () => {
  it("puts a tick back, keeps what was typed with the reason, and saves it on Retry", async () => {
    const { page } = await person();
    await scene(page);
    await page.route(/tasks\.(create|update)/, (route) => route.abort());
    await row(page, "Order clamps").getByRole("checkbox").click();
    await toast(page, "Not saved: Task done").waitFor(soon);
    await group(page, /^Today\s*1/).waitFor(soon);
    expect(await row(page, "Order clamps").getByRole("checkbox").getAttribute("aria-checked")).toBe("false");

    await row(page, "Order clamps").click();
    const title = page.getByRole("complementary", { name: "Task", exact: true }).getByRole("textbox", { name: "Title" });
    await title.fill("Order forty clamps");
    await title.press("Enter");
    await page.getByRole("complementary", { name: "Task", exact: true }).getByRole("alert").waitFor(soon);
    expect(await title.inputValue()).toBe("Order forty clamps");
    await row(page, "Confirm the crane").click();
    await row(page, "Order clamps").click();
    expect(await title.inputValue()).toBe("Order forty clamps");

    const add = page.getByRole("textbox", { name: "Add a task" });
    await add.fill("Not lost");
    await add.press("Enter");
    const unsaved = page.getByRole("alert").filter({ hasText: "Not lost" });
    await unsaved.getByText("Not saved yet: Kartis does not answer").waitFor(soon);
    const tried = page.waitForRequest(/tasks\.create/);
    await unsaved.getByRole("button", { name: "Retry" }).click();
    await tried;
    await unsaved.waitFor(soon);
    // From here on it is sent without being asked for.
    await page.unroute(/tasks\.(create|update)/);
    await row(page, "Not lost").waitFor(soon);
    await unsaved.waitFor({ state: "detached" });
    await page.getByRole("complementary", { name: "Task", exact: true }).getByRole("button", { name: "Retry" }).click();
    await row(page, "Order forty clamps").waitFor(soon);
    await page.context().close();
  });

  it("says that a text was not saved when its task has been left, and asks before the page goes", async () => {
    const { page } = await person();
    await scene(page);
    await page.route(/tasks\.update/, (route) => route.fulfill({ status: 500, body: "" }));
    await row(page, "Order clamps").click();
    const peek = page.getByRole("complementary", { name: "Task", exact: true });
    await peek.getByRole("textbox", { name: "Description" }).fill("Forty of them");
    await peek.getByRole("button", { name: "Close" }).click();
    await peek.waitFor({ state: "detached" });
    await toast(page, "Not saved: Description changed").waitFor(soon);
    const asked = page.waitForEvent("dialog");
    // It never ends: the person stays.
    void page.reload().catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await page.context().close();
  });

  it("says so as well on a phone, where Back takes the sheet away from under the field", async () => {
    const { page } = await person({ width: 390, height: 844, isPhone: true });
    await scene(page);
    await page.route(/tasks\.update/, (route) => route.fulfill({ status: 500, body: "" }));
    const sheet = page.getByRole("dialog", { name: "Task" });
    // About no card: a tap in the middle of the row is not one on its link.
    await row(page, "Confirm the crane").tap();
    await sheet.getByRole("textbox", { name: "Description" }).fill("Forty of them");
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await toast(page, "Not saved: Description changed").waitFor(soon);
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
