import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { violations } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const byField = (matchFieldId: string | undefined) => ({ mode: "createOrUpdate", matchFieldId });

interface Type {
  readonly id: string;
  readonly version: number;
  readonly fields: readonly { readonly id: string; readonly type: string }[];
}
/** Deletes a field of a card type, past the screens. */
async function withoutField(page: Page, typeId: string, fieldId: string | undefined): Promise<void> {
  const type = ((await call(page, app.origin, "cards.types", {})) as readonly Type[]).find(({ id }) => id === typeId);
  const fields = type?.fields.filter(({ id }) => id !== fieldId);
  await call(page, app.origin, "cardTypes.updateFields", { typeId, expectedVersion: type?.version, fields });
}

const widthOf = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth);

it("a form is made and published by keyboard alone, filled in by a visitor, and becomes a card with the consent on it", async () => {
  const { page, context, complaints } = await app.open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/integrations`);
  const press = async (name: string | RegExp) => {
    await page.getByRole("button", { name }).first().focus();
    await page.keyboard.press("Enter");
  };
  await press("Lead forms");
  await press("Add form");
  await page.getByRole("textbox", { name: "Name" }).waitFor(soon);
  await page.keyboard.type("Landing page");
  await page.keyboard.press("Enter");
  const design = page.getByRole("form", { name: "Form" });
  await design.waitFor(soon);
  await design.getByRole("textbox", { name: "Title" }).fill("Talk to us");
  await design.getByRole("textbox", { name: "Consent text" }).fill("I agree to be called about my inquiry.");
  // The preview is the page itself, as it will look.
  const preview = page.frameLocator("iframe[title=Preview]");
  await preview.getByRole("heading", { name: "Talk to us" }).waitFor(soon);
  await preview.getByText("I agree to be called about my inquiry.").waitFor(soon);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, "forms-design");
  // Nothing that was designed is left behind by a wrong key.
  for (const leave of [() => page.keyboard.press("Escape"), () => press("Back to the forms")]) {
    await leave();
    const question = page.getByRole("alertdialog", { name: "Leave without saving?" });
    await question.getByText("2 changes are not saved.").waitFor(soon);
    await question.getByRole("button", { name: "Stay" }).press("Enter");
    await question.waitFor({ ...soon, state: "detached" });
    expect(await design.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Talk to us");
  }
  await press("Publish");
  await page.getByText("The form is published").first().waitFor(soon);
  // What it was published for is at hand.
  const copyAddress = page.getByRole("button", { name: "Copy the address" });
  await expect.poll(() => copyAddress.evaluate((button) => button === document.activeElement)).toBe(true);
  await expect.poll(async () => ((await copyAddress.boundingBox())?.y ?? -1) > 0).toBe(true);
  expect(await page.getByRole("link", { name: "Add a field to the card type" }).getAttribute("target")).toBe("_blank");
  await page.keyboard.press("Enter");
  await page.getByText("The address is copied").first().waitFor(soon);
  const url = await page.evaluate(() => navigator.clipboard.readText());
  await press("Copy the snippet");
  const snippet = await page.evaluate(() => navigator.clipboard.readText());
  await keepPicture(page, "forms-published");

  const { page: visit, complaints: visitors } = await app.open({ width: 1440, height: 900 });
  const fetched: string[] = [];
  visit.on("request", (request) => fetched.push(new URL(request.url()).pathname));
  await visit.goto(url);
  const form = visit.getByRole("form", { name: "Talk to us" });
  await form.waitFor(soon);
  await keepPicture(visit, "form-en");
  expect(await violations(visit)).toEqual([]);
  // Nothing of the app, and few files.
  expect(fetched.filter((path) => path.endsWith(".js")).length).toBeLessThanOrEqual(3);
  await form.getByRole("button", { name: "Send" }).press("Enter");
  await form.getByText("Required").first().waitFor(soon);
  expect(
    await form
      .getByRole("textbox")
      .first()
      .evaluate((input) => input === document.activeElement),
  ).toBe(true);
  await form.getByRole("textbox", { name: /name/i }).fill("Dana Levi");
  await form.getByRole("textbox", { name: /email/i }).fill("nobody");
  await form.getByRole("checkbox", { name: /I agree/ }).press("Space");
  await form.getByRole("button", { name: "Send" }).press("Enter");
  await form.getByText("Invalid email").waitFor(soon);
  await keepPicture(visit, "form-en-wrong");
  expect(await violations(visit)).toEqual([]);
  await form.getByRole("textbox", { name: /email/i }).fill("dana@site.example");
  // What was typed survives a reload, and a connection that is away.
  await visit.reload();
  await form.waitFor(soon);
  expect(await form.getByRole("textbox", { name: /name/i }).inputValue()).toBe("Dana Levi");
  await form.getByRole("checkbox", { name: /I agree/ }).press("Space");
  await visit.context().setOffline(true);
  await form.getByRole("button", { name: "Send" }).press("Enter");
  await form.getByText("Everything you typed is still here").waitFor(soon);
  await visit.context().setOffline(false);
  await form.getByRole("button", { name: "Send" }).dblclick();
  await visit.getByRole("heading", { name: "Thank you" }).waitFor(soon);
  await keepPicture(visit, "form-en-thanks");
  await visit.setViewportSize({ width: 390, height: 844 });
  await visit.getByRole("button", { name: "Send another one" }).press("Enter");
  await form.waitFor(soon);
  await expect.poll(() => widthOf(visit)).toBeLessThanOrEqual(390);
  await keepPicture(visit, "form-en-phone");
  // The browser itself reports the request that met no connection.
  expect(visitors.filter((line) => !/ERR_INTERNET_DISCONNECTED/.test(line))).toEqual([]);

  const log = page.getByRole("table", { name: "Submissions of the last 30 days" });
  await log.getByText("Created").waitFor(soon);
  expect(await log.getByRole("row").count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390);
  await keepPicture(page, "forms-phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await log.getByRole("link", { name: "Open card" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Dana Levi" }).waitFor(soon);
  await page.getByText("I agree to be called about my inquiry.").waitFor(soon);
  // The history names the form, and leads to it.
  const maker = page.getByRole("link", { name: /^Lead form: / }).first();
  expect(await maker.getAttribute("href")).toMatch(/open=lead-forms&intake=frm_/);
  await keepPicture(page, "form-card");
  // The audit log names it too, whatever has changed of it.
  await page.goto(`${app.origin}/settings/audit`);
  const published = page.getByRole("row").filter({ hasText: "changed a lead form" }).first();
  const named = published.getByRole("link", { name: "Landing page" });
  await named.waitFor(soon);
  expect(await named.getAttribute("href")).toMatch(/open=lead-forms&intake=frm_/);
  await keepPicture(page, "form-audit");
  expect(complaints).toEqual([]);

  // The snippet in somebody's site: the frame is as high as the form, and as what takes its place.
  const html = `<!doctype html><meta charset="utf-8"><title>Site</title><h1>Site</h1>${snippet}`;
  const site = createServer((_, response) => void response.writeHead(200, { "content-type": "text/html" }).end(html));
  await once(site.listen(0, "127.0.0.1"), "listening");
  await visit.setViewportSize({ width: 1000, height: 900 });
  await visit.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`); // it listens on a port
  const framed = visit.frameLocator("iframe");
  await framed.getByRole("form", { name: "Talk to us" }).waitFor(soon);
  const fits = () =>
    visit.evaluate(() => Math.round(document.querySelector("iframe")?.getBoundingClientRect().height ?? 0) !== 640);
  await expect.poll(fits).toBe(true);
  await keepPicture(visit, "form-embedded");
  await framed.getByRole("textbox", { name: /name/i }).fill("Noa");
  await framed.getByRole("checkbox", { name: /I agree/ }).check();
  await framed.getByRole("button", { name: "Send" }).press("Enter");
  await framed.getByRole("heading", { name: "Thank you" }).waitFor(soon);
  site.close();
});

