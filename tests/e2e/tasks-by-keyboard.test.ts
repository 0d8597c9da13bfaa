import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { day, soon, toast } from "./support/calendar.ts";
import { keepPicture } from "./support/picture.ts";
import { group, row, tasksOf } from "./support/tasks.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, scene } = tasksOf(() => app);

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
    await toast(page, "“Assignee changed” has been undone").waitFor(soon);
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

  it("Delete deletes the focused task, and the next one has the focus, or else the one before", async () => {
    const { page, complaints } = await person();
    await scene(page);
    await make(page, { title: "Renew the permit", due: day(-1) });
    await row(page, "Renew the permit").waitFor(soon);
    const hasFocus = (name: string) =>
      expect.poll(() => row(page, name).evaluate((element) => element === document.activeElement), soon).toBe(true);
    await row(page, "Renew site insurance").focus();
    await page.keyboard.press("Delete");
    await row(page, "Renew site insurance").waitFor({ ...soon, state: "detached" });
    await hasFocus("Renew the permit");
    await row(page, "Confirm the crane").focus();
    await page.keyboard.press("Delete");
    await row(page, "Confirm the crane").waitFor({ ...soon, state: "detached" });
    await hasFocus("Order clamps");
    await page.keyboard.press("Control+z");
    await row(page, "Confirm the crane").waitFor(soon);
    // From its menu too.
    await row(page, "Renew the permit").focus();
    await page.keyboard.press("Shift+F10");
    await page.getByRole("menuitem", { name: "Delete" }).press("Enter");
    await row(page, "Renew the permit").waitFor({ ...soon, state: "detached" });
    await hasFocus("Order clamps");
    // As the line for new tasks understands it.
    await page.keyboard.press("d");
    await page.getByRole("dialog", { name: "Due date" }).waitFor(soon);
    await page.keyboard.type("tomorrow at 4pm");
    await page.keyboard.press("Enter");
    await row(page, "Order clamps").getByText("16:00").waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is left by Escape from the line for new tasks, also where there are none", async () => {
    const { page } = await person();
    await page.goto(`${app.origin}/tasks`);
    await page.getByRole("textbox", { name: "Add a task" }).focus();
    await page.keyboard.press("Escape");
    await expect.poll(() => page.evaluate(() => document.activeElement?.id), soon).toBe("content");
    await page.context().close();
  });

  it("adds a task with N also after another page, whose N made something else", async () => {
    const { page } = await person();
    await page.goto(`${app.origin}/cards`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Tasks", exact: true }).waitFor(soon);
    const go = async (name: string) => {
      await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { level: 1 }).first().waitFor(soon);
    };
    await go("Tasks");
    const line = page.getByRole("textbox", { name: "Add a task" });
    await line.waitFor(soon);
    await page.keyboard.press("n");
    await expect.poll(() => line.evaluate((field) => field === document.activeElement), soon).toBe(true);
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("means the task that is shown while the focus is in its details, and comes back to its row", async () => {
    const { page, complaints } = await person();
    await scene(page);
    const { keyboard } = page;
    await keyboard.press("j");
    await keyboard.press("j");
    await keyboard.press("Space");
    const peek = page.getByRole("complementary", { name: "Task", exact: true });
    await peek.getByRole("button", { name: /^Due date/ }).waitFor(soon);
    // A row is one stop of the Tab key; its card is opened by O.
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

  it("takes the choice that was typed, with Enter behind it, before its search was there", async () => {
    const { page, complaints } = await person();
    await scene(page);
    const { keyboard } = page;
    await row(page, "Order clamps").focus();
    // On a slow machine the search is there later than what is typed.
    await page.evaluate(() => {
      const start = window.setTimeout;
      const late = (act: TimerHandler, delay = 0, ...rest: unknown[]) => start(act, Math.max(delay, 700), ...rest);
      window.setTimeout = late as typeof setTimeout;
    });
    await keyboard.press("a");
    await keyboard.type("no ass");
    await keyboard.press("Enter");
    await toast(page, "Assignee changed").waitFor(soon);
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
    await page.getByText("Enter what needs to be done").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("opens the task with Enter, and its card with O; the help has these keys and none of the table of cards", async () => {
    const { page, complaints } = await person();
    await scene(page);
    await row(page, "Order clamps").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Task", exact: true }).waitFor(soon);
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.waitFor(soon);
    const keysOf = (label: string) =>
      help
        .locator("div", { has: page.getByText(label, { exact: true }) })
        .last()
        .locator("kbd")
        .allTextContents();
    expect([await keysOf("Open the task"), await keysOf("Open the card")]).toEqual([["↵"], ["O"]]);
    expect(await help.getByRole("heading", { name: "Table" }).count()).toBe(0);
    await keepPicture(page, "tasks-help");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached" });
    await page.keyboard.press("o");
    await page.getByRole("heading", { level: 1, name: "Galil Cold Storage" }).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("has the focus in the details of a task that a link leads to", async () => {
    const { page, complaints } = await person();
    await scene(page);
    await row(page, "Order clamps").focus();
    await page.keyboard.press("Space");
    await page.getByRole("complementary", { name: "Task", exact: true }).waitFor(soon);
    await page.goto(page.url());
    const focused = () => page.evaluate(() => document.activeElement?.closest("[data-peek]")?.getAttribute("aria-label"));
    await expect.poll(focused, soon).toBe("Task");
    await page.keyboard.press("Tab");
    expect(await focused()).toBe("Task");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
