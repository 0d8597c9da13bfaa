import type { OrgId } from "@kartis/core/kernel/id.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious, violations } from "./support/axe.ts";
import { keepPicture } from "./support/picture.ts";
import { call, makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the platform switches, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });

/** Creates a person in an organization with templates. */
async function settleWithTemplates(page: Page, language: "en" | "he" | "hu" | "ru" = "en") {
  const account = await settle(page, app.origin, language);
  const { organization } = Me.parse(await call(page, app.origin, "identity.me", {}));
  await switchOn({ orgId: organization.id, clock: systemClock }, "content-templates");
  return account;
}
const Made = z.object({ id: z.string() });
const Stored = z.object({
  templates: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      texts: z.record(z.string(), z.object({ subject: z.string(), body: z.string() })),
    }),
  ),
});
/** Stored text of the template with this id or name. */
async function storedText(page: Page, template: string, language = "en") {
  const { templates } = Stored.parse(await call(page, app.origin, "templates.list", {}));
  return templates.find(({ id, name }) => id === template || name === template)?.texts[language];
}
const editor = (page: Page, name: string) => page.getByRole("textbox", { name, exact: true });
/** A variable in a text, by its words. */
const chip = (text: Locator, words: string | RegExp) => text.locator("[data-variable]", { hasText: words });
const paper = (page: Page) => page.getByRole("complementary", { name: "Preview" });

/** Whether all of one is in sight within the other. */
async function isIn(outer: Locator, inner: Locator): Promise<boolean> {
  const [around, box] = [await outer.boundingBox(), await inner.boundingBox()];
  return around !== null && box !== null && box.y >= around.y - 1 && box.y + box.height <= around.y + around.height + 1;
}

/** Violations around the preview of the email, whose frame allows no scripts, not even axe's. */
async function seriousAround(page: Page): Promise<string[]> {
  await page.locator("iframe").evaluate((frame) => frame.remove());
  return serious(page);
}

it("the text of Kartis is changed with a variable by keyboard, previewed with a card, sent as a test, and reset", async () => {
  const { page, complaints } = await app.open();
  const account = await settleWithTemplates(page);
  await makeLeads(page, app.origin, [{ name: "Galil Cold" }]);
  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("link", { name: "Meeting scheduled", exact: true }).click();
  const subject = editor(page, "Subject");
  await expect.poll(() => subject.textContent()).toBe("Meeting title, Start date");
  await subject.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" for {");
  await page.getByRole("listbox", { name: "Insert variable" }).waitFor();
  // Enter takes the first that matches.
  await page.keyboard.type("card n");
  await page.keyboard.press("Enter");
  await expect.poll(() => subject.textContent()).toBe("Meeting title, Start date for Card name");
  await page.keyboard.type("!");
  await paper(page).getByRole("button", { name: "Choose a card" }).click();
  await page.getByRole("option", { name: /Galil Cold/ }).click();
  await paper(page)
    .getByText(/Site visit, .* for Galil Cold!/)
    .waitFor();
  await keepPicture(page, "templates");
  expect(await seriousAround(page)).toEqual([]);
  await paper(page).getByRole("button", { name: "Send test to me" }).click();
  await page.getByText(`Sent to ${account.email}`).waitFor();
  const mails = await (await fetch(`${app.origin}/local/mailbox.json?to=${encodeURIComponent(account.email)}`)).text();
  expect(mails).toContain("for Galil Cold!");

  await page.keyboard.press("Control+s");
  await page.getByText("Template saved").waitFor();
  expect(await storedText(page, "MEETING_EMAIL_SCHEDULED")).toMatchObject({
    subject: "{{ meeting.title }}, {{ meeting.date }} for {{ card.name }}!",
  });
  await page.reload();
  await expect.poll(() => subject.textContent()).toBe("Meeting title, Start date for Card name!");
  await page.getByRole("button", { name: "Reset to default" }).click();
  await expect.poll(() => subject.textContent()).toBe("Meeting title, Start date");
  await page.getByText("“Meeting scheduled” reset to the default").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => subject.textContent()).toBe("Meeting title, Start date for Card name!");
  expect(complaints).toEqual([]);
});

