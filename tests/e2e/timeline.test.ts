import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { violations } from "./support/axe.ts";
import { mailedInvitation } from "../support/mailbox.ts";
import { atRest } from "./support/at-rest.ts";
import { call, join, newAccount, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

const soon = { timeout: 20_000 };

let app: App;
let here: Seat;
let there: Seat;
let address = "";
let cardId = "";

/** Two people in two browsers, a card, and on it a call of last year. */
beforeAll(async () => {
  app = await startApp();
  here = await app.open();
  there = await app.open();
  await settle(here.page, app.origin);
  const dana = { ...newAccount(), name: "Dana Levi" };
  const invitation = { emails: [dana.email], systemRole: "ADMIN", roleId: null, language: "en" };
  await call(here.page, app.origin, "members.invite", invitation);
  await join(there.page, app.origin, dana, "en");
  const token = (await mailedInvitation(app.origin, dana.email)).split("/").at(-1);
  await call(there.page, app.origin, "invitations.accept", { token });
  const type = await typeOf(here.page, app.origin, "leads");
  const create = async (name: string) =>
    ((await call(here.page, app.origin, "cards.create", { typeId: type.id, fields: { name } })) as { id: string }).id;
  cardId = await create("Galil Cold Storage");
  await create("Cold hall roof");
  address = `${app.origin}/cards/leads/${cardId}`;
  const logged = { type: "CALL", cardId, happenedAt: "2025-03-01T10:00:00Z", note: "Asked for an offer" };
  await call(here.page, app.origin, "communications.create", logged);
});
afterAll(() => app.close());

const open = async ({ page }: Seat, search = "") => {
  await page.goto(`${address}${search}`);
  await page.getByRole("group", { name: "Entries" }).waitFor(soon);
};
const feed = ({ page }: Seat) => page.getByRole("group", { name: "Entries" });
const entry = (seat: Seat, text: string | RegExp) => feed(seat).getByRole("article").filter({ hasText: text });
const editor = ({ page }: Seat, name = "Write a comment") => page.getByRole("textbox", { name, exact: true });

describe("the composer", () => {
  it("sends a comment written by keys alone, with a mention of a card and a list", async () => {
    const { page } = here;
    await open(here);
    await page.keyboard.press("c");
    await editor(here).waitFor(soon);
    await page.keyboard.type("Look at @cold");
    await page.getByRole("option", { name: /Cold hall roof/ }).waitFor(soon);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Enter");
    await page.keyboard.type("- clamps");
    await page.keyboard.press("Control+Enter");
    const written = entry(here, "Look at");
    await written.getByRole("link", { name: "@Cold hall roof" }).waitFor(soon);
    // The sign is before a name in every direction.
    expect(await written.getByRole("link", { name: "@Cold hall roof" }).locator("bdi").textContent()).toBe("@Cold hall roof");
    expect(await written.getByRole("listitem").allTextContents()).toEqual(["clamps"]);
    await expect.poll(() => editor(here).textContent()).toBe("");
    // Left before its answer, it would be taken up again.
    await atRest(page);
  });

  it("keeps what was begun when the page is left, and takes it up again", async () => {
    const { page } = here;
    await open(here);
    await page.getByRole("button", { name: "Comment", exact: true }).click();
    await editor(here).fill("Half a thought");
    await page.goto(`${app.origin}/cards/leads`);
    await open(here);
    await expect.poll(() => editor(here).textContent(), soon).toBe("Half a thought");
    await editor(here).fill("");
  });

  it("logs a call by hand: who called, how it ended, how long it took", async () => {
    const { page } = here;
    await open(here);
    await page.keyboard.press("l");
    const form = page.getByRole("form", { name: "Log a call" });
    await form.getByRole("radio", { name: "Incoming" }).click();
    await form.getByRole("textbox", { name: "Phone number" }).fill("050 123 4567");
    await form.getByRole("textbox", { name: "Duration" }).fill("6:42");
    await form.getByRole("textbox", { name: "Note" }).fill("Budget approved");
    await page.keyboard.press("Control+Enter");
    const logged = entry(here, "Budget approved");
    await logged.waitFor(soon);
    await expect.poll(() => logged.textContent(), soon).toMatch(/logged an incoming call.*Answered.*050-123-4567.*6:42/);
  });

  it("takes back a logged call, a comment and a reaction by the key, the latest first, and nothing older", async () => {
    const { page } = here;
    await open(here);
    await page.keyboard.press("l");
    await page.getByRole("textbox", { name: "Note" }).fill("Wrong number");
    await page.keyboard.press("Control+Enter");
    await entry(here, "Wrong number").waitFor(soon);
    await page.getByRole("form", { name: "Log a call" }).waitFor({ ...soon, state: "detached" });
    await page.keyboard.press("c");
    await editor(here).fill("Said on the wrong card");
    await page.keyboard.press("Control+Enter");
    const comment = entry(here, "Said on the wrong card");
    await comment.waitFor(soon);
    await page.keyboard.press("Escape");
    await comment.getByRole("button", { name: "Add a reaction" }).press("Enter");
    await page.getByRole("menuitem", { name: "Love" }).press("Enter");
    const reaction = comment.getByRole("button", { name: /^Love/ });
    await reaction.waitFor(soon);
    const undone = (what: string) =>
      page
        .getByRole("alertdialog")
        .filter({ hasText: `“${what}” has been undone` })
        .waitFor(soon);
    // Without waiting for an answer: it is the latest that is meant.
    await page.keyboard.press("Control+z");
    await undone("Reaction added");
    await reaction.waitFor({ ...soon, state: "detached" });
    await page.keyboard.press("Control+z");
    await undone("Comment added");
    await comment.waitFor({ ...soon, state: "detached" });
    await page.keyboard.press("Control+z");
    await undone("Call logged");
    await entry(here, "Wrong number").waitFor({ ...soon, state: "detached" });
    await atRest(page);
  });

  it("opens a mail by its key; whoever goes on typing writes in it, and no letter of it is a key", async () => {
    const { page } = here;
    const { keyboard } = page;
    const asked: string[] = [];
    page.on("request", (request) => request.method() === "POST" && asked.push(new URL(request.url()).pathname));
    await open(here);
    await keyboard.press("m");
    const form = page.getByRole("form", { name: "Write an email" });
    const to = form.getByRole("textbox", { name: "To" });
    await to.fill("dana@meridian.example");
    await keyboard.press("Enter");
    await form.getByRole("button", { name: "Cc and Bcc" }).focus();
    await keyboard.press("Enter");
    await keyboard.type("sanf@meridian.example,");
    await form.getByText("sanf@meridian.example").waitFor(soon);
    // Removing one goes on in its line.
    await form.getByRole("button", { name: "Remove dana@meridian.example" }).press("Enter");
    await keyboard.type("noa@meridian.example,");
    await form.getByText("noa@meridian.example").waitFor(soon);

    await form.getByRole("button", { name: "Remove noa@meridian.example" }).focus();
    await keyboard.type("safnmcl?");
    await form.getByRole("button", { name: "Bold" }).focus();
    await keyboard.type("safnmcl?");
    await keyboard.press("Escape");
    await form.waitFor({ ...soon, state: "detached" });
    expect(page.url()).toBe(address);
    expect(await page.getByRole("dialog").or(page.getByRole("menu")).or(page.getByRole("listbox")).count()).toBe(0);
    expect(asked.filter((path) => /cards\.(create|update)|favorites\.(?!list)/.test(path))).toEqual([]);
  });

  it("sends the last letters, however soon after them", async () => {
    const { page } = here;
    await open(here);
    await page.keyboard.press("c");
    await editor(here).waitFor(soon);
    await page.keyboard.type("Roof of steel");
    // Nothing is rendered between the letters and the key.
    await editor(here).evaluate(async (element) => {
      document.execCommand("insertText", false, " or tin");
      await new Promise((resolve) => queueMicrotask(() => resolve(undefined)));
      element.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", ctrlKey: true, bubbles: true, cancelable: true }));
    });
    await entry(here, "Roof of steel or tin").waitFor(soon);
    await atRest(page);
  });

  it("says why something was not saved, and still has it", async () => {
    const { page } = here;
    await open(here);
    await page.keyboard.press("c");
    await editor(here).waitFor(soon);
    await page.route("**/api/trpc/comments.create*", (route) => route.abort());
    await page.keyboard.type("Not yet there");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("region", { name: "Activity" }).getByRole("alert").waitFor(soon);
    await expect.poll(() => editor(here).textContent()).toBe("Not yet there");
    expect(await entry(here, "Not yet there").count()).toBe(0);
    await page.unroute("**/api/trpc/comments.create*");
    await page.keyboard.press("Control+Enter");
    await entry(here, "Not yet there").waitFor(soon);
  });
});

describe("an entry", () => {
  it("is answered, reacted to, edited with its history, pinned, deleted and brought back", async () => {
    const { page } = here;
    await call(page, app.origin, "comments.create", {
      cardId,
      body: [{ type: "paragraph", content: [{ text: "Clamp or drill" }] }],
    });
    await open(here);
    const one = entry(here, /Clamp|Drill/).first();
    await one.getByRole("button", { name: "Reply" }).click();
    await editor(here, "Reply").waitFor(soon);
    await page.keyboard.type("Clamp it");
    // An answer that was begun is there again, and leaves the focus where it is.
    await page.goto(`${app.origin}/cards/leads`);
    await open(here);
    await expect.poll(() => editor(here, "Reply").textContent(), soon).toBe("Clamp it");
    expect(await editor(here, "Reply").evaluate((text) => text === document.activeElement)).toBe(false);
    await editor(here, "Reply").press("Control+Enter");
    await one.getByText("Clamp it").waitFor(soon);
    await one.getByRole("button", { name: "Add a reaction" }).first().click();
    await page.getByRole("menuitem", { name: "Like" }).click();
    await one.getByRole("button", { name: /^Like 1: Noa/ }).waitFor(soon);
    await one.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Edit" }).click();
    await editor(here, "Edit comment").fill("Drill or clamp");
    await page.keyboard.press("Control+Enter");
    await one.getByRole("button", { name: "Edited" }).click();
    await page.getByRole("dialog", { name: "Earlier versions" }).getByText("Clamp or drill").waitFor(soon);
    await page.keyboard.press("Escape");
    await one.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Pin to the top" }).click();
    const onTop = page.getByRole("region", { name: "Pinned" });
    await onTop.getByText("Drill or clamp").waitFor(soon);
    await expect.poll(() => page.getByText("Drill or clamp", { exact: true }).count(), soon).toBe(1);
    await onTop.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect.poll(() => page.getByText("Drill or clamp", { exact: true }).count(), soon).toBe(0);
    // Not the notification of what was done before.
    await page.getByText("Moved to the trash").waitFor(soon);
    await page.getByRole("button", { name: "Undo" }).first().click();
    await onTop.getByText("Drill or clamp").waitFor(soon);
    await onTop.getByText("Clamp it").waitFor(soon);
  });
});

it("an entry that is pinned by keyboard, and no longer, keeps the focus in its new place", async () => {
  const { page } = here;
  for (const text of ["Roof first", "Then the meter", "Then the grid"])
    await call(page, app.origin, "comments.create", { cardId, body: [{ type: "paragraph", content: [{ text }] }] });
  await open(here);
  const onTop = page.getByRole("region", { name: "Pinned" });
  const focused = () =>
    page.evaluate(() => `${document.activeElement?.ariaLabel} ${document.activeElement?.closest("article")?.textContent}`);
  await entry(here, "Then the meter").first().getByRole("button", { name: "More" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Pin to the top" }).press("Enter");
  await onTop.getByText("Then the meter").waitFor(soon);
  await expect.poll(focused, soon).toMatch(/^More.*Then the meter/);
  await page.keyboard.press("Enter");
  await page.getByRole("menuitem", { name: "Unpin" }).press("Enter");
  await onTop.getByText("Then the meter").waitFor({ state: "detached", ...soon });
  await expect.poll(focused, soon).toMatch(/^More.*Then the meter/);
});

it("what was deleted is found beside the filters, and comes back to where it stood", async () => {
  const { page } = here;
  const made = (await call(page, app.origin, "comments.create", {
    cardId,
    body: [{ type: "paragraph", content: [{ text: "Scaffold by Friday" }] }],
  })) as { id: string };
  await call(page, app.origin, "comments.remove", { commentId: made.id });
  await open(here);
  await page.getByRole("button", { name: "Deleted entries" }).focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Deleted entries" });
  const row = dialog.getByRole("listitem").filter({ hasText: "Scaffold by Friday" });
  await row.getByText(/Comment, Noa Adler/).waitFor(soon);
  expect(await violations(page)).toEqual([]);
  await keepPicture(page, "timeline-deleted");
  // A key that is pressed in the moment in which nothing has the focus, as after the row with the focus has left.
  for (const key of ["Escape", "c"])
    await page.evaluate((pressed) => {
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, bubbles: true, cancelable: true }));
    }, key);
  await row.getByRole("button", { name: /^Restore/ }).click();
  await row.waitFor({ state: "detached", ...soon });
  await page.keyboard.press("Escape");
  await entry(here, "Scaffold by Friday").waitFor(soon);
});

