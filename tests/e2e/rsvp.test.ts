import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
let counter = 0;

interface Meeting {
  readonly id: string;
  readonly guests: readonly { readonly rsvp: string }[];
  readonly answers: readonly { readonly message?: string }[];
  readonly withoutReminders: readonly string[];
}

/** A person's browser, and their API calls. */
async function organizer(language: "en" | "he" = "en") {
  const { page } = await app.open({ language });
  await settle(page, app.origin, language);
  return {
    page,
    make: async (more: object = {}): Promise<{ id: string; address: string }> => {
      const address = `eszter${++counter}.${Date.now()}@bakony.example`;
      const made = (await call(page, app.origin, "meetings.create", {
        title: language === "he" ? "ביקור באתר, גג אולם הקירור" : "Bakony Dairy, pilot review",
        start: "2030-06-03T09:00:00Z",
        timeZone: "Europe/Budapest",
        location: language === "he" ? "גליל קירור, אולם 2" : "Bakony Dairy Zrt., meeting room 1",
        description: language === "he" ? "מדידת הגג. נא להביא מפתח." : "Six months of output, then the roof of hall 2.",
        guests: [{ email: address, name: language === "he" ? "עמית רגב" : "Eszter Nagy" }, { email: "gabor@bakony.example" }],
        ...more,
      })) as Meeting;
      return { id: made.id, address };
    },
    get: async (meetingId: string): Promise<Meeting> => {
      const url = `${app.origin}/api/trpc/meetings.get?input=${encodeURIComponent(JSON.stringify({ meetingId }))}`;
      const body: { result: { data: Meeting } } = await (await page.request.get(url)).json();
      return body.result.data;
    },
    remove: (meetingId: string) => call(page, app.origin, "meetings.remove", { meetingId }),
  };
}

/** The guest's browser with the mail open that they were sent, as soon as it has come. */
async function mailOf(address: string, options: Parameters<App["open"]>[0] = {}) {
  const guest = await app.open(options);
  const mail = guest.page.locator("nav ol a").first();
  await expect
    .poll(async () => {
      await guest.page.goto(`${app.origin}/local/mailbox?to=${encodeURIComponent(address)}`);
      return mail.count();
    }, soon)
    .toBeGreaterThan(0);
  await mail.click();
  return guest;
}

/** Opens the link in the email. */
async function openLink(page: Page): Promise<Page> {
  const link = page.frameLocator("iframe").getByRole("link").first();
  const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
  return opened;
}

const answers = (page: Page) => page.getByRole("radiogroup", { name: /Will you come\?|האם להגיע\?/ });

