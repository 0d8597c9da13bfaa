import type { Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { soon } from "./support/calendar.ts";
import { type Account, call, settle, signIn, typeOf } from "./support/person.ts";
import { fileOf, fileWith } from "./support/site-files.ts";

let app: App;
let noa: Account;
/** A browser that has kept nothing, neither code nor drafts. */
let seat: Seat;
let cardId = "";

beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  noa = await settle(seat.page, app.origin);
  const { id: typeId } = await typeOf(seat.page, app.origin, "leads");
  const card = { typeId, fields: { name: "Galil Cold Storage" } };
  ({ id: cardId } = (await call(seat.page, app.origin, "cards.create", card)) as { id: string });
});
afterAll(() => app.close());
beforeEach(async () => {
  seat = await app.open();
  await signIn(seat.page, app.origin, noa);
});
afterEach(() => seat.context.close());

/** A part of the site's code is not answered until the returned function is called. It fails unless that code was asked for meanwhile. */
async function withhold(page: Page, component: string): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await page.route(`**/assets/${fileOf(component)}`, async (route) => {
    asked.resolve();
    await held.promise;
    await route.continue();
  });
  return async () => {
    await asked.promise;
    held.resolve();
  };
}

/** On the card's page, with nothing loaded before. */
async function onCard(page: Page, component: string): Promise<() => Promise<void>> {
  const release = await withhold(page, component);
  await page.goto(`${app.origin}/cards/leads/${cardId}`);
  await page.getByRole("heading", { level: 1, name: "Galil Cold Storage" }).waitFor(soon);
  return release;
}

const isFocused = (page: Page, name: string) => () =>
  page.getByRole("textbox", { name }).evaluate((element) => element === document.activeElement);
/** Nothing was opened by a letter that was meant as text. */
const expectNothingElse = async (page: Page) => {
  expect(await page.getByRole("dialog").or(page.getByRole("menu")).or(page.getByRole("listbox")).count()).toBe(0);
  expect(new URL(page.url()).pathname).toBe(`/cards/leads/${cardId}`);
};