it("one's own template is written, refused where it could not be sent, and deleted", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("button", { name: "New template" }).focus();
  await page.keyboard.press("Enter");
  const name = page.getByRole("textbox", { name: "Name" });
  await expect.poll(() => name.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("Offer");
  expect(await name.inputValue()).toBe("Offer");
  await editor(page, "Subject").fill("Our offer");
  const body = editor(page, "Text");
  await body.fill("Hello {{ card.nonsense }}");
  await paper(page).getByText("There is no variable card.nonsense here.").waitFor();
  await body.fill("Hello {{ recipient.firstName | there }}");
  await paper(page).getByText("1 of 1 variable filled").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  const link = page.getByRole("navigation", { name: "Templates" }).getByRole("link", { name: "Offer" });
  await link.waitFor();
  await page.getByText("Offered to").waitFor();
  await page.getByRole("button", { name: "Delete", exact: true }).press("Enter");
  await link.waitFor({ state: "detached" });
  // The one of Kartis that is shown instead has the focus in the list, and is for nobody's role.
  const shown = page.getByRole("navigation", { name: "Templates" }).getByRole("link", { name: "Task reminder", exact: true });
  await expect.poll(() => shown.evaluate((one) => one === document.activeElement)).toBe(true);
  expect(await page.getByText("Offered to").count()).toBe(0);
  // By the key, where nothing is being written.
  await page.getByRole("heading", { name: "Templates" }).click();
  await page.keyboard.press("Control+z");
  await link.waitFor();
  await page.keyboard.press("Control+Shift+z");
  await link.waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await link.press("Enter");
  // It has no default to go back to.
  await page.getByRole("button", { name: "Compare and restore" }).press("Enter");
  const options = page.getByRole("dialog").getByRole("option");
  await expect.poll(() => options.count()).toBe(5);
  const what = (text: string) => text.replace(/^.*Noa Adler/, "");
  expect((await options.allTextContents()).map(what)).toEqual([
    "Current version · Deletion undone",
    "Deleted",
    "Deletion undone",
    "Deleted",
    "Created",
  ]);
  await options.nth(1).press("Enter");
  await page.getByText("The template was deleted here, and the deletion was undone later.").waitFor();
  expect(complaints).toEqual([]);
});

const scheduled = "MEETING_EMAIL_SCHEDULED";

