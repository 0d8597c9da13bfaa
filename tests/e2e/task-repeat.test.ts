import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };

/** The day so many days from today, in the time zone of the browsers and of the organization. */
const day = (after: number): string =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Jerusalem" }).format(Date.now() + after * 86_400_000);
const weekday = (date: string, locale = "en") =>
  new Intl.DateTimeFormat(locale, { weekday: "long", timeZone: "UTC" }).format(Date.parse(date));

/** Creates a person with one task, which is due today. */
async function person(options?: Parameters<App["open"]>[0]): Promise<Seat> {
  const seat = await app.open(options);
  await settle(seat.page, app.origin, options?.language);
  await call(seat.page, app.origin, "tasks.create", { title: "Update price list", due: day(0) });
  await seat.page.goto(`${app.origin}/tasks`);
  await row(seat.page).first().waitFor(soon);
  return seat;
}

const row = (page: Page) => page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: "Update price list" }) });
const group = (page: Page, name: RegExp) => page.getByRole("button", { name });
const toast = (page: Page, text: string | RegExp) => page.getByRole("alertdialog").filter({ hasText: text });
const peekOf = (page: Page) => page.getByRole("complementary", { name: "Task", exact: true });

interface Stored {
  readonly title: string;
  readonly due: string;
  readonly repeat: unknown;
}
const stored = async (page: Page): Promise<readonly Stored[]> => {
  const answer = await page.request.get(
    `${app.origin}/api/trpc/tasks.list?input=${encodeURIComponent(JSON.stringify({ timeZone: "Asia/Jerusalem" }))}`,
  );
  const body: { result: { data: { rows: readonly Stored[] } } } = await answer.json();
  return body.result.data.rows;
};

describe("in the line that adds a task", () => {
  it.each([
    ["en", "Water plants every Thursday at 9", "Water plants", "Every week on Thursday"],
    ["he", "להשקות עציצים כל יום חמישי בשעה 9", "להשקות עציצים", /בכל שבוע ביום .?חמישי/],
  ] as const)(
    "%s: it is shown before it is saved, Backspace makes it words again, and the task repeats",
    async (language, text, title, words) => {
      const { page, complaints, context } = await person({ language });
      const line = page.getByRole("main").locator("form").getByRole("textbox");
      const said = page.getByRole("status").filter({ hasText: words });
      const [phrase = "", end = ""] = [/^.*(?:Thursday|חמישי)/.exec(text)?.[0], /(?: at 9| בשעה 9)$/.exec(text)?.[0]];
      await line.pressSequentially(phrase);
      await said.waitFor(soon);
      await page.keyboard.press("Backspace");
      await said.waitFor({ state: "detached" });
      expect(await line.inputValue()).toBe(phrase);
      await line.fill("");
      await line.pressSequentially(phrase + end);
      await said.waitFor(soon);
      expect(await serious(page)).toEqual([]);
      await page.keyboard.press("Enter");
      const made = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: title }) });
      await made.getByRole("img", { name: words }).waitFor(soon);
      const due = expect.stringMatching(/T0[67]:00:00\.000Z$/);
      const repeat = { frequency: "week", every: 1, weekdays: ["TH"] };
      await expect
        .poll(() => stored(page), soon)
        .toEqual(expect.arrayContaining([expect.objectContaining({ title, due, repeat: expect.objectContaining(repeat) })]));
      expect(complaints).toEqual([]);
      await context.close();
    },
  );
});