describe("what is typed before its field is there", () => {
  it("after T, while the tasks of the card are on their way, is in the line, with its corrections, and Enter adds it", async () => {
    const { page, complaints } = seat;
    const release = await onCard(page, "CardTasks");
    await page.keyboard.press("t");
    await page.keyboard.type("Safeguard the site m");
    await page.keyboard.press("Backspace");
    await page.keyboard.type("now");
    await expectNothingElse(page);
    await release();
    const line = page.getByRole("textbox", { name: "Add a task" });
    await expect.poll(() => line.inputValue().catch(() => ""), soon).toBe("Safeguard the site now");
    await expect.poll(isFocused(page, "Add a task")).toBe(true);
    await expectNothingElse(page);
    await page.keyboard.press("Enter");
    await page.getByRole("list", { name: "Tasks" }).getByRole("link", { name: "Safeguard the site now" }).waitFor(soon);
    expect(complaints).toEqual([]);
  });

  it("after T, with Enter behind it, is a task as soon as the line is there", async () => {
    const { page, complaints } = seat;
    const release = await onCard(page, "CardTasks");
    await page.keyboard.press("t");
    await page.keyboard.type("Measure the roof tomorrow");
    await page.keyboard.press("Enter");
    await page.keyboard.type("what comes after");
    await expectNothingElse(page);
    await release();
    await page.getByRole("list", { name: "Tasks" }).getByRole("link", { name: "Measure the roof", exact: true }).waitFor(soon);
    await expect.poll(() => page.getByRole("textbox", { name: "Add a task" }).inputValue(), soon).toBe("");
    await expectNothingElse(page);
    expect(complaints).toEqual([]);
  });

  it.each(["CardTimeline", "CommentForm"])("after C is in the comment, while %s is on its way", async (component) => {
    const { page, complaints } = seat;
    const release = await onCard(page, component);
    await page.keyboard.press("c");
    await page.keyboard.type("Team, no Fancy colours");
    // Sent is only what its writer has seen.
    await page.keyboard.press("Enter");
    await page.keyboard.type("after that");
    await expectNothingElse(page);
    await release();
    const text = page.getByRole("textbox", { name: "Write a comment" });
    await expect.poll(() => text.textContent().catch(() => ""), soon).toBe("Team, no Fancy colours");
    await page.keyboard.type("!");
    await expect.poll(() => text.textContent()).toBe("Team, no Fancy colours!");
    await expectNothingElse(page);
    expect(complaints).toEqual([]);
  });

  it("goes behind what was begun before, and until C asks for it letters are keys", async () => {
    const { page, complaints } = seat;
    await page.goto(`${app.origin}/cards/leads/${cardId}`);
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    const text = page.getByRole("textbox", { name: "Write a comment" });
    await text.fill("Begun");
    const release = await onCard(page, "CommentForm");
    await page.getByRole("button", { name: "Comment", exact: true, expanded: true }).waitFor(soon);
    await page.keyboard.press("s");
    await page.getByRole("menu", { name: /status/i }).waitFor(soon);
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ ...soon, state: "detached" });
    await page.keyboard.press("c");
    await page.keyboard.type(" just now");
    await release();
    await expect.poll(() => text.textContent().catch(() => ""), soon).toBe("Begun just now");
    expect(complaints).toEqual([]);
  });

  it("after N is the name of the new record, and after Ctrl+K what is searched for", async () => {
    const { page, complaints } = seat;
    const release = await withhold(page, "NewRecordDialog");
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("row", { name: /Galil/ }).waitFor(soon);
    await page.keyboard.press("n");
    await page.keyboard.type("Norfolk Jam");
    expect(await page.getByRole("dialog").count()).toBe(0);
    await release();
    const dialog = page.getByRole("dialog", { name: "New record" });
    await expect
      .poll(
        () =>
          dialog
            .getByRole("textbox", { name: "Name" })
            .inputValue()
            .catch(() => ""),
        soon,
      )
      .toBe("Norfolk Jam");
    await dialog.getByRole("button", { name: "Cancel" }).click();

    const letGo = await withhold(page, "Palette");
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("row", { name: /Galil/ }).waitFor(soon);
    await page.keyboard.press("Control+k");
    await page.keyboard.type("sett");
    await letGo();
    await expect
      .poll(
        () =>
          page
            .getByRole("dialog")
            .getByRole("searchbox")
            .inputValue()
            .catch(() => ""),
        soon,
      )
      .toBe("sett");
    await page.keyboard.press("Enter");
    await page.waitForURL(/settings/, soon);
    expect(complaints).toEqual([]);
  });

  it("is given up with the form by Escape", async () => {
    const { page } = seat;
    const release = await onCard(page, "CommentForm");
    await page.getByRole("button", { name: "Comment", exact: true }).waitFor(soon);
    await page.keyboard.press("c");
    await page.keyboard.type("Never mind");
    await page.keyboard.press("Escape");
    await release();
    await expect
      .poll(() => page.getByRole("button", { name: "Comment", exact: true }).getAttribute("aria-expanded"), soon)
      .toBe("false");
    await page.keyboard.press("c");
    const text = page.getByRole("textbox", { name: "Write a comment" });
    await text.waitFor(soon);
    expect(await text.textContent()).toBe("");
  });

  it("is dropped by a press elsewhere", async () => {
    const { page } = seat;
    const release = await onCard(page, "CardTasks");
    await page.keyboard.press("t");
    await page.keyboard.type("nan");
    // Whoever goes on by a press does not wait for it.
    await page.mouse.click(700, 880);
    await release();
    await page.getByRole("button", { name: /^Tasks/, expanded: true }).waitFor(soon);
    expect(await page.getByRole("textbox", { name: "Add a task" }).count()).toBe(0);
    await expectNothingElse(page);
  });
});

it("N on a list that takes no new task goes to one's own, and what is typed at once is the task", async () => {
  const { page, complaints } = seat;
  await page.goto(`${app.origin}/tasks?list=done`);
  await page.getByRole("heading", { level: 1 }).first().waitFor(soon);
  await page.keyboard.press("n");
  await page.keyboard.type("Measure the roof");
  const line = page.getByRole("textbox", { name: "Add a task" });
  await expect.poll(() => line.inputValue().catch(() => ""), soon).toBe("Measure the roof");
  await page.keyboard.press("Enter");
  await page.getByRole("row").filter({ hasText: "Measure the roof" }).waitFor(soon);
  expect(complaints).toEqual([]);
});

it("Enter, Space and Tab are for what has the focus, also while the commands of every page are on their way", async () => {
  const { page, complaints } = seat;
  const { id: cardTypeId } = await typeOf(page, app.origin, "leads");
  const steps = [{ id: "s1", kind: "action", action: { kind: "notify", text: "Look", owner: true } }];
  const definition = { trigger: { kind: "cardCreated" }, filter: null, steps };
  await call(page, app.origin, "automations.create", { cardTypeId, name: "Greet", folder: "Sales", definition });
  const head = page.getByRole("heading", { name: "Sales" }).getByRole("button");
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const commands = `**/assets/${fileWith(/account\.theme/)}`;
  await page.route(commands, async (route) => {
    await released;
    await route.continue();
  });
  const asked = page.waitForRequest(commands, soon);
  await page.goto(`${app.origin}/automations`);
  await head.waitFor(soon);
  await asked;
  await head.press("Enter");
  await expect.poll(() => head.getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("Space");
  await expect.poll(() => head.getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("Tab");
  await expect.poll(() => head.evaluate((button) => button === document.activeElement)).toBe(false);
  release();
  // Letters have waited.
  await page.keyboard.press("g");
  await page.keyboard.press("t");
  await page.waitForURL(/\/tasks/, soon);
  expect(complaints).toEqual([]);
});
