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

const canvas = (page: Page) => page.getByRole("region", { name: "Steps of the automation" });
const saved = (page: Page) =>
  page
    .getByRole("status")
    .filter({ hasText: /^Saved$/ })
    .waitFor();
const addStep = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Add action" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
};

it("a user builds an automation with a condition and two actions, tests and publishes it, and it runs for a new card", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage", price: 30_000_00 }]);
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("link", { name: "Automations" }).click();
  await page.getByText("No automations yet").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.empty");
  await page.getByRole("button", { name: "New automation" }).first().click();
  const dialog = page.getByRole("dialog", { name: "New automation" });
  await dialog.getByText("Follow up when the status has not changed").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.new");
  await dialog.getByRole("button", { name: /^Blank/ }).click();
  await page.waitForURL(/\/automations\/aut_/);
  await canvas(page).getByText("Add at least one step").waitFor();

  // Only for leads with a price.
  await page.getByRole("button", { name: "Add a step here" }).first().click();
  await page.getByRole("menuitem", { name: "Conditions" }).click();
  const inspector = page.getByRole("complementary", { name: "Conditions" });
  await inspector.getByRole("menuitem", { name: "Price", exact: true }).click();
  await inspector.getByRole("button", { name: "Choose", exact: true }).click();
  await page.keyboard.type("20000");
  await page.keyboard.press("Enter");
  await canvas(page)
    .getByText(/20,000/)
    .waitFor();

  await addStep(page, "Create task");
  await canvas(page)
    .getByText(/Create task “Call/)
    .waitFor();
  await addStep(page, "Notify");
  const text = page.getByRole("complementary", { name: "Notify" }).getByRole("textbox", { name: "Text" });
  await text.fill("");
  await page.getByText("Not saved: some steps are not complete yet").waitFor();
  await text.fill("A lead worth calling");
  await saved(page);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.builder");

  // Undo and redo changes of the steps.
  await page.keyboard.press("Escape");
  await page.keyboard.press("Delete");
  await expect.poll(() => canvas(page).getByText("A lead worth calling").count()).toBe(0);
  await page.keyboard.press("ControlOrMeta+z");
  await canvas(page).getByText("A lead worth calling").waitFor();
  await saved(page);

  // A test changes nothing.
  await page.getByRole("button", { name: "Test" }).click();
  await page.getByRole("option", { name: "Galil Cold Storage" }).click();
  const result = page.getByRole("group", { name: "What would happen" });
  await result.getByText("Call Galil Cold Storage").waitFor();
  await result.getByText("A lead worth calling").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.test");
  // The result has the focus, and Escape closes the test.
  await expect.poll(() => result.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await result.waitFor({ state: "detached" });

  await page.getByRole("button", { name: "Publish" }).click();
  const publish = page.getByRole("dialog", { name: "Publish this automation?" });
  await publish
    .or(page.getByRole("alertdialog"))
    .getByText(/in your name and with your permissions/)
    .waitFor();
  await publish.getByText("It starts for cards in Leads that are created from now on.").waitFor();
  await keepPicture(page, "automations.publish");
  // Nobody has named it yet.
  expect(await publish.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Card is created: Create task");
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByText("is published and active").waitFor();
  await page.getByRole("switch", { name: "Card is created: Create task: active" }).and(page.locator(":checked")).waitFor();

  // The published version now runs for new cards.
  await makeLeads(page, app.origin, [
    { name: "Beit Shean Dates", price: 50_000_00 },
    { name: "Too small", price: 5_00 },
  ]);
  const type = await typeOf(page, app.origin, "leads");
  const tasks = async () => {
    const answer = JSON.stringify(await call(page, app.origin, "tasks.list", { timeZone: "Asia/Jerusalem" }));
    return {
      one: answer.includes("Call Beit Shean Dates"),
      other: answer.includes("Call Too small"),
      tested: answer.includes("Call Galil"),
    };
  };
  await expect.poll(tasks).toEqual({ one: true, other: false, tested: false });
  expect(type.slug).toBe("leads");
  // The figures in the header are live.
  await page.getByText("1 run in 30 days").waitFor({ timeout: 60_000 });
  await page.goto(`${app.origin}/automations`);
  await page.getByText(/When a card is created and the conditions are met, then create task/).waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.list");
  expect(complaints).toEqual([]);
});

it("every trigger and every action can be selected, has a form, and is saved once its required settings are chosen", async () => {
  const { page, complaints } = await app.open({ height: 1100 });
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const visit = { label: "Visit", type: "date", displayed: true, required: false, internal: false, options: [] };
  await call(page, app.origin, "cardTypes.updateFields", {
    typeId: type.id,
    expectedVersion: type.version,
    fields: [...type.fields, visit],
  });
  const { id } = (await call(page, app.origin, "automations.create", {
    cardTypeId: type.id,
    name: "Everything",
    definition: { trigger: { kind: "cardCreated" }, filter: null, steps: [] },
  })) as { id: string };
  await page.goto(`${app.origin}/automations/${id}`);
  const trigger = canvas(page).getByRole("button", { name: /^When/ });
  for (const name of [
    "Status changes",
    "Person is assigned",
    "Button is pressed",
    "Email is received",
    "WhatsApp message is received",
    "Date arrives",
    "Task is due",
    "Card is deleted",
    "At regular intervals",
  ]) {
    await trigger.click();
    await page.getByRole("button", { name: /Trigger$/ }).click();
    await page.getByRole("option", { name }).click();
    await page.getByRole("complementary", { name }).waitFor();
    await saved(page);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, `automations.form.${name.replaceAll(" ", "-")}`);
    if (name !== "Card is deleted") continue;
    // Actions that cannot be executed on a trashed card are disabled with a reason.
    await page.getByRole("button", { name: "Add action" }).click();
    const offered = page.getByRole("menuitem").filter({ hasNotText: "in the trash by then" });
    expect(await offered.allTextContents()).toEqual([
      "Notify",
      "Create card",
      "Call webhook",
      "Wait",
      "If / else",
      "For each related card",
    ]);
    expect(await page.getByRole("menuitem", { name: /^Create task/ }).getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
  }
  const form = page.getByRole("complementary");
  const write = async (name: string | RegExp, text: string) => {
    await form.getByRole("textbox", { name }).click();
    await page.keyboard.type(text);
  };
  /** Fills in the required settings. */
  const fill: Readonly<Record<string, () => Promise<void>>> = {
    Notify: () => write("Text", "Look at it"),
    async "Change field"() {
      await canvas(page).getByText("Choose a field").waitFor();
      await form.getByRole("button", { name: /Field/ }).click();
      await page.getByRole("option", { name: "Name", exact: true }).click();
      await canvas(page).getByText("Choose a value").waitFor();
      await write("Name", "Seen");
    },
    async "Send email"() {
      await write("Subject", "Hello");
      await write("Text", "Good day");
    },
    "Send SMS": () => write("Text", "Good day"),
    "Send WhatsApp": () => write("Text", "Good day"),
    async "Call webhook"() {
      await form.getByRole("textbox", { name: "URL" }).fill(`${app.origin}/local/webhooks/receive`);
      await form.getByRole("button", { name: "Add header" }).click();
      await form.getByRole("textbox", { name: "Name of header 1" }).fill("Authorization");
      await form.getByLabel("Value of header 1").fill("Bearer s3cret");
      await page.keyboard.press("Enter");
      await form.getByRole("button", { name: "Change value" }).waitFor();
      expect(await page.content()).not.toContain("s3cret");
      await form.getByRole("radio", { name: "Chosen values" }).click();
      await form.getByRole("button", { name: "Add value", exact: true }).click();
      await form.getByRole("textbox", { name: "Name of value 1" }).fill("customer");
      await write(/^Value 1/, "Dana");
    },
  };
  for (const name of [
    "Create task",
    "Notify",
    "Change field",
    "Send email",
    "Send SMS",
    "Send WhatsApp",
    "Create meeting",
    "Create card",
    "Call webhook",
    "Wait",
  ]) {
    await addStep(page, name);
    await page.getByRole("complementary", { name }).waitFor();
    await page.getByRole("button", { name: new RegExp(`^Then ?${name}`) }).waitFor();
    await fill[name]?.();
    await saved(page);
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, `automations.form.${name.replaceAll(" ", "-")}`);
  }
  await canvas(page).getByText("There is no verified SMS sender").waitFor();
  await canvas(page).getByText("No WhatsApp number is connected.").waitFor();
  await addStep(page, "If / else");
  await canvas(page).getByText("Add at least one condition").waitFor();
  // The branch has positions of its own.
  await page.getByRole("button", { name: "Add action" }).last().click();
  await page.getByRole("menuitem", { name: "For each related card", exact: true }).click();
  await canvas(page).getByText("Add at least one step for the related cards").waitFor();
  const { definition } = (await call(page, app.origin, "automations.get", { automationId: id })) as {
    definition: { trigger: { kind: string }; steps: { kind: string; action?: { kind: string } }[] };
  };
  expect(definition.trigger.kind).toBe("everyPeriod");
  expect(definition.steps.map(({ kind, action }) => action?.kind ?? kind)).toEqual([
    "createTask",
    "notify",
    "changeField",
    "sendEmail",
    "sendSms",
    "sendWhatsapp",
    "createMeeting",
    "createCard",
    "callWebhook",
    "wait",
    "branch",
    "forEach",
  ]);
  expect(complaints).toEqual([]);
});

