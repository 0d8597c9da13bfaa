import type { Locator } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { keepPicture } from "./support/picture.ts";
import { call, settle, typeOf } from "./support/person.ts";

const soon = { timeout: 20_000 };

let app: App;
let seat: Seat;
let address = "";

/** A card that looks like another, with a long timeline. */
beforeAll(async () => {
  app = await startApp();
  seat = await app.open({ width: 390, height: 844, isPhone: true });
  const { page } = seat;
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const phone = type.fields.find(({ key }) => key === "phone")?.id ?? "";
  const create = async (name: string) =>
    (
      (await call(page, app.origin, "cards.create", { typeId: type.id, fields: { name, [phone]: "+36301234567" } })) as {
        id: string;
      }
    ).id;
  await create("Galil Cold Storage Ltd");
  const cardId = await create("Galil Cold Storage");
  for (let at = 0; at < 30; at += 1)
    await call(page, app.origin, "comments.create", {
      cardId,
      body: [{ type: "paragraph", content: [{ text: `Note ${at}` }] }],
    });
  address = `${app.origin}/cards/leads/${cardId}?tab=activity`;
});
afterAll(() => app.close());

const entries = () => seat.page.getByRole("group", { name: "Entries" }).getByRole("article");

const edges = async (of: Locator) => {
  const { y = 0, height = 0 } = (await of.boundingBox()) ?? {};
  return { top: y, bottom: y + height };
};

async function open(height: number) {
  const { page } = seat;
  await page.setViewportSize({ width: 390, height });
  await page.goto(address);
  await entries().first().waitFor(soon);
  const tabs = await edges(page.getByRole("navigation", { name: "Main" }));
  return { page, bottom: tabs.top };
}

it("the head of a card scrolls away, and its tabs stay", async () => {
  const { page } = await open(844);
  await page.getByRole("region", { name: /may be the same|duplicate/i }).waitFor(soon);
  await keepPicture(page, "phone-card-top");
  await page.getByRole("group", { name: "Entries" }).evaluate((list) => list.scrollIntoView());
  await expect.poll(async () => (await edges(page.getByRole("heading", { level: 1 }))).bottom, soon).toBeLessThanOrEqual(52);
  expect(Math.round((await edges(page.getByRole("tablist"))).top)).toBe(52);
  await keepPicture(page, "phone-card-scrolled");
});

it.each([844, 500])("what is written is in sight with what sends it on a screen %i high", async (height) => {
  const { page, bottom: top } = await open(height);
  // On a low screen the tabs give way.
  const bottom = height < 560 ? height : top;
  const compose = page.getByRole("group", { name: "Add to the timeline" });
  await compose.getByRole("button", { name: "Comment", exact: true }).tap();
  const editor = page.getByRole("textbox", { name: "Write a comment" });
  await editor.waitFor(soon);
  expect((await edges(editor)).top).toBeGreaterThanOrEqual(96);
  const send = page.getByRole("button", { name: /^Send/ });
  expect((await edges(send)).bottom).toBeLessThanOrEqual(bottom);
  expect((await send.boundingBox())?.height).toBe(44);
  await keepPicture(page, `phone-comment-${height}`);
  await compose.getByRole("button", { name: "Call", exact: true }).tap();
  const form = page.getByRole("form", { name: "Log a call" });
  await form.getByRole("textbox", { name: "Phone number" }).waitFor(soon);
  for (const name of [/^Log\b/, "Close"])
    expect((await edges(form.getByRole("button", { name }))).bottom, String(name)).toBeLessThanOrEqual(bottom);
  const number = await edges(form.getByRole("textbox", { name: "Phone number" }));
  expect(number.top).toBeGreaterThanOrEqual(96);
  expect(number.bottom).toBeLessThanOrEqual((await edges(form.getByRole("button", { name: "Close" }))).top);
  await keepPicture(page, `phone-call-${height}`);
  await form.getByRole("button", { name: "Close" }).tap();
  await page.getByRole("heading", { level: 1 }).waitFor(soon);
});

it("channels that are not there yet say why, also to a finger", async () => {
  const { page } = await open(844);
  for (const name of ["SMS", "WhatsApp"]) {
    await page.getByRole("button", { name, exact: true }).tap();
    const missing = page.getByRole("dialog", { name, exact: true });
    await missing.getByRole("link", { name: `Set up ${name}` }).waitFor(soon);
    await keepPicture(page, `phone-${name}-missing`);
    await page.keyboard.press("Escape");
    await missing.waitFor({ state: "detached", ...soon });
  }
});

it("the way to the end stands above what is pinned, and not while somebody writes", async () => {
  const { page } = await open(844);
  const down = page.getByRole("button", { name: "Scroll to bottom" });
  await down.waitFor(soon);
  const composer = await edges(page.getByRole("group", { name: "Add to the timeline" }));
  await expect.poll(async () => (await edges(down)).bottom, soon).toBeLessThanOrEqual(composer.top);
  await entries().first().getByRole("button", { name: "Reply" }).tap();
  await page.getByRole("textbox", { name: "Reply" }).waitFor(soon);
  await expect.poll(() => down.isVisible(), soon).toBe(false);
  expect(seat.complaints).toEqual([]);
});
