import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const soon = { timeout: 60_000 };
const narrow = { width: 360, height: 780, language: "he" } as const;
const Made = z.object({ id: z.string(), version: z.number() });

/** What the browser itself says of requests that no network took is no complaint of ours. */
const ours = (complaints: readonly string[]) => complaints.filter((one) => !/ERR_INTERNET_DISCONNECTED|ERR_FAILED/.test(one));
const isFocused = (page: Page, selector: string) => page.evaluate((of) => document.activeElement?.matches(of) ?? false, selector);
const overflow = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
const cutOff = (page: Page) => page.getByRole("alertdialog").filter({ hasText: "אין חיבור" });

it("a member's extension that is saved without a connection stays in its dialog, and is saved once there is one; signs alone are refused in Hebrew", async () => {
  const { page, context, complaints } = await app.open(narrow);
  await settle(page, app.origin, "he");
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(await call(page, app.origin, "identity.me", {}));
  await call(page, app.origin, "voip.setExtension", { userId: user.id, extension: "299" });
  await page.goto(`${app.origin}/settings/members`);
  const row = page.getByRole("row").filter({ hasText: "Noa Adler" });
  await row
    .getByRole("button", { name: /Noa Adler/ })
    .last()
    .press("Enter", soon);
  await page.getByRole("menuitem", { name: "שלוחת טלפון" }).press("Enter", soon);
  const dialog = page.getByRole("dialog", { name: /^שלוחת הטלפון של/ });
  const field = dialog.getByRole("textbox");
  await field.waitFor(soon);
  await expect.poll(() => isFocused(page, "input")).toBe(true);
  for (const written of ["+-()", " . "]) {
    await field.fill(written);
    await page.keyboard.press("Enter");
    await dialog.getByText("ספרות בלבד, עד 15").waitFor(soon);
    await field.fill("2");
    await dialog.getByText("ספרות בלבד, עד 15").waitFor({ ...soon, state: "detached" });
  }
  await keepPicture(page, "cut-extension-he-360");
  await context.setOffline(true);
  await field.fill("205");
  await page.keyboard.press("Enter");
  await cutOff(page).waitFor(soon);
  expect(await field.inputValue()).toBe("205");
  await keepPicture(page, "cut-extension-offline-he-360");
  await context.setOffline(false);
  await field.press("Enter");
  await dialog.waitFor({ ...soon, state: "detached" });
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(await call(page, app.origin, "voip.extensions", {})).toEqual([{ userId: user.id, extension: "205" }]);
  expect(ours(complaints)).toEqual([]);
  await context.close();
});

it("a lead form's design and its pause survive a cut connection, by keyboard alone", async () => {
  const { page, context, complaints } = await app.open(narrow);
  await settle(page, app.origin, "he");
  const { id: typeId } = await typeOf(page, app.origin, "leads");
  const { id: formId } = Made.parse(await call(page, app.origin, "leadForms.create", { name: "דף נחיתה", typeId }));
  await call(page, app.origin, "leadForms.update", { formId, expectedVersion: 1, state: "active" });
  const stored = async () =>
    z
      .array(z.object({ version: z.number(), state: z.string(), design: z.object({ title: z.string() }) }))
      .parse(await call(page, app.origin, "leadForms.list", {}))[0];
  await page.goto(`${app.origin}/settings/integrations?open=lead-forms`);
  await page.getByRole("button", { name: /^דף נחיתה/ }).press("Enter", soon);
  const design = page.getByRole("form", { name: "טופס" });
  const title = design.getByRole("textbox", { name: "כותרת" });
  await title.waitFor(soon);
  await atRest(page);
  await context.setOffline(true);
  await title.fill("דברו איתנו");
  await title.press("Enter");
  await cutOff(page).waitFor(soon);
  expect(await title.inputValue()).toBe("דברו איתנו");
  await keepPicture(page, "cut-form-offline-he-360");
  await context.setOffline(false);
  await title.press("Enter");
  await page.getByText("נשמר", { exact: true }).first().waitFor(soon);
  expect(await stored()).toMatchObject({ version: 3, design: { title: "דברו איתנו" } });
  await page.getByRole("button", { name: "חזרה לטפסים" }).press("Enter");
  const actions = page.getByRole("button", { name: /^פעולות עבור/ });
  const pause = async () => {
    await actions.press("Enter", soon);
    await page.getByRole("menuitem", { name: "השהיה" }).press("Enter", soon);
  };
  await context.setOffline(true);
  await pause();
  await cutOff(page).waitFor(soon);
  expect((await stored())?.state).toBe("active");
  await context.setOffline(false);
  await pause();
  await page.getByText("מושהה", { exact: true }).first().waitFor(soon);
  expect(await stored()).toMatchObject({ version: 4, state: "paused" });
  await keepPicture(page, "cut-form-paused-he-360");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(ours(complaints)).toEqual([]);
  await context.close();
});