it("an unfinished draft is restored after leaving the page, and can be undone", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const { id } = (await call(page, app.origin, "automations.create", {
    cardTypeId: type.id,
    name: "Half done",
    definition: { trigger: { kind: "cardCreated" }, filter: null, steps: [] },
  })) as { id: string };
  await page.goto(`${app.origin}/automations/${id}`);
  await addStep(page, "Notify");
  await page.getByRole("complementary").getByRole("textbox", { name: "Text" }).fill("Look at it");
  await saved(page);
  await addStep(page, "Create task");
  const title = page.getByRole("complementary").getByRole("textbox", { name: "Title" });
  await title.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.press("Backspace");
  const step = canvas(page).getByRole("button", { name: /^Then ?Create task/ });
  await canvas(page).getByText("Please enter a title").waitFor();
  await page.getByRole("link", { name: "All automations" }).click();
  await page.getByRole("link", { name: "Half done" }).click();
  await canvas(page).getByText("Please enter a title").waitFor();
  await page.reload();
  await canvas(page).getByText("Please enter a title").waitFor();
  // First the cleared setting, then the step.
  await page.getByRole("button", { name: "Undo" }).click();
  await canvas(page).getByText("Please enter a title").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Undo" }).click();
  await step.waitFor({ state: "detached" });
  await saved(page);
  await page.reload();
  await canvas(page)
    .getByRole("button", { name: /^Then ?Notify/ })
    .waitFor();
  await expect.poll(() => step.count()).toBe(0);
  // Undo and redo also cover edits before the reload; beyond these, undo does nothing and shows no error.
  const notify = canvas(page).getByRole("button", { name: /^Then ?Notify/ });
  for (let times = 0; times < 6; times++) await page.keyboard.press("ControlOrMeta+z");
  await notify.waitFor({ state: "detached" });
  expect(await page.getByText("Nothing to undo").count()).toBe(0);
  await page.keyboard.press("ControlOrMeta+Shift+z");
  await notify.waitFor();
  expect(complaints).toEqual([]);
});

