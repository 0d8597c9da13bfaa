import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { calendarOf, entry, soon, thursday, toast, wednesday } from "./support/calendar.ts";
import { arriveLive, signIn } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make, timesOf, open } = calendarOf(() => app);
/** Functions that send mail have not run before. */
const eventually = { timeout: 60_000 };
let counter = 0;
const newAddress = () => `amit${++counter}.${Date.now()}@galil.example`;

/** The subjects of what somebody has been sent, the first one first. */
async function mailsOf(page: Page, address: string): Promise<string[]> {
  const reader = await page.context().newPage();
  await reader.goto(`${app.origin}/local/mailbox?to=${encodeURIComponent(address)}`);
  const subjects = await reader.locator("nav ol a").allTextContents();
  await reader.close();
  return subjects.toReversed();
}

/** Drags an entry to the same hour of another day. */
async function dragTo(page: Page, title: string, on: string): Promise<void> {
  const from = await entry(page, title).boundingBox();
  const column = await page.locator(`[data-day="${on}"][data-hours]`).boundingBox();
  if (!from || !column) throw new Error(`${title} or ${on} is not shown`);
  const y = from.y + 8;
  const x = column.x + column.width / 2;
  await page.mouse.move(from.x + from.width / 2, y);
  await page.mouse.down();
  await page.mouse.move((from.x + x) / 2, y, { steps: 4 });
  await page.mouse.move(x, y, { steps: 4 });
  await page.mouse.up();
}

const meeting = { title: "Site visit", start: `${wednesday}T10:00`, minutes: 60 };

