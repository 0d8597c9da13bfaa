import { afterAll, beforeAll, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const canvas = (page: Page) => page.locator("[data-canvas]");
const saved = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^Saved$/ })
    .waitFor();

async function open(page: Page, definition: object): Promise<string> {
  const { id: cardTypeId } = await typeOf(page, app.origin, "leads");
  const input = { cardTypeId, name: "Settings", definition: { filter: null, ...definition } };
  const { id } = (await call(page, app.origin, "automations.create", input)) as { id: string };
  await page.goto(`${app.origin}/automations/${id}`);
  return id;
}

interface Draft {
  readonly definition: { readonly trigger: object; readonly steps: readonly { readonly action: object }[] };
}
const draftOf = async (page: Page, automationId: string) =>
  ((await call(page, app.origin, "automations.get", { automationId })) as Draft).definition;

it("a user limits an interval to days of the week, by keyboard, and is shown if it would never start", async () => {
  const { page, complaints } = await app.open({ height: 1000 });
  await settle(page, app.origin);
  const id = await open(page, {
    trigger: { kind: "everyPeriod", every: 1, unit: "days", from: "2030-01-03", at: "09:00" },
    steps: [{ id: "s1", kind: "action", action: { kind: "notify", text: "Look", owner: true } }],
  });
  await canvas(page).getByRole("button", { name: /^When/ }).click();
  const form = page.getByRole("complementary", { name: "At regular intervals" });
  const days = form.getByRole("toolbar", { name: "Days (none chosen: any day)" });
  await days.getByRole("button", { name: "Sunday" }).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Space");
  await canvas(page)
    .getByText(/on Sun and Tue, for each card/)
    .waitFor();
  await saved(page);
  expect((await draftOf(page, id)).trigger).toMatchObject({ weekdays: [0, 2] });
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.form.weekdays");

  // 3 January 2030 is a Thursday.
  await form.getByRole("button", { name: /Unit/ }).click();
  await page.getByRole("option", { name: /^Weeks?$/i }).click();
  await form.getByText("It would never start on these days").waitFor();
  expect(complaints).toEqual([]);
});

it("a value that was just typed is kept when Escape closes the panel", async () => {
  const { page, complaints } = await app.open({ height: 1000 });
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const price = type.fields.find(({ key }) => key === "price")?.id ?? "";
  const id = await open(page, {
    trigger: { kind: "cardCreated" },
    steps: [{ id: "s1", kind: "action", action: { kind: "changeField", how: "set", fieldId: price, value: 100 } }],
  });
  await canvas(page)
    .getByRole("button", { name: /^Then ?Change field/ })
    .click();
  const value = page.getByRole("complementary", { name: "Change field" }).getByRole("textbox", { name: "Price" });
  await value.fill("4200");
  await page.keyboard.press("Escape");
  await value.waitFor({ state: "detached" });
  await canvas(page).getByText(/4,200/).waitFor();
  await saved(page);
  expect((await draftOf(page, id)).steps[0]?.action).toMatchObject({ value: 420_000 });
  expect(complaints).toEqual([]);
});

