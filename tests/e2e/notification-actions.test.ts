import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { mailedInvitation } from "../support/mailbox.ts";
import { type App, type Seat, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { type Account, call, join, newAccount, settle, signIn, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
let noa: Account;
/** Noa's browser, and that of the colleague who writes to her. */
let seat: Seat;
let colleague: Page;
let noaId = "";
let cardId = "";

beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  const { page } = seat;
  noa = await settle(page, app.origin);
  const daniel = { ...newAccount(), name: "Dániel Kovács" };
  colleague = await invited(daniel, { systemRole: "ADMIN", roleId: null });
  const { user } = (await call(page, app.origin, "identity.me", {})) as { user: { id: string } };
  noaId = user.id;
  const { id: typeId } = await typeOf(page, app.origin, "leads");
  const card = { typeId, fields: { name: "Galil Cold Storage" } };
  ({ id: cardId } = (await call(page, app.origin, "cards.create", card)) as { id: string });
});
afterAll(() => app.close());

async function invited(account: Account, as: { systemRole: "ADMIN" | "BASIC"; roleId: string | null }): Promise<Page> {
  await call(seat.page, app.origin, "members.invite", { emails: [account.email], ...as, language: "en" });
  const other = await app.open();
  await join(other.page, app.origin, account, "en");
  const token = (await mailedInvitation(app.origin, account.email)).split("/").at(-1);
  await call(other.page, app.origin, "invitations.accept", { token });
  return other.page;
}

const mention = async (userId: string, text: string) =>
  (await call(colleague, app.origin, "comments.create", {
    cardId,
    body: [{ type: "paragraph", content: [{ member: userId }, { text: ` ${text}` }] }],
  })) as { id: string };
const repliesTo = async (commentId: string) => {
  const { rows } = (await call(colleague, app.origin, "comments.replies", { commentId })) as {
    rows: { body: { content: { text: string }[] }[] }[];
  };
  return rows.map(({ body }) => body.flatMap(({ content }) => content.map(({ text }) => text)).join(""));
};

const centreOf = (page: Page) => page.getByRole("dialog", { name: "Notifications" });
const itemOf = (page: Page, name: RegExp) =>
  centreOf(page)
    .getByRole("listitem")
    .filter({ has: page.getByRole("button", { name }) });

async function opened(page: Page, address = "/cards"): Promise<void> {
  await page.goto(`${app.origin}${address}`);
  const bell = page.getByRole("button", { name: /^Notifications/ });
  await bell.focus();
  await page.keyboard.press("Enter");
  await centreOf(page).waitFor();
}

it("a mention is answered in its row by keys alone; what was begun is kept, and the notice undoes what was sent or opens it", async () => {
  const { page, complaints } = seat;
  const { id } = await mention(noaId, "did they confirm?");
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  await opened(page);
  const row = centreOf(page).getByRole("button", { name: /Dániel Kovács mentioned you on Galil Cold Storage/ });
  await expect.poll(() => row.evaluate((element) => element === document.activeElement)).toBe(true);
  await itemOf(page, /mentioned you/)
    .getByRole("button", { name: "Reply" })
    .waitFor();
  await page.keyboard.press("r");
  const text = centreOf(page).getByRole("textbox", { name: "Reply" });
  await text.waitFor();
  await expect.poll(() => text.evaluate((element) => element === document.activeElement)).toBe(true);
  // The letters are the text's, and none of the list's keys.
  await page.keyboard.type("Joke: earlier");
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "notification-reply");
  await page.keyboard.press("Escape");
  await expect.poll(() => text.count()).toBe(0);
  await centreOf(page).waitFor();
  await page.reload();
  await expect.poll(() => text.textContent()).toBe("Joke: earlier");

  await text.focus();
  await page.keyboard.press("Control+Enter");
  const notice = page.getByRole("alertdialog").filter({ hasText: "Reply sent" });
  await notice.waitFor();
  expect(await repliesTo(id)).toEqual(["Joke: earlier"]);
  await page.getByRole("button", { name: "Notifications", exact: true }).waitFor();
  expect(await notice.getByRole("link", { name: "Open" }).getAttribute("href")).toBe(`/cards/leads/${cardId}`);
  await notice.getByRole("button", { name: "Undo" }).click();
  await expect.poll(() => repliesTo(id)).toEqual([]);
  expect(complaints).toEqual([]);
});