it("what is being written stays when somebody else saves the same template, and goes over theirs or gives way to them", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates?template=${scheduled}`);
  const subject = editor(page, "Subject");
  await subject.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" mine");
  const save = (language: string, text: string) =>
    call(page, app.origin, "templates.update", {
      templateId: scheduled,
      texts: { [language]: { subject: text, body: "Theirs" } },
    });
  await save("he", "שלהם");
  const bar = page.getByRole("region", { name: /unsaved|not saved/i });
  await bar.getByText("Someone else changed this template while you were editing.").waitFor();
  expect(await subject.textContent()).toBe("Meeting title, Start date mine");
  expect(await bar.getByRole("button", { name: "Save" }).isDisabled()).toBe(true);
  await keepPicture(page, "template-stale");
  await bar.getByRole("button", { name: "Load it and keep my changes" }).click();
  expect(await subject.textContent()).toBe("Meeting title, Start date mine");
  await bar.getByRole("button", { name: "Save" }).click();
  await page.getByText("Template saved").waitFor();
  expect(await storedText(page, scheduled)).toMatchObject({ subject: "{{ meeting.title }}, {{ meeting.date }} mine" });
  expect(await storedText(page, scheduled, "he")).toMatchObject({ subject: "שלהם", body: "Theirs" });

  await subject.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" again");
  await save("en", "Theirs");
  await bar.getByText("Someone else changed this template while you were editing.").waitFor();
  await bar.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => subject.textContent()).toBe("Theirs");
  // Nothing is being written: what others save is shown.
  await save("en", "Theirs, later");
  await expect.poll(() => subject.textContent()).toBe("Theirs, later");
  expect(complaints).toEqual([]);
});

it("says what a text is used for, and brings an earlier version back by keyboard, which can be undone", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  await makeLeads(page, app.origin, [{ name: "Galil Cold" }]);
  const due = new Date(Date.now() + 3_600_000).toISOString();
  await call(page, app.origin, "tasks.create", { title: "Call", due, reminder: 10 });
  await page.goto(`${app.origin}/settings/templates?template=TASK_EMAIL_REMINDER`);
  await page.getByText("1 open task has an upcoming reminder").waitFor();
  const texts = { en: { subject: "Offer", body: "Hello {{ recipient.firstName | there }}, our offer" } };
  const made = Made.parse(await call(page, app.origin, "templates.create", { name: "Offer", channel: "mail", texts }));
  const better = { en: { subject: "Offer", body: "Dear {{ recipient.name }}, our offer" } };
  await call(page, app.origin, "templates.update", { templateId: made.id, name: "Better offer", texts: better });
  await page.getByRole("link", { name: "Better offer" }).click();
  const usage = page.getByRole("region", { name: "Usage" });
  await usage.getByText("Not used in an email yet").waitFor();
  await keepPicture(page, "template-usage");
  await usage.getByRole("button", { name: "Compare and restore" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Versions of “Better offer”" });
  await dialog.getByRole("option", { selected: true }).getByText("Created").waitFor();
  await dialog.getByRole("deletion").filter({ hasText: "First name" }).waitFor();
  expect(await dialog.getByRole("deletion").allTextContents()).toEqual([
    "Only in this version",
    "Offer",
    "Hello",
    "First name (there)",
  ]);
  expect(await dialog.getByRole("insertion").allTextContents()).toEqual([
    "Only in the current version",
    "Better offer",
    "Dear",
    "Recipient name",
  ]);
  await keepPicture(page, "template-versions");
  expect(await serious(page)).toEqual([]);
  await dialog.getByRole("option", { selected: true }).focus();
  await page.keyboard.press("ArrowUp");
  await dialog.getByText("This version is the same as the current one.").waitFor();
  expect(await dialog.getByRole("button", { name: "Restore this version" }).isDisabled()).toBe(true);
  await page.keyboard.press("ArrowDown");
  await dialog.getByRole("button", { name: "Restore this version" }).press("Enter");
  await dialog.waitFor({ state: "detached" });
  const body = editor(page, "Text");
  await expect.poll(() => body.textContent()).toBe("Hello First name or there, our offer");
  await page.getByText("Version restored").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => body.textContent()).toBe("Dear Recipient name, our offer");
  // What is being written is not overwritten by a version.
  await body.focus();
  await page.keyboard.type("Well: ");
  await usage.getByRole("button", { name: "Compare and restore" }).click();
  await dialog.getByText("Save or discard your changes before you restore a version.").waitFor();
  expect(await dialog.getByRole("button", { name: "Restore this version" }).isDisabled()).toBe(true);
  expect(complaints).toEqual([]);
});

it("what is being written stays when somebody deletes the template, and becomes a new one", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  const texts = { en: { subject: "Offer", body: "Hello" } };
  const { id: templateId } = Made.parse(
    await call(page, app.origin, "templates.create", { name: "Offer", channel: "mail", texts }),
  );
  await page.goto(`${app.origin}/settings/templates?template=${templateId}`);
  const body = editor(page, "Text");
  await body.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" and good morning");
  await call(page, app.origin, "templates.remove", { templateId });
  const bar = page.getByRole("region", { name: /unsaved|not saved/i });
  await bar.getByText("Someone deleted this template while you were editing.").waitFor();
  expect(await body.textContent()).toBe("Hello and good morning");
  await keepPicture(page, "template-lost");
  await bar.getByRole("button", { name: "Save as a new template" }).click();
  await page.getByText("Template saved").waitFor();
  await bar.waitFor({ state: "detached" });
  expect(await storedText(page, "Offer")).toEqual({ subject: "Offer", body: "Hello and good morning" });
  // Nothing was written: it is said that it is gone.
  const { templates } = z
    .object({ templates: z.array(z.object({ id: z.string(), name: z.string() })) })
    .parse(await call(page, app.origin, "templates.list", {}));
  await call(page, app.origin, "templates.remove", { templateId: templates.find(({ name }) => name === "Offer")?.id });
  await page.getByText("This template no longer exists.").waitFor();
  expect(complaints).toEqual([]);
});

it("saving leaves the caret where it is, and what was typed before can still be taken back", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates?template=${scheduled}`);
  const subject = editor(page, "Subject");
  await subject.focus();
  await page.keyboard.press("End");
  await page.keyboard.type(" one");
  await page.keyboard.press("Control+s");
  await page.getByText("Template saved").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
  await page.keyboard.type(" two");
  expect(await subject.textContent()).toBe("Meeting title, Start date one two");
  for (let times = 0; times < 5 && (await subject.textContent()) !== "Meeting title, Start date"; times++)
    await page.keyboard.press("Control+z");
  expect(await subject.textContent()).toBe("Meeting title, Start date");
  expect(complaints).toEqual([]);
});

