import { afterAll, beforeAll, expect, it } from "vitest";
import { mailedInvitation } from "../support/mailbox.ts";
import { type App, type Seat, startApp } from "./support/app.ts";
import { keptAnswers } from "./support/kept.ts";
import { call, join, makeLeads, newAccount, settle, typeOf } from "./support/person.ts";

const soon = { timeout: 20_000 };

let app: App;
let seat: Seat;
let address = "";
let ids: ReadonlyMap<string, string>;

/** A colleague with accents in his name, cards with and without "dan" in theirs, and a card that has two phones. */
beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  const { page } = seat;
  await settle(page, app.origin);
  const daniel = { ...newAccount(), name: "Dániel Kovács" };
  await call(page, app.origin, "members.invite", {
    emails: [daniel.email],
    systemRole: "ADMIN",
    roleId: null,
    language: "en",
  });
  const other = await app.open();
  await join(other.page, app.origin, daniel, "en");
  const token = (await mailedInvitation(app.origin, daniel.email)).split("/").at(-1);
  await call(other.page, app.origin, "invitations.accept", { token });
  await other.context.close();
  await makeLeads(page, app.origin, [
    { name: "Arbel Winery", email: "dan@arbel.example" },
    { name: "Danube Logistics" },
    { name: "Galil Cold Storage", email: "danny@galil.example" },
  ]);
  const type = await typeOf(page, app.origin, "leads");
  const { rows } = (await call(page, app.origin, "cards.search", { cardTypeId: type.id })) as {
    rows: { id: string; version: number; fields: Record<string, unknown> }[];
  };
  ids = new Map(rows.map(({ id, fields }) => [String(fields["name"]), id]));
  const galil = rows.find(({ fields }) => fields["name"] === "Galil Cold Storage");
  const phone = type.fields.find(({ key }) => key === "phone")?.id ?? "";
  await call(page, app.origin, "cards.update", {
    cardId: galil?.id,
    expectedVersion: galil?.version,
    fields: { [phone]: "+972502345678" },
  });
  address = `${app.origin}/cards/leads/${galil?.id}`;
});
afterAll(() => app.close());

const entries = () => seat.page.getByRole("group", { name: "Entries" }).getByRole("article");

it("a mention offers people first, then cards, by what their names have", async () => {
  const { page, complaints } = seat;
  await page.goto(address);
  await page.getByRole("group", { name: "Entries" }).waitFor(soon);
  await page.keyboard.press("c");
  await page.getByRole("textbox", { name: "Write a comment" }).waitFor(soon);
  await page.keyboard.type("Ask @dan");
  const list = page.getByRole("listbox", { name: "Mention" });
  const names = () => list.getByRole("option").locator("bdi").allInnerTexts();
  // The cards come after the search has answered; those whose address alone has it never do.
  await expect.poll(names, soon).toEqual(["Dániel Kovács", "Danube Logistics"]);
  await page.keyboard.press("Enter");
  await page.keyboard.press("Control+Enter");
  await entries().filter({ hasText: "@Dániel Kovács" }).waitFor(soon);
  expect(complaints).toEqual([]);
});

it("a card that is mentioned never counts as hidden before its name has come", async () => {
  const { page } = seat;
  const galil = address.split("/").at(-1);
  await call(page, app.origin, "comments.create", {
    cardId: galil,
    body: [{ type: "paragraph", content: [{ text: "Look at " }, { card: ids.get("Danube Logistics") }] }],
  });
  await page.goto(address);
  await page.getByRole("link", { name: "@Danube Logistics" }).waitFor(soon);
  // What the browser has kept is there after a moment.
  await expect.poll(() => keptAnswers(page), soon).toContain("Look at ");
  // Nothing is answered any more: all there is is what was kept.
  await page.route("**/api/trpc/**", () => undefined);
  await page.reload();
  const entry = entries().filter({ hasText: "Look at" });
  await entry.waitFor(soon);
  await entry.getByText("@Danube Logistics").waitFor(soon);
  expect(await page.getByText("a card you cannot see").count()).toBe(0);
  await page.unrouteAll({ behavior: "ignoreErrors" });
});

it("a call is logged with the card's number unless another is written", async () => {
  const { page } = seat;
  await page.goto(address);
  await page.getByRole("group", { name: "Entries" }).waitFor(soon);
  await page.keyboard.press("l");
  const number = page.getByRole("form", { name: "Log a call" }).getByRole("textbox", { name: "Phone number" });
  await expect.poll(() => number.inputValue(), soon).toBe("+972502345678");
  await number.fill("+972541112233");
  await page.getByRole("group", { name: "Phone number" }).getByRole("button").click();
  await expect.poll(() => number.inputValue()).toBe("+972502345678");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => entries().first().textContent(), soon).toMatch(/logged an outgoing call.*050-234-5678/);
});