describe("by mouse", () => {
  it("repeats a task every week: the next one comes when it is done, and is removed when that is undone", async () => {
    const { page, complaints } = await person();
    await row(page).click();
    await peekOf(page).getByRole("button", { name: "Repeat: Does not repeat" }).click();
    const menu = page.getByRole("menu", { name: "Repeat" });
    await menu.getByRole("menuitemradio", { name: "Every weekday (Sun–Thu)" }).waitFor(soon);
    expect(await serious(page)).toEqual([]);
    const words = `Every week on ${weekday(day(0))}`;
    await menu.getByRole("menuitemradio", { name: words }).click();
    await peekOf(page)
      .getByRole("button", { name: `Repeat: ${words}` })
      .waitFor(soon);
    await row(page).getByRole("img", { name: words }).waitFor(soon);
    await toast(page, "Repeat changed").waitFor(soon);
    expect(await stored(page)).toMatchObject([{ due: day(0), repeat: { frequency: "week", every: 1 } }]);

    await row(page).getByRole("checkbox").click();
    await group(page, /^Later\s*1/).waitFor(soon);
    await group(page, /^Done\s*1/).waitFor(soon);
    expect(await stored(page)).toMatchObject([{ due: day(7), repeat: { frequency: "week" } }]);
    expect(await row(page).count()).toBe(2);

    await page.getByRole("checkbox", { name: "Reopen: Update price list" }).first().click();
    await group(page, /^Later/).waitFor({ state: "detached" });
    await group(page, /^Today\s*1/).waitFor(soon);
    expect(await stored(page)).toMatchObject([{ due: day(0) }]);

    await row(page).getByRole("checkbox").click();
    await group(page, /^Later\s*1/).waitFor(soon);
    await toast(page, "Task done").last().getByRole("button", { name: "Undo" }).click();
    await group(page, /^Later/).waitFor({ state: "detached" });
    await group(page, /^Today\s*1/).waitFor(soon);
    expect(await stored(page)).toMatchObject([{ due: day(0) }]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is undone, and goes back to what it was where it cannot be saved", async () => {
    const { page } = await person();
    await row(page).click();
    const value = peekOf(page).getByRole("button", { name: /^Repeat:/ });
    await value.click();
    await page.getByRole("menuitemradio", { name: "Every day" }).click();
    await toast(page, "Repeat changed").getByRole("button", { name: "Undo" }).click();
    await peekOf(page).getByRole("button", { name: "Repeat: Does not repeat" }).waitFor(soon);

    await page.route(/tasks\.update/, (route) => route.abort());
    await value.click();
    await page.getByRole("menuitemradio", { name: "Every day" }).click();
    await toast(page, "Not saved: Repeat changed").waitFor(soon);
    await peekOf(page).getByRole("button", { name: "Repeat: Does not repeat" }).waitFor(soon);
    await page.context().close();
  });
});

describe("by keyboard alone", () => {
  it("chooses that the next one comes on schedule, and back", async () => {
    const { page, complaints } = await person();
    const { keyboard } = page;
    const value = peekOf(page).getByRole("button", { name: /^Repeat:/ });
    await keyboard.press("j");
    await keyboard.press("Space");
    await value.focus();
    await keyboard.press("Enter");
    const menu = page.getByRole("menu", { name: "Repeat" });
    await menu.waitFor(soon);
    // There is no next one of a task that does not repeat.
    expect(await menu.getByRole("menuitemradio", { name: "On schedule, done or not" }).count()).toBe(0);
    await keyboard.type("Every day");
    await keyboard.press("Enter");
    const named = (name: string) => peekOf(page).getByRole("button", { name, exact: true });
    await named("Repeat: Every day").waitFor(soon);
    await expect.poll(() => value.evaluate((element) => element === document.activeElement)).toBe(true);
    await keyboard.press("Enter");
    await menu.waitFor(soon);
    expect(await menu.getByRole("menuitemradio", { name: "When this one is done", checked: true }).count()).toBe(1);
    expect(await serious(page)).toEqual([]);
    await keyboard.press("End");
    await keyboard.press("Enter");
    await named("Repeat: Every day, on schedule").waitFor(soon);
    await expect.poll(() => stored(page)).toMatchObject([{ repeat: { frequency: "day" }, repeatOn: "date" }]);
    await expect.poll(() => value.evaluate((element) => element === document.activeElement)).toBe(true);
    await keyboard.press("Enter");
    await menu.waitFor(soon);
    expect(await menu.getByRole("menuitemradio", { checked: true }).allTextContents()).toEqual([
      "Every day",
      "On schedule, done or not",
    ]);
    await keyboard.press("End");
    await keyboard.press("ArrowUp");
    await keyboard.press("Enter");
    await named("Repeat: Every day").waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("takes a custom rule, shows what is wrong with it, and asks before discarding it", async () => {
    const { page, complaints } = await person();
    const { keyboard } = page;
    await keyboard.press("j");
    await keyboard.press("Space");
    await peekOf(page).waitFor(soon);
    await peekOf(page)
      .getByRole("button", { name: /^Repeat:/ })
      .focus();
    await keyboard.press("Enter");
    await page.getByRole("menu", { name: "Repeat" }).waitFor(soon);
    await keyboard.press("End");
    await keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Custom repeat" });
    const every = dialog.getByRole("textbox", { name: "Every" });
    await expect.poll(() => every.evaluate((element) => element === document.activeElement)).toBe(true);

    // Nothing is changed: it closes without a question, and the focus is where it was.
    await keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label")))
      .toBe("Repeat: Does not repeat");
    await keyboard.press("Enter");
    await keyboard.press("End");
    await keyboard.press("Enter");
    await expect.poll(() => every.evaluate((element) => element === document.activeElement)).toBe(true);

    await keyboard.press("Control+a");
    await keyboard.press("Delete");
    await keyboard.press("Enter");
    await dialog.getByText("Required").waitFor(soon);
    await keyboard.type("2");
    await keyboard.press("Tab");
    await keyboard.press("m");
    await dialog.getByRole("button", { name: /months/ }).waitFor(soon);
    await keyboard.press("Tab");
    await keyboard.press("ArrowRight");
    await keyboard.press("Enter");
    await dialog.getByRole("button", { name: /First|Second|Third|Fourth|Last/ }).waitFor(soon);
    await keyboard.press("Tab");
    await keyboard.press("l");
    await keyboard.press("Tab");
    await keyboard.press("f");
    await keyboard.press("Tab");
    await keyboard.press("a");
    await keyboard.press("Tab");
    await keyboard.type("3");
    await keyboard.press("Tab");
    await dialog.getByText("Every 2 months on the last Friday, 3 times").waitFor(soon);
    await dialog.getByText(/^Next dates: .* · .*/).waitFor(soon);
    expect(await serious(page)).toEqual([]);

    await keyboard.press("Escape");
    const question = page.getByRole("alertdialog", { name: "Discard changes?" });
    await question.waitFor(soon);
    await keyboard.press("Escape");
    await question.waitFor({ state: "detached" });
    await dialog.getByText("Every 2 months on the last Friday, 3 times").waitFor(soon);
    await dialog.getByRole("textbox", { name: "Number of times" }).focus();
    await keyboard.press("Enter");
    await dialog.waitFor({ state: "detached" });
    await peekOf(page).getByRole("button", { name: "Repeat: Every 2 months on the last Friday, 3 times" }).waitFor(soon);
    await toast(page, "Repeat changed").waitFor(soon);
    const [task] = await stored(page);
    expect(task?.repeat).toEqual({
      frequency: "month",
      every: 2,
      on: { by: "weekday", week: "last", weekday: "FR" },
      ends: { type: "after", times: 3 },
    });
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("shows an end before the due date at its field, and a day that never comes at its own", async () => {
    const { page, complaints } = await person();
    await row(page).click();
    await peekOf(page)
      .getByRole("button", { name: /^Repeat:/ })
      .click();
    await page.getByRole("menuitemradio", { name: /^Custom/ }).click();
    const dialog = page.getByRole("dialog", { name: "Custom repeat" });
    await dialog.getByRole("button", { name: /Ends/ }).click();
    await page.getByRole("option", { name: "On a date" }).click();
    await dialog.getByRole("spinbutton").first().focus();
    await page.keyboard.type("01012020");
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("The end is before the start. Choose a later end.").waitFor(soon);
    await dialog.getByRole("button", { name: /Ends/ }).click();
    await page.getByRole("option", { name: "Never" }).click();
    await dialog.getByRole("button", { name: /Unit/ }).click();
    await page.getByRole("option", { name: "year" }).click();
    await dialog.getByRole("button", { name: /Day of the month/ }).click();
    await page.getByRole("option", { name: "30", exact: true }).click();
    await dialog.getByRole("button", { name: /Month$/ }).click();
    await page.getByRole("option", { name: "February" }).click();
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("No date matches these settings. Choose another day or a later end.").waitFor(soon);
    await dialog.getByRole("button", { name: "Cancel" }).click();
    await page.getByRole("alertdialog", { name: "Discard changes?" }).getByRole("button", { name: "Discard" }).click();
    await dialog.waitFor({ state: "detached" });
    await peekOf(page).getByRole("button", { name: "Repeat: Does not repeat" }).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("on a phone in Hebrew", () => {
  it("chooses days of the week in the sheet, the week beginning on Sunday", async () => {
    const { page, complaints } = await person({ width: 390, height: 844, isPhone: true, language: "he" });
    await row(page).tap();
    const sheet = page.getByRole("dialog", { name: "משימה" });
    await sheet.getByRole("button", { name: /חזרה.*ללא חזרה/ }).tap();
    await page.getByRole("menuitemradio", { name: "התאמה אישית…" }).tap();
    const dialog = page.getByRole("dialog", { name: "חזרה בהתאמה אישית" });
    await dialog.waitFor(soon);
    const days = dialog.getByRole("group", { name: "ימי השבוע" }).or(dialog.getByRole("toolbar", { name: "ימי השבוע" }));
    const names = await days.getByRole("button").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
    expect(names[0]).toBe("יום ראשון");
    for (const name of ["יום ראשון", "יום שלישי"]) {
      const toggle = days.getByRole("button", { name });
      if ((await toggle.getAttribute("aria-pressed")) !== "true") await toggle.tap();
    }
    await dialog.getByText(/^התאריכים הבאים: /).waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await page.setViewportSize({ width: 360, height: 740 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await dialog.getByRole("button", { name: "שמירה" }).tap();
    await dialog.waitFor({ state: "detached" });
    await sheet.getByRole("button", { name: /בימים.*ראשון.*שלישי/ }).waitFor(soon);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