it("stands in Hebrew from the right, in the dark and on a phone; is closed while paused, and gone once removed until that is undone", async () => {
  const { page, complaints } = await app.open({ language: "he", theme: "dark", width: 390, height: 844 });
  await settle(page, app.origin, "he");
  const kinds = [
    "textarea",
    "number",
    "currency",
    "date",
    "datetime",
    "time",
    "radio",
    "singleSelect",
    "multiSelect",
    "url",
    "checkbox",
  ];
  const options = ["קרקע", "גג"].map((label, at) => ({ id: `option${at}`, label, hue: "blue" }));
  const fields = kinds.map((kind) => ({ label: `שדה ${kind}`, type: kind, ...(/radio|Select/.test(kind) ? { options } : {}) }));
  const draft = { name: "פנייה", pluralName: "פניות", hue: "blue", fields };
  const { id: typeId, fields: all } = (await call(page, app.origin, "cardTypes.create", { draft })) as {
    id: string;
    fields: readonly { id: string; label: string }[];
  };
  const made = (await call(page, app.origin, "leadForms.create", { name: "דף נחיתה", typeId })) as {
    id: string;
    url: string;
    design: object;
  };
  const asked = all.filter(({ id, label }) => id === "name" || label.startsWith("שדה"));
  const idOf = (kind: string) => all.find(({ label }) => label === `שדה ${kind}`)?.id;
  const askedFields = asked.map(({ id }) => ({ fieldId: id, help: "הסבר קצר", required: true }));
  const design = {
    ...made.design,
    fields: askedFields,
    title: "נשמח לשמוע ממך",
    text: "נחזור אליך תוך יום.",
    consent: "אני מסכים שיתקשרו אליי.",
  };
  const update = (more: object) => call(page, app.origin, "leadForms.update", { formId: made.id, ...more });
  await update({ expectedVersion: 1, design, state: "active" });
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto(made.url);
  await page.getByRole("form", { name: "נשמח לשמוע ממך" }).waitFor(soon);
  expect(await page.evaluate(() => document.documentElement.dir)).toBe("rtl");
  expect(await violations(page)).toEqual([]);
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "שליחה" }).press("Enter");
  await page.getByText("יש לאשר כדי להמשיך").waitFor(soon);
  await keepPicture(page, "form-he-phone");
  expect(await violations(page)).toEqual([]);
  const form = page.getByRole("form");
  const fill = (kind: string, value: string) => form.getByLabel(new RegExp(`^שדה ${kind} `)).fill(value);
  await form.getByLabel("Name").fill("דנה לוי");
  await fill("textarea", "שתי\nשורות");
  await fill("number", "3.5");
  await fill("currency", "1,250");
  await fill("date", "2027-02-03");
  await fill("datetime", "2027-02-03T10:30");
  await fill("time", "09:15");
  await fill("url", "https://site.example/");
  await form.getByRole("radiogroup").getByRole("radio", { name: "גג" }).press("Space");
  await form.getByLabel("שדה singleSelect").selectOption({ label: "קרקע" });
  await form.getByRole("group").getByRole("checkbox", { name: "גג" }).press("Space");
  await form.getByRole("checkbox", { name: "שדה checkbox" }).press("Space");
  await form.getByRole("checkbox", { name: /מסכים/ }).press("Space");
  // Meanwhile somebody takes a field out of the form, and words the consent anew.
  const later = {
    ...design,
    fields: askedFields.filter(({ fieldId }) => fieldId !== idOf("url")),
    consent: "אני מאשר לכתוב אליי.",
  };
  await update({ expectedVersion: 2, design: later });
  await form.getByRole("button", { name: "שליחה" }).press("Enter");
  const changed = page.getByText("הטופס השתנה בינתיים");
  await changed.waitFor(soon);
  await expect.poll(() => changed.evaluate((alert) => innerHeight - alert.getBoundingClientRect().bottom)).toBeGreaterThan(0);
  await keepPicture(page, "form-he-changed");
  expect(await form.getByLabel(/^שדה url /).count()).toBe(0);
  expect(await form.getByLabel("Name").inputValue()).toBe("דנה לוי");
  expect(await form.getByRole("radio", { name: "גג" }).isChecked()).toBe(true);
  await form.getByRole("checkbox", { name: /מאשר/ }).press("Space");
  await form.getByRole("button", { name: "שליחה" }).press("Enter");
  await page.getByRole("heading", { name: "תודה" }).waitFor(soon);
  await expect
    .poll(async () => (await call(page, app.origin, "cards.search", { cardTypeId: typeId })) as object, soon)
    .toMatchObject({ rows: [{ fields: { name: "דנה לוי" } }] });
  await update({ expectedVersion: 3, state: "paused" });
  await page.reload();
  await page.getByRole("heading", { name: "הטופס סגור" }).waitFor(soon);
  // The field that it matches by goes.
  await update({ expectedVersion: 4, state: "active", design: { ...later, fields: askedFields }, ...byField(idOf("number")) });
  await withoutField(page, typeId, idOf("number"));
  await page.goto(`${app.origin}/settings/integrations?open=lead-forms`);
  await page.getByText("דורש טיפול").last().waitFor(soon);
  await atRest(page);
  await keepPicture(page, "forms-he-attention");
  await page.getByRole("button", { name: /^דף נחיתה/ }).click();
  await page.getByText(/^השדה להתאמה אינו קיים עוד/).waitFor(soon);
  await page.getByRole("form", { name: "טופס" }).waitFor(soon);
  await expect.poll(() => widthOf(page)).toBeLessThanOrEqual(390);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, "forms-he-phone");
  await page.getByRole("button", { name: "חזרה לטפסים" }).click();
  await page.getByRole("button", { name: /^פעולות עבור/ }).click();
  await page.getByRole("menuitem", { name: "הסרה" }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "הסרה" }).click();
  await page.getByText("אין עדיין טופס").first().waitFor(soon);
  await page.getByRole("button", { name: "ביטול" }).last().click();
  await page.getByRole("button", { name: /^דף נחיתה/ }).waitFor(soon);
  expect(complaints).toEqual([]);
});

