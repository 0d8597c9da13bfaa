import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import * as z from "zod";
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
