import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { calendarOf, entry, soon, toast } from "./support/calendar.ts";
import { call } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { row } from "./support/tasks.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, open, timesOf } = calendarOf(() => app);
/** In Israel, the clocks go from 2:00 to 3:00 on that Friday. */
const [thursday, friday] = ["2027-03-25", "2027-03-26"];
const Made = z.object({ id: z.string() });
const Task = z.object({ due: z.string() });

/** Where an hour is in the column of a day. */
async function spot(page: Page, day: string, hour: number): Promise<{ x: number; y: number }> {
  const column = page.locator(`[data-day="${day}"][data-hours]`).first();
  await column.evaluate((element, at) => {
    const view = element.closest("[data-calendar-view]");
    if (view) view.scrollTop = Math.max(0, (element.getBoundingClientRect().height * at) / 24 - 150);
  }, hour);
  const box = (await column.boundingBox()) ?? expect.fail("no column");
  return { x: box.x + box.width / 2, y: box.y + (box.height * hour) / 24 };
}

it("a task is not created at a time that the clocks skip, neither by a line nor by choosing a date", async () => {
  const { page, complaints } = await person();
  await page.goto(`${app.origin}/tasks`);
  const line = page.getByRole("textbox", { name: "Add a task" });
  await line.fill("Call Dana 26/3/2027 02:30");
  const reason = page.getByText("The clocks go forward on that day, so this time does not exist. Choose another one.");
  await reason.waitFor(soon);
  await line.press("Enter");
  // What was typed stays.
  expect(await line.inputValue()).toBe("Call Dana 26/3/2027 02:30");
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "skipped-line");
  await line.fill("Call Dana 26/3/2027 03:30");
  await reason.waitFor({ state: "detached", ...soon });
  await line.press("Enter");
  await row(page, "Call Dana").waitFor(soon);
  await row(page, "Call Dana").focus();
  await page.keyboard.press("d");
  const due = page.getByRole("dialog", { name: "Due date" });
  await due.getByRole("textbox").fill("26/3/2027 02:30");
  await due.getByRole("textbox").press("Enter");
  await due.getByText("The clocks go forward on that day", { exact: false }).waitFor(soon);
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "skipped-choice");
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("what is dragged there lands at the first moment after, which its notification says, and is undone as always", async () => {
  const { page, complaints } = await person();
  await make(page, { title: "Night shift", start: `${thursday}T02:30`, minutes: 60 });
  const { id: taskId } = Made.parse(
    await call(page, app.origin, "tasks.create", { title: "Backup", due: `${thursday}T00:15:00Z` }),
  );
  await open(page, `view=week&day=${thursday}`);
  await entry(page, "Night shift").waitFor(soon);
  await atRest(page);
  await spot(page, thursday, 2.9);
  // The task stands beside it.
  const box = (await entry(page, "Night shift").boundingBox()) ?? expect.fail("no entry");
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const to = { x: (await spot(page, friday, 2.9)).x, y: from.y };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, to.y, { steps: 4 });
  await page.mouse.move(to.x, to.y, { steps: 4 });
  await page.mouse.up();
  const said = toast(page, /^The clocks skip 2:30.* on that day, so it was set to 3:00/);
  await said.waitFor(soon);
  await expect.poll(() => timesOf(page, "Night shift"), soon).toEqual([`${friday} 03:00 ${friday} 04:00`]);
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "skipped-drag");
  await said.getByRole("button", { name: "Undo" }).press("Enter");
  await expect.poll(() => timesOf(page, "Night shift"), soon).toEqual([`${thursday} 02:30 ${thursday} 03:30`]);

  // By keyboard, with the task that is due at 2:15.
  await entry(page, "Backup").press("ArrowRight");
  await page.getByText(/The clocks skip 2:15/).waitFor({ state: "attached", ...soon });
  await entry(page, "Backup").press("Enter");
  await toast(page, /^The clocks skip 2:15/).waitFor(soon);
  const due = async () => Task.parse(await call(page, app.origin, "tasks.get", { taskId })).due;
  await expect.poll(due, soon).toBe(`${friday}T00:00:00.000Z`);
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("in Hebrew on a phone, the line says so as well", async () => {
  const { page, complaints } = await person({ language: "he", width: 360, height: 780, isPhone: true, theme: "dark" });
  await page.goto(`${app.origin}/tasks`);
  await page.getByRole("textbox", { name: "הוספת משימה" }).fill("להתקשר לדנה 26/3/2027 02:30");
  await page.getByText("ביום הזה השעון מוזז קדימה", { exact: false }).waitFor(soon);
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "skipped-line-he-360");
  expect(complaints).toEqual([]);
  await page.context().close();
});
