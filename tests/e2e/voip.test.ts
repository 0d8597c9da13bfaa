import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(async () => {
  // Those who borrow the cloud next find it as it was, also after a failure.
  await local("weather", { weather: "fine" });
  await app.close();
});

const local = (path: string, form: Record<string, string>) =>
  fetch(`${app.origin}/local/voip/${path}`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
const State = z.object({
  account: z.record(z.string(), z.string()),
  calls: z.array(z.object({ id: z.string(), direction: z.string(), number: z.string(), extension: z.string() })),
});
const state = async () => State.parse(await (await fetch(`${app.origin}/local/voip.json`)).json());
const newest = async () => (await state()).calls[0]?.id ?? "";
const Types = z.array(
  z.object({ id: z.string(), slug: z.string(), fields: z.array(z.object({ id: z.string(), type: z.string() })) }),
);

const toast = (page: Page, text: string | RegExp) => page.getByRole("alertdialog").filter({ hasText: text });

async function boxOf(of: Locator) {
  const { x = 0, y = 0, width = 0, height = 0 } = (await of.boundingBox()) ?? {};
  return { left: x, right: x + width, top: y, bottom: y + height };
}

/** An organization with a card that has this number, whose owner has an extension. @returns the card's address */
async function prepare(page: Page, phone: string, extension: string, language: "en" | "he" = "en"): Promise<string> {
  await settle(page, app.origin, language);
  const [type] = Types.parse(await call(page, app.origin, "cards.types", {}));
  const phoneField = type?.fields.find((field) => field.type === "phone")?.id ?? "";
  const fields = { name: "Golan Herbs", [phoneField]: phone };
  const made = z.object({ id: z.string() }).parse(await call(page, app.origin, "cards.create", { typeId: type?.id, fields }));
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(await call(page, app.origin, "identity.me", {}));
  await call(page, app.origin, "voip.setExtension", { userId: user.id, extension });
  return `${app.origin}/cards/${type?.slug}/${made.id}`;
}

it("a provider is connected by keyboard alone; a pressed number is called, and who calls is shown with the card, until the calls are in the VoIP center", async () => {
  const { page, complaints } = await app.open();
  const card = await prepare(page, "054-555-0187", "299");
  // An administrator assigns extensions, the own one too.
  await page.goto(`${app.origin}/settings/members`);
  const own = page.getByRole("row").filter({ hasText: "299" });
  await own.getByRole("button", { name: "Actions for Noa Adler" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "VoIP extension" }).waitFor();
  await keepPicture(page, "voip-members-menu");
  await page.keyboard.press("Enter");
  const assigning = page.getByRole("dialog", { name: "VoIP extension of Noa Adler" });
  await assigning.getByLabel("VoIP extension").fill("2a");
  await page.keyboard.press("Enter");
  await assigning.getByText("Only digits, at most 15").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "voip-extension");
  await assigning.getByLabel("VoIP extension").fill("204");
  await page.keyboard.press("Enter");
  await page.getByRole("row").filter({ hasText: "204" }).waitFor();
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "voip-extension-390");
  await page.goto(`${app.origin}/settings/user`);
  await expect.poll(() => page.getByLabel("VoIP extension").inputValue()).toBe("204");
  await page.getByLabel("VoIP extension").scrollIntoViewIfNeeded();
  await keepPicture(page, "voip-profile-390");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`${app.origin}/settings/integrations`);
  await page.getByRole("button", { name: "VoIP" }).focus();
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "VoIP" });
  await panel.getByLabel("Token for placing calls").waitFor();
  const { account } = await state();
  await page.keyboard.type("wrong");
  await page.keyboard.press("Tab");
  await page.keyboard.type("wrong");
  await page.keyboard.press("Enter");
  await panel.getByText("The provider does not accept these values").waitFor();
  for (const [label, name] of [
    ["Token for placing calls", "code"],
    ["Token for the call log", "logCode"],
  ] as const)
    await panel.getByLabel(label).fill(account[name] ?? "");
  await page.keyboard.press("Enter");
  await panel.getByText(/^Connected on/).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Connection");
  const url = await panel.getByRole("textbox", { name: "Address for reports" }).inputValue();
  expect((await local("hook", { url })).status).toBe(303);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "voip-settings");

  await page.goto(card);
  const number = page.getByRole("link", { name: "054-555-0187" }).first();
  await number.waitFor();
  // The module that calls pressed numbers is fetched once the page stands: until then, the link is the browser's own. Pressing on while it rings calls nobody twice.
  await page.evaluate(() => document.addEventListener("click", (event) => event.preventDefault()));
  await expect
    .poll(async () => {
      await number.focus();
      await page.keyboard.press("Enter");
      return (await state()).calls.length;
    })
    .toBeGreaterThan(0);
  expect((await state()).calls).toMatchObject([{ direction: "OUT", number: "972545550187", extension: "204" }]);
  await toast(page, /Calling .?054-555-0187/).waitFor();
  await page.getByText("placed a call").first().waitFor();
  await keepPicture(page, "voip-calling");
  for (const _ of ["our person", "the other party"]) await local("answer", { id: await newest() });
  await local("hang-up", { id: await newest() });
  await toast(page, /The call with .?054-555-0187.? has ended/).waitFor();
  await page.getByText("Answered", { exact: true }).first().waitFor();

  await local("weather", { weather: "offline" });
  await number.click();
  await toast(page, /054-555-0187.? was not reached/)
    .getByText("Your telephone is offline")
    .waitFor();
  await local("weather", { weather: "fine" });

  // In the table, the row's menu calls, by keyboard too.
  await page.goto(card.slice(0, card.lastIndexOf("/")));
  // Until what places calls is there, a number is the device's to call.
  await atRest(page);
  await page.getByRole("gridcell", { name: "054-555-0187" }).click();
  await page.keyboard.press("Shift+F10");
  const callIt = page.getByRole("menuitem", { name: /Call .?054-555-0187/ });
  await callIt.waitFor();
  await keepPicture(page, "voip-row-menu");
  const before = (await state()).calls.length;
  await callIt.press("Enter");
  await expect.poll(async () => (await state()).calls.length).toBe(before + 1);
  await local("hang-up", { id: await newest() });

  // On the board, that of the card.
  await page.goto(`${card.slice(0, card.lastIndexOf("/"))}?display=kanban`);
  await atRest(page);
  await page.getByRole("button", { name: "More: Golan Herbs" }).click();
  await callIt.click();
  await expect.poll(async () => (await state()).calls.length).toBe(before + 2);
  await local("hang-up", { id: await newest() });
  await page.goto(card);

  await local("ring", { number: "972545550187", extension: "299" });
  await local("hang-up", { id: await newest() });
  await local("ring", { number: "972545550187", extension: "204" });
  const caller = toast(page, "Golan Herbs");
  await caller.waitFor();
  await keepPicture(page, "voip-incoming");
  // After ten seconds, a chip is left until the call is over, with the way to the card.
  const chip = page.getByRole("complementary", { name: "Incoming call" });
  await chip.waitFor({ timeout: 20_000 });
  await caller.waitFor({ state: "detached" });
  await keepPicture(page, "voip-chip");
  // On a phone, it is a line of the page, which begins below it.
  await page.setViewportSize({ width: 390, height: 844 });
  const line = await boxOf(chip);
  expect(line.top).toBeGreaterThanOrEqual((await boxOf(page.getByRole("banner").first())).bottom);
  expect((await boxOf(page.getByRole("tablist").first())).top).toBeGreaterThanOrEqual(line.bottom);
  await keepPicture(page, "voip-chip-390");
  await page.setViewportSize({ width: 1440, height: 900 });
  expect(await serious(page)).toEqual([]);
  await local("answer", { id: await newest() });
  await chip.getByText("In a call").waitFor();
  await page.goto(`${app.origin}/dashboard`);
  await page.goBack();
  await local("hang-up", { id: await newest() });
  await chip.waitFor({ state: "detached" });
  await local("ring", { number: "972545550187", extension: "204" });
  await caller.waitFor();
  await local("hang-up", { id: await newest() });
  const missed = toast(page, "Missed call: Golan Herbs");
  await missed.getByRole("button", { name: "Close" }).click();
  await caller.waitFor({ state: "detached" });
  // By keyboard, Escape closes what it is pressed in, not the card behind it.
  await local("ring", { number: "972545550187", extension: "204" });
  await caller.waitFor();
  const isInRegion = () =>
    caller.evaluate((one) => document.activeElement !== document.body && Boolean(document.activeElement?.contains(one)));
  for (let parts = 0; parts < 12 && !(await isInRegion()); parts++) await page.keyboard.press("F6");
  await page.keyboard.press("Tab");
  expect(await caller.evaluate((one) => one.contains(document.activeElement))).toBe(true);
  await page.keyboard.press("Escape");
  await caller.waitFor({ state: "detached" });
  expect(page.url()).toBe(card);
  await local("hang-up", { id: await newest() });
  await local("ring", { number: "36301234567", extension: "204" });
  const stranger = toast(page, "+36 30 123 4567");
  await stranger.getByRole("button", { name: "New card from this number" }).click();
  const form = page.getByRole("dialog", { name: /New/ });
  await expect.poll(() => form.getByLabel("Phone").inputValue()).toBe("+36301234567");
  await local("hang-up", { id: await newest() });
  await form.getByLabel("Name").fill("Balaton Wines");
  await form.getByLabel("Name").press("Enter");
  await form.waitFor({ state: "detached" });
  await page.goto(card.slice(0, card.lastIndexOf("/")));
  await page.getByRole("link", { name: "Balaton Wines" }).first().click();
  await page.getByRole("article", { name: "Balaton Wines" }).waitFor();
  // The call that it was made for is on its timeline.
  await page.getByText("Missed", { exact: true }).first().waitFor();
  await keepPicture(page, "voip-strangers-call");

  await page.getByRole("link", { name: "VoIP" }).first().click();
  const rows = page.getByRole("list", { name: "Calls" }).getByRole("listitem");
  await expect.poll(() => rows.count()).toBe(9);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "voip-center");
  await page.getByRole("link", { name: /^To call back/ }).click();
  await page.getByRole("list", { name: "To call back" }).getByRole("listitem").first().waitFor();
  const toCallBack = page.getByRole("list", { name: "To call back" }).getByRole("listitem");
  expect(await toCallBack.count()).toBe(2);
  await keepPicture(page, "voip-call-back");
  const done = page.getByRole("button", { name: "Mark as handled" }).first();
  await done.focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => toCallBack.count()).toBe(1);
  // The next row's button has the focus, and after the last row the heading.
  const isFocused = (of: Locator) => of.evaluate((element) => element === document.activeElement);
  await expect.poll(() => isFocused(page.getByRole("button", { name: "Mark as handled" }))).toBe(true);
  await page.keyboard.press("Enter");
  await page
    .getByText("No calls to return")
    .or(page.getByRole("main").getByText(/call back/i))
    .first()
    .waitFor();
  await expect.poll(() => isFocused(page.getByRole("heading", { level: 1 }))).toBe(true);
  await toast(page, "The call is marked as handled").first().getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => toCallBack.count()).toBe(1);
  // So does the key, for the one before.
  await page.keyboard.press("Control+z");
  await expect.poll(() => toCallBack.count()).toBe(2);
  await page.getByRole("link", { name: "By member" }).click();
  await page.getByRole("rowheader", { name: "Unknown extension" }).waitFor();
  await keepPicture(page, "voip-members");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.origin}/voip`);
  await expect.poll(() => rows.count()).toBe(9);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "voip-center-390");
  // Wherever the list stands, the button to its end covers nothing that is pressed.
  const toEnd = page.getByRole("button", { name: "Scroll to bottom" });
  for (const top of [0, 30, 60, 90, 120, 150]) {
    await page.getByRole("list", { name: "Calls" }).evaluate((list, at) => {
      const scroller =
        list.closest("[data-scrolls]") ??
        [...document.querySelectorAll("main *")].find((one) => one.scrollHeight > one.clientHeight + 100);
      scroller?.scrollTo({ top: at });
    }, top);
    await toEnd.waitFor();
    const isCovering = () =>
      toEnd.evaluate((button) => {
        const own = button.getBoundingClientRect();
        return [...document.querySelectorAll("main :is(a, button)")]
          .filter((one) => one !== button)
          .map((one) => one.getBoundingClientRect())
          .some(
            ({ left, right, top: above, bottom }) =>
              left < own.right && right > own.left && above < own.bottom && bottom > own.top,
          );
      });
    await expect.poll(isCovering).toBe(false);
  }
  await local("ring", { number: "972545550187", extension: "204" });
  await caller.waitFor();
  await keepPicture(page, "voip-incoming-390");
  await page.getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "VoIP" }).waitFor();
  expect(complaints).toEqual([]);
}, 240_000);

it("Twilio is connected with what the panel asks for, and a call that comes in by it is shown and recorded; in Hebrew, dark and on a phone", async () => {
  const { page, complaints } = await app.open({ language: "he", theme: "dark" });
  await prepare(page, "052-555-0144", "972525550111", "he");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${app.origin}/settings/integrations?open=voip`);
  const panel = page.getByRole("dialog", { name: "טלפוניה" });
  await panel.getByRole("button", { name: /ספק/ }).first().click();
  await page.getByRole("option", { name: "Twilio" }).click();
  await panel.getByLabel("Account SID").fill("AC00000000000000000000000000000000");
  await panel.getByLabel("האסימון הראשי").fill("token-of-this-machine");
  await panel.getByLabel("המספר שממנו מחייגים").fill("03-555-0100");
  await panel.getByLabel("המספרים שמצלצלים בשיחה נכנסת").fill("nobody");
  await panel.getByText("הקלטת שיחות שנענו").click();
  expect(await serious(page)).toEqual([]);
  expect(await panel.getByText(/Voicenter צריכה/).count()).toBe(0);
  await keepPicture(page, "voip-twilio-form-390-he");
  await panel.getByRole("button", { name: "חיבור", exact: true }).click();
  await panel.getByText("יש להזין עד 10 מספרי טלפון, מופרדים בפסיקים").waitFor();
  await panel.getByLabel("המספרים שמצלצלים בשיחה נכנסת").fill("052-555-0111");
  await panel.getByRole("button", { name: "חיבור", exact: true }).click();
  await panel.getByText(/^מחובר מאז/).waitFor();
  await keepPicture(page, "voip-twilio-390-he");
  await local("twilio-hook", { url: await panel.getByRole("textbox", { name: "כתובת לדיווחים" }).inputValue() });
  await page.goto(`${app.origin}/voip`);
  await page.getByText("אין עדיין שיחות").waitFor();
  await local("twilio-ring", { number: "+972525550144" });
  await toast(page, "Golan Herbs").waitFor();
  await toast(page, /052-555-0111/).waitFor();
  await keepPicture(page, "voip-incoming-390-he");
  await page.setViewportSize({ width: 1440, height: 900 });
  const row = page.getByRole("listitem").filter({ hasText: "Golan Herbs" }).first();
  await row.waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "voip-center-he");
  const id = z
    .object({ twilio: z.object({ calls: z.array(z.object({ id: z.string() })) }) })
    .parse(await (await fetch(`${app.origin}/local/voip.json`)).json()).twilio.calls[0]?.id;
  await local("answer", { id: id ?? "" });
  await local("hang-up", { id: id ?? "" });
  await row.getByRole("link", { name: "הקלטה" }).waitFor();
  expect(complaints).toEqual([]);
});