it("a new template is saved by the key on any layout, and the caret stays where it was", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates?template=new`);
  await page.getByRole("textbox", { name: "Name" }).fill("Offer");
  await editor(page, "Text").fill("Hello");
  const subject = editor(page, "Subject");
  await subject.focus();
  await page.keyboard.type("Our");
  const isOwn = await page.evaluate(() => {
    const press = new KeyboardEvent("keydown", { key: "ד", code: "KeyS", ctrlKey: true, bubbles: true, cancelable: true });
    return !document.activeElement?.dispatchEvent(press);
  });
  expect(isOwn).toBe(true);
  await page.getByText("Template saved").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
  await page.keyboard.type(" offer");
  expect(await subject.textContent()).toBe("Our offer");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
  // The button goes with what it has saved, and the focus back to what was written.
  await page.keyboard.type("!");
  await page.getByRole("button", { name: "Save", exact: true }).press("Enter");
  await page.getByRole("button", { name: "Save", exact: true }).waitFor({ state: "detached" });
  await expect.poll(() => subject.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.goto(`${app.origin}/settings/templates?template=new`);
  await expect.poll(() => page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("");
  expect(complaints).toEqual([]);
});

it("a template is for a role, plain where one wants that, and says which language is older than the default", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  const texts = { en: { subject: "Offer", body: "One" }, hu: { subject: "Ajánlat", body: "Egy" } };
  await call(page, app.origin, "templates.create", { name: "Offer", channel: "mail", texts });
  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("link", { name: "Offer" }).click();
  await page.getByRole("tab", { name: "Written Magyar" }).waitFor();
  await page.getByRole("button", { name: /Offered to/ }).click();
  await page.getByRole("option", { name: "Sales Representative" }).click();
  await page.getByRole("radio", { name: "Plain text" }).click();
  const body = editor(page, "Text");
  await body.fill("Hello **you**");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Template saved").waitFor();
  await page.getByRole("tab", { name: "Older than English Magyar" }).click();
  await page.getByText("Last changed before the text in English.").waitFor();
  await keepPicture(page, "template-older");
  const { templates } = z
    .object({ templates: z.array(z.object({ name: z.string(), format: z.string(), roleId: z.string().nullable() })) })
    .parse(await call(page, app.origin, "templates.list", {}));
  expect(templates).toContainEqual({ name: "Offer", format: "plain", roleId: expect.stringMatching(/^rol_/) });
  await page.reload();
  await expect.poll(() => body.textContent()).toBe("Hello **you**");
  await paper(page).getByText("Hello **you**").waitFor();
  expect(await serious(page)).toEqual([]);
  expect(complaints).toEqual([]);
});

it("a variable is put into the text by mouse, gets a fallback there, is copied as letters, and is taken out again", async () => {
  const { page, context, complaints } = await app.open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates?template=${scheduled}`);
  const body = editor(page, "Text");
  await chip(body, "Place").waitFor();
  await keepPicture(page, "template-text");
  // What Kartis comes with has a fallback, whose words are changed where they stand.
  await chip(body, "First name or there").click();
  const form = page.getByRole("dialog", { name: "First name" });
  await keepPicture(page, "template-variable");
  await form.getByRole("textbox", { name: "If empty" }).fill("friend");
  await form.getByRole("button", { name: "Close" }).click();
  await chip(body, "First name or friend").waitFor();
  await page.getByText("Hello").click({ position: { x: 2, y: 8 } });
  await page.getByRole("button", { name: "Insert variable" }).click();
  const menu = page.getByRole("dialog", { name: "Insert variable" });
  // All of the list is reached by keyboard: with the arrows from the search, and scrolling, by Tab, which also leads on.
  expect(await violations(page, { within: '[role="dialog"]' })).toEqual([]);
  await page.keyboard.press("End");
  const last = menu.getByRole("option").last();
  await expect.poll(() => isIn(menu.getByRole("group", { name: "Insert variable" }), last)).toBe(true);
  await page.keyboard.press("Tab");
  expect(await menu.getByRole("group", { name: "Insert variable" }).evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Tab");
  const fallback = menu.getByRole("textbox", { name: "If empty" });
  expect(await fallback.evaluate((it) => it === document.activeElement)).toBe(true);
  await fallback.fill("we");
  await menu.getByRole("option", { name: "Sender name" }).click();
  await chip(body, "Sender name or we").waitFor();
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await page.getByText("Template saved").waitFor();
  const saved = await storedText(page, scheduled);
  expect(saved?.body).toMatch(
    /^\{\{ sender\.name \| default: "we" \}\}Hello \{\{ recipient\.firstName \| default: "friend" \}\},\n/,
  );
  // Nothing but what was changed is another.
  expect(saved?.body).toContain("{% if meeting.place %}");
  await body.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.press("Control+c");
  expect((await page.evaluate(() => navigator.clipboard.readText())).replaceAll("\r\n", "\n")).toBe(saved?.body);
  await chip(body, "Sender name or we").click();
  await page.getByRole("dialog", { name: "Sender name" }).getByRole("button", { name: "Remove" }).click();
  await chip(body, "Sender name").waitFor({ state: "detached" });
  await page.keyboard.press("Control+z");
  await chip(body, "Sender name or we").waitFor();
  await page.keyboard.press("Control+Shift+z");
  await chip(body, "Sender name").waitFor({ state: "detached" });
  expect(complaints).toEqual([]);
});

