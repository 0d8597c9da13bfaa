import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { smsOf } from "./support/sms.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const Shown = z.object({ occurrences: z.array(z.object({ title: z.string(), start: z.string() })) });

const { makeSender, leadWith } = smsOf(() => app);

async function withMeetings(language: "en" | "he", width: number, phone: string) {
  // Not where the organization is: times are those of whoever looks.
  const seat = await app.open({ timeZone: "America/Phoenix" });
  const { page } = seat;
  await page.setViewportSize({ width, height: 860 });
  await settle(page, app.origin, language);
  const meet = (title: string, start: string, more: object = {}) =>
    call(page, app.origin, "meetings.create", { title, start, timeZone: "UTC", ...more });
  await makeSender(page, phone);
  const guests = [{ email: "dana@customer.example" }, { cardId: await leadWith(page, phone) }];
  const notify = { invite: false, changes: true, remind: false, changesBySms: true };
  await meet("Site visit", "2031-03-04T09:00:00.000Z", { guests, notify });
  await meet("Handover", "2031-03-05T09:00:00.000Z");
  const repeat = { frequency: "day", every: 1, weekdays: [], ends: { type: "after", times: 3 } };
  await meet("Stand-up", "2031-03-06T09:00:00.000Z", { repeat });
  const starts = async () => {
    const window = { from: "2031-03-01T00:00:00.000Z", until: "2031-04-01T00:00:00.000Z", timeZone: "UTC" };
    const { occurrences } = Shown.parse(await call(page, app.origin, "meetings.range", window));
    return occurrences.map(({ title, start }) => `${start.slice(8, 10)} ${title}`);
  };
  await page.goto(`${app.origin}/calendar?view=agenda&day=2031-03-01`);
  return { ...seat, starts };
}
const all = ["04 Site visit", "05 Handover", "06 Stand-up", "07 Stand-up", "08 Stand-up"];

it("meetings are selected, moved and deleted by keyboard, and the change is undone as a whole", async () => {
  const { page, complaints, starts } = await withMeetings("en", 1440, "+972545559501");
  const row = (name: string) => page.getByRole("button", { name: new RegExp(name) }).first();
  await row("Site visit").focus();
  await page.keyboard.press("x");
  const bar = (count: string) => page.getByRole("toolbar", { name: `${count} selected` });
  await bar("1 meeting").waitFor(soon);
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("Shift+ArrowDown");
  await bar("3 meetings").waitFor(soon);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toContain("Stand-up");
  await page.keyboard.press("Escape");
  await bar("3 meetings").waitFor({ state: "detached", ...soon });
  await row("Site visit").focus();
  for (let step = 0; step < 2; step++) await page.keyboard.press("Shift+ArrowDown");
  await bar("3 meetings").waitFor(soon);
  await keepPicture(page, "many-meetings");
  await bar("3 meetings").getByRole("button", { name: "Move by days" }).press("Enter");
  await page.getByRole("menuitem", { name: "1 week later" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Edit 3 meetings" });
  await dialog.getByText("3 meetings change").waitFor(soon);
  await dialog.getByText("4 Mar 2031, 2:00").waitFor(soon);
  await dialog.getByText("1 of them repeats: only the selected date changes.").waitFor(soon);
  expect(await dialog.getByRole("checkbox", { name: "Email the guests about it" }).isChecked()).toBe(false);
  await dialog.getByRole("checkbox", { name: "Email the guests about it" }).press("Space");
  await dialog.getByText(/^\d SMS will be sent · \d+ SMS left$/).waitFor(soon);
  await keepPicture(page, "many-meetings-preview");
  await dialog.getByRole("checkbox", { name: "Email the guests about it" }).press("Space");
  await dialog.getByText(/SMS will be sent/).waitFor({ state: "detached", ...soon });
  expect(await serious(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Change 3 meetings" }).press("Enter");
  await page.getByText("3 meetings changed").waitFor(soon);
  expect(await starts()).toEqual(["07 Stand-up", "08 Stand-up", "11 Site visit", "12 Handover", "13 Stand-up"]);
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect.poll(starts, soon).toEqual(all);

  // On the screen too: a row that is still to move would take the focus along.
  await row(String.raw`Handover.*\b5\b`).waitFor(soon);
  await row("Handover").focus();
  await page.keyboard.press("x");
  await page.keyboard.press("Delete");
  await page.getByRole("dialog", { name: "Delete 1 meeting" }).getByRole("button", { name: "Delete 1 meeting" }).press("Enter");
  await page.getByText("1 meeting deleted").waitFor(soon);
  expect(await starts()).toEqual(all.filter((one) => !one.includes("Handover")));
  expect(complaints).toEqual([]);
});

it("participants are added to meetings that are chosen on a phone, by long press and by a tap", async () => {
  const { page, complaints } = await withMeetings("he", 390, "+972545559502");
  const row = (name: string) => page.getByRole("button", { name: new RegExp(name) }).first();
  const touch = (name: string, type: string) => row(name).dispatchEvent(type, { pointerType: "touch", bubbles: true });
  await row("Site visit").waitFor(soon);
  await touch("Site visit", "pointerdown");
  await page.getByRole("toolbar", { name: "נבחרה פגישה אחת" }).waitFor(soon);
  await touch("Site visit", "pointerup");
  await row("Handover").click();
  const bar = page.getByRole("toolbar", { name: "נבחרו שתי פגישות" });
  await bar.waitFor(soon);
  expect(await row("Handover").getAttribute("aria-pressed")).toBe("true");
  await keepPicture(page, "many-meetings-phone");
  expect(await serious(page)).toEqual([]);
  await bar.getByRole("button", { name: "הסרת משתתף" }).click();
  await page.getByRole("menuitem").first().click();
  await page.getByRole("dialog").getByRole("button", { name: "שינוי שתי פגישות" }).click();
  await page.getByText("שתי פגישות השתנו").waitFor(soon);
  await page.getByRole("main").getByRole("button", { name: "עוד", exact: true }).click();
  await page.getByRole("menuitem", { name: "בחירת פגישות" }).click();
  await page.getByRole("toolbar").getByRole("status").waitFor(soon);
  expect(complaints).toEqual([]);
});
