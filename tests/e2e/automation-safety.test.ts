import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, gotoFresh, makeLeads, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

/** Publishes an automation. @returns its id */
async function publish(page: Page, name: string, typeId: string, definition: object): Promise<string> {
  const made = (await call(page, app.origin, "automations.create", { cardTypeId: typeId, name, definition })) as { id: string };
  await call(page, app.origin, "automations.publish", { automationId: made.id });
  return made.id;
}

const stepOf = (action: object, id = "s1") => ({ id, kind: "action", action });
const notify = { kind: "notify", text: "Look at this", owner: true };

it("all automations are paused by keyboard with a word on what that means, and resumed; every page about them says so meanwhile", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const { id: typeId } = await typeOf(page, app.origin, "leads");
  const automationId = await publish(page, "Tell the owner", typeId, {
    trigger: { kind: "cardCreated" },
    filter: null,
    steps: [stepOf(notify)],
  });
  await page.goto(`${app.origin}/automations`);
  const run = page.getByRole("switch", { name: "Automations run" });
  await run.focus();
  await page.keyboard.press("Space");
  const dialog = page.getByRole("alertdialog", { name: "Pause all automations" });
  await dialog.getByText("Nothing starts").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.pause");
  await dialog.getByRole("button", { name: "Pause all automations" }).focus();
  await page.keyboard.press("Enter");
  const banner = page.getByRole("region", { name: "All automations are paused" });
  await banner.getByText("Noa Adler").waitFor();
  expect(await run.isChecked()).toBe(false);
  await keepPicture(page, "automations.paused");
  await makeLeads(page, app.origin, [{ name: "Unnoticed", phone: "+972545550187" }]);
  for (const tab of ["", "/runs", "/versions"]) {
    await page.goto(`${app.origin}/automations/${automationId}${tab}`);
    await banner.getByText("Noa Adler").waitFor();
  }
  expect(await serious(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "automation.paused.phone");
  await page.setViewportSize({ width: 1440, height: 900 });

  // Published meanwhile, an automation waits like the others. A test of it says where a run would stop.
  const { id: another } = (await call(page, app.origin, "automations.create", {
    cardTypeId: typeId,
    name: "Tidy up",
    definition: {
      trigger: { kind: "cardCreated" },
      filter: null,
      steps: [stepOf({ kind: "sendSms", text: "Hello" }), stepOf(notify, "s2")],
    },
  })) as { id: string };
  await page.goto(`${app.origin}/automations/${another}`);
  await page.getByRole("button", { name: "Test", exact: true }).click();
  await page.getByRole("option", { name: "Unnoticed" }).click();
  const result = page.getByRole("group", { name: "What would happen" });
  await result.getByText("Look at this").waitFor();
  const items = await result.getByRole("listitem").allTextContents();
  const stops = items.findIndex((text) => text.startsWith("A run would stop here."));
  expect([items.length, stops]).toEqual([3, 1]);
  expect(items[2]).toContain("Look at this");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByText("Tidy up is published. It starts once all automations are resumed.").waitFor();

  await banner.getByRole("button", { name: "Resume all" }).focus();
  await page.keyboard.press("Enter");
  await banner.waitFor({ state: "detached" });
  await makeLeads(page, app.origin, [{ name: "Noticed" }]);
  await page.goto(`${app.origin}/automations/${automationId}/runs`);
  await page.getByText("Noticed", { exact: true }).first().waitFor();
  expect(await page.getByText("Unnoticed", { exact: true }).count()).toBe(0);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download these runs as CSV" }).click();
  const [, row = "", ...more] = readFileSync(await (await downloading).path(), "utf8")
    .trim()
    .split("\r\n");
  expect(row).toMatch(/^Noticed,/);
  expect(more).toEqual([]);
  expect(complaints).toEqual([]);
});

