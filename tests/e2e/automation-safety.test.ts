import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";
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
  await makeLeads(page, app.origin, [{ name: "Unnoticed" }]);
  for (const tab of ["", "/runs", "/versions"]) {
    await page.goto(`${app.origin}/automations/${automationId}${tab}`);
    await banner.getByText("Noa Adler").waitFor();
  }
  expect(await serious(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await keepPicture(page, "automation.paused.phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await banner.getByRole("button", { name: "Resume all" }).focus();
  await page.keyboard.press("Enter");
  await banner.waitFor({ state: "detached" });
  await makeLeads(page, app.origin, [{ name: "Noticed" }]);
  await page.goto(`${app.origin}/automations/${automationId}/runs`);
  await page.getByText("Noticed", { exact: true }).waitFor();
  expect(await page.getByText("Unnoticed", { exact: true }).count()).toBe(0);
  expect(complaints).toEqual([]);
});