it("a task that was assigned is done, opened again and postponed in its row", async () => {
  const { page, complaints } = seat;
  const due = new Date(Date.now() + 3_600_000).toISOString();
  const { id: taskId } = (await call(colleague, app.origin, "tasks.create", {
    title: "Measure the roof",
    due,
    assignedTo: noaId,
  })) as { id: string };
  const task = async () => (await call(page, app.origin, "tasks.get", { taskId })) as { done: boolean; due: string };
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  await opened(page);
  const item = itemOf(page, /assigned you Measure the roof/);
  await item.getByRole("button", { name: "Done" }).waitFor();
  // The row that was there first has the focus, if this one has come after it; from it to its first button.
  await page.keyboard.press("k");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await item.getByRole("button", { name: "Reopen" }).waitFor();
  await expect.poll(async () => (await task()).done).toBe(true);
  expect(await item.getByRole("button", { name: "Snooze" }).count()).toBe(0);
  await page.getByRole("alertdialog").getByRole("button", { name: "Undo" }).click();
  await item.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(async () => (await task()).due === due).toBe(false);
  expect((await task()).done).toBe(false);
  // It is read by that, and the list stays for what else there is.
  await expect.poll(() => item.getByRole("button", { name: "Mark as unread" }).count()).toBe(1);
  await centreOf(page).waitFor();
  expect(complaints).toEqual([]);
});

it("tasks that were assigned together are finished and postponed one by one, and those that are left are counted", async () => {
  const { page, complaints } = seat;
  const due = new Date(Date.now() + 3_600_000).toISOString();
  const titles = ["Order clamps", "Book the crane", "Call the electrician"];
  const ids: string[] = [];
  for (const title of titles) {
    const made = await call(colleague, app.origin, "tasks.create", { title, due, assignedTo: noaId });
    ids.push((made as { id: string }).id);
  }
  const isDone = async (at: number) =>
    ((await call(page, app.origin, "tasks.get", { taskId: ids[at] })) as { done: boolean }).done;
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("button", { name: "Notifications, 3 unread" }).waitFor();
  await opened(page);
  // With the one that was assigned before.
  const item = centreOf(page)
    .getByRole("listitem")
    .filter({ hasText: /assigned you \d tasks/ })
    .first();
  await item.getByText("assigned you 4 tasks").waitFor();
  await item.getByRole("button", { name: "Show the 4 tasks" }).waitFor();
  // By keys from the row.
  await item.getByRole("button", { name: /assigned you 4 tasks/ }).focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const one = (title: string) => item.getByRole("listitem").filter({ hasText: title });
  await one("Order clamps").getByRole("button", { name: "Done" }).waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "notification-tasks");
  await one("Order clamps").getByRole("button", { name: "Done" }).click();
  await item.getByText("assigned you 3 tasks").waitFor();
  await one("Order clamps").getByRole("button", { name: "Reopen" }).waitFor();
  await expect.poll(() => isDone(0)).toBe(true);
  expect(await isDone(1)).toBe(false);
  await one("Book the crane").getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem").first().click();
  await expect
    .poll(async () => ((await call(page, app.origin, "notifications.list", {})) as { unread: { all: number } }).unread.all)
    .toBe(1);
  await one("Call the electrician").getByRole("button", { name: "Done" }).waitFor();
  expect(complaints).toEqual([]);
});

it("the notifications stay open while the page below settles its own address", async () => {
  const { page } = seat;
  await page.goto(`${app.origin}/cards/leads?view=there-is-none&notifications=all`);
  await page.getByText("This view was not found").or(page.getByRole("alertdialog")).first().waitFor();
  await page.waitForURL((url) => !url.searchParams.has("view"));
  expect(new URL(page.url()).searchParams.get("notifications")).toBe("all");
  await centreOf(page).waitFor();
});

