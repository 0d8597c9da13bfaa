import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { connectNumber, openChat } from "@kartis/tests/support/whatsapp-number.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // The test switches platform settings and stores a conversation itself, as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const Me = z.object({ user: z.object({ id: z.custom<`usr_${string}`>() }), organization: z.object({ id: z.custom<OrgId>() }) });
const Types = z.array(z.object({ id: z.string(), slug: z.string() }));
const Made = z.object({ id: z.custom<`crd_${string}`>() });

/** Two cards, of which the first has a conversation. */
async function prepare(page: Page, language: "en" | "he" = "en"): Promise<{ chatId: string; to: string; slug: string }> {
  await settle(page, app.origin, language);
  const { user, organization } = Me.parse(await call(page, app.origin, "identity.me", {}));
  await switchOn({ orgId: organization.id, clock: systemClock }, "chats");
  const [type] = Types.parse(await call(page, app.origin, "cards.types", {}));
  const card = async (name: string) =>
    Made.parse(await call(page, app.origin, "cards.create", { typeId: type?.id, fields: { name } })).id;
  const [from, to] = [await card("Golan Herbs"), await card("Rami Halabi, private")];
  const person = { orgId: organization.id, userId: user.id };
  await connectNumber(person);
  const phone = `+97254777${String(Date.now()).slice(-4)}`;
  const { chatId } = await openChat(person, { cardId: from, phone, people: [user.id] });
  return { chatId, to, slug: type?.slug ?? "" };
}

it("a conversation moves to another card by keyboard alone, which the thread says, and back by undo", async () => {
  const { page, complaints } = await app.open();
  const { chatId } = await prepare(page);
  await page.goto(`${app.origin}/chats/${chatId}`);
  const beside = page.getByRole("complementary", { name: "Card" });
  await beside.getByRole("heading", { name: "Golan Herbs" }).waitFor();
  await page.keyboard.press("m");
  const choice = page.getByRole("dialog", { name: "Move to another card" });
  await choice.waitFor();
  await page.keyboard.type("rami");
  await choice.getByRole("option", { name: /Rami Halabi, private/ }).waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "chats-move");
  await page.keyboard.press("Enter");
  await page.getByText("Chat moved to Rami Halabi, private").waitFor();
  await beside.getByRole("heading", { name: "Rami Halabi, private" }).waitFor();
  await page
    .getByRole("log")
    .getByText(/moved this chat to Rami Halabi, private/)
    .waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "chats-moved");
  await page.getByRole("button", { name: "Undo" }).click();
  await beside.getByRole("heading", { name: "Golan Herbs" }).waitFor();
  await page
    .getByRole("log")
    .getByText(/moved this chat to Golan Herbs/)
    .waitFor();
  expect(complaints).toEqual([]);
});

it("it moves on a phone in Hebrew", async () => {
  const { page, complaints } = await app.open({ language: "he", width: 390, theme: "dark" });
  const { chatId } = await prepare(page, "he");
  await page.goto(`${app.origin}/chats/${chatId}`);
  await page.getByRole("button", { name: "העברה לכרטיס אחר" }).click();
  const choice = page.getByRole("dialog", { name: "העברה לכרטיס אחר" });
  await choice.getByRole("option", { name: /Rami Halabi, private/ }).waitFor();
  await keepPicture(page, "chats-move-phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await choice.getByRole("option", { name: /Rami Halabi, private/ }).click();
  await page
    .getByRole("log")
    .getByText(/Rami Halabi, private/)
    .waitFor();
  await keepPicture(page, "chats-moved-phone");
  expect(complaints).toEqual([]);
});
