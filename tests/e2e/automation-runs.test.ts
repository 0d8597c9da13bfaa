import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { endWaits } from "../support/waits.ts";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { type Account, call, settle, signIn, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const Me = z.object({ organization: z.object({ id: z.string() }) });
const Made = z.object({ id: z.string(), version: z.number() });
const task = (title: string) => ({
  kind: "createTask",
  title,
  due: { amount: 1, unit: "hours" },
  assignee: "owner",
});
const act = (id: string, action: object) => ({ id, kind: "action", action });

interface Scene {
  readonly account: Account;
  /** Publishes an automation for leads. @returns its id */
  publish(name: string, definition: object): Promise<string>;
  /** Creates a lead. @returns its URL */
  lead(name: string, price?: number): Promise<string>;
  readonly ids: Readonly<Record<"price" | "phone", string>>;
  readonly statuses: readonly { readonly id: string }[];
}

async function prepare(page: Page, language: "en" | "he" = "en"): Promise<Scene> {
  const account = await settle(page, app.origin, language);
  const type = await typeOf(page, app.origin, "leads");
  const idOf = (key: string) => type.fields.find((field) => field.key === key)?.id ?? "";
  const ids = { price: idOf("price"), phone: idOf("phone") };
  return {
    account,
    ids,
    statuses: type.fields.find(({ id }) => id === "status")?.options ?? [],
    async publish(name, definition) {
      const { id } = Made.parse(await call(page, app.origin, "automations.create", { cardTypeId: type.id, name, definition }));
      await call(page, app.origin, "automations.publish", { automationId: id });
      return id;
    },
    async lead(name, price) {
      const fields = { name, ...(price === undefined ? {} : { [ids.price]: price }) };
      const { id } = Made.parse(await call(page, app.origin, "cards.create", { typeId: type.id, fields }));
      return `${app.origin}/cards/leads/${id}`;
    },
  };
}

/** Sets the status, creates a task, and then fails because of an invalid phone number. */
const failing = ({ ids, statuses }: Scene) => ({
  trigger: { kind: "cardCreated" },
  filter: { all: [{ fieldId: ids.price, operator: "GREATER_THAN", value: 2_000_000 }] },
  steps: [
    act("status", { kind: "changeField", how: "set", fieldId: "status", value: statuses[1]?.id }),
    act("task", task("Call {{card.name}}")),
    act("phone", { kind: "changeField", how: "write", fieldId: ids.phone, text: "no number" }),
  ],
});

it("runs appear live, are navigated by keyboard, and show what they changed, created and failed at; a failed one can be retried", async () => {
  const { page, complaints } = await app.open();
  const scene = await prepare(page);
  const automationId = await scene.publish("Welcome", failing(scene));
  await page.goto(`${app.origin}/automations/${automationId}/runs`);
  const list = page.getByRole("region", { name: "Runs" });
  await list.getByText("No runs yet").waitFor();
  await scene.lead("Beit Shean Dates", 1_000);
  await list.getByRole("link", { name: /Skipped.*Beit Shean Dates.*does not meet the conditions/s }).waitFor();
  const card = await scene.lead("Golan Herbs", 14_800_000);
  await list.getByRole("link", { name: /Failed.*Golan Herbs.*Step 3 failed: Change field/s }).waitFor();
  await page.keyboard.press("f");
  await expect.poll(() => list.getByRole("link").count()).toBe(1);
  await page.keyboard.press("j");
  const run = page.getByRole("region", { name: "Golan Herbs" });
  await run.getByText("2 of 3 steps", { exact: true }).waitFor();
  const path = run.getByRole("listitem");
  await path.filter({ hasText: "Card is created" }).getByText("by Noa Adler").waitFor();
  await path
    .filter({ hasText: /1\.\s*Change field/ })
    .getByText("Attempted to contact")
    .waitFor();
  await path
    .filter({ hasText: /2\.\s*Create task/ })
    .getByRole("link", { name: "Call Golan Herbs" })
    .waitFor();
  await path
    .filter({ hasText: /3\.\s*Change field/ })
    .getByText("Failed", { exact: true })
    .waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation-runs");

  // The cause remains, so it fails again at the same step, without repeating earlier ones. The focus stays in the run.
  await run.getByRole("button", { name: /Retry from step 3/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("The run continues").waitFor();
  await run.getByText("2 of 3 steps, retried once").waitFor();
  await run.getByRole("button", { name: /Retry from step 3/ }).waitFor();
  const attempts = run.getByRole("list", { name: "Attempts" }).getByRole("listitem");
  await attempts.first().getByText("Retried by Noa Adler").waitFor();
  await attempts.nth(1).getByText("Same answer").waitFor();
  expect(await run.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  // It is still one run.
  await page.getByText("1 run in 30 days").waitFor();
  await page.getByRole("radio", { name: "Failed 1" }).waitFor();
  await keepPicture(page, "automation-run-retried");

  await run.getByRole("link", { name: "Fix this step" }).click();
  await page.getByRole("complementary", { name: "Change field" }).waitFor();
  await page.goBack();
  await page
    .getByRole("searchbox", { name: "Search by card" })
    .or(page.getByRole("textbox", { name: "Search by card" }))
    .fill("beit");
  await expect.poll(() => list.getByRole("link").count()).toBe(0);
  await page.getByRole("radio", { name: "All" }).click();
  await list.getByRole("link", { name: /Beit Shean Dates/ }).click();
  await page.getByRole("region", { name: "Beit Shean Dates" }).getByText("Only if").waitFor();
  await page.goto(`${app.origin}/automations/${automationId}/runs`);
  await list.getByRole("link", { name: /Golan Herbs/ }).click();
  await run.getByRole("button", { name: "Next run" }).click();
  await page.getByRole("region", { name: "Beit Shean Dates" }).getByRole("button", { name: "Previous run" }).click();
  await run.waitFor();
  await page.keyboard.press("o");
  await page.waitForURL(card);
  // The card is an article, too.
  const made = page.getByRole("article").filter({ hasText: /^Automation: Welcome.*created a task Call Golan Herbs/s });
  await made.getByRole("link", { name: "Automation: Welcome" }).waitFor();
  await expect.poll(() => page.getByText("created a task Call Golan Herbs").count()).toBe(1);
  await made.getByRole("link", { name: "Call Golan Herbs" }).click();
  const author = page.getByRole("link", { name: /^Task, created by the automation “Welcome” on / });
  await author.click();
  await page.waitForURL(new RegExp(`/automations/${automationId}$`));
  expect(complaints).toEqual([]);
});

it("what a run has changed is undone with one press, and redone", async () => {
  const { page, complaints } = await app.open();
  const scene = await prepare(page);
  const automationId = await scene.publish("Welcome", failing(scene));
  const card = await scene.lead("Golan Herbs", 14_800_000);
  const Card = z.object({ fields: z.object({ status: z.string().optional() }) });
  const status = async () => Card.parse(await call(page, app.origin, "cards.get", { id: card.split("/").at(-1) })).fields.status;
  await page.goto(`${app.origin}/automations/${automationId}/runs`);
  await page.getByRole("link", { name: /Failed.*Golan Herbs/s }).press("Enter");
  const run = page.getByRole("region", { name: "Golan Herbs" });
  expect(await status()).toBe(scene.statuses[1]?.id);
  await run.getByRole("button", { name: "Undo changes" }).press("Enter");
  await page.getByText("“Changes by Welcome” has been undone").waitFor();
  expect(await status()).not.toBe(scene.statuses[1]?.id);
  await keepPicture(page, "automation-run-undone");
  await page.getByRole("button", { name: "Redo" }).press("Enter");
  await page.getByText("“Changes by Welcome” has been redone").waitFor();
  expect(await status()).toBe(scene.statuses[1]?.id);
  await run.getByRole("button", { name: "Run again" }).press("Enter");
  await page.getByText("Started again").waitFor();
  // The new run is where one is.
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe("H2");
  await expect.poll(() => page.getByRole("link", { name: /Failed.*Golan Herbs/s }).count()).toBe(2);
  await page
    .getByRole("link", { name: /Failed.*Golan Herbs/s })
    .last()
    .press("Enter");
  // Somebody has taken the task on since: it stays, and why is said.
  const Tasks = z.object({ rows: z.array(z.object({ id: z.string(), title: z.string() })) });
  const { rows } = Tasks.parse(await call(page, app.origin, "tasks.list", { timeZone: "UTC" }));
  const taskId = rows.find(({ title }) => title === "Call Golan Herbs")?.id;
  await call(page, app.origin, "tasks.update", { taskId, title: "Call Golan Herbs today" });
  await run.getByRole("button", { name: "Undo changes" }).press("Enter");
  await page.getByText(/^1 change is left as it is: /).waitFor();
  expect(await status()).not.toBe(scene.statuses[1]?.id);
  expect(complaints).toEqual([]);
});

it("a waiting run shows until when, and is canceled after confirmation; a failed one notifies its publisher once", async () => {
  const { page, complaints } = await app.open();
  const scene = await prepare(page);
  const wait = { id: "wait", kind: "wait", wait: { amount: 3, unit: "days" } };
  const waiting = await scene.publish("Follow up", {
    trigger: { kind: "cardCreated" },
    filter: null,
    steps: [wait, act("task", task("Follow up"))],
  });
  // The list's figures change by themselves, and so does a run on screen, even after days.
  await page.goto(`${app.origin}/automations`);
  const row = page.getByRole("listitem").filter({ hasText: "Follow up" });
  await row.getByText("No runs in 30 days").waitFor();
  await scene.lead("Golan Herbs");
  await row.getByText("1 run in 30 days").waitFor();
  await page.goto(`${app.origin}/automations/${waiting}/runs`);
  await page.getByRole("link", { name: /Waiting.*Golan Herbs/s }).click();
  const ended = page.getByRole("region", { name: "Golan Herbs" });
  await ended.getByText(/^Until /).waitFor();
  const { organization } = Me.parse(await call(page, app.origin, "identity.me", {}));
  await endWaits(organization.id, waiting);
  await ended.getByText("2 of 2 steps").waitFor();
  await page.getByRole("link", { name: /Done.*Golan Herbs/s }).waitFor();
  await keepPicture(page, "automation-run-ended");

  await scene.publish("Welcome", failing(scene));
  await scene.lead("Studio Tamar", 3_000_000);
  await page.goto(`${app.origin}/automations/${waiting}/runs?state=waiting`);
  await page.getByRole("link", { name: /Waiting.*Studio Tamar/s }).focus();
  await page.keyboard.press("Enter");
  const run = page.getByRole("region", { name: "Studio Tamar" });
  await run
    .getByRole("listitem")
    .filter({ hasText: /1\.\s*Wait/ })
    .getByText(/^Until /)
    .waitFor();
  await run.getByRole("button", { name: "Cancel run" }).focus();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Cancel run" });
  await question.getByText("The remaining steps will not run").waitFor();
  await question.getByRole("button", { name: "Cancel run" }).focus();
  await page.keyboard.press("Enter");
  await run
    .getByRole("listitem")
    .filter({ hasText: /1\.\s*Wait/ })
    .getByText("Canceled", { exact: true })
    .waitFor();
  expect(await run.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  await page.getByText("No runs in this state").waitFor();
  expect(await serious(page)).toEqual([]);

  await page.getByRole("button", { name: /^Notifications/ }).click();
  // A pop-up may say the same.
  const failed = page.getByRole("button", { name: /Automation “Welcome” failed on Studio Tamar/ });
  await failed.getByText(/^Step 3, Change field: ./).waitFor();
  await keepPicture(page, "automation-notification");
  expect(await failed.count()).toBe(1);
  await failed.click();
  await page.waitForURL(/\/automations\/aut_\w+\/runs\?run=run_/);
  expect(complaints).toEqual([]);
});

it("a card's buttons start runs by keyboard and on a phone, after confirmation; a disabled automation's button disappears", async () => {
  const { page, complaints } = await app.open();
  const scene = await prepare(page);
  const button = (label: string, question: string) => ({
    trigger: { kind: "buttonClicked", label, question },
    filter: null,
    steps: [act("task", task(label))],
  });
  await scene.publish("Offer", button("Send price offer", ""));
  const review = await scene.publish("Review", button("Ask for a review", "Send the request now?"));
  const card = await scene.lead("Golan Herbs");
  await page.goto(card);
  await page.getByRole("button", { name: "Send price offer" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("“Send price offer” is done").waitFor();
  await page.getByText("created a task Send price offer").waitFor();
  await page.getByRole("button", { name: "More automations" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Ask for a review" }).waitFor();
  await page.keyboard.press("Enter");
  const question = page.getByRole("alertdialog", { name: "Ask for a review" });
  await question.getByText("Send the request now?").waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "hidden" });
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation-buttons");

  const { page: phone, complaints: onPhone } = await app.open({ isPhone: true, width: 390, height: 844 });
  await signIn(phone, app.origin, scene.account);
  await phone.goto(card);
  await phone.getByRole("button", { name: "More automations" }).tap();
  await phone.getByRole("menuitem", { name: "Ask for a review" }).tap();
  await phone.getByRole("alertdialog").getByRole("button", { name: "Start" }).tap();
  await phone.getByText("“Ask for a review” is done").waitFor();
  expect(await serious(phone)).toEqual([]);
  await page.getByText("created a task Ask for a review").first().waitFor();

  await call(page, app.origin, "automations.switch", { automationId: review, isOn: false });
  await page.getByRole("button", { name: "More automations" }).waitFor({ state: "detached" });
  expect([...complaints, ...onPhone]).toEqual([]);
});

it("versions show their differences, and an earlier one can be restored as the draft", async () => {
  const { page, complaints } = await app.open();
  const scene = await prepare(page);
  const definition = (title: string, more: readonly object[] = []) => ({
    trigger: { kind: "cardCreated" },
    filter: null,
    steps: [act("task", task(title)), ...more],
  });
  const automationId = await scene.publish("Welcome", definition("Call {{ card.name }}"));
  const wait = { id: "wait", kind: "wait", wait: { amount: 2, unit: "days" } };
  await call(page, app.origin, "automations.update", { automationId, definition: definition("Write", [wait]) });
  await call(page, app.origin, "automations.publish", { automationId });
  await page.goto(`${app.origin}/automations/${automationId}/versions`);
  const shown = page.getByRole("region", { name: "Version 2" });
  const changed = shown.getByRole("listitem").filter({ hasText: "Create task" });
  await changed.getByText("Changed").waitFor();
  await changed.getByRole("deletion").getByText("Card name").waitFor();
  await changed.getByRole("insertion").getByText("Write").waitFor();
  const added = shown.getByRole("listitem").filter({ hasText: "Wait" });
  await added.getByText("Added").waitFor();
  await added.getByText("2 days").waitFor();
  await page.getByRole("radio", { name: /Version 2.*Noa Adler.*Added: Wait · Changed: Create task/s }).waitFor();
  await page.getByRole("radio", { name: /Version 1.*When a card is created, then create task .*Call .*Card name/s }).waitFor();
  expect(await page.getByText("{{").count()).toBe(0);
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation-versions");
  await page.getByRole("radio", { name: /Version 1/ }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Make this the draft" }).focus();
  await page.keyboard.press("Enter");
  await page.getByText("Version 1 is now the draft").waitFor();
  await page.getByRole("radio", { name: /Draft.*Changes that are not published/s }).waitFor();
  expect(complaints).toEqual([]);
});

it("a user who may read but not update automations sees runs without actions", async () => {
  const { page } = await app.open();
  const scene = await prepare(page, "he");
  const automationId = await scene.publish("Welcome", failing(scene));
  await scene.lead("Golan Herbs", 14_800_000);
  await page.goto(`${app.origin}/automations/${automationId}/runs`);
  await page.getByRole("link", { name: /נכשלה.*Golan Herbs/s }).click();
  await page.getByRole("button", { name: /ניסיון חוזר משלב 3/ }).waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  expect(await serious(page)).toEqual([]);
  const { id: roleId } = z.object({ id: z.string() }).parse(
    await call(page, app.origin, "roles.create", {
      name: "Reader",
      grants: { "AUTOMATION.read": "ORGANIZATION", "CARDS.read": "ORGANIZATION", "CARD_TYPES.read": "ORGANIZATION" },
    }),
  );
  await call(page, app.origin, "roles.viewAs", { roleId });
  await page.reload();
  await page.getByRole("link", { name: /נכשלה.*Golan Herbs/s }).waitFor();
  await page.getByRole("region", { name: "Golan Herbs" }).getByRole("button", { name: "פתיחת הכרטיס" }).waitFor();
  expect(await page.getByRole("button", { name: /ניסיון חוזר/ }).count()).toBe(0);
});