describe("the list", () => {
  it("is filtered by channel in its address, and turned round", async () => {
    const { page } = here;
    await open(here);
    await page.getByRole("button", { name: /^Calls/ }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get("show")).toBe("calls");
    await expect.poll(() => entry(here, "Look at").count(), soon).toBe(0);
    await page.getByRole("button", { name: "Oldest first" }).click();
    await expect.poll(() => feed(here).getByRole("article").first().textContent(), soon).toContain("Asked for an offer");
    await page.reload();
    await expect.poll(() => feed(here).getByRole("article").first().textContent(), soon).toContain("Asked for an offer");
  });

  it("shows what another writes within a second, and that they are writing", async () => {
    await open(here);
    await open(there);
    await there.page.keyboard.press("c");
    await editor(there).waitFor(soon);
    await there.page.keyboard.type("From the other side");
    await here.page.getByText("Dana Levi is writing…").waitFor(soon);
    const sent = Date.now();
    await there.page.keyboard.press("Control+Enter");
    await entry(here, "From the other side").waitFor(soon);
    console.log(`A comment appeared in another browser after ${Date.now() - sent} ms`);
    await expect.poll(() => here.page.getByText("is writing…").count(), soon).toBe(0);
  });

  it("draws a few of thousands of entries, and scrolls through all", { timeout: 180_000 }, async () => {
    const { page } = here;
    const type = await typeOf(page, app.origin, "leads");
    const many = (await call(page, app.origin, "cards.create", { typeId: type.id, fields: { name: "Busy" } })) as { id: string };
    for (let at = 0; at < 300; at += 25)
      await Promise.all(
        Array.from({ length: 25 }, (_, n) =>
          call(page, app.origin, "communications.create", {
            type: "CALL",
            cardId: many.id,
            note: `Call ${at + n}`,
            happenedAt: new Date(Date.UTC(2025, 0, 1, 0, at + n)).toISOString(),
          }),
        ),
      );
    await page.goto(`${app.origin}/cards/leads/${many.id}`);
    await feed(here).getByRole("article").first().waitFor(soon);
    const scrolled = async () => {
      await feed(here).hover();
      await page.mouse.wheel(0, 1_500);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
      return entry(here, /Call 0$|Call 0\D/).count();
    };
    await expect.poll(scrolled, { timeout: 90_000, interval: 1 }).toBeGreaterThan(0);
    expect(await feed(here).getByRole("article").count()).toBeLessThan(80);
  });
});