it("Enter saves a draft without publishing it; one whose field to match by is gone says so and leads to the mend, and Back leads to where one came from", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const draft = {
    name: "Guest",
    pluralName: "Guests",
    hue: "blue",
    fields: ["email", "phone"].map((kind) => ({ label: kind, type: kind })),
  };
  const type = (await call(page, app.origin, "cardTypes.create", { draft })) as Type;
  const idOf = (kind: string) => type.fields.find((field) => field.type === kind)?.id;
  const made = (await call(page, app.origin, "leadForms.create", { name: "Landing page", typeId: type.id })) as { id: string };
  await call(page, app.origin, "leadForms.update", { formId: made.id, expectedVersion: 1, ...byField(idOf("email")) });
  await page.goto(`${app.origin}/tasks`);
  await page.getByRole("heading", { level: 1 }).waitFor(soon);
  await page.goto(`${app.origin}/settings/integrations?open=lead-forms&intake=${made.id}`);
  const design = page.getByRole("form", { name: "Form" });
  await design.getByRole("textbox", { name: "Title" }).fill("Talk to us");
  await design.getByRole("textbox", { name: "Title" }).press("Enter");
  await page.getByText("Saved", { exact: true }).first().waitFor(soon);
  await page.getByRole("dialog", { name: "Lead forms" }).getByText("Draft", { exact: true }).waitFor(soon);
  await design.getByRole("button", { name: "Publish" }).press("Enter");
  await page.getByText("The form is published").first().waitFor(soon);
  const drawer = page.getByRole("dialog", { name: "Lead forms" });
  await drawer.getByText("Published", { exact: true }).waitFor(soon);

  // What is deleted elsewhere is seen here.
  await withoutField(page, type.id, idOf("email"));
  const reason = drawer.getByText(/^The field to match by no longer exists/);
  await reason.waitFor(soon);
  await drawer.getByText("This field no longer exists").waitFor(soon);
  await drawer.getByText("Needs attention", { exact: true }).waitFor(soon);
  await atRest(page);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, "forms-attention");
  await drawer.getByRole("button", { name: "Choose a field" }).press("Enter");
  const match = drawer.getByRole("button", { name: /Match by/ });
  await expect.poll(() => match.evaluate((button) => button === document.activeElement)).toBe(true);
  await drawer.getByText("Choose a field of the form to match by").waitFor(soon);
  await keepPicture(page, "forms-attention-match");
  await page.keyboard.press("Enter");
  await page.getByRole("option", { name: "phone" }).press("Enter");
  await expect.poll(() => match.evaluate((button) => button === document.activeElement)).toBe(true);
  await drawer.getByRole("button", { name: "Actions for This field no longer exists" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).press("Enter");
  await drawer.getByRole("button", { name: "Save" }).press("Enter");
  await drawer.getByText("Published", { exact: true }).waitFor(soon);
  await reason.waitFor({ ...soon, state: "detached" });

  await page.keyboard.press("Escape");
  await drawer.waitFor({ ...soon, state: "detached" });
  await page.goBack();
  await expect.poll(() => new URL(page.url()).pathname).toBe("/tasks");
  expect(complaints).toEqual([]);
});
