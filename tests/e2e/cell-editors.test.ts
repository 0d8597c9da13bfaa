import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { call, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const editing = (page: Page) => page.locator("[data-editing]");
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("[data-column]")?.getAttribute("data-column") ?? null);

/** The table of deals with one deal, and its cells by the heads of their columns. */
async function openDeals(page: Page) {
  await settle(page, app.origin);
  const deals = await typeOf(page, app.origin, "deals");
  const customers = await typeOf(page, app.origin, "customers");
  for (const name of ["Arbel Winery", "Galil Cold Storage"])
    await call(page, app.origin, "cards.create", { typeId: customers.id, fields: { name } });
  await call(page, app.origin, "cards.create", { typeId: deals.id, fields: { name: "Cold room" } });
  await page.goto(`${app.origin}/cards/deals`);
  await page.getByRole("rowheader", { name: "Cold room" }).waitFor();
  const heads = await page.getByRole("columnheader").allInnerTexts();
  return (head: string) => page.locator(`[data-row='0'][data-column='${heads.findIndex((text) => text.trim() === head)}']`);
}

it("a date is typed as people write it: Enter commits, invalid text stays with the reason, one Escape cancels", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  const date = cell("Close date");
  await date.click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Open calendar" }).waitFor();
  await page.keyboard.type("3.1.27");
  await page.keyboard.press("Enter");
  await expect.poll(() => date.innerText()).toBe("3 Jan 2027");
  expect(await editing(page).count()).toBe(0);

  await page.keyboard.press("Enter");
  await page.keyboard.type("31.2.27");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").getByText("Enter a date as day, month, year, such as 20.11.2026").waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => editing(page).count()).toBe(0);
  expect(await date.innerText()).toBe("3 Jan 2027");
  await expect.poll(() => focused(page)).toBe(await date.getAttribute("data-column"));

  // From the text into the calendar, and out of it with a day.
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Open calendar" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await expect.poll(() => date.innerText()).toBe("4 Jan 2027");

  // The words of the line for new tasks.
  await page.keyboard.type("next Sunday");
  await page.keyboard.press("Enter");
  await expect.poll(() => date.innerText()).not.toBe("4 Jan 2027");
  expect(await page.getByRole("alert").count()).toBe(0);
  await page.keyboard.press("Control+z");
  await expect.poll(() => date.innerText()).toBe("4 Jan 2027");

  // The first letter begins the edit; clearing takes the day away.
  await page.keyboard.type("in 2 days");
  await page.keyboard.press("Tab");
  await expect.poll(() => date.innerText()).not.toBe("4 Jan 2027");
  expect(await editing(page).getAttribute("data-column")).not.toBe(await date.getAttribute("data-column"));
  expect(complaints).toEqual([]);
}, 120_000);

it("why a cell cannot be read stays in sight while somebody writes elsewhere, and covers neither", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  const value = cell("Value");
  await value.click();
  await page.keyboard.type("5 Ft");
  await page.keyboard.press("Enter");
  const reason = page.getByRole("alert").getByText(/another currency/);
  await reason.waitFor();
  const search = page.getByPlaceholder("Search this list");
  await search.click();
  await expect.poll(() => search.evaluate((input) => input === document.activeElement)).toBe(true);
  await keepPicture(page, "cell-reason-elsewhere");
  const [said, written, left] = await Promise.all([reason, search, value].map((one) => one.boundingBox()));
  expect(said?.y).toBeGreaterThanOrEqual((left?.y ?? 0) + (left?.height ?? 0));
  expect(said?.y).toBeGreaterThanOrEqual((written?.y ?? 0) + (written?.height ?? 0));
  expect(await value.locator("input").inputValue()).toBe("5 Ft");
  expect(complaints).toEqual([]);
});

