import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { makeLeads, settle, typeOf } from "./support/person.ts";

let app: App;
let seat: Seat;

beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  await settle(seat.page, app.origin);
  await makeLeads(seat.page, app.origin, [
    { name: "Arbel Winery", status: 0 },
    { name: "Bakony Dairy Zrt.", status: 1 },
  ]);
});
afterAll(() => app.close());

/** The file's first line, by the menu's choice. */
async function headOf(choice: string): Promise<string[]> {
  const { page } = seat;
  await page.getByRole("button", { name: "Export", exact: true }).click();
  const downloads = page.waitForEvent("download");
  await page.getByRole("menu", { name: "Export" }).getByRole("menuitem", { name: choice }).click();
  const [head = ""] = (await readFile(await (await downloads).path(), "utf8")).replace(/^\uFEFF/, "").split("\r\n");
  return head.split(",");
}

describe("the export of a list", () => {
  it("contains every field, or the visible columns", async () => {
    const { page } = seat;
    const { fields } = await typeOf(page, app.origin, "leads");
    await page.goto(`${app.origin}/cards/leads`);
    await page.getByRole("row", { name: /Arbel Winery/ }).waitFor();
    const all = await headOf("All fields");
    expect(all).toHaveLength(fields.length);
    await page.getByText("2 cards exported").waitFor();

    const status = page.getByRole("columnheader", { name: /Lead status/ });
    await status.focus();
    await page.keyboard.press("Alt+ArrowDown");
    await page.getByRole("menuitem", { name: "Hide column" }).click();
    await expect.poll(() => status.count()).toBe(0);
    const shown = await headOf("Shown columns");
    expect(shown[0]).toBe("Name");
    expect(shown).not.toContain("Lead status");
    expect(shown.length).toBeLessThan(all.length);
  });
});
