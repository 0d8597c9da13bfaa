import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { type Account, call, settle, signIn } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // The test switches platform settings itself, as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(async () => {
  // Those who borrow the cloud next find it as it was, also after a failure.
  await local("weather", { weather: "fine" });
  await app.close();
});

const local = (path: string, form: Record<string, string>) =>
  fetch(`${app.origin}/local/whatsapp/${path}`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
const Business = z.object({ business: z.record(z.string(), z.string()) });
const Types = z.array(
  z.object({ id: z.string(), slug: z.string(), fields: z.array(z.object({ id: z.string(), type: z.string() })) }),
);

/** Prepares an organization with the inbox and a card that has this number. @returns the card's address */
async function prepare(
  page: Page,
  phone: string,
  language: "en" | "he" = "en",
): Promise<{ card: string; typeId: string; account: Account }> {
  const account = await settle(page, app.origin, language);
  const me = z.object({ organization: z.object({ id: z.string() }) }).parse(await call(page, app.origin, "identity.me", {}));
  await switchOn({ orgId: me.organization.id as OrgId, clock: systemClock }, "chats");
  const [type] = Types.parse(await call(page, app.origin, "cards.types", {}));
  const phoneField = type?.fields.find((field) => field.type === "phone")?.id ?? "";
  const fields = { name: "Golan Herbs", [phoneField]: phone };
  const made = await call(page, app.origin, "cards.create", { typeId: type?.id, fields });
  const { id } = z.object({ id: z.string() }).parse(made);
  return { card: `${app.origin}/cards/${type?.slug}/${id}`, typeId: type?.id ?? "", account };
}
const Settings = z.object({ hook: z.object({ url: z.string(), verifyToken: z.string() }) });
async function connect(page: Page, typeId: string): Promise<void> {
  const { business } = Business.parse(await (await fetch(`${app.origin}/local/whatsapp.json`)).json());
  const { phoneNumberId, businessId, token, appSecret } = business;
  await call(page, app.origin, "whatsapp.connect", { phoneNumberId, businessId, token, appSecret, cardTypeId: typeId });
  const { hook } = Settings.parse(
    await (
      await page.request.get(`${app.origin}/api/trpc/whatsapp.settings?input=%7B%7D`)
    )
      .json()
      .then((body) => body.result.data),
  );
  expect((await local("subscribe", { url: hook.url, token: hook.verifyToken })).status).toBe(303);
}

it("a number is connected by keyboard alone; a phone's message appears in the inbox and on the card without a reload, and is answered", async () => {
  const { page, complaints } = await app.open();
  const { card, account } = await prepare(page, "054-555-0187");
  await page.goto(`${app.origin}/settings/integrations`);
  await page.getByRole("button", { name: "WhatsApp" }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "WhatsApp" });
  await panel.getByLabel("Phone number ID").waitFor();
  const { business } = Business.parse(await (await fetch(`${app.origin}/local/whatsapp.json`)).json());
  for (const name of ["phoneNumberId", "businessId", "token", "appSecret"]) {
    await page.keyboard.type(business[name] ?? "");
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Enter");
  await panel.getByText(/^Connected on/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Number");
  await panel.getByText("Meta has not verified this address yet").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "whatsapp-settings");
  const url = await panel.getByRole("textbox", { name: "Callback URL" }).inputValue();
  const token = await panel.getByRole("textbox", { name: "Verify token" }).inputValue();
  expect((await local("subscribe", { url, token: "wrong" })).status).toBe(200);
  expect((await local("subscribe", { url, token })).status).toBe(303);
  await panel.getByText(/^Meta verified this address on/).waitFor();
  await panel.getByRole("button", { name: "Copy: verify token" }).waitFor();

  const { page: beside } = await app.open();
  await signIn(beside, app.origin, account);
  await beside.goto(card);
  await beside.getByRole("button", { name: "WhatsApp", exact: true }).and(beside.locator(":enabled")).waitFor();
  await page.goto(`${app.origin}/chats`);
  await page.getByText("No conversations here").waitFor();
  await local("write", { phone: "+972541112233", name: "Dana Levi", text: "Hello" });
  await page.getByRole("link", { name: /Dana Levi/ }).waitFor();
  await local("write", { phone: "+972 54 555 0187", name: "Rami Halabi", text: "Is the roof free?" });
  const row = page.getByRole("link", { name: /Rami Halabi/ });
  await row.waitFor();
  await beside.getByText("Is the roof free?").first().waitFor();
  await row.focus();
  await page.keyboard.press("Enter");
  const thread = page.getByRole("region", { name: "Rami Halabi" });
  await thread.getByRole("log").getByText("Is the roof free?").waitFor();
  await page.getByRole("complementary", { name: "Card" }).getByText("Golan Herbs").waitFor();
  await page.keyboard.press("r");
  const text = page.getByRole("textbox", { name: "Write a WhatsApp message" });
  await text.waitFor();
  await page.keyboard.type("It is, from Sunday");
  await page.keyboard.press("Control+Enter");
  await thread.getByText("Read", { exact: true }).waitFor();
  await beside.getByText("It is, from Sunday").first().waitFor();
  await local("write", { phone: "+972545550187", what: "picture", text: "The meter" });
  await thread.getByText("The meter").waitFor();
  await local("write", { phone: "+972545550187", what: "location", text: "Site" });
  await thread.getByText("Open the map").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "chats");
  await local("weather", { weather: "undeliverable" });
  await text.fill("Are you there?");
  await page.keyboard.press("Control+Enter");
  await thread.getByText("Not sent. The message could not be delivered to this number").waitFor();
  await local("weather", { weather: "fine" });
  await beside.getByText("Not sent. The message could not be delivered to this number").waitFor();
  expect(await serious(beside)).toEqual([]);
  await keepPicture(beside, "whatsapp-timeline");
  // What is sent after it does not hide it, and it is resent from where it stands.
  await text.fill("Hello?");
  await page.keyboard.press("Control+Enter");
  await thread.getByText("Hello?").waitFor();
  await page.getByRole("link", { name: "Not sent 1" }).click();
  await page.getByRole("link", { name: /Rami Halabi/ }).click();
  await thread.getByText("1 message was not sent").waitFor();
  await page.goto(`${app.origin}/settings/outgoing`);
  const unsent = page.getByRole("listitem").filter({ hasText: "Are you there?" });
  await unsent.getByText(/^To .*187/).waitFor();
  await unsent.getByRole("link", { name: "Golan Herbs" }).waitFor();
  await unsent.getByText("The message could not be delivered to this number").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "whatsapp-outgoing");
  await beside.getByRole("button", { name: "Send again" }).focus();
  await beside.keyboard.press("Enter");
  await beside.getByText("Not sent. The message could not be delivered to this number").waitFor({ state: "detached" });
  await page.getByRole("heading", { name: "Nothing to decide" }).waitFor();
  expect(complaints).toEqual([]);
});