it.each([
  ["Value", "5 Ft", "5,000", "₪\u00a05,000"],
  ["Close date", "31.2.27", "3.1.27", "3 Jan 2027"],
])(
  "an invalid text in %s stays in its cell, with the reason, when another cell is opened, and begins the next edit",
  async (head, invalid, valid, shown) => {
    const { page, complaints } = await app.open({ width: 1600 });
    const cell = await openDeals(page);
    const [left, other] = [cell(head), cell(head === "Value" ? "Close date" : "Value")];
    await left.dblclick();
    const input = left.locator("input");
    await input.fill(invalid);
    await other.dblclick();
    await expect.poll(() => editing(page).getAttribute("data-column")).toBe(await other.getAttribute("data-column"));
    await expect.poll(() => left.getAttribute("aria-invalid")).toBe("true");
    await page.keyboard.press("Escape");
    expect(await left.innerText()).toContain(invalid);
    await left.hover();
    await keepPicture(page, "cell-left-invalid");

    // Correcting it begins with what was typed.
    await left.dblclick();
    expect(await input.inputValue()).toBe(invalid);
    await input.fill(valid);
    await page.keyboard.press("Enter");
    await expect.poll(() => left.innerText()).toBe(shown);
    expect(await left.getAttribute("aria-invalid")).toBeNull();

    // Escape gives the value back.
    await page.keyboard.type(invalid);
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    await page.keyboard.press("Escape");
    await expect.poll(() => left.innerText()).toBe(shown);
    expect(await left.getAttribute("aria-invalid")).toBeNull();
    expect(complaints).toEqual([]);
  },
  120_000,
);

it("in an organization of the United States, dates are typed and pasted with the month first", async () => {
  const { page, context, complaints } = await app.open({ width: 1600 });
  await context.grantPermissions(["clipboard-read", "clipboard-write"], { origin: app.origin });
  const cell = await openDeals(page);
  const { version, ...settings } = (await call(page, app.origin, "organizations.settings", {})) as { version: number };
  await call(page, app.origin, "organizations.update", {
    ...settings,
    region: "US",
    whatsappNumber: "",
    expectedVersion: version,
  });
  await page.reload();
  const date = cell("Close date");
  await date.click();
  await page.keyboard.press("Enter");
  await page.keyboard.type("3/4/2027");
  await page.keyboard.press("Enter");
  await expect.poll(() => date.innerText()).toBe("Mar 4, 2027");

  const paste = async (text: string) => {
    await page.evaluate((value) => navigator.clipboard.writeText(value), text);
    await date.click();
    await page.keyboard.press("Control+v");
  };
  await paste("5/6/2027");
  await expect.poll(() => date.innerText()).toBe("May 6, 2027");
  await paste("7 Aug 2027");
  await expect.poll(() => date.innerText()).toBe("Aug 7, 2027");
  await paste("2/30/2027");
  const notice = page.getByRole("alertdialog").filter({ hasText: "not pasted" });
  await notice.getByText("Enter a date as month, day, year, such as 11/20/2026. Your text is still in the cell.").waitFor();
  expect(complaints).toEqual([]);
}, 120_000);

it("Tab moves on from lists as from text, an open editor does not swallow the next click, text opens with the caret at its end", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  const [status, priority, value, next] = [cell("Status"), cell("Priority"), cell("Value"), cell("Next step")];
  await priority.click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Priority" }).waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => editing(page).getAttribute("data-column")).toBe(await value.getAttribute("data-column"));
  await page.keyboard.type("1200");
  await page.keyboard.press("Enter");
  await expect.poll(() => value.innerText()).toContain("1,200");

  await priority.click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Priority" }).waitFor();
  await status.click();
  await expect.poll(() => focused(page)).toBe(await status.getAttribute("data-column"));
  expect(await page.getByRole("dialog").count()).toBe(0);

  await next.click();
  await page.keyboard.type("Call");
  await page.keyboard.press("Enter");
  await expect.poll(() => next.innerText()).toBe("Call");
  await page.keyboard.press("F2");
  await page.keyboard.type(" Dana");
  await page.keyboard.press("Enter");
  await expect.poll(() => next.innerText()).toBe("Call Dana");
  expect(complaints).toEqual([]);
}, 120_000);

