import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { calendarOf, day, soon, toast } from "./support/calendar.ts";
import { call, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, make } = calendarOf(() => app);

/** A card with a visit that is planned, to which one guest is invited, and a series that began long ago. */
async function cardWithMeetings(page: Page) {
  const type = await typeOf(page, app.origin, "leads");
  const { id: cardId } = (await call(page, app.origin, "cards.create", {
    typeId: type.id,
    fields: { name: "Galil Cold Storage" },
  })) as { id: string };
  const visit = (await make(page, {
    title: "Site visit",
    start: `${day(3)}T10:00`,
    minutes: 60,
    cardId,
    guests: [{ email: "amit@galil.example", name: "Amit Regev" }],
  })) as { id: string; guests?: { id: string }[] };
  await make(page, {
    title: "Crew briefing",
    start: `${day(-27)}T08:30`,
    minutes: 30,
    cardId,
    repeat: { frequency: "day", every: 7, ends: { type: "never" } },
  });
  return { cardId, visit, address: `${app.origin}/cards/leads/${cardId}` };
}

const upcoming = (page: Page) => page.getByRole("region", { name: "Upcoming" });
const names = (page: Page) => upcoming(page).getByRole("listitem").getByRole("button").allTextContents();

describe("A meeting on the page of its card", () => {
  it("opens where it stands: it is read, changed, deleted and brought back, and shows what guests have replied", async () => {
    const { page, complaints } = await person();
    const { visit, address } = await cardWithMeetings(page);
    await page.goto(address);
    await expect.poll(() => names(page), soon).toEqual(["Crew briefing", "Site visit"]);
    const row = upcoming(page).getByRole("listitem").filter({ hasText: "Site visit" });
    await row.getByText("Amit Regev").waitFor(soon);
    await row.getByText("No reply yet").waitFor(soon);
    await keepPicture(page, "card-meetings");

    // By keyboard, there and back.
    const name = row.getByRole("button", { name: "Site visit" });
    await name.focus();
    await page.keyboard.press("Enter");
    const peek = page.getByRole("dialog", { name: "Site visit" });
    await peek.getByText("Amit Regev").waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "card-meeting-open");
    await page.keyboard.press("Escape");
    await expect.poll(() => name.evaluate((element) => element === document.activeElement), soon).toBe(true);

    await name.click();
    await peek.getByRole("button", { name: "Edit" }).click();
    const form = page.getByRole("dialog", { name: "Edit meeting" });
    await form.getByRole("textbox", { name: "Title" }).fill("Roof survey");
    await form.getByRole("button", { name: "Save" }).click();
    // It has a guest, who may get an email about it.
    await page.getByRole("alertdialog", { name: "Change meeting" }).getByRole("button", { name: "Save" }).click();
    await toast(page, "Meeting changed").waitFor(soon);
    await expect.poll(() => names(page), soon).toEqual(["Crew briefing", "Roof survey"]);

    const held = (await call(page, app.origin, "meetings.update", { meetingId: visit.id })) as { guests: { id: string }[] };
    await call(page, app.origin, "meetings.answer", { meetingId: visit.id, guestId: held.guests[0]?.id, rsvp: "ACCEPTED" });
    await upcoming(page).getByText("Accepted").waitFor(soon);

    await upcoming(page).getByRole("button", { name: "Roof survey" }).click();
    await page.getByRole("dialog", { name: "Roof survey" }).getByRole("button", { name: "Delete" }).click();
    await page.getByRole("alertdialog", { name: "Delete meeting" }).getByRole("button", { name: "Delete" }).click();
    await expect.poll(() => names(page), soon).toEqual(["Crew briefing"]);
    await toast(page, "Meeting deleted").getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => names(page), soon).toEqual(["Crew briefing", "Roof survey"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("of a series asks what a deletion is for, and shows the time that is next then", async () => {
    const { page, complaints } = await person();
    const { address } = await cardWithMeetings(page);
    await page.goto(address);
    const row = upcoming(page).getByRole("listitem").filter({ hasText: "Crew briefing" });
    await row.getByRole("button").click();
    await page.getByRole("dialog", { name: "Crew briefing" }).getByRole("button", { name: "Delete" }).click();
    await page
      .getByRole("alertdialog", { name: "Delete repeating meeting" })
      .getByRole("button", { name: "Delete 1 meeting" })
      .click();
    await expect.poll(() => names(page), soon).toEqual(["Site visit", "Crew briefing"]);
    expect(complaints).toEqual([]);
    await page.context().close();
  });

  it("is opened in its entry of a phone's timeline, over the page", async () => {
    const { page, complaints } = await person({ isPhone: true, width: 390, height: 844 });
    const { address } = await cardWithMeetings(page);
    await page.goto(`${address}?tab=activity`);
    const entry = page.getByRole("group", { name: "Entries" }).getByRole("article").filter({ hasText: "Site visit" });
    await entry.getByText("Amit Regev").waitFor(soon);
    await entry.getByRole("button", { name: "Site visit" }).click();
    await page.getByRole("dialog", { name: "Site visit" }).getByText("Amit Regev").waitFor(soon);
    await keepPicture(page, "card-meeting-phone");
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});

describe("letters typed after Shift M", () => {
  it("are no commands while the form is on its way", async () => {
    const { page, complaints } = await person();
    const { address } = await cardWithMeetings(page);
    const coming = Promise.withResolvers<void>();
    const held: string[] = [];
    // The chunk is known by what is in it: its name says nothing.
    await page.route("**/assets/*.js", async (route) => {
      const response = await route.fetch();
      if ((await response.text()).includes("calendar.notify.")) {
        held.push(route.request().url());
        await coming.promise;
      }
      await route.fulfill({ response });
    });
    await page.goto(address);
    await expect.poll(() => names(page), soon).toEqual(["Crew briefing", "Site visit"]);
    await page.keyboard.press("Shift+M");
    await expect.poll(() => held.length, soon).toBeGreaterThan(0);
    // Each would open something: a mail, a task, a comment, the log of calls.
    await page.keyboard.type("mtcl");
    await page.keyboard.press("Enter");
    coming.resolve();
    const title = page.getByRole("dialog", { name: "New meeting" }).getByRole("textbox", { name: "Title" });
    await expect.poll(() => title.evaluate((element) => element === document.activeElement), soon).toBe(true);
    await page.keyboard.press("Escape");
    await title.waitFor({ state: "detached" });
    expect(await page.getByRole("textbox").count()).toBe(0);
    expect(complaints).toEqual([]);
    await page.context().close();
  });
});