describe("an invited guest", () => {
  it("has no more reminders only once they press that, and can have them again, which the organizer sees", async () => {
    const host = await organizer();
    const { id, address } = await host.make({ reminder: 15, notify: { remind: true } });
    const { page } = await mailOf(address);
    const rsvp = await openLink(page);
    await rsvp.getByRole("heading", { name: "Bakony Dairy, pilot review" }).waitFor(soon);
    expect(await rsvp.getByText("No more reminders").count()).toBe(0);
    await rsvp.goto(`${rsvp.url()}&reminders=off`);
    await rsvp.getByText("No more reminders of this meeting?").waitFor(soon);
    expect((await host.get(id)).withoutReminders).toEqual([]);
    expect(await serious(rsvp)).toEqual([]);
    await keepPicture(rsvp, "rsvp-en-reminders");
    await rsvp.setViewportSize({ width: 360, height: 740 });
    await rsvp.getByText("עברית", { exact: true }).first().click();
    await rsvp.getByText("להפסיק את התזכורות לפגישה הזאת?").waitFor(soon);
    expect(await serious(rsvp)).toEqual([]);
    await keepPicture(rsvp, "rsvp-he-reminders-phone");
    await rsvp.getByText("English", { exact: true }).first().click();
    await rsvp.getByRole("button", { name: "No more reminders" }).click();
    await rsvp.getByText("You will get no more reminders of this meeting.").waitFor(soon);
    expect((await host.get(id)).withoutReminders).toHaveLength(1);
    await host.page.goto(`${app.origin}/calendar?open=${id}`);
    await host.page.getByText("wants no reminders").waitFor(soon);
    await rsvp.getByRole("button", { name: "Get reminders again" }).click();
    await rsvp.getByText("You will be reminded of this meeting.").waitFor(soon);
    expect((await host.get(id)).withoutReminders).toEqual([]);
  });

  it("comes from the mail, replies with one press, takes it back, changes it and adds a message", async () => {
    const host = await organizer();
    const { id, address } = await host.make();
    const { page, complaints } = await mailOf(address);
    await page.getByText("Calendar REQUEST").click();
    await page.getByText("METHOD:REQUEST").waitFor(soon);
    const rsvp = await openLink(page);
    await rsvp.getByRole("heading", { name: "Bakony Dairy, pilot review" }).waitFor(soon);
    // By the guest's clocks, and the organizer's.
    await rsvp.getByText("12:00 to 13:00, Israel Time").waitFor(soon);
    await rsvp.getByText("11:00 to 12:00 for the organizer, Central European Time").waitFor(soon);
    expect(await rsvp.content()).not.toContain("gabor@bakony.example");
    expect(await rsvp.locator("meta[name=referrer]").getAttribute("content")).toBe("no-referrer");
    expect(await rsvp.locator("meta[name=robots]").getAttribute("content")).toContain("noindex");
    expect(await serious(rsvp)).toEqual([]);
    await keepPicture(rsvp, "rsvp-en-none");

    // Looking at it has replied nothing.
    expect((await host.get(id)).guests[0]?.rsvp).toBe("PENDING");
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    await rsvp.route("**/rsvp.answer*", async (route) => {
      await held;
      await route.continue();
    });
    await answers(rsvp).getByRole("radio", { name: "Accept" }).click();
    await rsvp.getByText("Saving your reply “Accepted”…").waitFor(soon);
    expect(await rsvp.getByText("You replied").count()).toBe(0);
    letThrough();
    await rsvp.getByText("You replied “Accepted”.").waitFor(soon);
    expect((await host.get(id)).guests[0]?.rsvp).toBe("ACCEPTED");
    await answers(rsvp).getByRole("radio", { name: "Decline" }).click();
    await rsvp.getByText("It was “Accepted”.").waitFor(soon);
    await keepPicture(rsvp, "rsvp-en-declined");
    expect(await serious(rsvp)).toEqual([]);
    await rsvp.getByRole("button", { name: "Undo" }).click();
    await expect.poll(async () => (await host.get(id)).guests[0]?.rsvp, soon).toBe("ACCEPTED");

    await rsvp.getByRole("textbox").fill("I will bring the key");
    await rsvp.getByRole("button", { name: "Send message" }).click();
    await rsvp.getByText("Message sent").waitFor(soon);
    expect((await host.get(id)).answers[0]?.message).toBe("I will bring the key");
    await rsvp.reload();
    await rsvp.getByText(/You replied “Accepted” on/).waitFor(soon);
    // Whoever invited them reads it with the meeting.
    await host.page.goto(`${app.origin}/calendar?open=${id}`);
    await host.page.getByRole("dialog").getByText("I will bring the key").waitFor(soon);

    const [file] = await Promise.all([
      rsvp.waitForEvent("download"),
      rsvp.getByRole("button", { name: /Calendar file/ }).click(),
    ]);
    expect(file.suggestedFilename()).toBe("invite.ics");
    expect(complaints).toEqual([]);
  });

  it("without a connection sees that, and a message takes along what was pressed", async () => {
    const host = await organizer();
    const { id, address } = await host.make();
    const { page } = await mailOf(address);
    const rsvp = await openLink(page);
    await answers(rsvp).getByRole("radio", { name: "Accept" }).click();
    await expect.poll(async () => (await host.get(id)).guests[0]?.rsvp, soon).toBe("ACCEPTED");
    await rsvp.context().setOffline(true);
    await answers(rsvp).getByRole("radio", { name: "Tentative" }).click();
    await rsvp.getByText("No connection.").waitFor(soon);
    expect(await rsvp.getByText(/You replied|saved/).count()).toBe(0);
    expect(await answers(rsvp).getByRole("radio", { name: "Tentative" }).getAttribute("aria-checked")).toBe("true");
    await rsvp.getByRole("textbox").fill("Perhaps later");
    await rsvp.getByRole("button", { name: "Send message" }).click();
    await rsvp.context().setOffline(false);
    await expect.poll(async () => (await host.get(id)).answers[0]?.message, soon).toBe("Perhaps later");
    await expect.poll(async () => (await host.get(id)).guests[0]?.rsvp, soon).toBe("TENTATIVE");
  });

  it("replies by keyboard for one time of a series, in Hebrew, on a page that reads from the right", async () => {
    const host = await organizer("he");
    const repeat = { frequency: "week", every: 2, weekdays: ["MO"], ends: { type: "after", times: 6 } };
    const { id, address } = await host.make({ repeat });
    const { page, complaints } = await mailOf(address, { language: "he" });
    const rsvp = await openLink(page);
    await rsvp.getByRole("heading", { name: "ביקור באתר" }).waitFor(soon);
    expect(await rsvp.locator("html").getAttribute("dir")).toBe("rtl");
    expect(await serious(rsvp)).toEqual([]);
    await keepPicture(rsvp, "rsvp-he-none");
    const google = new URL((await rsvp.getByRole("link", { name: "Google Calendar" }).getAttribute("href")) ?? "");
    expect(google.searchParams.get("recur")).toBe("RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO;COUNT=6");
    const focused = () => rsvp.evaluate(() => document.querySelector(":focus")?.textContent ?? "");
    const tabTo = async (words: string) => {
      for (let press = 0; press < 30 && !(await focused()).includes(words); press++) await rsvp.keyboard.press("Tab");
      expect(await focused()).toContain(words);
    };
    // The chosen one, from which arrows lead to the other.
    await tabTo("מועדים");
    await rsvp.keyboard.press("ArrowRight");
    expect(await focused()).toContain("רק");
    await rsvp.keyboard.press("Enter");
    await tabTo("אישור");
    // Time runs from the right.
    await rsvp.keyboard.press("ArrowLeft");
    expect(await focused()).toContain("אולי");
    await rsvp.keyboard.press("Enter");
    await rsvp.getByText(/התשובה נשמרה/).waitFor(soon);
    await keepPicture(rsvp, "rsvp-he-tentative");
    await rsvp.setViewportSize({ width: 390, height: 844 });
    await keepPicture(rsvp, "rsvp-he-phone");
    const { guests, answers: given } = await host.get(id);
    expect(guests[0]?.rsvp).toBe("PENDING");
    expect(given).toMatchObject([{ day: "2030-06-03", rsvp: "TENTATIVE" }]);
    expect(complaints).toEqual([]);
  });

  it("sees on a phone that a meeting was canceled, and is asked nothing any more", async () => {
    const host = await organizer();
    const { id, address } = await host.make();
    const phone = { width: 390, height: 844, isPhone: true, theme: "dark" } as const;
    const { page } = await mailOf(address, phone);
    const rsvp = await openLink(page);
    await answers(rsvp).waitFor(soon);
    await keepPicture(rsvp, "rsvp-phone");
    // At the lower edge wherever one reads, over nothing that is written, and the page ends above it.
    const bottoms = () =>
      rsvp.evaluate(() => {
        const [dock, last] = [document.querySelector("[role=radiogroup][aria-labelledby]"), document.querySelector("footer a")];
        return [dock, last].map((element) => Math.round(element?.getBoundingClientRect().bottom ?? 0));
      });
    const [atStart = 0] = await bottoms();
    expect([atStart > 844 - 30, atStart <= 844]).toEqual([true, true]);
    await rsvp.evaluate(() => scrollTo(0, document.body.scrollHeight));
    const [atEnd = 0, lowest = 0] = await bottoms();
    expect([atEnd, lowest < atEnd - 48]).toEqual([atStart, true]);
    await rsvp.getByRole("textbox").focus();
    await expect.poll(async () => (await bottoms())[0], soon).toBeGreaterThan(844);
    await rsvp.keyboard.press("Shift+Tab");
    await expect.poll(async () => (await bottoms())[0], soon).toBe(atStart);
    await answers(rsvp).getByRole("radio", { name: "Accept" }).tap();
    await rsvp.getByText("You replied “Accepted”.").waitFor({ state: "attached", ...soon });
    expect(await serious(rsvp)).toEqual([]);
    await host.remove(id);
    await rsvp.reload();
    await rsvp.getByText("This meeting was canceled.").waitFor(soon);
    expect(await answers(rsvp).count()).toBe(0);
    await keepPicture(rsvp, "rsvp-phone-canceled");
  });

  it("with a link that is none learns just that", async () => {
    const { page, complaints } = await app.open();
    await page.goto(`${app.origin}/rsvp/${"A".repeat(110)}`);
    await page.getByRole("heading", { name: "Meeting not found" }).waitFor(soon);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, "rsvp-not-found");
    expect(complaints).toEqual([]);
  });
});