it("a relation names a card once, Escape restores it, and any order of keys is safe", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  const customer = cell("Customer");
  const open = async () => {
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Customer" }).waitFor();
  };
  await customer.click();
  await open();
  await page.keyboard.type("arb");
  await page.getByRole("option", { name: /Arbel Winery/ }).waitFor();
  await page.keyboard.press("Escape");
  await expect.poll(() => editing(page).count()).toBe(0);
  expect(await customer.innerText()).toBe("");

  await open();
  await page.keyboard.type("arb");
  await page.getByRole("option", { name: /Arbel Winery/ }).waitFor();
  await page.keyboard.press("Enter");
  await expect.poll(() => customer.innerText()).toBe("Arbel Winery");
  await customer.click();
  await open();
  await page.keyboard.type("gal");
  await page.getByRole("option", { name: /Galil/ }).waitFor();
  for (const key of ["Enter", "Escape", "Escape", "Enter", "Escape"]) await page.keyboard.press(key);
  await page.getByRole("rowheader", { name: "Cold room" }).waitFor();
  expect((await customer.innerText()).split("Arbel Winery").length).toBeLessThanOrEqual(2);
  expect(complaints).toEqual([]);
}, 120_000);

const selection = (page: Page) =>
  page.evaluate(() => {
    const input = document.activeElement;
    return input instanceof HTMLInputElement ? [input.selectionStart, input.selectionEnd, input.value.length] : undefined;
  });

it("Tab into a cell selects its text, so that typing replaces it; Enter and F2 go on from its end, in the table and on the card", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  const value = cell("Value");
  await value.click();
  await page.keyboard.type("777");
  await page.keyboard.press("Enter");
  await expect.poll(() => value.innerText()).toContain("777");
  await cell("Priority").click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Priority" }).waitFor();
  await page.keyboard.press("Tab");
  await expect.poll(() => selection(page)).toEqual([0, 3, 3]);
  await page.keyboard.type("88");
  await page.keyboard.press("Tab");
  await expect.poll(() => value.innerText()).toMatch(/\b88$/);
  // Back again by Shift and Tab.
  await expect.poll(() => editing(page).getAttribute("data-column")).not.toBe(await value.getAttribute("data-column"));
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => selection(page)).toEqual([0, 2, 2]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("F2");
  await expect.poll(() => selection(page)).toEqual([2, 2, 2]);
  await page.keyboard.press("Escape");

  await page.getByRole("rowheader", { name: "Cold room" }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { level: 1, name: "Cold room" }).waitFor();
  await page
    .getByRole("button", { name: "Edit value", exact: true })
    .or(page.getByRole("button", { name: "Edit Value", exact: true }))
    .focus();
  await page.keyboard.press("Enter");
  await expect.poll(() => selection(page)).toEqual([2, 2, 2]);
  await page.keyboard.press("Tab");
  await expect.poll(() => page.getByRole("textbox", { name: "Value", exact: true }).count()).toBe(0);
  await expect.poll(() => editing(page).count()).toBe(1);
  await page.keyboard.press("Shift+Tab");
  await expect.poll(() => selection(page)).toEqual([0, 2, 2]);
  expect(complaints).toEqual([]);
}, 120_000);