it("values that cards refuse are shown at their fields, and what was deleted can be removed", async () => {
  const { page, complaints } = await app.open({ height: 1000 });
  await settle(page, app.origin);
  const project = (await call(page, app.origin, "cardTypes.create", {
    draft: {
      name: "Project",
      pluralName: "Projects",
      hue: "slate",
      fields: [
        { label: "Code", type: "text", required: true },
        {
          label: "Size",
          type: "singleSelect",
          options: [{ id: "opt_small", label: "Small", hue: "slate" }],
        },
      ],
    },
  })) as { id: string; fields: { id: string; label: string }[] };
  const size = project.fields.find(({ label }) => label === "Size")?.id ?? "";
  const fields = { fld_gone: "x", [size]: "opt_large" };
  await open(page, {
    trigger: { kind: "cardCreated" },
    steps: [{ id: "s1", kind: "action", action: { kind: "createCard", typeId: project.id, name: "Roof", fields } }],
  });
  await canvas(page)
    .getByRole("button", { name: /^Then ?Create card/ })
    .click();
  const form = page.getByRole("complementary", { name: "Create card" });
  await form.getByText("Not one of the choices").waitFor();
  await form.getByText("This field no longer exists").waitFor();
  const code = form.getByRole("textbox", { name: "Code" });
  await form.getByText("Code is required").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.form.refused");

  await code.fill("P-7");
  await form.getByRole("button", { name: "Remove the deleted field" }).press("Enter");
  await form.getByRole("button", { name: "Remove Size" }).press("Enter");
  await page.getByRole("button", { name: "Publish" }).and(page.locator(":not([aria-disabled=true])")).waitFor();
  await form.getByText("Code is required").waitFor({ state: "detached" });
  await form.getByText("This field no longer exists").waitFor({ state: "detached" });
  await code.waitFor();
  expect(complaints).toEqual([]);
});

it.each([
  ["he", 1440],
  ["he", 390],
  ["en", 390],
] as const)(
  "days of the week and what was done for each related card are whole in %s, %i pixels wide",
  async (language, width) => {
    const { page, complaints } = await app.open({ language, width, height: 1000 });
    await settle(page, app.origin, language);
    const leads = await typeOf(page, app.origin, "leads");
    const lead = (await call(page, app.origin, "cards.create", { typeId: leads.id, fields: { name: "Galil", owner: null } })) as {
      id: string;
    };
    const project = (await call(page, app.origin, "cardTypes.create", {
      draft: {
        name: "Project",
        pluralName: "Projects",
        hue: "slate",
        fields: [
          { label: "Remark", type: "text" },
          { label: "Lead", type: "cardRelation", relation: { typeIds: [leads.id], many: true } },
        ],
      },
    })) as { id: string; fields: { id: string; label: string }[] };
    const idOf = (name: string) => project.fields.find(({ label }) => label === name)?.id ?? "";
    const fields = (name: string) => ({ name, owner: null, [idOf("Lead")]: [lead.id] });
    for (const name of ["Roof", "Yard"])
      await call(page, app.origin, "cards.create", { typeId: project.id, fields: fields(name) });
    const act = (id: string, action: object) => ({ id, kind: "action", action });
    const each = {
      id: "each",
      kind: "forEach",
      relatedTypeId: project.id,
      filter: null,
      steps: [
        act("n", { kind: "notify", text: "Look", owner: true }),
        act("t", {
          kind: "createTask",
          title: "Call about {{ card.name }}",
          due: { amount: 1, unit: "days" },
          assignee: null,
        }),
        act("r", { kind: "changeField", how: "set", fieldId: idOf("Remark"), value: "Seen" }),
      ],
    };
    const trigger = { kind: "buttonClicked", label: "Go" };
    const id = await open(page, { trigger, steps: [each] });
    await call(page, app.origin, "automations.publish", { automationId: id });
    const { runId } = (await call(page, app.origin, "automations.press", { automationId: id, cardId: lead.id })) as {
      runId: string;
    };
    await page.goto(`${app.origin}/automations/${id}/runs?run=${runId}`);
    const run = page.getByRole("region", { name: "Galil" });
    await expect.poll(() => run.getByRole("link", { name: /Call about/ }).count()).toBe(2);
    await expect.poll(() => run.getByText("Seen").count()).toBe(2);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, `automations.each.${language}.${width}`);

    await open(page, {
      trigger: { kind: "everyPeriod", every: 1, unit: "days", from: "2030-01-03", at: "09:00", weekdays: [0, 2] },
      steps: [],
    });
    await canvas(page).getByText("09:00").waitFor();
    // On a phone it is only read.
    if (width > 767) await canvas(page).locator('[data-node="trigger"]').click();
    await keepPicture(page, `automations.weekdays.${language}.${width}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect(complaints).toEqual([]);
  },
);
