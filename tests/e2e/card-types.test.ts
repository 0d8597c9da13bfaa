import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Page } from "playwright-core";
import { type App, type Seat, startApp } from "./support/app.ts";
import { call, makeLeads, settle, signIn, typeOf } from "./support/person.ts";

let app: App;
let seat: Seat;
let other: Seat;

beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  const account = await settle(seat.page, app.origin);
  other = await app.open();
  await signIn(other.page, app.origin, account);
  await makeLeads(seat.page, app.origin, [
    { name: "Arbel Winery", status: 0 },
    { name: "Bakony Dairy Zrt.", status: 1 },
    { name: "Galil Cold Storage", status: 1 },
  ]);
});
afterAll(() => app.close());

const editorOf = async (page: Page, slug: string, tab: string) => {
  const type = await typeOf(page, app.origin, slug);
  await page.goto(`${app.origin}/settings/card-types?id=${type.id}&tab=${tab}`);
  await page.getByRole("tab", { name: /Fields/ }).waitFor();
  return type;
};
const save = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
const isSaved = (page: Page) => expect.poll(() => page.getByText(/unsaved change/).count()).toBe(0);
const leadsNow = async (page: Page) => {
  const type = await typeOf(page, app.origin, "leads");
  return (await call(page, app.origin, "cards.search", { cardTypeId: type.id })) as {
    rows: { fields: Record<string, unknown> }[];
  };
};