it("typing an option's name marks the first match at any speed; Enter takes it and the cell has the focus, Tab takes it along", async () => {
  for (const slowness of [1, 4]) {
    const { page, context, complaints } = await app.open({ width: 1600 });
    const cell = await openDeals(page);
    await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: slowness });
    const [status, priority] = [cell("Status"), cell("Priority")];
    const statusBefore = await status.innerText();
    await priority.click();
    for (const [typed, name] of [
      ["high", "High"],
      ["med", "Medium"],
      ["l", "Low"],
    ] as const) {
      await page.keyboard.type(typed);
      const search = page
        .getByRole("dialog", { name: "Priority" })
        .getByRole("combobox")
        .or(page.getByRole("dialog", { name: "Priority" }).getByRole("searchbox"));
      await search.waitFor();
      // What is marked is the option of that name.
      await expect
        .poll(() =>
          search.evaluate(
            (input) => document.getElementById(input.getAttribute("aria-activedescendant") ?? "")?.getAttribute("data-key") ?? "",
          ),
        )
        .not.toBe("");
      await page.keyboard.press("Enter");
      await expect.poll(() => priority.innerText()).toContain(name);
      await expect.poll(() => focused(page)).toBe(await priority.getAttribute("data-column"));
    }
    // Without waiting for anything between the keys.
    await page.keyboard.type("high");
    await page.keyboard.press("Enter");
    await expect.poll(() => priority.innerText()).toContain("High");
    await page.keyboard.type("med");
    await page.keyboard.press("Tab");
    await expect.poll(() => priority.innerText()).toContain("Medium");
    await expect.poll(() => editing(page).getAttribute("data-column")).toBe(await cell("Value").getAttribute("data-column"));
    await page.keyboard.press("Escape");

    // Nothing typed, nothing chosen.
    await priority.click();
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "Priority" }).waitFor();
    await page.keyboard.press("Tab");
    await expect.poll(() => editing(page).getAttribute("data-column")).toBe(await cell("Value").getAttribute("data-column"));
    await page.keyboard.press("Escape");
    expect(await priority.innerText()).toContain("Medium");
    expect(await status.innerText()).toBe(statusBefore);

    const customer = cell("Customer");
    await customer.click();
    await page.keyboard.type("arb");
    await page.keyboard.press("Tab");
    await expect.poll(() => customer.innerText()).toBe("Arbel Winery");
    expect(complaints).toEqual([]);
    await context.close();
  }
}, 240_000);

it("a notification that comes meanwhile does not take Tab; F6 leads to it", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  const cell = await openDeals(page);
  await cell("Next step").click();
  await page.keyboard.type("Call");
  await page.keyboard.press("Enter");
  await expect.poll(() => cell("Next step").innerText()).toBe("Call");
  await page.keyboard.press("Delete");
  await expect.poll(() => cell("Next step").innerText()).toBe("");
  const undo = page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" });
  await undo.waitFor();
  for (let tabs = 0; tabs < 12; tabs++) {
    await page.keyboard.press("Tab");
    expect(await page.evaluate(() => document.activeElement?.closest("[role=region]")?.getAttribute("aria-label"))).not.toBe(
      "Notifications",
    );
  }
  for (let presses = 0; presses < 8; presses++) {
    await page.keyboard.press("F6");
    if (await undo.evaluate((button) => button.closest("[role=region]")?.contains(document.activeElement))) break;
  }
  // The notification itself comes first.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect.poll(() => undo.evaluate((button) => button === document.activeElement)).toBe(true);
  expect(complaints).toEqual([]);
}, 120_000);