it("what would go around in a circle is shown before it is published, and can be published in spite of it", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const { id: typeId, fields } = await typeOf(page, app.origin, "leads");
  const [first, second] = fields.find(({ id }) => id === "status")?.options ?? [];
  const onStatus = (to: string | undefined, set: string | undefined) => ({
    trigger: { kind: "statusChanged", from: [], to: [to] },
    filter: null,
    steps: [stepOf({ kind: "changeField", how: "set", fieldId: "status", value: set })],
  });
  await publish(page, "Send it back", typeId, onStatus(second?.id, first?.id));
  const made = { cardTypeId: typeId, name: "Send it on", definition: onStatus(first?.id, second?.id) };
  const { id } = (await call(page, app.origin, "automations.create", made)) as { id: string };
  await page.goto(`${app.origin}/automations/${id}`);
  await page.getByRole("button", { name: "Publish", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Publish this automation?" });
  const loop = dialog.getByRole("region", { name: "This can go around in a circle" });
  await loop.getByText("Starts “Send it on” again").waitFor();
  expect(await loop.getByRole("listitem").allInnerTexts()).toHaveLength(3);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation.loop");
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "automation.loop.phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await dialog.getByRole("button", { name: "Publish anyway" }).click();
  await page
    .getByText("“Send it on” is published and active")
    .or(page.getByText("Send it on is published and active"))
    .first()
    .waitFor();

  // Paused, it is asked about again when it is switched on.
  await gotoFresh(page, `${app.origin}/automations`);
  const isOn = page.getByRole("switch", { name: "Send it on" });
  await isOn.focus();
  await page.keyboard.press("Space");
  await expect.poll(() => isOn.isChecked()).toBe(false);
  await page.keyboard.press("Space");
  const asks = page.getByRole("alertdialog", { name: "Switch on Send it on?" });
  await asks.getByText("Starts “Send it on” again").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation.loop.switch");
  await page.keyboard.press("Escape");
  await asks.waitFor({ state: "detached" });
  expect(await isOn.isChecked()).toBe(false);
  await page.keyboard.press("Space");
  await asks.getByRole("button", { name: "Switch on anyway" }).click();
  await asks.waitFor({ state: "detached" });
  await expect.poll(() => isOn.isChecked()).toBe(true);
  expect(complaints).toEqual([]);
});

it("an automation is shared as a text and imported from it; what is no recipe is refused, and what has no counterpart is chosen", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const { id: typeId, fields } = await typeOf(page, app.origin, "leads");
  const [first] = fields.find(({ id }) => id === "status")?.options ?? [];
  const automationId = await publish(page, "Tell everyone", typeId, {
    trigger: { kind: "statusChanged", from: [], to: [first?.id] },
    filter: null,
    steps: [stepOf({ kind: "callWebhook", url: "https://hooks.example.com/very-secret", method: "POST" })],
  });
  await page.goto(`${app.origin}/automations/${automationId}`);
  await page.getByRole("button", { name: "Actions for Tell everyone" }).click();
  await page.getByRole("menuitem", { name: "Share as a recipe" }).click();
  const share = page.getByRole("dialog", { name: "Share as a recipe" });
  const recipe = await share.getByRole("textbox", { name: "Recipe" }).inputValue();
  expect(recipe).not.toMatch(/secret|typ_|usr_/);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation.share");
  await page.keyboard.press("Escape");

  await page.goto(`${app.origin}/automations`);
  await page.getByRole("button", { name: "New automation" }).click();
  await page.getByRole("button", { name: /^Import a recipe/ }).click();
  const dialog = page.getByRole("dialog", { name: "Import a recipe" });
  const text = dialog.getByRole("textbox", { name: "Recipe" });
  await text.fill("{}");
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByText("This is not a recipe of Kartis").waitFor();
  await text.fill(recipe.replace('"name": "Lead"', '"name": "Prospect"'));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("button", { name: "Create draft" }).click();
  await dialog.getByText("Choose one").first().waitFor();
  await dialog.getByRole("textbox", { name: "URL at hooks.example.com" }).fill("https://other.example/");
  await dialog.getByRole("button", { name: /Card type: Prospect/ }).click();
  await page.getByRole("option", { name: "Lead", exact: true }).click();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation.import");
  await dialog.getByRole("button", { name: "Create draft" }).click();
  await page.waitForURL(/\/automations\/aut_/);
  await page.getByText("other.example").waitFor();

  // Deleted by mistake.
  await page.getByRole("button", { name: "Actions for Tell everyone" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Delete" }).click();
  await page.waitForURL(/\/automations$/);
  await page.getByRole("link", { name: "Tell everyone" }).nth(1).waitFor({ state: "detached" });
  await page.getByRole("alertdialog").filter({ hasText: "deleted" }).getByRole("button", { name: "Undo" }).click();
  await page.getByRole("link", { name: "Tell everyone" }).nth(1).waitFor();
  expect(complaints).toEqual([]);
});
