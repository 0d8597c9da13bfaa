import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { arriveLive, call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const canvas = (page: Page) => page.locator("[data-canvas]");

interface Made {
  readonly id: string;
  readonly version: number;
  readonly fields: readonly { readonly id: string; readonly label: string }[];
}

const project = (page: Page): Promise<Made> =>
  call(page, app.origin, "cardTypes.create", {
    draft: {
      name: "Project",
      pluralName: "Projects",
      hue: "slate",
      fields: [
        {
          label: "Tags",
          type: "multiSelect",
          options: ["VIP", "Solar", "Urgent"].map((label) => ({ id: `opt_${label}`, label, hue: "blue" })),
        },
        { label: "Note", type: "text" },
      ],
    },
  }) as Promise<Made>;

async function open(page: Page, cardTypeId: string, action: object): Promise<string> {
  const definition = { trigger: { kind: "cardCreated" }, filter: null, steps: [{ id: "s1", kind: "action", action }] };
  const { id } = (await call(page, app.origin, "automations.create", { cardTypeId, name: "Values", definition })) as Made;
  await page.goto(`${app.origin}/automations/${id}`);
  return id;
}

const actionOf = async (page: Page, automationId: string) => {
  const { definition } = (await call(page, app.origin, "automations.get", { automationId })) as {
    definition: { steps: readonly { action: object }[] };
  };
  return definition.steps[0]?.action;
};

it("a user has a step add to a list and take out of it, by keyboard", async () => {
  const { page, complaints } = await app.open({ height: 1000 });
  await settle(page, app.origin);
  const { id: typeId, fields } = await project(page);
  const [tags, note] = ["Tags", "Note"].map((label) => fields.find((field) => field.label === label)?.id ?? "");
  const id = await open(page, typeId, { kind: "changeField", how: "set", fieldId: tags, value: ["opt_VIP"] });
  await canvas(page)
    .getByRole("button", { name: /^Then ?Change field/ })
    .click();
  const form = page.getByRole("complementary", { name: "Change field" });
  const how = form.getByRole("button", { name: /Change$/ });
  await how.press("Enter");
  await page.getByRole("option", { name: "Add", exact: true }).press("Enter");
  await canvas(page).getByText("Add VIP to Tags").waitFor();
  await expect.poll(() => actionOf(page, id)).toEqual({ kind: "changeField", how: "add", fieldId: tags, value: ["opt_VIP"] });
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.form.add");
  await how.press("Enter");
  await page.getByRole("option", { name: "Remove", exact: true }).press("Enter");
  await canvas(page).getByText("Remove VIP from Tags").waitFor();
  await expect.poll(() => actionOf(page, id)).toMatchObject({ how: "remove", value: ["opt_VIP"] });

  // A field that holds one value offers neither.
  await form.getByRole("button", { name: /Field$/ }).press("Enter");
  await page.getByRole("option", { name: "Note" }).press("Enter");
  await how.press("Enter");
  await page.getByRole("option", { name: "Write", exact: true }).waitFor();
  expect(await page.getByRole("option", { name: "Add", exact: true }).count()).toBe(0);
  expect(note).not.toBe("");
  expect(complaints).toEqual([]);
});

it("a user inserts a value of a related card, which is offered under the field that leads there", async () => {
  const { page, complaints } = await app.open({ height: 1000 });
  await settle(page, app.origin);
  const { id: firmId } = (await call(page, app.origin, "cardTypes.create", {
    draft: {
      name: "Firm",
      pluralName: "Firms",
      hue: "teal",
      fields: [{ label: "City", key: "city", type: "text" }],
    },
  })) as Made;
  const { id: typeId } = (await call(page, app.origin, "cardTypes.create", {
    draft: {
      name: "Deal",
      pluralName: "Deals",
      hue: "blue",
      fields: [{ label: "Customer", key: "customer", type: "cardRelation", relation: { typeIds: [firmId], many: true } }],
    },
  })) as Made;
  const id = await open(page, typeId, {
    kind: "createTask",
    title: "Call in",
    due: { amount: 1, unit: "days" },
    assignee: "owner",
  });
  await canvas(page)
    .getByRole("button", { name: /^Then ?Create task/ })
    .click();
  const form = page.getByRole("complementary", { name: "Create task" });
  await form.getByRole("button", { name: "Insert variable" }).first().press("Enter");
  const menu = page.getByRole("dialog", { name: "Insert variable" });
  await menu.getByRole("group", { name: "Customer" }).getByRole("option", { name: "City" }).waitFor();
  await page.keyboard.type("city");
  await keepPicture(page, "automations.form.related");
  await page.keyboard.press("Enter");
  await expect.poll(() => actionOf(page, id)).toMatchObject({ title: expect.stringContaining("{{ related.customer.city }}") });
  await canvas(page).getByText("Customer: City").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.form.related.chosen");

  expect(complaints).toEqual([]);
});

it("a field made in another tab is offered at once in a step that is being edited", async () => {
  const { page, complaints } = await app.open({ height: 1000 });
  await settle(page, app.origin);
  const made = await project(page);
  const note = made.fields.find(({ label }) => label === "Note")?.id;
  await arriveLive(page, () => open(page, made.id, { kind: "changeField", how: "write", fieldId: note, text: "Before" }));
  await canvas(page)
    .getByRole("button", { name: /^Then ?Change field/ })
    .click();
  const form = page.getByRole("complementary", { name: "Change field" });
  const field = form.getByRole("button", { name: /Field$/ });
  await form.getByRole("textbox").first().fill("Not saved yet");
  const visit = { label: "Site visit", type: "text", displayed: true, required: false, internal: false, options: [] };
  await call(page, app.origin, "cardTypes.updateFields", {
    typeId: made.id,
    expectedVersion: made.version,
    fields: [...made.fields, visit],
  });
  await field.press("Enter");
  await page.getByRole("option", { name: "Site visit" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await form.getByRole("textbox").first().textContent()).toContain("Not saved yet");
  expect(complaints).toEqual([]);
});
