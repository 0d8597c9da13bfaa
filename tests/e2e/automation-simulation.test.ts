import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, settle, signIn, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const Made = z.object({ id: z.string(), version: z.number() });
const act = (id: string, action: object) => ({ id, kind: "action", action });

it("the last days are simulated by keyboard, draft and published side by side; runs open to what each step would have done", async () => {
  const { page, complaints } = await app.open();
  const account = await settle(page, app.origin, "en");
  const type = await typeOf(page, app.origin, "leads");
  const price = type.fields.find(({ key }) => key === "price")?.id ?? "";
  const [, contacted] = type.fields.find(({ id }) => id === "status")?.options ?? [];
  const definition = (least: number, more: readonly object[] = []) => ({
    trigger: { kind: "cardCreated" },
    filter: { fieldId: price, operator: "GREATER_THAN", value: least },
    steps: [act("status", { kind: "changeField", how: "set", fieldId: "status", value: contacted?.id }), ...more],
  });
  const sms = act("sms", { kind: "sendSms", text: "Hello {{ card.name }}" });
  const made = { cardTypeId: type.id, name: "Large leads", definition: definition(1_000) };
  const { id: automationId } = Made.parse(await call(page, app.origin, "automations.create", made));
  const phone = type.fields.find(({ key }) => key === "phone")?.id ?? "";
  const lead = async (name: string, worth: number) =>
    Made.parse(
      await call(page, app.origin, "cards.create", {
        typeId: type.id,
        fields: { name, [price]: worth, [phone]: `+9725411122${name.length}` },
      }),
    ).id;
  await page.goto(`${app.origin}/automations/${automationId}`);
  await page.getByRole("radio", { name: "Simulate" }).focus();
  await page.keyboard.press("Space");
  await page.getByText("It acts with your permissions").waitFor();
  await page.getByRole("button", { name: "Simulate" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "It would not have run" }).waitFor();
  await page.getByText("Nothing would have started it").waitFor();

  await lead("Beit Shean Dates", 100);
  const golan = await lead("Golan Herbs", 2_000);
  await lead("Studio Tamar", 90_000);
  // The card is evaluated as it was then.
  await call(page, app.origin, "cards.update", { cardId: golan, fields: { [price]: 5 } });
  await page.getByRole("button", { name: "Simulate" }).focus();
  await page.keyboard.press("Enter");
  const outcome = page.getByRole("group", { name: "What would have happened" });
  await outcome.getByRole("heading", { name: "It would have run 2 times on 2 cards" }).waitFor();
  await outcome.getByText("2 cards would have been changed").waitFor();
  await outcome.getByText("It would have been skipped once because the conditions were not met").waitFor();
  expect(await outcome.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  const row = outcome.getByRole("button", { name: /Golan Herbs/ });
  await row.focus();
  await page.keyboard.press("Enter");
  const opened = outcome.getByRole("listitem").filter({ hasText: "Golan Herbs" });
  await opened.getByText("Change field").waitFor();
  await opened.getByText("Attempted to contact").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation-simulation");
  // Nothing has been changed.
  expect(JSON.stringify(await call(page, app.origin, "cards.get", { id: golan }))).not.toContain(contacted?.id);
  await call(page, app.origin, "cards.update", { cardId: golan, fields: { status: contacted?.id } });
  await opened.getByRole("link", { name: "Open card" }).click();
  await page.waitForURL(/\/cards\/leads\/crd_\w+\?asOf=/);
  await page.getByRole("button", { name: "Back to now" }).waitFor();
  // Then it had no status, which cannot be set in the past.
  const header = page.getByRole("article", { name: "Golan Herbs" }).locator("header").first();
  expect(await header.textContent()).not.toContain("Attempted to contact");
  expect(await header.getByRole("button", { name: /Status/ }).count()).toBe(0);
  await page.getByRole("button", { name: "Back to now" }).click();
  await header.getByText("Attempted to contact").waitFor();
  await page.goBack();
  await outcome.getByRole("heading", { name: "It would have run 2 times on 2 cards" }).waitFor();

  // What started a run is known too, and what the value was before.
  const told = Made.parse(
    await call(page, app.origin, "automations.create", {
      cardTypeId: type.id,
      name: "Who moved it",
      definition: {
        trigger: { kind: "statusChanged", from: [], to: [] },
        filter: {
          all: [
            { fieldId: "before:status", operator: "NOT_EXISTS" },
            { fieldId: "openTasks", operator: "EQUAL", value: 0 },
          ],
        },
        steps: [
          act("task", {
            kind: "createTask",
            title: "{{ trigger.status.to }}: {{ trigger.person }}",
            due: { amount: 1, unit: "days" },
            assignee: "owner",
          }),
        ],
      },
    }),
  );
  await page.goto(`${app.origin}/automations/${told.id}/simulation`);
  await page.getByRole("button", { name: "Simulate" }).click();
  await outcome.getByRole("heading", { name: "It would have run once on 1 card" }).waitFor();
  await outcome.getByRole("button", { name: /Golan Herbs/ }).click();
  await outcome.getByText(/Attempted to contact: ./).waitFor();
  await keepPicture(page, "automation-simulation-event");

  await call(page, app.origin, "automations.publish", { automationId });
  await call(page, app.origin, "automations.update", { automationId, definition: definition(50_000, [sms]) });
  await page.goto(`${app.origin}/automations/${automationId}/simulation`);
  await page.getByRole("radio", { name: "Compare" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("radio", { name: "7 days" }).focus();
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Simulate" }).focus();
  await page.keyboard.press("Enter");
  const draft = outcome.getByRole("region", { name: "Draft" });
  await draft.getByRole("heading", { name: "It would have run once on 1 card" }).waitFor();
  await draft.getByText("1 run would have failed").waitFor();
  await outcome.getByRole("region", { name: "Published" }).getByRole("heading", { name: "It would have run 2 times" }).waitFor();
  await outcome.getByRole("button", { name: /Golan Herbs.*Only the published version/s }).waitFor();
  await outcome.getByRole("button", { name: /Studio Tamar.*Different steps/s }).click();
  await outcome.getByRole("img", { name: "Would fail" }).waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "automation-simulation-compared");
  const shown = new URL(page.url());
  const stale = outcome.getByText("These are the results of the previous choice");
  expect(await stale.count()).toBe(0);
  await page.getByText("90 days", { exact: true }).click();
  await stale.waitFor();
  await page.reload();
  await outcome.getByRole("button", { name: /Studio Tamar/ }).waitFor();
  // Whoever opens it again finds what was asked for it.
  expect(await page.getByRole("radio", { name: "7 days" }).isChecked()).toBe(true);
  expect(await page.getByRole("radio", { name: "Compare" }).isChecked()).toBe(true);

  for (const width of [390, 360]) {
    const { page: small, complaints: onPhone } = await app.open({
      isPhone: true,
      width,
      height: 780,
      theme: width === 390 ? "dark" : "light",
    });
    await signIn(small, app.origin, account);
    if (width === 390) await call(small, app.origin, "profile.update", { language: "he" });
    await small.goto(shown.href);
    await small.getByRole("button", { name: /Studio Tamar/ }).tap();
    expect(await small.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    expect(await serious(small)).toEqual([]);
    await keepPicture(small, `automation-simulation-${width}`);
    expect(onPhone).toEqual([]);
  }
  expect(complaints).toEqual([]);
});