it("is without faults for assistive technology, also while something is written", async () => {
  await open(here);
  await here.page.keyboard.press("c");
  await editor(here).waitFor(soon);
  expect(await violations(here.page)).toEqual([]);
});

it("has its composer at the bottom of a phone, and the entries above it", async () => {
  const { page } = here;
  await page.setViewportSize({ width: 390, height: 844 });
  await open(here, "?tab=activity");
  await page.getByRole("button", { name: "Comment", exact: true }).click();
  await editor(here).waitFor(soon);
  await page.keyboard.type("By thumb");
  await page.getByRole("button", { name: /^Send/ }).click();
  await entry(here, "By thumb").waitFor(soon);
  await page.setViewportSize({ width: 1440, height: 900 });
});

it("says nothing in the console", () => {
  // What was aborted on purpose is reported by the browser itself.
  const said = [...here.complaints, ...there.complaints].filter((text) => !text.includes("net::ERR_FAILED"));
  expect(said).toEqual([]);
});

it("of more than 50 replies the earlier ones are shown on request, changed by others while they stand, and the keyboard goes on from there", async () => {
  const { page } = here;
  const body = (text: string) => [{ type: "paragraph", content: [{ text }] }];
  const write = async (text: string, parentId?: string) =>
    (await call(page, app.origin, "comments.create", { cardId, body: body(text), ...(parentId ? { parentId } : {}) })) as {
      id: string;
    };
  const parent = await write("Where do we stand?");
  const ids: string[] = [];
  for (let at = 1; at <= 53; at++) ids.push((await write(`Answer ${at}.`, parent.id)).id);
  await open(here);
  const thread = entry(here, "Where do we stand?");
  await thread.getByText("Answer 53.").waitFor(soon);
  await thread.getByText("3 earlier replies").waitFor();
  expect(await thread.getByText("Answer 3.", { exact: true }).count()).toBe(0);
  await thread.getByRole("button", { name: "Show more replies" }).press("Enter");
  await thread.getByText("Answer 1.", { exact: true }).waitFor(soon);
  expect(await thread.getByText(/^Answer \d+\.$/).count()).toBe(53);
  expect(await thread.getByText("earlier replies").count()).toBe(0);
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Replies");
  await call(there.page, app.origin, "comments.update", { commentId: ids[0], body: body("Answer one, corrected.") });
  await thread.getByText("Answer one, corrected.").waitFor(soon);
  expect(await violations(page, { except: "[data-live-announcer]" })).toEqual([]);
}, 120_000);