it("a missed call that is marked as handled without a connection stays to be called back, and its button keeps the focus", async () => {
  const { page, context, complaints } = await app.open(narrow);
  await settle(page, app.origin, "he");
  const { user } = z.object({ user: z.object({ id: z.string() }) }).parse(await call(page, app.origin, "identity.me", {}));
  await call(page, app.origin, "voip.setExtension", { userId: user.id, extension: "204" });
  const State = z.object({ account: z.record(z.string(), z.string()), calls: z.array(z.object({ id: z.string() })) });
  const state = async () => State.parse(await (await fetch(`${app.origin}/local/voip.json`)).json());
  const local = (path: string, form: Record<string, string>) =>
    fetch(`${app.origin}/local/voip/${path}`, { method: "POST", body: new URLSearchParams(form), redirect: "manual" });
  const { account } = await state();
  await call(page, app.origin, "voip.connect", { provider: "voicenter", values: account });
  const { hookUrl } = z.object({ hookUrl: z.string() }).parse(await call(page, app.origin, "voip.settings", {}));
  await local("hook", { url: hookUrl });
  for (const number of ["972545550187", "36301234567"]) {
    await local("ring", { number, extension: "204" });
    await local("hang-up", { id: (await state()).calls[0]?.id ?? "" });
  }
  await page.goto(`${app.origin}/voip?folder=callBack`);
  const list = page.getByRole("list", { name: "לחזור אליהם" }).getByRole("listitem");
  await expect.poll(() => list.count(), soon).toBe(2);
  await atRest(page);
  await context.setOffline(true);
  const done = page.getByRole("button", { name: "סימון כטופלה" });
  await done.first().press("Enter");
  await cutOff(page).waitFor(soon);
  await expect.poll(() => list.count(), soon).toBe(2);
  await keepPicture(page, "cut-voip-offline-he-360");
  expect(await isFocused(page, "button")).toBe(true);
  await context.setOffline(false);
  await done.first().press("Enter");
  await expect.poll(() => list.count(), soon).toBe(1);
  await page.keyboard.press("Control+z");
  await expect.poll(() => list.count(), soon).toBe(2);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(ours(complaints)).toEqual([]);
  await context.close();
});

it("runs that begin and end while the connection is cut are there once it is back, and the run that is shown goes on", async () => {
  const { page, context, complaints } = await app.open(narrow);
  await settle(page, app.origin, "he");
  const type = await typeOf(page, app.origin, "leads");
  const statuses = type.fields.find(({ id }) => id === "status")?.options ?? [];
  const action = { kind: "changeField", how: "set", fieldId: "status", value: statuses[1]?.id };
  const definition = { trigger: { kind: "cardCreated" }, steps: [{ id: "s", kind: "action", action }] };
  const { id } = Made.parse(
    await call(page, app.origin, "automations.create", { cardTypeId: type.id, name: "ברוכים הבאים", definition }),
  );
  await call(page, app.origin, "automations.publish", { automationId: id });
  const lead = (name: string) => call(page, app.origin, "cards.create", { typeId: type.id, fields: { name } });
  await page.goto(`${app.origin}/automations/${id}/runs`);
  await lead("תמרי בית שאן");
  await page.getByRole("link", { name: /תמרי בית שאן/ }).waitFor(soon);
  await context.setOffline(true);
  await lead("תבליני גולן");
  await page.getByRole("link", { name: /תמרי בית שאן/ }).waitFor(soon);
  await keepPicture(page, "cut-runs-offline-he-360");
  await context.setOffline(false);
  await page.getByRole("link", { name: /תבליני גולן/ }).waitFor(soon);
  await keepPicture(page, "cut-runs-back-he-360");
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  expect(ours(complaints)).toEqual([]);
  await context.close();
});