/** Rewrites the server's responses, as for other plans and roles. */
const answering = (page: Page, pattern: RegExp, replacement: string) =>
  page.route(/\/api\/trpc\/.*identity\.me/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll(pattern, replacement) });
  });

it("a plan without automations says so; a read-only role sees automations without being able to change them", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const definition = {
    trigger: { kind: "cardCreated" },
    filter: null,
    steps: [{ id: "w", kind: "wait", wait: { amount: 1, unit: "days" } }],
  };
  const { id } = (await call(page, app.origin, "automations.create", { cardTypeId: type.id, name: "Slow", definition })) as {
    id: string;
  };
  await answering(page, /"AUTOMATION\.(?:create|update|delete)":"ORGANIZATION",?/g, "");
  await page.goto(`${app.origin}/automations`);
  await page.getByRole("link", { name: "Slow" }).click();
  await canvas(page).getByText("Wait 1 day").waitFor();
  expect(await canvas(page).getByRole("button").count()).toBe(0);
  expect(await page.getByRole("button", { name: "Publish" }).count()).toBe(0);
  await page.unrouteAll({ behavior: "wait" });
  await answering(page, /"automation",/g, "");
  await page.goto(`${app.origin}/automations/${id}`);
  await page.getByText("Content is not a part of the plan").waitFor();
  await page.getByText("Please contact support to upgrade your plan").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.gated");
  expect(complaints).toEqual([]);
});