it("letters typed while the code of an editor is on its way are in it when it comes, and Enter and Escape mean it", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  await settle(page, app.origin);
  const [deals, customers] = [await typeOf(page, app.origin, "deals"), await typeOf(page, app.origin, "customers")];
  for (const name of ["Arbel Winery", "Galil Cold Storage"])
    await call(page, app.origin, "cards.create", { typeId: customers.id, fields: { name } });
  await call(page, app.origin, "cards.create", { typeId: deals.id, fields: { name: "Cold room" } });
  // Chunks are known by what is in them: their names say nothing.
  const coming = { "\\0none": Promise.withResolvers<void>(), "as CardsEditor": Promise.withResolvers<void>() };
  const held: string[] = [];
  await page.route("**/assets/*.js", async (route) => {
    const response = await route.fetch();
    const code = await response.text();
    for (const [part, { promise }] of Object.entries(coming))
      if (code.includes(part)) {
        held.push(part);
        await promise;
      }
    await route.fulfill({ response });
  });
  await page.goto(`${app.origin}/cards/deals`);
  await page.getByRole("rowheader", { name: "Cold room" }).waitFor();
  const heads = await page.getByRole("columnheader").allInnerTexts();
  const cell = (head: string) => page.locator(`[data-row='0'][data-column='${heads.findIndex((text) => text.trim() === head)}']`);
  const { keyboard } = page;
  await expect.poll(() => held.length).toBe(2);

  await cell("Priority").focus();
  await keyboard.type("lx");
  await expect.poll(() => editing(page).count()).toBe(1);
  await keyboard.press("Escape");
  await expect.poll(() => editing(page).count()).toBe(0);
  await keyboard.type("lpx");
  await keyboard.press("Backspace");
  await keyboard.press("Backspace");
  await keyboard.type("o");
  coming["\\0none"].resolve();
  const priority = page.getByRole("dialog", { name: "Priority" });
  await expect.poll(() => priority.getByRole("searchbox").inputValue()).toBe("lo");
  await keyboard.type("w");
  await expect.poll(() => priority.getByRole("option").allInnerTexts()).toEqual(["Low"]);
  await keyboard.press("Enter");
  await expect.poll(() => cell("Priority").innerText()).toBe("Low");

  await cell("Customer").focus();
  await keyboard.type("galil");
  await keyboard.press("Enter");
  await keyboard.press("ArrowRight");
  coming["as CardsEditor"].resolve();
  await expect.poll(() => cell("Customer").innerText()).toBe("Galil Cold Storage");
  await expect.poll(() => editing(page).count()).toBe(0);
  expect(complaints).toEqual([]);
  // Chunks that the page fetches in advance may still be on their way.
  await page.unrouteAll({ behavior: "ignoreErrors" });
}, 120_000);

it("of several choices Enter ticks, the cell shows what is ticked, Ctrl+Enter saves, and Escape gives up", async () => {
  const { page, complaints } = await app.open({ width: 1600 });
  await settle(page, app.origin);
  const type = (await call(page, app.origin, "cardTypes.create", {
    draft: {
      name: "Project",
      pluralName: "Projects",
      hue: "slate",
      fields: [
        {
          label: "Tags",
          type: "multiSelect",
          options: ["VIP", "Solar", "Urgent"].map((label) => ({ id: `opt_${label}`, label, hue: "blue" })),
        },
        { label: "Parts", type: "cardRelation", relation: { to: [], many: true } },
      ],
    },
  })) as { id: string; slug: string };
  for (const name of ["Roof", "Rail"]) await call(page, app.origin, "cards.create", { typeId: type.id, fields: { name } });
  await page.goto(`${app.origin}/cards/${type.slug}?sort=name`);
  await page.getByRole("rowheader", { name: "Rail" }).waitFor();
  const heads = await page.getByRole("columnheader").allInnerTexts();
  const cell = (head: string) => page.locator(`[data-row='0'][data-column='${heads.findIndex((text) => text.trim() === head)}']`);

  const tags = cell("Tags");
  await tags.click();
  await page.keyboard.press("Enter");
  const list = page.getByRole("dialog", { name: "Tags" });
  await list.getByRole("option", { name: "VIP" }).waitFor();
  await list.getByText("Save").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => tags.innerText()).toContain("VIP");
  await page.keyboard.press("Escape");
  await expect.poll(() => tags.innerText()).toBe("");
  await page.keyboard.press("Enter");
  await list.getByRole("option", { name: "VIP" }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect.poll(() => tags.innerText()).toMatch(/VIP\s*Solar/);
  await keepPicture(page, "tags-ticked");
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => editing(page).count()).toBe(0);
  await expect.poll(() => tags.innerText()).toMatch(/VIP\s*Solar/);
  await expect.poll(() => focused(page)).toBe(await tags.getAttribute("data-column"));

  const parts = cell("Parts");
  await parts.click();
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "Parts" }).waitFor();
  await page.keyboard.type("roof");
  await page.getByRole("option", { name: /Roof/ }).waitFor();
  await page.keyboard.press("Control+Enter");
  await expect.poll(() => editing(page).count()).toBe(0);
  await expect.poll(() => parts.innerText()).toBe("Roof");
  expect(complaints).toEqual([]);
}, 120_000);
