import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mailedInvitation } from "../support/mailbox.ts";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { calendarOf, day, entry, soon, thursday, toast, wednesday } from "./support/calendar.ts";
import { call, join, newAccount } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { focusedText } from "./support/focused.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, timesOf, open } = calendarOf(() => app);

/** The middle of the hour on that day's column. */
async function spot(page: Page, on: string, hour: number): Promise<{ x: number; y: number }> {
  const column = page.locator(`[data-day="${on}"][data-hours]`);
  const box = await column.boundingBox();
  if (!box) throw new Error(`${on} is not shown`);
  return { x: box.x + box.width / 2, y: box.y + (box.height / 24) * hour };
}

async function drag(page: Page, from: { x: number; y: number }, to: { x: number; y: number }): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
}

describe("by mouse", () => {
  it("draws a meeting, moves and resizes it, undoes, and opens, edits and deletes it", async () => {
    const { page, complaints } = await person();
    await open(page, `day=${wednesday}`);
    await drag(page, await spot(page, wednesday, 10.05), await spot(page, wednesday, 11.45));
    const editor = page.getByRole("dialog");
    await editor.getByRole("button", { name: "Create meeting" }).click();
    await editor.getByText("Please enter a title").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await editor.getByRole("textbox", { name: "Title" }).fill("Kickoff");
    await editor.getByRole("button", { name: "Create meeting" }).click();
    await toast(page, "Meeting created").waitFor(soon);
    await entry(page, "Kickoff").waitFor(soon);
    expect(await timesOf(page, "Kickoff")).toEqual([`${wednesday} 10:00 ${wednesday} 11:30`]);

    await drag(page, await spot(page, wednesday, 10.5), await spot(page, thursday, 12.5));
    await toast(page, "Meeting moved").waitFor(soon);
    await expect.poll(() => timesOf(page, "Kickoff"), soon).toEqual([`${thursday} 12:00 ${thursday} 13:30`]);
    await toast(page, "Meeting moved").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => timesOf(page, "Kickoff"), soon).toEqual([`${wednesday} 10:00 ${wednesday} 11:30`]);
    await page.locator(`[data-day="${wednesday}"] [data-entry]`).waitFor(soon);

    const end = await spot(page, wednesday, 11.5);
    await drag(page, { x: end.x, y: end.y - 4 }, { x: end.x, y: end.y + 48 });
    await expect.poll(() => timesOf(page, "Kickoff"), soon).toEqual([`${wednesday} 10:00 ${wednesday} 12:30`]);

    // A button that was pending is announced for some seconds by a name that has gone with its dialog.
    await page.reload();
    await entry(page, "Kickoff").click();
    const peek = page.getByRole("dialog", { name: "Kickoff" });
    await peek.getByText("Wednesday").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await peek.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog", { name: "Edit meeting" });
    await form.getByRole("textbox", { name: "Location" }).fill("Room 2");
    await form.getByRole("button", { name: "Save" }).click();
    await toast(page, "Meeting changed").waitFor(soon);
    await page.getByRole("dialog", { name: "Kickoff" }).getByText("Room 2").waitFor(soon);
    await page.getByRole("dialog", { name: "Kickoff" }).getByRole("button", { name: "Delete" }).click();
    await toast(page, "Meeting deleted").waitFor(soon);
    await expect.poll(() => entry(page, "Kickoff").count(), soon).toBe(0);
    await page.keyboard.press("Control+z");
    await entry(page, "Kickoff").waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("puts back what the server refuses, with the reason and another try", async () => {
    const { page } = await person();
    await make(page, { title: "Kickoff", start: `${wednesday}T10:00`, minutes: 60 });
    await open(page, `day=${wednesday}`);
    await entry(page, "Kickoff").waitFor(soon);
    await page.route("**/api/trpc/meetings.update*", (route) =>
      route.fulfill({ status: 403, json: { error: { message: "FORBIDDEN", code: -32_603, data: { code: "FORBIDDEN" } } } }),
    );
    await drag(page, await spot(page, wednesday, 10.5), await spot(page, thursday, 10.5));
    await page.locator(`[data-day="${thursday}"] [data-entry]`).waitFor({ state: "attached", ...soon });
    await toast(page, "Not saved: Meeting moved").waitFor(soon);
    await page.locator(`[data-day="${wednesday}"] [data-entry]`).waitFor(soon);
    await page.unroute("**/api/trpc/meetings.update*");
    await toast(page, "Not saved").getByRole("button", { name: "Retry" }).click();
    await expect.poll(() => timesOf(page, "Kickoff"), soon).toEqual([`${thursday} 10:00 ${thursday} 11:00`]);
    await page.context().close();
  });

  it("shows whose calendars are on, remembers that, and moves tasks by dragging", async () => {
    const { page, complaints } = await person();
    await make(page, { title: "Kickoff", start: `${wednesday}T10:00`, minutes: 60 });
    await call(page, app.origin, "tasks.create", { title: "Order clamps", due: wednesday });
    await open(page, `view=month&day=${wednesday}`);
    await entry(page, "Order clamps").waitFor(soon);
    const from = await entry(page, "Order clamps").boundingBox();
    const to = await page.locator(`[data-day="${thursday}"]`).boundingBox();
    if (!from || !to) throw new Error("The month is not drawn");
    await drag(page, { x: from.x + 40, y: from.y + 8 }, { x: to.x + 60, y: to.y + 60 });
    await toast(page, "Due date changed").waitFor(soon);
    await page.locator(`[data-day="${thursday}"] [data-entry]`).filter({ hasText: "Order clamps" }).waitFor(soon);

    await page.getByRole("checkbox", { name: "Tasks" }).click();
    await expect.poll(() => entry(page, "Order clamps").count(), soon).toBe(0);
    await page.getByRole("checkbox", { name: "Noa Adler" }).click();
    await expect.poll(() => entry(page, "Kickoff").count(), soon).toBe(0);
    await page.reload();
    await page.getByRole("checkbox", { name: "Noa Adler" }).waitFor(soon);
    expect(await page.getByRole("checkbox", { name: "Noa Adler" }).getAttribute("aria-checked")).toBe("false");
    await page.getByRole("checkbox", { name: "Noa Adler" }).click();
    await entry(page, "Kickoff").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("shows four lines of a day, and the rest on the day itself", async () => {
    const { page } = await person();
    for (let at = 0; at < 7; at++) await make(page, { title: `Visit ${at}`, start: `${wednesday}T1${at}:00`, minutes: 45 });
    await open(page, `view=month&day=${wednesday}`);
    await entry(page, "Visit 0").waitFor(soon);
    expect(await page.locator(`[data-day="${wednesday}"] [data-entry]`).count()).toBe(4);
    await page.getByRole("button", { name: /3 more/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("view"), soon).toBe("day");
    await expect.poll(() => page.locator(`[data-day="${wednesday}"] [data-entry]`).count(), soon).toBe(7);
    await page.context().close();
  });

  it("lists on the day itself what overlaps too much to be drawn, by mouse, keyboard and finger", async () => {
    const { page, complaints } = await person();
    for (let at = 0; at < 12; at++)
      await make(page, { title: `Visit ${String.fromCodePoint(65 + at)}`, start: `${wednesday}T10:${10 + at}`, minutes: 90 });
    await make(page, { title: "Dinner", start: `${wednesday}T19:00`, minutes: 60 });
    await open(page, `view=day&day=${wednesday}`);
    const crowd = page.getByRole("button", { name: /^2 more: / });
    await crowd.click();
    const list = page.getByRole("menu");
    expect(await list.getByRole("menuitem").allTextContents()).toEqual([
      expect.stringMatching(/Visit K.*10:20/),
      expect.stringMatching(/Visit L.*10:21/),
    ]);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "calendar-day-crowd");
    await page.keyboard.press("Escape");
    await list.waitFor({ state: "detached", ...soon });
    // From the last one that is drawn, past what is behind, and back.
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label")?.split(",")[0] ?? "");
    await entry(page, "Visit J").focus();
    for (const [key, name] of [
      ["j", /2 more/],
      ["j", /Dinner/],
      ["k", /2 more/],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(focused, soon).toMatch(name);
    }
    await page.keyboard.press("Enter");
    await page.getByRole("menuitem", { name: /Visit K/ }).waitFor(soon);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    const peek = page.getByRole("dialog", { name: "Visit L" });
    await peek.waitFor(soon);
    await page.keyboard.press("Escape");
    await peek.waitFor({ state: "detached", ...soon });
    await expect.poll(focused, soon).toMatch(/2 more/);
    await page.keyboard.press("k");
    await expect.poll(focused, soon).toMatch(/Visit J/);
    await page.setViewportSize({ width: 360, height: 740 });
    await page.getByRole("button", { name: /9 more/ }).click();
    await page.getByRole("menuitem", { name: /Visit D/ }).click();
    await page.getByRole("dialog", { name: "Visit D" }).waitFor(soon);
    await keepPicture(page, "calendar-day-crowd-phone");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("a series", () => {
  const weekly = { frequency: "week", every: 1, weekdays: ["WE"], weekStart: "SU", ends: { type: "after", times: 3 } };

  it("that is divided at the time that is open stays open there, says that it was changed, and closes when that is undone", async () => {
    const { page, complaints } = await person();
    await make(page, { title: "Crew briefing", start: `${wednesday}T10:00`, minutes: 30, repeat: weekly });
    await open(page, "day=2027-03-17");
    await entry(page, "Crew briefing").click();
    const peek = page.getByRole("dialog", { name: "Crew briefing" });
    await peek.getByRole("button", { name: "Edit" }).click();
    const editor = page.getByRole("dialog", { name: "Edit meeting" });
    await editor.getByRole("textbox", { name: "Location" }).fill("Hall 2");
    await editor.getByRole("button", { name: "Save" }).click();
    const question = page.getByRole("alertdialog", { name: "Change repeating meeting" });
    await question.getByRole("radio", { name: /^This and following/ }).waitFor(soon);
    await page.keyboard.press("2");
    await question.getByRole("button", { name: "Save" }).click();
    await toast(page, "Meeting changed").waitFor(soon);
    await peek.getByText("Hall 2").waitFor(soon);
    await toast(page, "Meeting changed").getByRole("button", { name: "Undo" }).click();
    await toast(page, "“Meeting changed” has been undone").waitFor(soon);
    await peek.waitFor({ state: "detached", ...soon });
    expect(await page.getByText("was deleted, or you have no access").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is divided once, whose first answer was lost", async () => {
    const { page } = await person();
    await make(page, { title: "Crew briefing", start: `${wednesday}T10:00`, minutes: 30, repeat: weekly });
    await open(page, "day=2027-03-17");
    await entry(page, "Crew briefing").click();
    await page.getByRole("dialog", { name: "Crew briefing" }).getByRole("button", { name: "Edit" }).click();
    const editor = page.getByRole("dialog", { name: "Edit meeting" });
    await page.route(
      /meetings\.update/,
      async (route) => {
        expect((await route.fetch()).status()).toBe(200);
        await route.abort();
      },
      { times: 1 },
    );
    const question = page.getByRole("alertdialog", { name: "Change repeating meeting" });
    async function save(title: string) {
      await editor.getByRole("textbox", { name: "Title" }).fill(title);
      await editor.getByRole("button", { name: "Save" }).click();
      await question.getByRole("radio", { name: /^This and following/ }).waitFor(soon);
      await page.keyboard.press("2");
      await question.getByRole("button", { name: "Save" }).click();
    }
    await save("Site briefing");
    await editor.getByRole("alert").waitFor(soon);
    await save("Morning briefing");
    await toast(page, "Meeting changed").waitFor(soon);
    await page.getByRole("dialog", { name: "Morning briefing" }).waitFor(soon);
    expect(await timesOf(page, "Morning briefing")).toEqual([
      "2027-03-17 10:00 2027-03-17 10:30",
      "2027-03-24 10:00 2027-03-24 10:30",
    ]);
    expect(await timesOf(page, "Site briefing")).toEqual([]);
    await page.context().close();
  });

  it("asks what a change is for: one of its times, with those that follow, or all; and so when it is deleted", async () => {
    const { page, complaints } = await person();
    await make(page, { title: "Crew briefing", start: `${wednesday}T10:00`, minutes: 30, repeat: weekly });
    await open(page, `day=${wednesday}`);
    await entry(page, "Crew briefing").waitFor(soon);
    await drag(page, await spot(page, wednesday, 10.2), await spot(page, wednesday, 12.2));
    const question = page.getByRole("alertdialog", { name: "Change repeating meeting" });
    await question.getByRole("radio", { name: /This meeting/ }).waitFor(soon);
    expect(await question.getByRole("radio", { name: /^This meeting/ }).isChecked()).toBe(true);
    await page.keyboard.press("Enter");
    await expect
      .poll(() => timesOf(page, "Crew briefing"), soon)
      .toEqual([
        `${wednesday} 12:00 ${wednesday} 12:30`,
        "2027-03-17 10:00 2027-03-17 10:30",
        "2027-03-24 10:00 2027-03-24 10:30",
      ]);

    await open(page, "day=2027-03-17");
    await entry(page, "Crew briefing").click();
    await page.getByRole("dialog", { name: "Crew briefing" }).getByRole("button", { name: "Delete" }).click();
    const deletion = page.getByRole("alertdialog", { name: "Delete repeating meeting" });
    await deletion.getByRole("button", { name: "Delete 1 meeting" }).waitFor(soon);
    await page.keyboard.press("2");
    await deletion.getByRole("button", { name: "Delete this and following meetings" }).click();
    await expect.poll(() => timesOf(page, "Crew briefing"), soon).toEqual([`${wednesday} 12:00 ${wednesday} 12:30`]);
    await deletion.waitFor({ state: "detached", ...soon });
    await page.keyboard.press("Control+z");
    await expect.poll(async () => (await timesOf(page, "Crew briefing")).length, soon).toBe(3);

    // By the key: of what has the focus.
    await entry(page, "Crew briefing").waitFor(soon);
    await page.keyboard.press("j");
    await page.keyboard.press("Delete");
    await deletion.getByRole("button", { name: "Delete 1 meeting" }).waitFor(soon);
    await page.keyboard.press("Enter");
    await expect.poll(() => timesOf(page, "Crew briefing"), soon).toHaveLength(2);
    await page.keyboard.press("Control+z");
    await expect.poll(() => timesOf(page, "Crew briefing"), soon).toHaveLength(3);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("by keyboard alone", () => {
  it("goes there, makes a meeting, moves and resizes it, and shows days, weeks, months and the agenda", async () => {
    const { page, complaints } = await person();
    await page.goto(`${app.origin}/cards`);
    await page.getByRole("main").waitFor(soon);
    await page.keyboard.press("g");
    await page.keyboard.press("c");
    await page.waitForURL(/\/calendar/, soon);
    await open(page, `day=${wednesday}`);
    await page.keyboard.press("n");
    await page.getByRole("dialog").getByRole("textbox", { name: "Title" }).waitFor(soon);
    await page.keyboard.type("Kickoff");
    await page.keyboard.press("Enter");
    await toast(page, "Meeting created").waitFor(soon);
    expect(await timesOf(page, "Kickoff")).toEqual([`${wednesday} 09:00 ${wednesday} 10:00`]);
    await page.getByRole("dialog").waitFor({ state: "detached", ...soon });
    await entry(page, "Kickoff").waitFor(soon);

    await page.keyboard.press("j");
    await expect.poll(() => focusedText(page), soon).toContain("Kickoff");
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Shift+ArrowDown"]) await page.keyboard.press(key);
    await page.getByText(/Thursday.*9:30.*10:45.*Enter saves, Escape cancels/).waitFor({ state: "attached", ...soon });
    await page.keyboard.press("Escape");
    await page.getByText(/Enter saves, Escape cancels/).waitFor({ state: "detached", ...soon });
    expect(await timesOf(page, "Kickoff")).toEqual([`${wednesday} 09:00 ${wednesday} 10:00`]);
    for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "Shift+ArrowDown", "Enter"]) await page.keyboard.press(key);
    await expect.poll(() => timesOf(page, "Kickoff"), soon).toEqual([`${thursday} 09:30 ${thursday} 10:45`]);
    await expect.poll(() => focusedText(page), soon).toContain("Kickoff");
    // Deleted by its key, with the focus on what comes next, and undone.
    await call(page, app.origin, "tasks.create", { title: "Order clamps", due: `${thursday}T12:00:00Z` });
    await entry(page, "Order clamps").waitFor(soon);
    await entry(page, "Kickoff").focus();
    expect(await entry(page, "Kickoff").getAttribute("aria-keyshortcuts")).toContain("Delete");
    await page.keyboard.press("Delete");
    await toast(page, "Meeting deleted").waitFor(soon);
    await expect.poll(() => focusedText(page), soon).toContain("Order clamps");
    await page.keyboard.press("Backspace");
    await entry(page, "Order clamps").waitFor({ state: "detached", ...soon });
    await page.keyboard.press("Control+z");
    await entry(page, "Order clamps").waitFor(soon);
    await page.keyboard.press("Control+z");
    await entry(page, "Kickoff").waitFor(soon);
    await page.keyboard.press("?");
    const help = page.getByRole("dialog", { name: "Keyboard shortcuts" });
    await help.getByRole("heading", { name: "Calendar entry" }).waitFor(soon);
    await help.getByText("Make longer or shorter").waitFor(soon);
    await keepPicture(page, "calendar-keys");
    await page.keyboard.press("Escape");
    await help.waitFor({ state: "detached", ...soon });

    await entry(page, "Kickoff").focus();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Kickoff" }).waitFor(soon);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached", ...soon });

    const title = page.getByRole("heading", { level: 1 });
    await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
    await page.keyboard.press("m");
    await title.filter({ hasText: "March 2027" }).waitFor(soon);
    await page.keyboard.press("ArrowRight");
    await title.filter({ hasText: "April 2027" }).waitFor(soon);
    await page.keyboard.press("ArrowLeft");
    await title.filter({ hasText: "March 2027" }).waitFor(soon);
    await page.keyboard.press("d");
    await title.filter({ hasText: "Wednesday" }).waitFor(soon);
    await page.keyboard.press("a");
    await title.filter({ hasText: "From 10 March 2027" }).waitFor(soon);
    await page.getByRole("button", { name: /Meeting: Kickoff/ }).waitFor(soon);
    await page.keyboard.press("j");
    await page.keyboard.press("Enter");
    await page.getByRole("complementary", { name: "Meeting", exact: true }).waitFor(soon);
    await page.keyboard.press("Escape");
    await page.getByRole("complementary", { name: "Meeting", exact: true }).waitFor({ state: "detached", ...soon });
    await page.keyboard.press("w");
    await page.keyboard.press("t");
    await expect.poll(() => new URL(page.url()).search, soon).toBe("");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("goes through a month and the agenda day by day, from today or the first that is shown, past what has no room", async () => {
    const { page } = await person();
    await make(page, { title: "Solar fair", start: "2027-03-22", days: 3 });
    await make(page, { title: "Kickoff", start: `${wednesday}T10:00`, minutes: 30 });
    for (let at = 0; at < 6; at++) await make(page, { title: `Visit ${at}`, start: `${thursday}T1${at}:00`, minutes: 45 });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label")?.split(",")[0] ?? "");
    const through = async (names: readonly string[]) => {
      for (const name of names) {
        await page.keyboard.press("j");
        await expect.poll(focused, soon).toBe(`Meeting: ${name}`);
      }
    };
    const visits = (count: number) => Array.from({ length: count }, (_, at) => `Visit ${at}`);
    await open(page, `view=month&day=${wednesday}`);
    await entry(page, "Solar fair").waitFor(soon);
    const drawn = await page.locator(`[data-day="${thursday}"] [data-entry]`).count();
    expect(drawn).toBeLessThan(6);
    await through(["Kickoff", ...visits(drawn), "Solar fair"]);
    await open(page, `view=agenda&day=${wednesday}`);
    await page
      .getByRole("button", { name: /Meeting: Solar fair/ })
      .first()
      .waitFor(soon);
    await through(["Kickoff", ...visits(6), "Solar fair"]);
    await page.context().close();
  });

  it("stays on an entry, or on its day, when the days are shown in another way", async () => {
    const { page, complaints } = await person();
    await make(page, { title: "Kickoff", start: `${thursday}T10:00`, minutes: 60 });
    const focused = () =>
      page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent);
    const title = page.getByRole("heading", { level: 1 });
    const view = () => page.locator("[data-view]").first().getAttribute("data-view");
    await open(page, `day=${wednesday}`);
    await entry(page, "Kickoff").waitFor(soon);
    await page.keyboard.press("j");
    for (const [key, name] of [
      ["m", "month"],
      ["a", "agenda"],
      ["d", "day"],
      ["w", "week"],
    ] as const) {
      await page.keyboard.press(key);
      await expect.poll(view, soon).toBe(name);
      await expect.poll(focused, soon).toContain("Meeting: Kickoff");
    }
    // An entry takes the arrows: the period is changed by the page keys, or once it is left.
    const week = await title.textContent();
    await page.keyboard.press("PageDown");
    await expect.poll(() => title.textContent(), soon).not.toBe(week);
    await page.keyboard.press("PageUp");
    await expect.poll(() => title.textContent(), soon).toBe(week);
    await entry(page, "Kickoff").waitFor(soon);
    await page.keyboard.press("j");
    await expect.poll(focused, soon).toContain("Meeting: Kickoff");
    await page.keyboard.press("Escape");
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => title.textContent(), soon).not.toBe(week);
    await page.keyboard.press("ArrowLeft");
    await expect.poll(() => title.textContent(), soon).toBe(week);
    // The heading of a day; its cell; and the day by itself, whose name is the title.
    const sunday = page.locator('[data-head="2027-03-07"]');
    await sunday.focus();
    await page.keyboard.press("m");
    await expect.poll(view, soon).toBe("month");
    await expect.poll(focused, soon).toMatch(/Sunday.*7.*no entries/);
    await page.keyboard.press("d");
    await title.filter({ hasText: /Sunday/ }).waitFor(soon);
    await expect.poll(focused, soon).toMatch(/Sunday.*7/);
    await keepPicture(page, "calendar-title-focus");
    // So when one goes on to other days.
    await open(page, `view=agenda&day=${wednesday}`);
    await page.getByRole("button", { name: /Meeting: Kickoff/ }).waitFor(soon);
    await page.keyboard.press("j");
    await expect.poll(focused, soon).toContain("Meeting: Kickoff");
    await page.keyboard.press("ArrowRight");
    await title.filter({ hasText: "From 17 March" }).waitFor(soon);
    await expect.poll(focused, soon).toContain("From 17 March");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("goes from day to day in a month, and opens one", async () => {
    const { page } = await person();
    await open(page, `view=month&day=${wednesday}`);
    await page.locator(`[data-day="${wednesday}"]`).focus();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => new URL(page.url()).searchParams.get("day"), soon).toBe(thursday);
    for (let week = 0; week < 4; week++) await page.keyboard.press("ArrowDown");
    await page.getByRole("heading", { level: 1, name: "April 2027" }).waitFor(soon);
    await page.keyboard.press("Enter");
    await expect.poll(() => new URL(page.url()).search, soon).toContain("view=day");
    await page.context().close();
  });
});

it("each of six colleagues has a colour of their own", async () => {
  const { page, complaints } = await person();
  const accounts = ["Dana Levi", "Gábor Szabó", "Анна Ким", "Omer Tal", "Yael Bar"].map((name) => ({ ...newAccount(), name }));
  await call(page, app.origin, "members.invite", {
    emails: accounts.map(({ email }) => email),
    systemRole: "ADMIN",
    roleId: null,
    language: "en",
  });
  for (const account of accounts) {
    const other = await app.open();
    await join(other.page, app.origin, account, "en");
    const token = (await mailedInvitation(app.origin, account.email)).split("/").at(-1);
    await call(other.page, app.origin, "invitations.accept", { token });
    await other.context.close();
  }
  await open(page, `day=${wednesday}`);
  const people = page.getByRole("checkbox", { name: /^(Noa Adler|Dana Levi|Gábor Szabó|Анна Ким|Omer Tal|Yael Bar)$/ });
  await expect.poll(() => people.count(), soon).toBe(6);
  const hues = await people.evaluateAll((toggles) => toggles.map((toggle) => toggle.dataset["hue"]));
  expect(new Set(hues).size).toBe(6);
  await keepPicture(page, "calendar-people");
  expect(complaints).toEqual([]);
  await page.context().close();
});

describe("on a phone", () => {
  it("shows the agenda for a week, days and months for the thumb, and makes a meeting by a tap", async () => {
    const { page, complaints } = await person({ isPhone: true, width: 390, height: 844 });
    await make(page, { title: "Kickoff", start: `${day(0)}T23:00`, minutes: 30 });
    await page.goto(`${app.origin}/calendar`);
    await page.getByRole("button", { name: /Meeting: Kickoff/ }).waitFor(soon);
    expect(await serious(page)).toEqual([]);
    const low = await page.evaluate(() =>
      [...document.querySelectorAll("main button, main a")]
        .map((element) => ({
          text: element.getAttribute("aria-label") ?? element.textContent,
          box: element.getBoundingClientRect(),
        }))
        .filter(({ box }) => box.width > 0 && box.height < 44)
        .map(({ text, box }) => `${text} ${box.height}`),
    );
    expect(low).toEqual([]);
    await page.getByRole("button", { name: /Meeting: Kickoff/ }).tap();
    await page.getByRole("dialog", { name: "Kickoff" }).getByText("Organizer").waitFor(soon);
    await page.goBack();
    await page.getByRole("dialog").waitFor({ state: "detached", ...soon });
    await open(page, `view=day&day=${wednesday}`);
    const ten = await spot(page, wednesday, 10.2);
    await page.touchscreen.tap(ten.x, ten.y);
    const editor = page.getByRole("dialog", { name: "New meeting" });
    await editor.getByRole("textbox", { name: "Title" }).fill("Visit");
    const guests = editor.getByRole("combobox", { name: "Guests" });
    await guests.tap();
    await guests.pressSequentially("a@galil.example");
    await guests.press("Enter");
    await editor.getByRole("row", { name: "a@galil.example" }).waitFor(soon);
    // No list covers what follows: one tap is enough.
    await editor.getByText("Send invitations by email").tap();
    await expect.poll(() => editor.getByRole("checkbox", { name: "Send invitations by email" }).isChecked()).toBe(false);
    await editor.getByRole("button", { name: "Create meeting" }).tap();
    await entry(page, "Visit").waitFor(soon);
    await expect.poll(() => timesOf(page, "Visit"), soon).toEqual([`${wednesday} 10:00 ${wednesday} 10:30`]);
    // On a phone what is closed is taken out of the history, which a new address would cut short.
    await editor.waitFor({ state: "detached", ...soon });
    await atRest(page);
    await open(page, `view=month&day=${wednesday}`);
    await entry(page, "Visit").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

it("is mirrored in Hebrew: the week runs from the right, and arrows go the way they point", async () => {
  const { page, complaints } = await person({ language: "he" });
  await make(page, { title: "Kickoff", start: `${wednesday}T10:00`, minutes: 60 });
  await open(page, `day=${wednesday}`);
  await entry(page, "Kickoff").waitFor(soon);
  const columns = page.locator("[data-hours]");
  const [sunday, saturday] = [await columns.first().boundingBox(), await columns.last().boundingBox()];
  expect(sunday?.x ?? 0).toBeGreaterThan(saturday?.x ?? 0);
  await drag(page, await spot(page, wednesday, 10.5), await spot(page, thursday, 10.5));
  await expect.poll(() => timesOf(page, "Kickoff"), soon).toEqual([`${thursday} 10:00 ${thursday} 11:00`]);
  await entry(page, "Kickoff").focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => timesOf(page, "Kickoff"), soon).toEqual([`${wednesday} 10:00 ${wednesday} 11:00`]);
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined));
  await page.keyboard.press("ArrowLeft");
  await expect.poll(() => new URL(page.url()).searchParams.get("day"), soon).toBe("2027-03-17");
  expect(await serious(page)).toEqual([]);
  expect(complaints).toEqual([]);
  await page.context().close();
});