it("a text is written by keyboard alone: a variable from the list, one typed out, one that is unknown, a list, and saved at once", async () => {
  const { page, context, complaints } = await app.open();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates?template=new`);
  await page.getByRole("textbox", { name: "Name" }).waitFor();
  await editor(page, "Subject").waitFor();
  await page.keyboard.type("Offer");
  const body = editor(page, "Text");
  await editor(page, "Subject").focus();
  await page.keyboard.type("Our ");
  // Enter makes no second line of a subject.
  await page.keyboard.press("Enter");
  await page.keyboard.type("offer");
  await page.keyboard.press("Tab");
  await expect.poll(() => body.evaluate((field) => field === document.activeElement)).toBe(true);
  await page.keyboard.type("Dear {{first");
  await page.getByRole("option", { name: /First name/ }).waitFor();
  await keepPicture(page, "template-completion");
  await page.keyboard.press("Enter");
  await chip(body, "First name").waitFor();
  // Selected as one letter would be, and opened from there.
  await page.keyboard.press("ArrowLeft");
  await page.getByText("First name. Enter opens the variable.").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "First name" }).waitFor();
  await page.keyboard.type("friend");
  await page.keyboard.press("Enter");
  await chip(body, "First name or friend").waitFor();
  await page.keyboard.type(", {{ card.nonsense }} is");
  await chip(body, "card.nonsense (There is no variable card.nonsense here. Choose one from the list.)").waitFor();
  await keepPicture(page, "template-unknown");
  // However many steps the pace of the typing made of it.
  let steps = 0;
  for (; (await chip(body, "card.nonsense").count()) > 0; steps++) await page.keyboard.press("Control+z");
  for (; steps > 0; steps--) await page.keyboard.press("Control+Shift+z");
  await chip(body, "card.nonsense").waitFor();
  await page.keyboard.press("End");
  // Back over the words and the variable, both of which are gone then.
  while ((await chip(body, "card.nonsense").count()) > 0) await page.keyboard.press("Backspace");
  await expect.poll(() => body.textContent()).toBe("Dear First name or friend, ");
  await page.keyboard.press("Enter");
  await page.keyboard.type("- one");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.evaluate(() => navigator.clipboard.writeText("{% if card.name %}{{card.name}}{% endif %}\n{{ organization.name"));
  await page.keyboard.press("Control+v");
  await chip(body, "Card name").waitFor();
  await page.keyboard.type(" }}");
  await chip(body, "Organization name").waitFor();
  await page.keyboard.press("Control+b");
  await page.keyboard.type("bold");
  // Nothing is rendered between the letter and the key.
  await body.evaluate(async (element) => {
    document.execCommand("insertText", false, "!");
    await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
    element.dispatchEvent(new KeyboardEvent("keydown", { key: "s", ctrlKey: true, bubbles: true, cancelable: true }));
  });
  await page.getByRole("navigation", { name: "Templates" }).getByRole("link", { name: "Offer" }).waitFor();
  expect(await storedText(page, "Offer")).toMatchObject({
    subject: "Our offer",
    body: [
      'Dear {{ recipient.firstName | default: "friend" }}, ',
      "- one",
      "",
      "{% if card.name %}{{card.name}}{% endif %}",
      "{{ organization.name }}**bold!**",
    ].join("\n"),
  });
  expect(complaints).toEqual([]);
});

it("a card's field stands with its type's name, is marked where another type does not know it, and all of it is discarded", async () => {
  const { page, complaints } = await app.open();
  await settleWithTemplates(page);
  await page.goto(`${app.origin}/settings/templates?template=new`);
  const body = editor(page, "Text");
  await body.waitFor();
  await page.getByRole("button", { name: /For/ }).click();
  await page.getByRole("option", { name: "Leads" }).click();
  await body.focus();
  await page.keyboard.type("Ask {owner");
  await page.getByRole("option", { name: /Owner/ }).click();
  await chip(body, "Lead · Owner").waitFor();
  expect(await serious(page)).toEqual([]);
  await page.getByRole("button", { name: /For/ }).click();
  await page.getByRole("option", { name: "All card types" }).click();
  await chip(body, "There is no variable card.owner here.").waitFor();
  expect(await serious(page)).toEqual([]);
  // Its reason is said when it is opened, too.
  await chip(body, "card.owner").click();
  await page.getByRole("dialog", { name: "card.owner" }).getByRole("alert").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Discard" }).click();
  await expect.poll(() => body.textContent()).toBe("");
  expect(complaints).toEqual([]);
});

it("a text is written on a phone in Hebrew", async () => {
  const { page, complaints } = await app.open({ language: "he", width: 390, theme: "dark" });
  await settleWithTemplates(page, "he");
  await page.goto(`${app.origin}/settings/templates?template=${scheduled}`);
  const body = editor(page, "טקסט");
  await chip(body, "שם הפגישה").waitFor();
  expect(await body.getAttribute("dir")).toBe("rtl");
  await body.focus();
  // Where the caret stands at first is settled a moment after the focus.
  await atRest(page);
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("{שם האר");
  const option = page.getByRole("option", { name: /שם הארגון/ });
  await option.waitFor();
  await keepPicture(page, "template-phone-completion");
  await option.click();
  await chip(body, "שם הארגון").click();
  const form = page.getByRole("dialog", { name: "שם הארגון" });
  await form.getByRole("textbox", { name: "ערך חלופי" }).fill("אנחנו");
  await keepPicture(page, "template-phone-variable");
  await form.getByRole("button", { name: "סגירה" }).click();
  // Our words are set apart from what somebody wrote.
  await chip(body, /שם הארגון או \u2068?אנחנו/).waitFor();
  await keepPicture(page, "template-phone");
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.getByRole("button", { name: "שמירה", exact: true }).click();
  await page.getByText("התבנית נשמרה").waitFor();
  expect((await storedText(page, scheduled, "he"))?.body).toMatch(/^\{\{ organization\.name \| default: "אנחנו" \}\}שלום/);
  expect(complaints).toEqual([]);
});

it.each([
  ["he", "dark", 1440],
  ["he", "light", 390],
  ["hu", "light", 1024],
  ["ru", "dark", 360],
] as const)("fits in %s, %s, %i wide", async (language, theme, width) => {
  const { page, complaints } = await app.open({ language, width, theme });
  await settleWithTemplates(page, language);
  await page.goto(`${app.origin}/settings/templates?template=MEETING_EMAIL_SCHEDULED`);
  await page.locator("iframe").waitFor();
  await page.locator("[data-variable]").first().waitFor();
  await keepPicture(page, `templates-${language}-${theme}-${width}`);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  expect(await seriousAround(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
