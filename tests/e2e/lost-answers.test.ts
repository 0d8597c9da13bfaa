import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod";
import { type App, type Seat, startApp } from "./support/app.ts";
import { keepPicture } from "./support/picture.ts";
import { type Account, call, settle, signIn, typeOf } from "./support/person.ts";
import { smsOf } from "./support/sms.ts";

/** The first page of a cold cloud is slow to come. */
const soon = { timeout: 60_000 };

let app: App;
let noa: Account;
let seat: Seat;
let cardId = "";

beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  noa = await settle(seat.page, app.origin);
});
afterAll(() => app.close());
beforeEach(async () => {
  seat = await app.open();
  await signIn(seat.page, app.origin, noa);
  const { id: typeId } = await typeOf(seat.page, app.origin, "leads");
  const card = { typeId, fields: { name: "Galil Cold Storage" } };
  ({ id: cardId } = (await call(seat.page, app.origin, "cards.create", card)) as { id: string });
});
afterEach(() => seat.context.close());

async function open(page: Page): Promise<void> {
  await page.goto(`${app.origin}/cards/leads/${cardId}`);
  await page.getByRole("group", { name: "Entries" }).waitFor(soon);
}

/** Lets the next call of this procedure reach the server, and loses its answer. */
const loseAnswer = (page: Page, procedure: string) =>
  page.route(
    new RegExp(`/api/trpc/${procedure.replace(".", "\\.")}\\b`),
    async (route) => {
      expect((await route.fetch()).status()).toBe(200);
      await route.abort();
    },
    { times: 1 },
  );

const Timeline = z.object({ entries: z.array(z.object({ value: z.record(z.string(), z.unknown()) })) });
/** What is on the card's timeline, the latest first. */
const onCard = async (page: Page, channel: string) =>
  Timeline.parse(await call(page, app.origin, "timeline.list", { cardId, channels: [channel] })).entries.map(
    ({ value }) => value,
  );

it("a call logged by hand whose answer was lost is logged once, also after the page was loaded again", async () => {
  const { page } = seat;
  await open(page);
  const form = page.getByRole("form", { name: "Log a call" });
  const note = form.getByRole("textbox", { name: "Note" });
  for (const [text, isReloaded] of [
    ["Asked for a quote", false],
    ["Called back", true],
  ] as const) {
    await page.keyboard.press("l");
    await note.fill(text);
    await loseAnswer(page, "communications.create");
    await note.press("Control+Enter");
    await form.getByRole("alert").waitFor(soon);
    if (isReloaded) {
      await open(page);
      await page.keyboard.press("l");
      await expect.poll(() => note.inputValue(), soon).toBe(text);
    }
    await note.press("Control+Enter");
    await form.waitFor({ ...soon, state: "hidden" });
  }
  expect((await onCard(page, "calls")).map((value) => value["note"])).toEqual(["Called back", "Asked for a quote"]);
});

it("nothing is written into a call's form while it is being saved, since it would be gone with the form", async () => {
  const { page } = seat;
  await open(page);
  const form = page.getByRole("form", { name: "Log a call" });
  const note = form.getByRole("textbox", { name: "Note" });
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const held = async (route: Route) => {
    await released;
    await route.continue();
  };
  await page.route(/\/api\/trpc\/communications\.create\b/, held, { times: 1 });
  await page.keyboard.press("l");
  await note.fill("Asked for a quote");
  await note.press("Control+Enter");
  await form.locator("[data-pending]").waitFor(soon);
  await page.keyboard.type(" today");
  expect(await note.inputValue()).toBe("Asked for a quote");
  release();
  await form.waitFor({ ...soon, state: "hidden" });
  expect((await onCard(page, "calls")).map((value) => value["note"])).toEqual(["Asked for a quote"]);
});

it("an email that was corrected after a lost answer is not taken for sent: the person reads so, and sends it too", async () => {
  const { page } = seat;
  await open(page);
  await page.getByRole("button", { name: "Email", exact: true }).click();
  const form = page.getByRole("form", { name: "Write an email" });
  await form.getByRole("textbox", { name: "To", exact: true }).fill("dana@galil.example, ");
  const subject = form.getByRole("textbox", { name: "Subject" });
  await subject.fill("The offer");
  const text = form.getByRole("textbox", { name: "Write an email" });
  await text.click();
  await page.keyboard.type("Two cranes");
  await loseAnswer(page, "mails.send");
  await page.keyboard.press("Control+Enter");
  await form.getByRole("alert").waitFor(soon);
  await subject.fill("The offer, corrected");
  await text.click();
  await page.keyboard.press("Control+Enter");
  await form
    .getByRole("alert")
    .getByText(/An earlier version of this was already sent/)
    .waitFor(soon);
  // What was sent is beside it, and what was typed is still there.
  await page.getByRole("group", { name: "Entries" }).getByRole("article").filter({ hasText: "The offer" }).first().waitFor(soon);
  expect([await subject.inputValue(), await text.textContent()]).toEqual(["The offer, corrected", "Two cranes"]);
  await keepPicture(page, "sent-before");
  await text.click();
  await page.keyboard.press("Control+Enter");
  await form.waitFor({ ...soon, state: "hidden" });
  expect((await onCard(page, "mail")).map((value) => value["subject"])).toEqual(["The offer, corrected", "The offer"]);
});

