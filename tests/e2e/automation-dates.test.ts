import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Draft {
  readonly definition: { readonly trigger: object };
}
const notify = { id: "s1", kind: "action", action: { kind: "notify", text: "Look", owner: true } };

/** A type of cards with a day, and a card of it. */
async function visits(page: Page) {
  const made = (await call(page, app.origin, "cardTypes.create", {
    draft: { name: "Site", pluralName: "Sites", hue: "slate", fields: [{ label: "Visit", type: "date" }] },
  })) as { id: string; fields: { id: string; label: string }[] };
  const fieldId = made.fields.find(({ label }) => label === "Visit")?.id ?? "";
  const visit = (name: string, day: string) =>
    call(page, app.origin, "cards.create", { typeId: made.id, fields: { name, [fieldId]: day } });
  return { typeId: made.id, fieldId, visit };
}
async function open(page: Page, cardTypeId: string, trigger: object, isPublished = false): Promise<string> {
  const definition = { filter: null, trigger, steps: [notify] };
  const { id } = (await call(page, app.origin, "automations.create", { cardTypeId, name: "Visits", definition })) as {
    id: string;
  };
  if (isPublished) await call(page, app.origin, "automations.publish", { automationId: id });
  return id;
}

it("dates that have passed are asked for by keyboard, said in the sentence, and start at once when they are entered", async () => {
  const { page, complaints } = await app.open({ height: 1000 });
  await settle(page, app.origin);
  const { typeId, fieldId, visit } = await visits(page);
  const id = await open(page, typeId, { kind: "dateArrives", fieldId, when: "before", amount: 3, unit: "days" });
  await page.goto(`${app.origin}/automations/${id}`);
  const canvas = page.locator("[data-canvas]");
  await canvas.getByRole("button", { name: /^When/ }).click();
  const form = page.getByRole("complementary", { name: "Date arrives" });
  const late = form.getByRole("checkbox", { name: "Also start for dates that have already passed" });
  expect(await late.isChecked()).toBe(false);
  await late.focus();
  await page.keyboard.press("Space");
  await canvas.getByText(/right away if entered later/).waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation-dates.late");
  await page
    .getByRole("status")
    .filter({ hasText: /^Saved$/ })
    .waitFor();
  expect(((await call(page, app.origin, "automations.get", { automationId: id })) as Draft).definition.trigger).toMatchObject({
    firesLate: true,
  });
  // Every year has its own moment.
  await form.getByRole("checkbox", { name: /Every year/ }).press("Space");
  await late.waitFor({ state: "detached" });
  await form.getByRole("checkbox", { name: /Every year/ }).press("Space");
  await late.waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: /^Saved$/ })
    .waitFor();
  await call(page, app.origin, "automations.publish", { automationId: id });
  await visit("Galil", "2020-05-01");
  await expect
    .poll(
      async () =>
        (await call(page, app.origin, "automations.runs", { automationId: id })) as {
          runs: { state: string; cardName: string }[];
        },
      { timeout: 60_000 },
    )
    .toMatchObject({ runs: [{ cardName: "Galil", state: "done" }] });
  await page.goto(`${app.origin}/automations/${id}/runs`);
  await page.getByRole("link", { name: /Galil/ }).or(page.getByText("Galil")).first().waitFor();
  await keepPicture(page, "automation-dates.run");
  expect(complaints).toEqual([]);
});

it("the list says when automations of dates start next", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const { typeId, fieldId, visit } = await visits(page);
  await visit("Galil", "2031-05-04");
  await visit("Negev", "2030-05-04");
  await open(page, typeId, { kind: "dateArrives", fieldId, when: "before", amount: 1, unit: "days", at: "10:30" }, true);
  await open(page, typeId, { kind: "dueDate", when: "on" }, true);
  await page.goto(`${app.origin}/automations`);
  await page.getByText(/Next .*2030.*10:30/).waitFor();
  await page.getByText("No date ahead").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation-dates.list");
  expect(complaints).toEqual([]);
});

it("runs refresh the list's figures without asking anew when automations start next; a change of an automation does ask", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const { typeId, fieldId, visit } = await visits(page);
  await visit("Galil", "2031-05-04");
  const id = await open(page, typeId, { kind: "dateArrives", fieldId, when: "on" }, true);
  await open(page, typeId, { kind: "cardCreated" }, true);
  let asked = 0;
  page.on("request", (request) => (asked += Number(request.url().includes("automations.upcoming"))));
  await page.goto(`${app.origin}/automations`);
  await page.getByText(/Next .*2031/).waitFor();
  let before = 0;
  for (const [at, name] of ["Negev", "Sharon", "Golan"].entries()) {
    await visit(name, "2032-05-04");
    await page.getByText(new RegExp(`^${at + 1} runs? in`)).waitFor({ timeout: 60_000 });
    // The first may be learnt when the connection opens: what has changed until then makes everything be asked for again.
    if (at === 0) before = asked;
  }
  expect(before).toBeGreaterThan(0);
  expect(asked).toBe(before);
  await call(page, app.origin, "automations.switch", { automationId: id, isOn: false });
  await expect.poll(() => asked).toBe(before + 1);
  await page.getByText(/Next .*2031/).waitFor({ state: "detached" });
  await page.locator(`[data-automation="${id}"]`).getByRole("switch").press("Space");
  await page.getByText(/Next .*2031/).waitFor();
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 1440],
  ["ru", "light", 1024],
  ["hu", "light", 390],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 1000 });
  await settle(page, app.origin, language);
  const { typeId, fieldId, visit } = await visits(page);
  await visit("Negev", "2030-05-04");
  const trigger = { kind: "dateArrives", fieldId, when: "before", amount: 3, unit: "days", firesLate: true };
  const id = await open(page, typeId, trigger, true);
  const { id: leads } = await typeOf(page, app.origin, "leads");
  await open(page, leads, { kind: "dueDate", when: "after", amount: 2, unit: "hours", firesLate: true }, true);
  await page.goto(`${app.origin}/automations`);
  await page.getByText(/2030/).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await keepPicture(page, `automation-dates.list.${language}.${width}`);
  await page.goto(`${app.origin}/automations/${id}`);
  await page.locator("[data-canvas]").getByText("09:00").first().waitFor();
  if (width > 767) {
    await page.locator('[data-node="trigger"]').click();
    await page.getByRole("checkbox").nth(1).waitFor();
  }
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, `automation-dates.${language}.${width}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(complaints).toEqual([]);
});