it("an import is taken back, and its rejected rows are fetched, in its row", async () => {
  const { page, complaints } = seat;
  await page.goto(`${app.origin}/cards/leads/import`);
  const csv = "Name;Email\nDana Levi;dana@x.example\nThird;not an address\n";
  await page.locator("input[type=file]").setInputFiles({ name: "contacts.csv", mimeType: "text/csv", buffer: Buffer.from(csv) });
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 1 row" }).click({ timeout: 60_000 });
  await page.getByText("Import done").waitFor({ timeout: 60_000 });
  const names = async () => {
    const { id: cardTypeId } = await typeOf(page, app.origin, "leads");
    const list = (await call(page, app.origin, "cards.search", { cardTypeId })) as { rows: { fields: { name: string } }[] };
    return list.rows.map(({ fields }) => fields.name).toSorted();
  };
  expect(await names()).toEqual(["Dana Levi", "Galil Cold Storage"]);
  await page.goto(`${app.origin}/cards`);
  await opened(page);
  const item = itemOf(page, /Import done: 1 row/);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    item.getByRole("button", { name: "Download rejected rows" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.csv$/);
  await keepPicture(page, "notification-import");
  await item.getByRole("button", { name: "Undo this import" }).click();
  await item.getByText("Undone").waitFor();
  expect(await names()).toEqual(["Galil Cold Storage"]);
  expect(await item.getByRole("button", { name: "Undo this import" }).count()).toBe(0);
  expect(complaints).toEqual([]);
});

it("on a phone of 360 px the buttons are large enough for a finger, and nothing is wider than the screen", async () => {
  const phone = await app.open({ width: 360, height: 740, isPhone: true });
  await signIn(phone.page, app.origin, noa);
  await phone.page.goto(`${app.origin}/cards?notifications=all`);
  const reply = itemOf(phone.page, /mentioned you/).getByRole("button", { name: "Reply" });
  await reply.waitFor();
  await centreOf(phone.page).getByRole("button", { name: "Show the 3 tasks" }).tap();
  for (const name of ["Reply", "Hide the tasks", "Done", "Snooze", "Download rejected rows"]) {
    const button = centreOf(phone.page).getByRole("button", { name, exact: true }).first();
    await button.waitFor();
    const box = await button.boundingBox();
    // What is pressed is larger than what is seen.
    const pressed = await button.evaluate((element) => Number.parseFloat(getComputedStyle(element, "::before").blockSize));
    expect([name, pressed >= 44, box !== null && box.x >= 0 && box.x + box.width <= 360]).toEqual([name, true, true]);
  }
  await reply.tap();
  const text = centreOf(phone.page).getByRole("textbox", { name: "Reply" });
  await text.waitFor();
  await keepPicture(phone.page, "notification-reply-360");
  expect(await centreOf(phone.page).evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
  expect(await serious(phone.page)).toEqual([]);
  expect(phone.complaints).toEqual([]);
});

it("who may read comments and not write any sees why the answer is not theirs to give", async () => {
  const grants = Object.fromEntries(
    ["CARDS.read", "CARD_TYPES.read", "COMMENTS.read", "CARDS_TABLE_VIEWS.read"].map((right) => [right, "ORGANIZATION"]),
  );
  const { id: roleId } = (await call(seat.page, app.origin, "roles.create", { name: "Reads comments", grants })) as {
    id: string;
  };
  const page = await invited({ ...newAccount(), name: "Vera Reader" }, { systemRole: "BASIC", roleId });
  const { user } = (await call(page, app.origin, "identity.me", {})) as { user: { id: string } };
  await mention(user.id, "for you to know");
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("button", { name: "Notifications, 1 unread" }).waitFor();
  await opened(page);
  const reply = itemOf(page, /mentioned you/)
    .getByRole("button", { name: "Reply" })
    .first();
  await reply.waitFor();
  expect(await reply.getAttribute("aria-disabled")).toBe("true");
  await reply.focus();
  await page.getByRole("tooltip").getByText("Your role does not allow this").waitFor();
});