it("an SMS that was corrected after a lost answer is not taken for sent either", async () => {
  const { page } = seat;
  const { makeSender, leadWith, textsTo } = smsOf(() => app);
  await makeSender(page, "+972545550171");
  cardId = await leadWith(page, "054-555-0172");
  await open(page);
  await page.getByRole("button", { name: "SMS", exact: true }).and(page.locator(":enabled")).click();
  const text = page.getByRole("form", { name: "Write an SMS" }).getByRole("textbox", { name: "Write an SMS" });
  await text.fill("Your offer is ready");
  await loseAnswer(page, "sms.send");
  await text.press("Control+Enter");
  await page.locator("[data-tone=error]").first().waitFor(soon);
  await text.fill("Your offer is ready, with the crane");
  await text.press("Control+Enter");
  await page
    .locator("[data-tone=error]")
    .getByText(/An earlier version of this was already sent/)
    .waitFor(soon);
  expect(await text.inputValue()).toBe("Your offer is ready, with the crane");
  await text.press("Control+Enter");
  await text.waitFor({ ...soon, state: "hidden" });
  const sent = ["Your offer is ready", "Your offer is ready, with the crane"];
  await expect.poll(async () => (await textsTo("+972545550172")).toSorted(), soon).toEqual(sent);
});

it("a new meeting whose answer was lost is created once, also after the page was loaded again; one that was corrected says so", async () => {
  const { page } = seat;
  const dialog = page.getByRole("dialog", { name: "New meeting" });
  const title = dialog.getByRole("textbox", { name: "Title" });
  const begin = async () => {
    await page.goto(`${app.origin}/calendar`);
    await page.locator("[data-calendar-view]").waitFor(soon);
    await page.getByRole("button", { name: /New meeting/ }).click();
  };
  await begin();
  await title.fill("Site visit");
  const plan = { name: "plan.txt", mimeType: "text/plain", buffer: Buffer.from("Two cranes, one gate") };
  await dialog.locator("input[type=file]").setInputFiles(plan);
  await dialog.getByRole("button", { name: "Remove plan.txt" }).waitFor(soon);
  await loseAnswer(page, "meetings.create");
  await title.press("Enter");
  await dialog.getByRole("alert").waitFor(soon);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ ...soon, state: "hidden" });
  await begin();
  await expect.poll(() => title.inputValue(), soon).toBe("Site visit");
  await title.fill("Site visit with the crane");
  await title.press("Enter");
  const said = dialog.getByRole("alert").filter({ hasText: /already created/ });
  await said.waitFor(soon);
  await keepPicture(page, "meeting-before");
  await said.getByRole("link", { name: "Open" }).waitFor(soon);
  await title.press("Enter");
  await dialog.waitFor({ ...soon, state: "hidden" });
  const Range = z.object({ occurrences: z.array(z.object({ meetingId: z.string(), title: z.string() })) });
  const around = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
  const range = { from: around(-2), until: around(3), timeZone: "UTC" };
  const { occurrences } = Range.parse(await call(page, app.origin, "meetings.range", range));
  expect(occurrences.map((one) => one.title).toSorted()).toEqual(["Site visit", "Site visit with the crane"]);
  // Closing the form has not deleted what the first of them had taken along.
  const first = occurrences.find((one) => one.title === "Site visit");
  const Meeting = z.object({ attachments: z.array(z.object({ fileId: z.string(), name: z.string() })) });
  const { attachments } = Meeting.parse(await call(page, app.origin, "meetings.get", { meetingId: first?.meetingId }));
  expect(attachments.map(({ name }) => name)).toEqual(["plan.txt"]);
});

it("a meeting whose change was saved without an answer, and corrected then, is nobody else's change", async () => {
  const { page } = seat;
  const meeting = { title: "Site visit", start: "2090-06-05T10:00" };
  const { id } = (await call(page, app.origin, "meetings.create", meeting)) as { id: string };
  await page.goto(`${app.origin}/calendar?open=${id}`);
  await page.getByRole("dialog", { name: "Site visit" }).getByRole("button", { name: "Edit" }).click(soon);
  const form = page.getByRole("dialog", { name: "Edit meeting" });
  const title = form.getByRole("textbox", { name: "Title" });
  await title.fill("Site visit, Golan");
  await loseAnswer(page, "meetings.update");
  await title.press("Enter");
  await form.getByRole("alert").first().waitFor(soon);
  await title.fill("Site visit, Galil");
  await title.press("Enter");
  await form.waitFor({ ...soon, state: "hidden" });
  expect(await call(page, app.origin, "meetings.get", { meetingId: id })).toMatchObject({ title: "Site visit, Galil" });
});

it("a new automation and a copy of it whose answers were lost are created once", async () => {
  const { page } = seat;
  await page.goto(`${app.origin}/automations`);
  await page.getByRole("button", { name: "New automation" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New automation" });
  const blank = dialog.getByRole("button", { name: /^Blank/ });
  await blank.waitFor(soon);
  await loseAnswer(page, "automations.create");
  await blank.click();
  await page.locator("[data-tone=error]").first().waitFor(soon);
  await blank.click();
  await page.waitForURL(/\/automations\/aut_/, soon);
  const names = async () =>
    z
      .array(z.object({ name: z.string() }))
      .parse(await call(page, app.origin, "automations.list", {}))
      .map(({ name }) => name);
  expect(await names()).toEqual(["New automation"]);

  await page.goto(`${app.origin}/automations`);
  const copy = async () => {
    await page.getByRole("button", { name: "Actions for New automation", exact: true }).click();
    await page.getByRole("menuitem", { name: "Duplicate" }).click();
  };
  await loseAnswer(page, "automations.create");
  await copy();
  await page.locator("[data-tone=error]").first().waitFor(soon);
  await copy();
  await page.waitForURL(/\/automations\/aut_/, soon);
  expect((await names()).toSorted()).toEqual(["New automation", "New automation (copy)"]);
});