describe("whoever moves or deletes a meeting with guests", () => {
  it("chooses whether they get a mail about it", async () => {
    const { page, complaints } = await person();
    const address = newAddress();
    await make(page, { ...meeting, guests: [{ email: address }] });
    await expect.poll(async () => (await mailsOf(page, address)).length, eventually).toBe(1);
    await open(page, `day=${wednesday}`);
    await dragTo(page, "Site visit", thursday);
    const moving = page.getByRole("alertdialog", { name: "Change meeting" });
    const news = moving.getByRole("checkbox", { name: "Send the new time to 1 guest" });
    await news.waitFor(soon);
    expect(await news.isChecked()).toBe(true);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "meeting-tell");
    await moving.getByText("Send the new time to 1 guest").click();
    await moving.getByRole("button", { name: "Save" }).click();
    await expect.poll(() => timesOf(page, "Site visit"), soon).toEqual([`${thursday} 10:00 ${thursday} 11:00`]);

    // By keyboard, and with a mail.
    await entry(page, "Site visit").focus();
    await page.keyboard.press("Delete");
    const deleting = page.getByRole("alertdialog", { name: "Delete meeting" });
    await deleting.getByRole("checkbox", { name: "Send the cancellation to 1 guest" }).waitFor(soon);
    await page.keyboard.press("Enter");
    await toast(page, "Meeting deleted").waitFor(soon);
    await expect.poll(async () => (await mailsOf(page, address)).length, eventually).toBe(2);
    expect((await mailsOf(page, address))[1]).toContain("Canceled");
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("says for all of its changes which mails they get", async () => {
    const { page, complaints } = await person();
    const { id } = await make(page, { ...meeting, reminder: 15, guests: [{ email: newAddress() }] });
    await open(page, `day=${wednesday}`);
    await entry(page, "Site visit").click();
    await page.getByRole("dialog", { name: "Site visit" }).getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog", { name: "Edit meeting" });
    await form.getByText("Remind guests by email, too").click();
    await form.getByText("Send changes and cancellations by email").click();
    await keepPicture(page, "meeting-notify");
    await form.getByRole("button", { name: "Save" }).click();
    await toast(page, "Meeting changed").waitFor(soon);
    const url = `${app.origin}/api/trpc/meetings.get?input=${encodeURIComponent(JSON.stringify({ meetingId: id }))}`;
    const saved: { result: { data: { notify: unknown } } } = await (await page.request.get(url)).json();
    expect(saved.result.data.notify).toMatchObject({ invite: true, changes: false, remind: true });
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe.each(["en", "he"] as const)("one time of a series in %s", (language) => {
  const words = {
    en: {
      edit: "Edit",
      form: "Edit meeting",
      guests: "Guests",
      save: "Save",
      one: "This meeting",
      changed: "Meeting changed",
      only: /Guest, this time only/,
    },
    he: {
      edit: "עריכה",
      form: "עריכת פגישה",
      guests: "מוזמנים",
      save: "שמירה",
      one: "רק הזאת",
      changed: "הפגישה שונתה",
      only: /מוזמן למועד זה בלבד/,
    },
  }[language];
  const title = { en: "Site visit", he: "ביקור באתר" }[language];

  it("gets a guest of its own, who is invited to it alone, and another one is taken off it", async () => {
    const { page, complaints } = await person({ language });
    const [address, added] = [newAddress(), newAddress()];
    const repeat = { frequency: "week", every: 1, weekdays: ["WE"], ends: { type: "never" } };
    await make(page, { ...meeting, title, repeat, guests: [{ email: address }] });
    await expect.poll(async () => (await mailsOf(page, address)).length, eventually).toBe(1);
    await open(page, `day=${wednesday}`);
    await entry(page, title).click();
    const peek = page.getByRole("dialog", { name: title });
    await peek.getByRole("button", { name: words.edit }).click();
    const form = page.getByRole("dialog", { name: words.form });
    const field = form.getByRole("combobox", { name: words.guests });
    // By keyboard: the last guest goes, another one comes.
    await field.focus();
    await page.keyboard.press("Backspace");
    await page.keyboard.type(`${added},`);
    await form.getByText(added).waitFor(soon);
    expect(await form.getByText(address).count()).toBe(0);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, `meeting-one-time-guest-${language}`);
    await form.getByRole("button", { name: words.save }).click();
    const question = page.getByRole("alertdialog");
    await question.getByText(words.one, { exact: true }).waitFor(soon);
    await keepPicture(page, `meeting-one-time-part-${language}`);
    await question.getByRole("button", { name: words.save }).click();
    await toast(page, words.changed).waitFor(soon);
    await peek.getByText(added).waitFor(soon);
    await peek.getByText(words.only).waitFor(soon);
    await keepPicture(page, `meeting-one-time-peek-${language}`);

    // Each hears of that time, and who is added answers for it.
    await expect.poll(async () => (await mailsOf(page, added)).length, eventually).toBe(1);
    await expect.poll(async () => (await mailsOf(page, address)).length, eventually).toBe(2);
    const guest = await app.open({ language });
    await guest.page.goto(`${app.origin}/local/mailbox?to=${encodeURIComponent(added)}`);
    await guest.page.locator("nav ol a").first().click();
    await keepPicture(guest.page, `meeting-one-time-mail-${language}`);
    const link = guest.page.frameLocator("iframe").getByRole("link").first();
    const [rsvp] = await Promise.all([guest.context.waitForEvent("page"), link.click()]);
    await rsvp.getByRole("radio").first().waitFor(soon);
    // One time alone: there is no choice of all.
    expect(await rsvp.getByRole("radiogroup").count()).toBe(1);
    await keepPicture(rsvp, `meeting-one-time-rsvp-${language}`);
    await rsvp.getByRole("radio").first().click();
    await peek.locator('[data-rsvp="ACCEPTED"]').waitFor(soon);

    // The week after is as it was.
    await open(page, `day=2027-03-17`);
    await entry(page, title).click();
    await peek.getByText(address).waitFor(soon);
    expect(await peek.getByText(added).count()).toBe(0);
    expect(complaints).toEqual([]);
    await guest.context.close();
    await page.context().close();
  });
});

describe("in a calendar that is open", () => {
  it("what somebody else makes and drags appears by itself", async () => {
    const { page, account } = await person();
    await arriveLive(page, () => open(page, `day=${wednesday}`));
    const other = await app.open();
    await signIn(other.page, app.origin, account);
    await make(other.page, meeting);
    await entry(page, "Site visit").waitFor(soon);
    await open(other.page, `day=${wednesday}`);
    await entry(other.page, "Site visit").waitFor(soon);
    await dragTo(other.page, "Site visit", thursday);
    await page.locator(`[data-day="${thursday}"] [data-entry]`).waitFor(soon);
    await other.context.close();
    await page.context().close();
  });

  it("what a guest replies appears by itself", async () => {
    const { page } = await person();
    const address = newAddress();
    await make(page, { ...meeting, guests: [{ email: address, name: "Amit Regev" }] });
    await arriveLive(page, () => open(page, `day=${wednesday}`));
    await entry(page, "Site visit").click();
    const peek = page.getByRole("dialog", { name: "Site visit" });
    await peek.getByRole("button", { name: /No reply yet/ }).waitFor(soon);

    const guest = await app.open();
    const mail = guest.page.locator("nav ol a").first();
    await expect
      .poll(async () => {
        await guest.page.goto(`${app.origin}/local/mailbox?to=${encodeURIComponent(address)}`);
        return mail.count();
      }, soon)
      .toBeGreaterThan(0);
    await mail.click();
    const link = guest.page.frameLocator("iframe").getByRole("link").first();
    const [rsvp] = await Promise.all([guest.context.waitForEvent("page"), link.click()]);
    await rsvp.getByRole("radio", { name: "Accept" }).click();
    await peek.getByRole("button", { name: /Accepted/ }).waitFor(soon);
    await guest.context.close();
    await page.context().close();
  });
});
