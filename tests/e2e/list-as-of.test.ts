import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("a list is shown as it was: what differs from now is marked, what has come and gone since is counted, and it is left again", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const options = type.fields.find(({ id }) => id === "status")?.options as { id: string; label: string }[] | undefined;
  const [first, second] = options ?? [];
  await makeLeads(page, app.origin, [
    { name: "Dana", status: 0 },
    { name: "Ronit", status: 0 },
    { name: "Avi", status: 0 },
  ]);
  const search = { cardTypeId: type.id, sort: [{ fieldId: "name", direction: "asc" }] };
  const { rows } = (await call(page, app.origin, "cards.search", search)) as { rows: { id: string }[] };
  const [, dana, ronit] = rows;
  const at = new Date().toISOString();
  await call(page, app.origin, "cards.update", { cardId: dana?.id, fields: { status: second?.id, name: "Dana Levi" } });
  await call(page, app.origin, "cards.remove", { cardId: ronit?.id });
  await makeLeads(page, app.origin, [{ name: "Later" }]);

  await page.goto(`${app.origin}/cards/leads?asOf=${at}`);
  const table = page.getByRole("table");
  const danaThen = table.getByRole("row").filter({ hasText: "Dana" });
  await danaThen.getByText(first?.label ?? "").waitFor();
  expect(await table.getByRole("link").allInnerTexts()).toEqual(expect.arrayContaining(["Dana", "Ronit", "Avi"]));
  await table.getByRole("row").filter({ hasText: "Ronit" }).getByText("Deleted since").waitFor();
  const bar = page.getByRole("status").filter({ hasText: "1 card was added since" });
  await bar.getByText("1 card was deleted since").waitFor();
  // By keyboard, too: the mark tells the value of now.
  await danaThen.getByRole("button", { name: "Status is different now" }).focus();
  await page
    .getByRole("tooltip")
    .getByText(second?.label ?? "")
    .waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "list.as-of");

  // Filters are those of then, and stay in the address with the moment.
  await page.getByRole("searchbox", { name: "Search this list" }).fill("Levi");
  await page.getByText("No cards at that time").waitFor();
  expect(page.url()).toContain("asOf=");
  await page.getByRole("searchbox", { name: "Search this list" }).fill("dana");
  await danaThen.waitFor();
  expect(await table.getByRole("link").allInnerTexts()).toEqual(["Dana"]);

  // However fast it is typed, each digit of another moment counts, and the list is asked for once it is whole.
  await page.getByRole("spinbutton", { name: /^year/ }).focus();
  await page.keyboard.type("2025");
  await page.keyboard.press("Enter");
  await page.getByText("No cards at that time").waitFor();
  expect(page.url()).toContain("asOf=2025-");
  await page.goto(`${app.origin}/cards/leads?asOf=${at}`);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("listitem").filter({ hasText: "Dana" }).getByText("Now").waitFor();
  expect(await serious(page)).toEqual([]);
  await keepPicture(page, "list.as-of.phone");
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("button", { name: "Back to now" }).click();
  await page.getByRole("grid").getByText("Dana Levi").waitFor();
  expect(page.url()).not.toContain("asOf");
  // From the list, a day back: nothing was there.
  await page.getByRole("searchbox", { name: "Search this list" }).fill("");
  await page.getByRole("grid").getByText("Later").waitFor();
  await page.getByRole("button", { name: "View options" }).click();
  await page.getByRole("button", { name: "Show as it was" }).click();
  await page.getByText("No cards at that time").waitFor();
  await page.getByText("3 cards were added since").waitFor();
  const phone = await app.open({ width: 390, height: 844, language: "he", theme: "dark", isPhone: true });
  await phone.context.addCookies((await page.context().cookies()).filter(({ name }) => name !== "language" && name !== "theme"));
  await call(page, app.origin, "profile.update", { language: "he" });
  await phone.page.goto(`${app.origin}/cards/leads?asOf=${at}`);
  await phone.page.getByRole("listitem").filter({ hasText: "Ronit" }).getByText("נמחק מאז").waitFor();
  expect(await serious(phone.page)).toEqual([]);
  await keepPicture(phone.page, "list.as-of.phone.he");
  // Nothing is made in a list of the past, and the search of the top bar searches it.
  expect(await phone.page.getByRole("button", { name: "כרטיס חדש" }).count()).toBe(0);
  await phone.page.getByRole("button", { name: "חיפוש כרטיסים" }).tap();
  await phone.page.getByRole("dialog").getByRole("searchbox").fill("avi");
  await phone.page.getByRole("button", { name: /avi/ }).tap();
  await phone.page.getByRole("listitem").filter({ hasText: "Ronit" }).waitFor({ state: "detached" });
  await phone.page.getByRole("listitem").filter({ hasText: "Avi" }).waitFor();
  expect(phone.page.url()).toContain("asOf=");
  expect([...complaints, ...phone.complaints]).toEqual([]);
});

it("in Hebrew, a list as it was sets money and addresses as the list of today does", async () => {
  const { page } = await app.open();
  await settle(page, app.origin, "he");
  const email = "a.very.long.address.of.the.office@galil-cold-storage.example";
  await makeLeads(page, app.origin, [{ name: "Dana", price: 1_234_500, email }]);
  /** How far what is written stands from the right edge of its cell, by what is written there. */
  const places = (cells: string) =>
    page.evaluate(
      ([selector, ...texts]) =>
        texts.map((text) => {
          const cell = [...document.querySelectorAll(selector ?? "")].find(({ textContent }) => textContent.includes(text));
          const walker = cell && document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
          const node = walker?.nextNode();
          if (!cell || !node) return null;
          const range = document.createRange();
          range.selectNodeContents(node);
          const [{ left, right }, at] = [range.getBoundingClientRect(), cell.getBoundingClientRect()];
          return { isFromItsStart: left >= at.left, isAtTheRight: at.right - right < 20 };
        }),
      [cells, "12,345", "a.very.long"],
    );
  await page.goto(`${app.origin}/cards/leads`);
  await page.getByRole("rowheader", { name: "Dana" }).waitFor();
  const today = await places("[role=gridcell]");
  expect(today[0]).toMatchObject({ isAtTheRight: true });
  await page.goto(`${app.origin}/cards/leads?asOf=${new Date().toISOString()}`);
  await page.getByRole("table").getByText("12,345").waitFor();
  expect(await places("[role=cell]")).toEqual(today);
});
