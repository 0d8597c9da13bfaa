import type { Page, Route } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { soon } from "./support/calendar.ts";
import { type Account, call, settle, signIn, typeOf } from "./support/person.ts";

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

const entries = (page: Page) => page.getByRole("group", { name: "Entries" });
const entry = (page: Page, text: string) => entries(page).getByRole("article").filter({ hasText: text });
const editor = (page: Page) => page.getByRole("textbox", { name: "Write a comment" });
const isCreate = /\/api\/trpc\/comments\.create/;

async function open(page: Page): Promise<void> {
  await page.goto(`${app.origin}/cards/leads/${cardId}`);
  await entries(page).waitFor(soon);
}

/** Sends a comment whose call `meet` deals with, and waits until it is under way. */
async function send(page: Page, text: string, meet: (route: Route) => unknown): Promise<void> {
  await open(page);
  await page.keyboard.press("c");
  await editor(page).waitFor(soon);
  await page.keyboard.type(text);
  const asked = Promise.withResolvers<void>();
  await page.route(isCreate, async (route) => {
    await meet(route);
    asked.resolve();
  });
  await page.keyboard.press("Control+Enter");
  await asked.promise;
}

const commentsOnCard = async (page: Page) => {
  const { entries: found } = (await call(page, app.origin, "timeline.list", { cardId, channels: ["comments"] })) as {
    entries: { value: { id: string; body: { content: { text: string }[] }[] } }[];
  };
  return found.map(({ value }) => value.body.map(({ content }) => content.map(({ text }) => text).join("")).join("\n"));
};

it("a comment that the page was left with before it was sent is sent when the card is opened again", async () => {
  const { page, complaints } = seat;
  await send(page, "Left too early", () => undefined);
  await page.goto(`${app.origin}/cards/leads`);
  await page.unroute(isCreate);
  expect(await commentsOnCard(page)).toEqual([]);
  await open(page);
  await entry(page, "Left too early").waitFor(soon);
  await expect.poll(() => commentsOnCard(page), soon).toEqual(["Left too early"]);
  await expect.poll(() => editor(page).textContent()).toBe("");
  await page.reload();
  await entry(page, "Left too early").waitFor(soon);
  expect(await commentsOnCard(page)).toEqual(["Left too early"]);
  expect(complaints).toEqual([]);
});

it("one whose answer was lost with the page is not sent twice, and what was made of it since stays", async () => {
  const { page, complaints } = seat;
  await send(page, "Saved unseen", async (route) => void (await route.fetch()));
  await page.goto(`${app.origin}/cards/leads`);
  await page.unroute(isCreate);
  const { entries: found } = (await call(page, app.origin, "timeline.list", { cardId, channels: ["comments"] })) as {
    entries: { value: { id: string } }[];
  };
  const body = [{ type: "paragraph", content: [{ text: "Corrected elsewhere" }] }];
  await call(page, app.origin, "comments.update", { commentId: found[0]?.value.id, body });
  const answered = page.waitForResponse(isCreate);
  await open(page);
  await answered;
  await entry(page, "Corrected elsewhere").waitFor(soon);
  await expect.poll(() => entries(page).getByRole("article").filter({ hasText: "Saved unseen" }).count(), soon).toBe(0);
  expect(await commentsOnCard(page)).toEqual(["Corrected elsewhere"]);
  expect(await editor(page).textContent()).toBe("");
  expect(complaints).toEqual([]);
});

it("one that fails after its card was left says so, and is in the form when the card is opened again", async () => {
  const { page } = seat;
  const gone = Promise.withResolvers<void>();
  await send(page, "Not yet there", async (route) => {
    void gone.promise.then(() => route.abort());
  });
  await page.getByRole("link", { name: "Leads" }).first().click();
  await page.getByRole("row", { name: /Galil/ }).first().waitFor(soon);
  gone.resolve();
  await page.getByRole("alertdialog").filter({ hasText: "Not saved" }).waitFor(soon);
  await page.unroute(isCreate);
  await page.route(isCreate, (route) => route.abort());
  await page.getByRole("row", { name: /Galil/ }).first().getByRole("link").first().click();
  await page.getByRole("region", { name: "Activity" }).getByRole("alert").waitFor(soon);
  await expect.poll(() => editor(page).textContent()).toBe("Not yet there");
  await page.unroute(isCreate);
  await editor(page).press("Control+Enter");
  await entry(page, "Not yet there").waitFor(soon);
  await expect.poll(() => commentsOnCard(page), soon).toEqual(["Not yet there"]);
});

it("a draft that another tab has sent becomes a comment of its own, and leaves the saved one alone", async () => {
  const { page, context } = seat;
  await open(page);
  await page.keyboard.press("c");
  await editor(page).waitFor(soon);
  await page.keyboard.type("The draft");
  const other = await context.newPage();
  await open(other);
  await expect.poll(() => editor(other).textContent(), soon).toBe("The draft");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => commentsOnCard(page), soon).toEqual(["The draft"]);
  await editor(other).focus();
  await other.keyboard.press("Control+End");
  await other.keyboard.type(", which went on");
  await other.keyboard.press("Control+Enter");
  await expect.poll(() => commentsOnCard(page), soon).toEqual(["The draft, which went on", "The draft"]);
});
