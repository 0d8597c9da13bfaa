import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import * as z from "zod";
import { type OwnApp, startOwnApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { toast } from "./support/calendar.ts";
import { call, settle, signIn } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { runNow } from "./support/scheduled.ts";

let app: OwnApp;
beforeAll(async () => {
  app = await startOwnApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const Made = z.object({ id: z.string() });

/** A task whose reminder comes in so many seconds. */
async function remindIn(page: Page, seconds: number, more: object = {}): Promise<{ id: string; at: number }> {
  const at = Math.ceil(Date.now() / 1_000) * 1_000 + seconds * 1_000;
  const due = new Date(at + 15 * 60_000).toISOString();
  const made = await call(page, app.origin, "tasks.create", { title: "Call Dana", due, reminder: 15, ...more });
  return { id: Made.parse(made).id, at };
}
const popup = (page: Page) => page.getByRole("region", { name: "Reminders" });
const gotIt = (page: Page) => popup(page).getByRole("button", { name: "Got it" });
/** Filters the pages to those that show a reminder. */
async function showing(pages: readonly Page[]): Promise<Page[]> {
  const shown = await Promise.all(pages.map((page) => gotIt(page).isVisible()));
  return pages.filter((_, at) => shown[at]);
}
const arrive = async (page: Page, path = "/tasks") => {
  await page.goto(`${app.origin}${path}`);
  await popup(page).waitFor({ state: "attached", ...soon });
};
const gone = (page: Page) => gotIt(page).waitFor({ state: "detached", ...soon });

/** Address that the first reminder was sent to. */
let mailedTo = "";

it.each([
  ["en", 1440, 340],
  ["he", 1440, 340],
  ["en", 390, 844],
  ["he", 390, 844],
] as const)(
  "the notice of a reminder put off is over no button of the page's head, nor where tasks are added (%s, %i)",
  async (language, width, height) => {
    const { page } = await app.open({ language, width, height, isPhone: width < 768 });
    await settle(page, app.origin, language);
    await page.goto(`${app.origin}/tasks`);
    const region = page.getByRole("region", { name: { en: "Reminders", he: "תזכורות" }[language] });
    await region.waitFor({ state: "attached", ...soon });
    await remindIn(page, 3);
    await region.getByRole("button", { name: { en: "Remind me 5 minutes before", he: "להזכיר 5 דקות לפני" }[language] }).click();
    const notice = toast(page, /./);
    await notice.waitFor(soon);
    // On a low screen the task that one works on is where notices are otherwise.
    if (width > 768) await page.keyboard.press("j");
    await expect.poll(async () => (await notice.boundingBox())?.y ?? height, soon).toBeLessThan(height / 2);
    await keepPicture(page, `reminders.snoozed.${language}.${width}`);
    const covered = await notice.evaluate((element) => {
      const own = element.getBoundingClientRect();
      const controls = [...document.querySelectorAll("#content header button, #content [data-at-bottom]")];
      return controls.flatMap((control) => {
        const { left, right, top, bottom } = control.getBoundingClientRect();
        const isOver = right > left && left < own.right && right > own.left && top < own.bottom && bottom > own.top;
        return isOver ? [control.textContent] : [];
      });
    });
    expect(covered).toEqual([]);
  },
);

describe("a reminder on the screen", () => {
  it("comes in one of three tabs, moves on when that closes, and is dismissed everywhere", async () => {
    const { page, complaints } = await app.open();
    const account = await settle(page, app.origin);
    const tabs = [page, await page.context().newPage(), await page.context().newPage()];
    for (const tab of tabs) await arrive(tab);
    const other = await app.open();
    await signIn(other.page, app.origin, account);
    await arrive(other.page);

    const { at } = await remindIn(page, 6);
    await expect.poll(async () => (await showing(tabs)).length, { interval: 200 }).toBe(1);
    expect(Date.now()).toBeGreaterThanOrEqual(at);
    await gotIt(other.page).waitFor(soon);
    const [first = expect.fail()] = await showing(tabs);
    expect(await popup(first).innerText()).toMatch(/Due in 15 minutes, .*\n+Call Dana\n+Remind me 5 minutes before\n+Got it/);
    expect(await serious(first)).toEqual([]);

    await first.close();
    const left = tabs.filter((tab) => tab !== first);
    await expect.poll(async () => (await showing(left)).length, soon).toBe(1);
    const [second = expect.fail()] = await showing(left);
    await gotIt(second).click();
    await gone(second);
    await gone(other.page);
    for (const tab of left) {
      await tab.reload();
      await popup(tab).waitFor({ state: "attached", ...soon });
      await atRest(tab);
    }
    expect(await showing(left)).toEqual([]);
    expect(complaints).toEqual([]);
    mailedTo = account.email;
  });

  it("is answered by keys, comes again five minutes before, and goes along with its task", async () => {
    // Three quarters of an hour from every other zone: by whose clock a time is shown can be read from its minutes.
    const timeZone = "Asia/Kathmandu";
    const { page, complaints } = await app.open({ timeZone });
    await settle(page, app.origin);
    await arrive(page);
    const { id, at } = await remindIn(page, 3, { title: "First" });
    await remindIn(page, 3, { title: "Second" });
    await popup(page).getByText("1 of 2").waitFor(soon);
    const due = new Intl.DateTimeFormat("en-GB", { timeStyle: "short", timeZone }).format(at + 15 * 60_000);
    expect(await popup(page).innerText()).toContain(due.slice(2));
    // Done elsewhere: it is nothing to be reminded of any more.
    await call(page, app.origin, "tasks.update", { taskId: id, done: true });
    await popup(page)
      .getByText("1 of 2")
      .waitFor({ state: "detached", ...soon });
    await popup(page).getByText("Second").waitFor(soon);
    await popup(page).getByRole("button", { name: "Remind me 5 minutes before" }).focus();
    await page.keyboard.press("Enter");
    await gone(page);
    expect(await call(page, app.origin, "reminders.pending", {})).toMatchObject({ rows: [{ title: "Second" }] });

    await page.getByText(/^Next reminder: /).waitFor(soon);

    // F8 leads to it from what is being written, and an answer back there; what comes next is not answered by the same key.
    await remindIn(page, 3, { title: "Third" });
    await remindIn(page, 3, { title: "Fourth" });
    await popup(page).getByText("1 of 2").waitFor(soon);
    const line = page.getByPlaceholder(/call/i).first();
    await line.fill("Order clamps");
    await page.keyboard.press("F8");
    await page.keyboard.press("F8");
    await page.keyboard.type(" now");
    await page.keyboard.press("F8");
    for (let press = 0; press < 3; press++) await page.keyboard.press("Tab");
    expect(await gotIt(page).evaluate((button) => button === document.activeElement)).toBe(true);
    await page.keyboard.press("Enter");
    await popup(page)
      .getByText("1 of 2")
      .waitFor({ state: "detached", ...soon });
    await page.keyboard.press("Enter");
    await atRest(page);
    expect(await popup(page).innerText()).toMatch(/Third|Fourth/);
    await page.keyboard.press("Escape");
    await gone(page);
    await expect.poll(() => line.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await line.inputValue()).toBe("Order clamps now");
    expect(complaints).toEqual([]);
  });

  it("is caught up after the machine slept, and goes by the server's clock when this one is set", async () => {
    const { page } = await app.open();
    await settle(page, app.origin);
    await page.addInitScript(() => {
      const real = Date.now.bind(Date);
      let ahead = 0;
      Date.now = () => real() + ahead;
      Object.assign(globalThis, { setClockAhead: (ms: number) => (ahead = ms) });
    });
    await arrive(page);
    const { at } = await remindIn(page, 20);
    // An hour ahead: what this clock says is due is not.
    await page.evaluate(() => Reflect.get(globalThis, "setClockAhead")(3_600_000));
    await gotIt(page).waitFor({ timeout: 60_000 });
    expect(Date.now()).toBeGreaterThanOrEqual(at);
  });
});

it("is chosen in the details of a task, in the line that adds one, and shown in its row", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await arrive(page);
  const line = page.getByRole("textbox", { name: "New task" }).or(page.getByPlaceholder(/call/i)).first();
  await line.fill("Order clamps tomorrow 10:00");
  await page.getByRole("button", { name: "Reminder: No reminder" }).click();
  await page.getByRole("menuitemradio", { name: "30 minutes before" }).click();
  await page.getByRole("status").getByText("30 minutes before").waitFor(soon);
  await line.press("Enter");
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Order clamps" }) });
  await row.getByRole("img", { name: "30 minutes before" }).waitFor(soon);
  await row.getByRole("rowheader").click();
  await page.getByRole("button", { name: "Reminder: 30 minutes before" }).click();
  await page.keyboard.press("Home");
  await page.keyboard.press("Enter");
  await row.getByRole("img", { name: "30 minutes before" }).waitFor({ state: "detached", ...soon });
  expect(complaints).toEqual([]);
});

it("is mailed once as well", async () => {
  const Mailbox = z.object({ mails: z.array(z.object({ subject: z.string() })) });
  const subjects = async () => {
    const response = await fetch(`${app.origin}/local/mailbox.json?to=${encodeURIComponent(mailedTo)}`);
    const { mails } = Mailbox.parse(await response.json());
    return mails.map(({ subject }) => subject).filter((subject) => subject.startsWith("Reminder"));
  };
  const swept = () => {
    runNow(app, "reminders");
    return subjects();
  };
  await expect.poll(swept, { timeout: 60_000, interval: 1_000 }).toEqual([expect.stringMatching(/^Reminder: Call Dana, /)]);
});
