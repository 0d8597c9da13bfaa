import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { keepPicture } from "./support/picture.ts";
import { call, makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const Received = z.object({
  messages: z.array(z.object({ id: z.string(), body: z.string(), signature: z.string(), weather: z.string() })),
});
/** A service of the customer's, with a URL of its own. */
function receiver(name: string) {
  const url = `${app.origin}/local/webhooks/${name}`;
  const set = (what: "weather" | "secret", value: string) =>
    fetch(`${url}/${what}`, { method: "POST", body: new URLSearchParams({ [what]: value }), redirect: "manual" });
  const received = async () => Received.parse(await (await fetch(`${url}.json`)).json()).messages;
  const nameOf = (body: string): unknown => JSON.parse(body).data?.object?.fields.name;
  const names = async () => (await received()).map(({ body }) => nameOf(body));
  return { url, set, received, names };
}

const panel = (page: Page) => page.getByRole("dialog", { name: "Webhooks" });
const lead = (page: Page, name: string) => makeLeads(page, app.origin, [{ name }]);
/** Focuses an element and presses it by keyboard. */
async function press(
  page: Page,
  name: string | RegExp,
  role: "button" | "menuitem" | "radio" | "checkbox" = "button",
): Promise<void> {
  await page.getByRole(role, { name }).first().focus();
  await page.keyboard.press(role === "radio" || role === "checkbox" ? "Space" : "Enter");
}

it("an endpoint is created and tested, is seen to deliver and to fail, and gets a replay, by keyboard alone", async () => {
  const there = receiver("crm");
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/integrations`);
  await press(page, "Webhooks");
  await press(page, "Add endpoint");
  const address = page.getByRole("textbox", { name: "Address" });
  await address.waitFor();
  expect(await address.inputValue()).toBe("");
  // What is wrong has the focus: the first of several fields.
  const all = page.getByRole("checkbox", { name: /^All events/ });
  await all.focus();
  await page.keyboard.press("Space");
  await press(page, "Add endpoint");
  await expect.poll(() => address.evaluate((field) => field === document.activeElement)).toBe(true);
  await press(page, /^All events/, "checkbox");
  await address.focus();
  await page.keyboard.type("http://192.168.1.1/hooks");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "The address must begin with https://" }).waitFor();
  await page.keyboard.press("Control+a");
  await page.keyboard.type(there.url);
  await page.keyboard.press("Tab");
  await page.keyboard.type("Our warehouse");
  await press(page, /^All events/, "checkbox");
  await page.getByRole("searchbox", { name: "Search events" }).focus();
  await page.keyboard.type("card created");
  await press(page, /Card created/, "checkbox");
  await expect.poll(() => serious(page)).toEqual([]);
  await keepPicture(page, "webhooks-add");
  await press(page, "Add endpoint");
  const secret = page.getByText(/^whsec_/);
  await secret.waitFor();
  await there.set("secret", (await secret.textContent()) ?? "");
  await keepPicture(page, "webhooks-secret");
  // It is not copied yet: one Escape is not enough.
  await page.keyboard.press("Escape");
  await page.getByText("It is not copied yet").waitFor();
  expect(await secret.isVisible()).toBe(true);
  await expect.poll(() => serious(page)).toEqual([]);
  await keepPicture(page, "webhooks-secret-warned");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toContain("Our warehouse");

  await press(page, /Our warehouse/);
  await press(page, "Send test");
  await page.getByRole("dialog", { name: "Test" }).getByText("Delivered").waitFor();
  expect(await there.received()).toMatchObject([{ signature: "valid" }]);
  await keepPicture(page, "webhooks-test");
  await page.keyboard.press("Escape");

  await lead(page, "Galil Cold Storage");
  const log = panel(page).getByRole("table", { name: "Deliveries" });
  await log.getByRole("row", { name: /Card created.*Delivered.*204/ }).waitFor();
  expect((await there.received()).map(({ signature }) => signature)).toEqual(["valid", "valid"]);

  await there.set("weather", "gone");
  await lead(page, "Negev Pumps");
  await log.getByRole("row", { name: /Card created.*Waiting.*410/ }).waitFor();
  await panel(page).getByText("Disabled").waitFor();
  await lead(page, "Carmel Glass");
  await log.getByRole("button", { name: "Card created" }).first().focus();
  await page.keyboard.press("Enter");
  await page.getByText("The response was 410; a status from 200 to 299 is expected.").waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await keepPicture(page, "webhooks-failed");
  await page.keyboard.press("Escape");
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Card created");
  await there.set("weather", "fine");
  await press(page, "Back to the endpoints");
  await press(page, "Actions for Our warehouse");
  await press(page, "Enable", "menuitem");
  await expect.poll(there.names, { timeout: 15_000 }).toEqual([undefined, "Galil Cold Storage", "Negev Pumps", "Negev Pumps"]);
  await press(page, /^Our warehouse/);
  await press(page, "Replay");
  await page.getByRole("dialog", { name: "Send a stretch of time again" }).waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  // The failed one has been sent since; the one from while it was disabled has not.
  await page.getByText("1 message will be sent.").waitFor();
  await keepPicture(page, "webhooks-replay");
  await page.getByRole("dialog", { name: "Send a stretch of time again" }).getByRole("button", { name: "Replay" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await there.names()).at(-1), { timeout: 15_000 }).toBe("Carmel Glass");
  await expect.poll(() => log.getByText("Delivered").count()).toBe(4);
  await keepPicture(page, "webhooks-log");
  await page.keyboard.press("Escape");
  await page.getByText("1 endpoint", { exact: true }).waitFor();
  await keepPicture(page, "webhooks-cell");
  // A refused address gets 400, which browsers report.
  expect(complaints.filter((one) => !one.includes("400"))).toEqual([]);
});

it("what waits can be sent now, and what happened before the endpoint is sent only on request", async () => {
  const there = receiver("later");
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  for (const name of ["Before A", "Before B"]) await lead(page, name);
  const events = ["card.created"];
  await call(page, app.origin, "webhooks.create", { url: there.url, events, description: "Ours" });
  await there.set("weather", "broken");
  await page.goto(`${app.origin}/settings/integrations?open=webhooks`);
  await press(page, /^Ours/);
  const log = panel(page).getByRole("table", { name: "Deliveries" });
  await lead(page, "After");
  await log.getByRole("row", { name: /Card created.*Waiting.*500.*Next attempt \d+:\d+:\d+/ }).waitFor();
  await panel(page).getByText("Failing").waitFor();
  await there.set("weather", "fine");
  await press(page, "Card created");
  const dialog = page.getByRole("dialog", { name: "Card created" });
  await dialog.getByText("Next attempt").waitFor();
  await keepPicture(page, "webhooks-waiting");
  await press(page, "Send now");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe("Card created");
  await log.getByRole("row", { name: /Card created.*Delivered.*204/ }).waitFor();
  expect(await there.names()).toEqual(["After", "After"]);
  await press(page, "Replay");
  await page.getByText("There is nothing to send.").waitFor();
  await press(page, "Also 2 events from before this endpoint had chosen them", "checkbox");
  await page.getByText("2 messages will be sent.").waitFor();
  await expect.poll(() => serious(page)).toEqual([]);
  await keepPicture(page, "webhooks-replay-earlier");
  await page
    .getByRole("dialog", { name: /stretch/ })
    .getByRole("button", { name: "Replay" })
    .focus();
  await page.keyboard.press("Enter");
  await expect
    .poll(async () => (await there.names()).slice(2).map(String).toSorted(), { timeout: 15_000 })
    .toEqual(["Before A", "Before B"]);
  expect(complaints).toEqual([]);
});

it.each([
  ["broken", "The response was 500; a status from 200 to 299 is expected."],
  ["redirect", "The response was a redirect (302), which is not followed. Enter the new address."],
  ["silent", "The connection ended without a response."],
] as const)("a test at a receiver that is %s says why it failed", async (weather, words) => {
  const there = receiver(weather);
  await there.set("weather", weather);
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await call(page, app.origin, "webhooks.create", { url: there.url, events: ["*"], description: "Ours" });
  await page.goto(`${app.origin}/settings/integrations?open=webhooks`);
  await press(page, /^Ours/);
  await press(page, "Send test");
  await page.getByText(words).waitFor();
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 360],
  ["he", "light", 1440],
  ["ru", "light", 360],
  ["hu", "dark", 1024],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const there = receiver(`${language}${width}`);
  const { page, complaints } = await app.open({ language, theme, width, height: 780 });
  await settle(page, app.origin, language);
  await call(page, app.origin, "webhooks.create", { url: there.url, events: ["*"], description: "ERP" });
  await lead(page, "Galil Cold Storage");
  await there.set("weather", "broken");
  await page.goto(`${app.origin}/settings/integrations?open=webhooks`);
  const row = page.getByRole("button", { name: /^ERP/ });
  await row.waitFor();
  const isWhole = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  await expect.poll(async () => [await isWhole(), await serious(page)]).toEqual([true, []]);
  await keepPicture(page, `webhooks.${language}.${theme}.${width}`);
  await row.focus();
  await page.keyboard.press("Enter");
  const event = page.getByRole("table").getByRole("button").first();
  await event.waitFor();
  await expect.poll(async () => [await isWhole(), await serious(page)]).toEqual([true, []]);
  await keepPicture(page, `webhooks-log.${language}.${theme}.${width}`);
  await event.focus();
  await page.keyboard.press("Enter");
  await page.getByText('"type": "card.created"').waitFor();
  await expect.poll(async () => [await isWhole(), await serious(page)]).toEqual([true, []]);
  await keepPicture(page, `webhooks-delivery.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});