it("chats are worked through by keyboard: the focus follows, the next one opens after closing, and the thread keeps its place", async () => {
  const { page, complaints } = await app.open();
  const { typeId } = await prepare(page, "054-555-0187");
  await connect(page, typeId);
  const rail = page.getByRole("navigation", { name: "Main" });
  await page.goto(`${app.origin}/cards`);
  await rail.getByRole("link", { name: "Chats", exact: true }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("w");
  await page.getByText("No conversations here").waitFor();
  const people = ["Dana Levi", "Nagy Eszter", "Rami Halabi"];
  for (const [at, name] of people.entries()) {
    await local("write", { phone: `+97254111223${at}`, name, text: `Hello from ${name}` });
    await page.getByRole("link", { name: new RegExp(name) }).waitFor();
  }
  await rail.getByRole("link", { name: "Chats, 3 unread" }).waitFor();
  // Messages of one second have no order of their own.
  const rows = await page.locator("[data-chat]").allTextContents();
  const [first = "", second = ""] = rows.map((row) => people.find((name) => row.includes(name)) ?? "");
  const phone = `+97254111223${people.indexOf(first)}`;
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.keyboard.press("j");
  await expect.poll(focused).toContain(first);
  await page.getByRole("log").getByText(`Hello from ${first}`).waitFor();
  await page.keyboard.press("j");
  await expect.poll(focused).toContain(second);
  await rail.getByRole("link", { name: "Chats, 1 unread" }).waitFor();
  await page.keyboard.press("k");
  await expect.poll(focused).toContain(first);
  const thread = page.getByRole("region", { name: first });
  await thread.getByText(`Hello from ${first}`).waitFor();
  await page.keyboard.press("?");
  const help = page.getByRole("dialog");
  await help.getByRole("heading", { name: "Chats", exact: true }).waitFor();
  await help.getByText("Close chat").waitFor();
  await keepPicture(page, "chats-keys");
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("r");
  await page.getByRole("textbox", { name: "Write a WhatsApp message" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.press("Escape");
  await expect.poll(focused).toContain(first);

  // At the end, the thread stays there; scrolled up, it stays where it is and counts what comes.
  const log = thread.getByRole("log");
  const gap = () =>
    log.evaluate(({ scrollHeight, scrollTop, clientHeight }) => Math.round(scrollHeight - scrollTop - clientHeight));
  for (let at = 0; at < 25; at++) await local("write", { phone, text: `Line ${at}` });
  // Each, in whatever order: one that comes after the chat was closed would open it again.
  await expect.poll(() => log.getByText(/^Line \d+$/).count()).toBe(25);
  await expect.poll(gap).toBeLessThan(2);
  await log.evaluate((element) => element.scrollTo(0, 40));
  const top = await log.evaluate(({ scrollTop }) => scrollTop);
  await local("write", { phone, text: "The newest" });
  await thread.getByRole("button", { name: "1 new message" }).waitFor();
  expect(await log.evaluate(({ scrollTop }) => scrollTop)).toBe(top);
  await keepPicture(page, "chats-fresh");
  await thread.getByRole("button", { name: "1 new message" }).click();
  await expect.poll(gap).toBeLessThan(2);
  await thread.getByRole("button", { name: "1 new message" }).waitFor({ state: "detached" });

  await page.getByRole("link", { name: new RegExp(first) }).focus();
  await page.keyboard.press("e");
  await page.getByRole("region", { name: second }).waitFor();
  await expect.poll(focused).toContain(second);
  await page.getByRole("link", { name: new RegExp(first) }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Closed" }).click();
  await page.getByRole("link", { name: new RegExp(first) }).click();
  await thread.getByText(/closed this chat/).waitFor();
  expect(await serious(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it("a customer who asks for no more messages is said to, in place of the form, until a person allows them again", async () => {
  const { page, complaints } = await app.open({ width: 390, isPhone: true });
  const { typeId } = await prepare(page, "054-555-0186", "he");
  await connect(page, typeId);
  await local("write", { phone: "+972545550186", name: "Rami", text: "הסר" });
  await page.goto(`${app.origin}/chats`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Golan Herbs|Rami/ })
    .first()
    .click();
  const allow = page.getByRole("button", { name: "אישור מחדש" });
  await allow.waitFor();
  await keepPicture(page, "whatsapp-opted-out");
  expect(await serious(page)).toEqual([]);
  await allow.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").getByText(/START/).waitFor();
  await keepPicture(page, "whatsapp-allow");
  await page.getByRole("alertdialog").getByRole("button", { name: "אישור מחדש" }).click();
  await page.getByRole("textbox").last().waitFor();
  expect(complaints).toEqual([]);
});

it("a second message that comes before the first was seen to be seen is seen too, while the chat is open", async () => {
  const { page } = await app.open();
  const { typeId } = await prepare(page, "054-555-0189");
  await connect(page, typeId);
  const write = (text: string) => local("write", { phone: "+972545550189", name: "Rami Halabi", text });
  const Listed = z.object({ chats: z.array(z.object({ id: z.string(), unread: z.number() })) });
  const unread = async () => Listed.parse(await call(page, app.origin, "chats.list", { folder: "open" })).chats[0]?.unread;
  await write("Hello");
  await page.goto(`${app.origin}/chats`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Golan Herbs|Rami/ })
    .first()
    .click();
  await page.getByRole("log").getByText("Hello").waitFor();
  await expect.poll(unread).toBe(0);
  // The thread is next read when both have come.
  let isHeld = false;
  const both = Promise.withResolvers<void>();
  await page.route(/chats\.listMessages/, async (route) => {
    if (isHeld) await both.promise;
    const answer = await route.fetch();
    isHeld ||= (await answer.text()).includes("One");
    await route.fulfill({ response: answer });
  });
  const seen = page.waitForResponse(/chats\.markRead/);
  await write("One");
  await seen;
  await expect.poll(unread).toBe(0);
  await write("Two");
  await expect.poll(unread).toBe(1);
  both.resolve();
  await page.getByRole("log").getByText("Two").waitFor();
  await expect.poll(unread).toBe(0);
});

it("whoever cannot answer a chat reads why: its card is in the trash, or hidden from them", async () => {
  const { page, complaints } = await app.open();
  const { card, typeId } = await prepare(page, "054-555-0190");
  await connect(page, typeId);
  await local("write", { phone: "+972545550190", name: "Rami Halabi", text: "Hello" });
  await page.goto(`${app.origin}/chats`);
  await page
    .getByRole("main")
    .getByRole("link", { name: /Golan Herbs|Rami/ })
    .first()
    .click();
  await page.locator("textarea").waitFor();
  const address = page.url();
  await call(page, app.origin, "cards.remove", { cardId: card.split("/").at(-1) });
  await page.goto(address);
  await page.getByText(/in the trash, so replies cannot be sent/).waitFor();
  expect(await page.getByRole("link", { name: "Restore it from the trash" }).getAttribute("href")).toBe("/cards/trash");
  expect(await page.locator("textarea").count()).toBe(0);
  expect(await page.getByRole("log").getByRole("button", { name: "Reply" }).count()).toBe(0);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "whatsapp-card-in-trash");
  // As for somebody to whom the chat is assigned, and not its card.
  await page.route(/\/api\/trpc\/[^?]*cards\.get\b/, async (route) => {
    const names = new URL(route.request().url()).pathname.split("/").at(-1)?.split(",") ?? [];
    const answer = await route.fetch();
    const hidden = { error: { message: "NOT_FOUND", data: { code: "NOT_FOUND", status: 404, requestId: "req_1" } } };
    const all = z.array(z.unknown()).parse([await answer.json()].flat());
    const json = all.map((one, at) => (names[at] === "cards.get" ? hidden : one));
    await route.fulfill({ status: 207, json });
  });
  await page.goto(address);
  await page.getByText(/You have no access to the card/).waitFor();
  expect(await page.locator("textarea").count()).toBe(0);
  await keepPicture(page, "whatsapp-card-hidden");
  expect(complaints).toEqual([]);
});

it("on a card, the composer opens when the customer writes", async () => {
  const { page, complaints } = await app.open();
  const { card, typeId } = await prepare(page, "054-555-0187");
  await connect(page, typeId);
  await page.goto(card);
  await page.getByRole("button", { name: "WhatsApp", exact: true }).and(page.locator(":enabled")).click();
  await page.getByText("The 24-hour window is closed.").waitFor();
  await page.getByRole("textbox", { name: "the estimate for … is ready." }).focus();
  await local("write", { phone: "+972545550187", name: "Rami Halabi", text: "I am here" });
  // The focus, which was in what has gone, is in what has come.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  await page.keyboard.type("Good");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("WhatsApp");
  await page.getByText("Rami Halabi").first().waitFor();
  expect(complaints).toEqual([]);
});

it.each([
  [
    "en",
    { place: "the estimate for … is ready.", text: "Hello Golan Herbs, the estimate for the roof is ready. May we call you?" },
  ],
  ["he", { place: "הצעת המחיר עבור … מוכנה.", text: "שלום Golan Herbs, הצעת המחיר עבור the roof מוכנה. אפשר להתקשר?" }],
] as const)(
  "outside of 24 hours only a template can be sent, offered in %s first, and the chat is called as the card is",
  async (language, { place, text }) => {
    const { page, complaints } = await app.open({ language });
    const { card, typeId } = await prepare(page, "+36 30 123 4567", language);
    await connect(page, typeId);
    await page.goto(card);
    const tab = page.getByRole("button", { name: "WhatsApp", exact: true }).and(page.locator(":enabled"));
    await tab.click();
    await page.locator("[data-state=closed]").waitFor();
    await page.getByRole("textbox", { name: place }).fill("the roof");
    await page.getByText(text).waitFor();
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, `whatsapp-template.${language}`);
    await page.keyboard.press("Control+Enter");
    await page.locator("[data-tone=success]").first().waitFor();
    await page.goto(`${app.origin}/chats`);
    await page.getByRole("link", { name: /^Golan Herbs/ }).click();
    await page.getByRole("region", { name: "Golan Herbs", exact: true }).waitFor();
    expect(complaints).toEqual([]);
  },
);

it("a template whose answer was lost is sent once when Send is pressed again, and twice when that was meant", async () => {
  const { page } = await app.open();
  const { card, typeId } = await prepare(page, "+36 30 123 4568");
  await connect(page, typeId);
  await page.goto(card);
  const tab = page.getByRole("button", { name: "WhatsApp", exact: true }).and(page.locator(":enabled"));
  await tab.click();
  await page.getByRole("textbox", { name: "the estimate for … is ready." }).fill("the roof");
  const isSend = /whatsapp\.send\b/;
  const sent = new Set<string>();
  const Answers = z.array(z.object({ result: z.object({ data: z.object({ id: z.string() }) }) }));
  const note = async (response: { json: () => Promise<unknown> }) => {
    for (const { result } of Answers.parse(await response.json())) sent.add(result.data.id);
  };
  await page.route(isSend, async (route) => {
    await note(await route.fetch());
    await route.abort();
  });
  const send = page.getByRole("form", { name: "WhatsApp templates" }).getByRole("button", { name: /Send/ });
  await send.click();
  await page.locator("[data-tone=error]").first().waitFor();
  expect(sent.size).toBe(1);
  await page.unroute(isSend);
  const answered = async () => note(await page.waitForResponse(isSend));
  await Promise.all([answered(), send.click()]);
  expect(sent.size).toBe(1);
  await page.locator("[data-tone=success]").first().waitFor();
  await tab.click();
  await page.getByRole("textbox", { name: "the estimate for … is ready." }).fill("the roof");
  await Promise.all([answered(), send.click()]);
  expect(sent.size).toBe(2);
});

it.each([
  ["he", "dark", 390],
  ["he", "light", 1440],
  ["en", "dark", 390],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 844 });
  const { typeId } = await prepare(page, "054-555-0187", language === "he" ? "he" : "en");
  await connect(page, typeId);
  await local("write", { phone: "+972545550187", name: "רמי חלבי", text: "האם הגג פנוי?" });
  await page.goto(`${app.origin}/chats`);
  await page.getByRole("link", { name: /רמי חלבי/ }).waitFor();
  await keepPicture(page, `chats-list.${language}.${theme}.${width}`);
  expect(await serious(page)).toEqual([]);
  await page.getByRole("link", { name: /רמי חלבי/ }).click();
  await page.getByRole("log").getByText("האם הגג פנוי?").waitFor();
  await page.locator("textarea").waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await serious(page)).toEqual([]);
  const box = (css: string) => page.locator(css).evaluate((element) => element.getBoundingClientRect().toJSON() as DOMRect);
  expect((await box("section > header:has(h2)")).height).toBeLessThanOrEqual(60);
  if (width < 768) {
    // As large as a phone's screen is above its keyboard.
    await page.setViewportSize({ width, height: 400 });
    await page.locator("textarea").focus();
    await expect.poll(async () => (await box("form [type=submit]")).bottom).toBeLessThanOrEqual(400);
    expect((await box("[role=log]")).height).toBeGreaterThan(60);
    await keepPicture(page, `chats-keyboard.${language}.${theme}`);
    await page.setViewportSize({ width, height: 844 });
  }
  await keepPicture(page, `chats.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});