it("a recipe can be created and published by keyboard alone", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/automations`);
  await page.getByText("No automations yet").waitFor();
  await page.keyboard.press("n");
  const recipe = page.getByRole("button", { name: /^A task for every email/ });
  await recipe.focus();
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/automations\/aut_/);
  const trigger = canvas(page).getByRole("button", { name: /^When/ });
  await trigger.focus();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toMatch(/^Then/);
  await page.keyboard.press("ControlOrMeta+d");
  await expect.poll(() => canvas(page).getByRole("button", { name: /^Then/ }).count()).toBe(2);
  await page.keyboard.press("Delete");
  await expect.poll(() => canvas(page).getByRole("button", { name: /^Then/ }).count()).toBe(1);
  expect(await focused()).toMatch(/^Then/);
  await page.keyboard.press("Enter");
  await page.getByRole("complementary", { name: "Create task" }).waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.closest("aside") !== null)).toBe(true);
  await page.keyboard.press("Escape");
  await expect.poll(focused).toMatch(/^Then/);
  await saved(page);
  await page.getByRole("button", { name: "Publish" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText(/in your name and with your permissions/).waitFor();
  // It asks with the button at hand, and not with its box.
  const isAsked = () =>
    page.evaluate(() => document.activeElement?.matches("[role=dialog] :is(button[type=submit], input)") ?? false);
  await expect.poll(isAsked).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByText("is published and active").waitFor();
  expect(complaints).toEqual([]);
});

it("reports problems at once and keeps the focus: an open choice, a condition without a value, a switch, a name that is too long", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Galil Cold Storage" }, { name: "Arbel Winery" }]);
  await page.goto(`${app.origin}/automations?new=true`);
  await page.getByRole("button", { name: /^Ask for feedback/ }).click();
  await page.waitForURL(/\/automations\/aut_/);
  const status = canvas(page).getByText("Choose the status");
  await status.waitFor();
  // The button explains why, and goes to the step.
  const publish = page.getByRole("button", { name: "Publish", exact: true });
  await publish.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("alertdialog").getByText("Some steps are not complete yet").waitFor();
  const focused = () => page.evaluate(() => document.activeElement?.textContent ?? "");
  expect(await focused()).toMatch(/^When/);
  await page.keyboard.press("Enter");
  const form = page.getByRole("complementary");
  await form.getByRole("button", { name: /Choose a status/ }).click();
  await page.getByRole("option").nth(1).click();
  await page.keyboard.press("Escape");
  await status.waitFor({ state: "detached" });

  // A condition without a value is incomplete.
  await page.getByRole("button", { name: "Add a step here" }).first().click();
  await page.getByRole("menuitem", { name: "Conditions" }).click();
  await form.getByRole("menuitem", { name: "Price", exact: true }).click();
  await canvas(page).getByText("Choose a value").waitFor();
  await page.keyboard.press("Escape");
  await canvas(page)
    .getByRole("button", { name: /^Only if/ })
    .focus();
  await page.keyboard.press("Delete");
  await saved(page);

  await publish.click();
  const dialog = page.getByRole("dialog", { name: "Publish this automation?" });
  await dialog.getByText("As things are now, it can start for 2 cards in Leads.").waitFor();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await page.getByText("is published and active").waitFor();
  await expect.poll(focused).toBe("Publish");
  const onOff = page.getByRole("switch");
  await onOff.focus();
  await page.keyboard.press("Space");
  await page.getByText("Paused", { exact: true }).last().waitFor();
  await expect.poll(() => onOff.evaluate((element) => element === document.activeElement)).toBe(true);

  await page.getByRole("button", { name: /^Actions for Ask for feedback/ }).click();
  await page.getByRole("menuitem", { name: "Rename" }).click();
  const name = page.getByRole("dialog").getByRole("textbox", { name: "Name" });
  await name.fill("x".repeat(101));
  await page.getByText("At most 100 characters").waitFor();
  await keepPicture(page, "automations.rename");
  await page.keyboard.press("Escape");
  expect(complaints).toEqual([]);
});

it("of two tabs, the second learns who changed the draft, and what each choice would discard", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const notify = { kind: "notify", text: "Look", owner: true, memberIds: [], roleIds: [] };
  const definition = { trigger: { kind: "cardCreated" }, filter: null, steps: [{ id: "a", kind: "action", action: notify }] };
  const { id } = (await call(page, app.origin, "automations.create", { cardTypeId: type.id, name: "Twice", definition })) as {
    id: string;
  };
  await page.goto(`${app.origin}/automations/${id}`);
  await addStep(page, "Change field");
  await canvas(page).getByText("Choose a field").waitFor();
  await call(page, app.origin, "automations.update", {
    automationId: id,
    definition: { ...definition, trigger: { kind: "emailReceived" } },
  });
  await page.getByText("You have changed this automation in another tab.").waitFor();
  await page.getByText("Changed here: Change field. Changed there: Trigger.").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.conflict");
  await page.getByRole("button", { name: "Show the other changes" }).click();
  await canvas(page).getByText("Email is received").waitFor();
  expect(complaints).toEqual([]);
});

it("the palette finds automations by name and creates one; the help lists the builder's shortcuts", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  await call(page, app.origin, "automations.create", {
    cardTypeId: type.id,
    name: "Welcome website leads",
    definition: { trigger: { kind: "cardCreated" }, filter: null, steps: [] },
  });
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("button", { name: "New record" }).first().waitFor();
  const palette = page.getByRole("dialog", { name: "Search and commands" });
  const choose = async (words: string, name: string) => {
    await page.keyboard.press("ControlOrMeta+k");
    await palette.waitFor();
    await page.keyboard.type(words);
    await palette.getByRole("menuitem", { name }).click();
  };
  await choose("new autom", "New automation");
  await page.getByRole("dialog", { name: "New automation" }).getByText("Blank").waitFor();
  await page.keyboard.press("Escape");
  await choose("welcome web", "Welcome website leads");
  await canvas(page).getByText("Card is created").waitFor();
  await canvas(page).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog").getByText("Duplicate the step").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automations.keys");
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 1440],
  ["en", "light", 390],
  ["he", "light", 390],
  ["ru", "dark", 360],
  ["hu", "light", 1440],
] as const)("is whole in %s, %s, %i pixels wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, theme, width, height: 860 });
  await settle(page, app.origin, language);
  const type = await typeOf(page, app.origin, "leads");
  const step = (id: string, text: string) => ({
    id,
    kind: "action",
    action: { kind: "notify", text, owner: true, memberIds: [], roleIds: [] },
  });
  const status = type.fields.find(({ id }) => id === "status")?.options[0]?.id ?? "";
  const { id } = (await call(page, app.origin, "automations.create", {
    cardTypeId: type.id,
    name: "Welcome website leads",
    definition: {
      trigger: { kind: "statusChanged", from: [], to: [status] },
      filter: { all: [{ fieldId: "owner", operator: "EXISTS" }] },
      steps: [
        step("a", "שלום Dana"),
        { id: "w", kind: "wait", wait: { amount: 2, unit: "days" } },
        {
          id: "b",
          kind: "branch",
          filter: { all: [{ fieldId: "status", operator: "EQUAL", value: status }] },
          // One side of the branch.
          met: [step("c", "Call")],
          unmet: [{ id: "d", kind: "action", action: { kind: "sendSms", text: "{{ card.name }}!", senderId: null } }],
        },
      ],
    },
  })) as { id: string };
  await page.goto(`${app.origin}/automations`);
  await page.getByText("Welcome website leads").first().waitFor();
  const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
  expect(await serious(page)).toEqual([]);
  expect(await fits()).toBe(true);
  await keepPicture(page, `automations.list.${language}.${theme}.${width}`);
  await page.goto(`${app.origin}/automations/${id}`);
  await page.getByText("שלום Dana").waitFor();
  if (width > 767) await page.locator('[data-node="b"]').click();
  else await page.locator("[data-canvas]").waitFor();
  expect(await serious(page)).toEqual([]);
  expect(await fits()).toBe(true);
  await keepPicture(page, `automations.builder.${language}.${theme}.${width}`);
  expect(complaints).toEqual([]);
});

it.each(["en", "he"] as const)(
  "on a phone the list says where automations are made, also while there are none (%s)",
  async (language) => {
    const { page, complaints } = await app.open({ isPhone: true, width: 390, height: 844, language });
    await settle(page, app.origin, language);
    const line = page.getByText(
      { en: "Open this page on a computer to create automations.", he: "כדי ליצור אוטומציות יש לפתוח את הדף במחשב." }[language],
    );
    await page.goto(`${app.origin}/automations`);
    await line.waitFor();
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, `automations.phone.none.${language}`);
    const type = await typeOf(page, app.origin, "leads");
    const definition = { trigger: { kind: "cardCreated" }, filter: null, steps: [] };
    await call(page, app.origin, "automations.create", { cardTypeId: type.id, name: "Welcome", definition });
    await page.reload();
    await page.getByRole("link", { name: "Welcome" }).waitFor();
    await line.waitFor();
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, `automations.phone.${language}`);
    expect(complaints).toEqual([]);
  },
);