describe("card types", () => {
  it("are reached from the rail, and a new one appears in another browser's menu at once", async () => {
    const { page } = seat;
    await other.page.goto(`${app.origin}/cards/leads`);
    await other.page.getByRole("row", { name: /Arbel Winery/ }).waitFor();
    await page.goto(`${app.origin}/cards`);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" }).click();
    await page
      .getByRole("main")
      .getByRole("link", { name: /Card types/ })
      .click();
    await page.getByRole("button", { name: "New card type" }).click();
    await page.getByRole("textbox", { name: "Singular name" }).fill("Solar site");
    await page.getByRole("textbox", { name: "Plural name" }).fill("Solar sites");
    await expect.poll(() => page.getByRole("textbox", { name: "URL" }).inputValue()).toBe("solar-sites");

    await page.getByRole("tab", { name: /Statuses/ }).click();
    await page.getByRole("button", { name: "Add statuses" }).click();
    await page.getByRole("textbox", { name: "Name" }).fill("Surveyed");
    await page.getByRole("button", { name: "Add status", exact: true }).click();
    await page.keyboard.type("Built");

    await page.getByRole("tab", { name: /Fields/ }).click();
    await page.getByRole("button", { name: "Add field" }).click();
    await page.keyboard.type("Number");
    await page.getByRole("menuitem", { name: /^Number/ }).click();
    await page.getByRole("complementary", { name: "Field details" }).getByRole("textbox", { name: "Name" }).fill("Roof area");

    await page.getByRole("button", { name: "Create card type" }).click();
    await page.getByText("Card type created").waitFor();
    expect(page.url()).toMatch(/id=typ_/);

    await other.page.getByRole("link", { name: /Solar sites/ }).click();
    await other.page.getByRole("heading", { level: 1, name: /Solar sites/ }).waitFor();
    const type = await typeOf(page, app.origin, "solar-sites");
    await call(page, app.origin, "cards.create", { typeId: type.id, fields: { name: "Debrecen" } });
    await other.page.getByRole("columnheader", { name: /Roof area/ }).waitFor();
    expect(type.fields.map((field) => field.key)).toContain("roofArea");
    expect(type.fields.find((field) => field.id === "status")?.options).toHaveLength(2);
  });

  it("errors show at their field, and nothing typed is lost", async () => {
    const { page } = seat;
    await editorOf(page, "leads", "general");
    await page.getByRole("textbox", { name: "URL" }).fill("solar-sites");
    await page.getByRole("textbox", { name: "Plural name" }).fill("Prospects");
    await save(page);
    await page.getByText("Another card type has this address").waitFor();
    expect(await page.getByRole("textbox", { name: "Plural name" }).inputValue()).toBe("Prospects");
    await page.getByRole("link", { name: "Overview" }).click();
    await page.getByRole("alertdialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
    await page.getByRole("button", { name: "Discard" }).click();
    expect(await page.getByRole("textbox", { name: "Plural name" }).inputValue()).toBe("Leads");
  });

  it("identifiers are chosen one by one, by pointer and by keyboard, and removed again", async () => {
    const { page } = seat;
    await editorOf(page, "leads", "general");
    const box = page.getByRole("combobox", { name: /dentif/ });
    const tokens = page.getByRole("grid", { name: "Chosen", includeHidden: true }).getByRole("row", { includeHidden: true });
    await box.focus();
    while ((await tokens.count()) > 0) {
      const before = await tokens.count();
      await box.press("Backspace");
      await expect.poll(() => tokens.count()).toBe(before - 1);
    }
    await box.click();
    const options = page.getByRole("option");
    const count = await options.count();
    await options.first().click();
    await expect.poll(() => tokens.count()).toBe(1);
    expect(await options.count()).toBe(count);
    await box.press("ArrowUp");
    await box.press("ArrowDown");
    await box.press("ArrowDown");
    await box.press("Enter");
    await expect.poll(() => tokens.count()).toBe(2);
    await box.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
  });

  it("a removed status is replaced on the cards that have it", async () => {
    const { page } = seat;
    const type = await editorOf(page, "leads", "statuses");
    const [kept, removed] = type.fields.find((field) => field.id === "status")?.options ?? [];
    const rows = page.getByRole("grid", { name: "Statuses" }).getByRole("row");
    await rows
      .nth(1)
      .getByRole("button", { name: /^Remove/ })
      .click();
    await save(page);
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("is the value of 2 cards.").waitFor();
    await dialog.getByRole("button", { name: /Replace with/ }).click();
    await page.getByRole("option").first().click();
    await dialog.getByRole("button", { name: "Save and change cards" }).click();
    await isSaved(page);
    await expect
      .poll(async () => (await leadsNow(page)).rows.map((row) => row.fields["status"]))
      .toEqual([kept?.id, kept?.id, kept?.id]);
    expect(removed).toBeDefined();
  });

  it("changing a field's type first says which values fit and which do not", async () => {
    const { page } = seat;
    const sites = await typeOf(page, app.origin, "solar-sites");
    const withText = [...sites.fields, { id: "fld_01J9Z0000000000000000000AA", key: "panels", type: "text", label: "Panels" }];
    await call(page, app.origin, "cardTypes.updateFields", { typeId: sites.id, expectedVersion: 1, fields: withText });
    const panels = (await typeOf(page, app.origin, "solar-sites")).fields.find((field) => field.key === "panels")?.id ?? "";
    for (const [name, value] of [
      ["Haifa", "24"],
      ["Szeged", "about thirty"],
    ] as const)
      await call(page, app.origin, "cards.create", { typeId: sites.id, fields: { name, [panels]: value } });
    await editorOf(page, "solar-sites", "fields");
    await page.getByRole("row", { name: /Panels/ }).click();
    const details = page.getByRole("complementary", { name: "Field details" });
    await details.getByRole("button", { name: /Type/ }).click();
    await page.getByRole("option", { name: "Number" }).click();
    await save(page);
    const dialog = page.getByRole("alertdialog");
    await dialog.getByText("2 cards have a value. 1 can be converted, 1 cannot.").waitFor();
    await dialog.getByRole("button", { name: "Save and change cards" }).click();
    await isSaved(page);
    const values = async () => {
      const type = await typeOf(page, app.origin, "solar-sites");
      const id = type.fields.find((field) => field.key === "panels")?.id ?? "";
      const list = (await call(page, app.origin, "cards.search", {
        cardTypeId: type.id,
        sort: [{ fieldId: "name", direction: "asc" }],
      })) as {
        rows: { fields: Record<string, unknown> }[];
      };
      return list.rows.map((row) => row.fields[id] ?? null);
    };
    await expect.poll(values).toEqual([null, 24, null]);
  });

  it("fields are reordered by keyboard alone", async () => {
    const { page } = seat;
    await editorOf(page, "solar-sites", "fields");
    const rows = page.getByRole("grid", { name: "Fields" }).getByRole("row");
    const names = () => rows.evaluateAll((all) => all.map((row) => row.querySelector("bdi")?.textContent ?? ""));
    const before = await names();
    const target = () => page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? "");
    await rows.nth(0).focus();
    await page.keyboard.press("ArrowDown");
    await expect.poll(target).toBe("Status");
    await page.keyboard.press("ArrowRight");
    await expect.poll(target).toBe("Reorder Status");
    await page.keyboard.press("Enter");
    await expect.poll(target).toMatch(/^Insert/);
    const first = await target();
    await page.keyboard.press("ArrowDown");
    await expect.poll(target).not.toBe(first);
    await page.keyboard.press("Enter");
    await expect.poll(names).not.toEqual(before);
    await rows
      .nth(0)
      .getByRole("button", { name: /^Actions/ })
      .click();
    await page.getByRole("menuitem", { name: "Move down" }).click();
    const after = await names();
    await page.keyboard.press("Control+s");
    await isSaved(page);
    await page.reload();
    await expect.poll(names).toEqual(after);
  });

  it("a layout applies to the chosen cards and roles", async () => {
    const { page } = seat;
    const type = await editorOf(page, "leads", "layouts");
    await page.getByRole("button", { name: "Add layout" }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Large ones");
    const roles = page.getByRole("group", { name: "For roles" });
    const roleName = await roles.locator("label").first().innerText();
    await roles.locator("label").first().click();
    await page.getByRole("button", { name: "Conditions and groups" }).click();
    await page.getByRole("dialog", { name: "Conditions and groups" }).waitFor();
    await page.keyboard.press("Escape");
    await save(page);
    await isSaved(page);
    const layouts = (await call(page, app.origin, "layouts.list", { typeId: type.id })) as {
      title: string;
      roleIds: readonly string[];
    }[];
    const listed = (await call(page, app.origin, "roles.list", {})) as { id: string; name: string }[];
    expect(layouts.find(({ title }) => title === "Large ones")?.roleIds).toEqual([
      listed.find(({ name }) => name === roleName)?.id,
    ]);
  });

  it("a type with cards cannot be deleted, and says so in place", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/settings/card-types`);
    await page
      .getByRole("row", { name: /Leads/ })
      .getByRole("button", { name: /^Actions/ })
      .click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("alertdialog").getByText("There are 3 cards of this type.").waitFor();
    await page.getByRole("alertdialog").getByRole("button", { name: "Close" }).last().click();
    expect(seat.complaints).toEqual([]);
    expect(other.complaints).toEqual([]);
  });
});
