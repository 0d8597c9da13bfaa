import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailedInvitation } from "../support/mailbox.ts";
import { type App, type Seat, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { type Account, call, join, newAccount, settle, signIn, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };

let app: App;
let noa: Account;
/** Noa's browser, and that of the colleague who has the task. */
let seat: Seat;
let daniel: Seat;
let cardId = "";
let taskId = "";
let danielId = "";

beforeAll(async () => {
  app = await startApp();
  [seat, daniel] = [await app.open(), await app.open()];
  const { page } = seat;
  noa = await settle(page, app.origin);
  const account = { ...newAccount(), name: "Dániel Kovács" };
  await call(page, app.origin, "members.invite", { emails: [account.email], systemRole: "ADMIN", roleId: null, language: "en" });
  await join(daniel.page, app.origin, account, "en");
  const token = (await mailedInvitation(app.origin, account.email)).split("/").at(-1);
  await call(daniel.page, app.origin, "invitations.accept", { token });
  const { user } = (await call(daniel.page, app.origin, "identity.me", {})) as { user: { id: string } };
  danielId = user.id;
  const { id: typeId } = await typeOf(page, app.origin, "leads");
  const card = { typeId, fields: { name: "Galil Cold Storage" } };
  ({ id: cardId } = (await call(page, app.origin, "cards.create", card)) as { id: string });
  const due = new Date(Date.now() + 3_600_000).toISOString();
  const task = { title: "Revise the offer", due, cardId, assignedTo: danielId };
  ({ id: taskId } = (await call(page, app.origin, "tasks.create", task)) as { id: string });
});
afterAll(() => app.close());

const comments = (page: Page) => page.getByRole("region", { name: "Comments" });
const openTask = (page: Page) => page.goto(`${app.origin}/tasks?list=team&task=${taskId}`);
const toast = (page: Page, text: string) => page.getByRole("alertdialog").filter({ hasText: text });

it("a comment is written on a task by keys, is live for who has it open, counted in the list, changed and deleted with undo", async () => {
  const { page, complaints } = seat;
  await openTask(daniel.page);
  await openTask(page);
  await comments(page).getByRole("button", { name: "Write a comment" }).waitFor(soon);
  await comments(daniel.page).waitFor(soon);
  await page.keyboard.press("c");
  const text = comments(page).getByRole("textbox", { name: "Write a comment" });
  await text.waitFor(soon);
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("Ask @Dán");
  await page.getByRole("listbox", { name: "Mention" }).waitFor(soon);
  await page.keyboard.press("Enter");
  await page.keyboard.type("for the crane");
  // The draft is there after the page was left.
  await page.reload();
  await expect.poll(() => text.textContent(), soon).toContain("for the crane");
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "task-comment");
  await text.focus();
  await page.keyboard.press("Control+Enter");
  await comments(page).getByText("for the crane").waitFor(soon);
  await comments(daniel.page).getByText("for the crane").waitFor(soon);
  // What one sees arrive is read already.
  await daniel.page.getByRole("button", { name: "Notifications", exact: true }).waitFor(soon);
  const row = page.getByRole("row").filter({ has: page.getByRole("rowheader", { name: /Revise the offer/ }) });
  await row.getByLabel("1 comment").waitFor(soon);

  await comments(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click(soon);
  const edited = comments(page).getByRole("textbox", { name: "Edit comment" });
  await edited.waitFor(soon);
  await page.keyboard.press("Control+End");
  await page.keyboard.type(" today");
  await page.keyboard.press("Control+Enter");
  await comments(daniel.page).getByText("for the crane today").waitFor(soon);
  await comments(page).getByRole("button", { name: "Add a reaction" }).click();
  await page.getByRole("menuitem", { name: /Celebrate/ }).click(soon);
  await comments(daniel.page)
    .getByRole("button", { name: /Celebrate 1/ })
    .waitFor(soon);

  await comments(page).getByRole("button", { name: "More" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click(soon);
  await expect.poll(() => comments(daniel.page).getByText("for the crane").count(), soon).toBe(0);
  await expect.poll(() => row.getByLabel("1 comment").count(), soon).toBe(0);
  await toast(page, "Moved to the trash").getByRole("button", { name: "Undo" }).click();
  await comments(daniel.page).getByText("for the crane today").waitFor(soon);
  expect(complaints).toEqual([]);
});

it("who is mentioned answers from the notifications, and the card's timeline says how many comments its task has", async () => {
  const { page, complaints } = daniel;
  await page.goto(`${app.origin}/cards`);
  const body = [{ type: "paragraph", content: [{ member: danielId }, { text: " is it booked?" }] }];
  await call(seat.page, app.origin, "comments.create", { taskId, body });
  await page.getByRole("button", { name: "Notifications, 1 unread" }).focus();
  await page.keyboard.press("Enter");
  const centre = page.getByRole("dialog", { name: "Notifications" });
  const row = centre.getByRole("button", { name: /Noa Adler mentioned you on Revise the offer/ }).first();
  await centre.getByRole("button", { name: "Reply" }).first().waitFor(soon);
  await row.focus();
  await page.keyboard.press("r");
  const text = centre.getByRole("textbox", { name: "Reply" });
  await text.waitFor(soon);
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type("Ordered for noon");
  await page.keyboard.press("Control+Enter");
  await toast(page, "Reply sent").waitFor(soon);
  await comments(seat.page).getByText("Ordered for noon").waitFor(soon);

  await seat.page.goto(`${app.origin}/cards/leads/${cardId}`);
  const entry = seat.page.getByRole("article").filter({ hasText: "Revise the offer" });
  await entry.getByRole("link", { name: "3 comments" }).click(soon);
  await seat.page.waitForURL(new RegExp(`task=${taskId}`), soon);
  await comments(seat.page).getByText("Ordered for noon").waitFor(soon);
  expect([...complaints, ...seat.complaints]).toEqual([]);
});

it("on a phone they are below the task, in Hebrew too", async () => {
  const phone = await app.open({ width: 360, height: 740, isPhone: true, language: "he" });
  await signIn(phone.page, app.origin, noa);
  await call(phone.page, app.origin, "profile.update", { language: "he" });
  const body = [{ type: "paragraph", content: [{ text: "For Sunday" }] }];
  await call(phone.page, app.origin, "comments.create", { taskId, body });
  await openTask(phone.page);
  const region = phone.page.getByRole("region", { name: "תגובות" });
  await expect.poll(() => region.innerText(), soon).toMatch(/Ordered for noon[^]*For Sunday/);
  await region.getByRole("button", { name: "כתיבת תגובה" }).tap();
  await region.getByRole("textbox").waitFor(soon);
  // The people stand outside of the sheet, and can be pressed all the same.
  await region.getByRole("textbox").pressSequentially("@Noa");
  await phone.page.getByRole("option", { name: "Noa Adler" }).tap();
  await expect.poll(() => region.getByRole("textbox").innerText(), soon).toMatch(/^@Noa Adler\s*$/);
  const [inner, outer] = await region.evaluate((element) => [element.scrollWidth, element.clientWidth] as const);
  expect(inner).toBeLessThanOrEqual(outer);
  await keepPicture(phone.page, "task-comments-360-he");
  expect(await serious(phone.page)).toEqual([]);
  expect(phone.complaints).toEqual([]);
});
