import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { makeLeads, settle } from "./support/person.ts";

const soon = { timeout: 5_000 };

let app: App;
let seat: Seat;

beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  await settle(seat.page, app.origin);
  await makeLeads(seat.page, app.origin, [
    { name: "Galil Cold Storage", price: 100_000 },
    { name: "Arbel Winery", price: 250_000 },
    { name: "Haifa Port", price: 300_000 },
  ]);
  await seat.page.goto(`${app.origin}/cards/leads`);
  await row(/Arbel Winery/).waitFor();
});
afterAll(async () => {
  expect(seat.complaints).toEqual([]);
  await app.close();
});

const row = (name: string | RegExp) => seat.page.getByRole("row", { name });
const press = (key: string) => seat.page.keyboard.press(key);

async function editPrice(name: RegExp, from: string, to: string) {
  await row(name).getByRole("gridcell").filter({ hasText: from }).dblclick();
  await press("ControlOrMeta+a");
  await seat.page.keyboard.type(to);
  await press("Enter");
}

describe("⌘Z", () => {
  it("takes back edits one after the other, and with Shift does them again", async () => {
    await editPrice(/Arbel Winery/, "2,500", "4000");
    await row(/Arbel Winery.*4,000/).waitFor(soon);
    await editPrice(/Haifa Port/, "3,000", "7000");
    await row(/Haifa Port.*7,000/).waitFor(soon);
    await press("Escape");
    await press("Control+z");
    await row(/Haifa Port.*3,000/).waitFor(soon);
    await press("Control+z");
    await row(/Arbel Winery.*2,500/).waitFor(soon);
    await press("Control+Shift+z");
    await row(/Arbel Winery.*4,000/).waitFor(soon);
  });

  it("is undone from the notification as well, and deletions with it", async () => {
    await row(/Galil/).getByRole("checkbox").click();
    await seat.page.getByRole("toolbar").getByRole("button", { name: "Delete" }).click();
    await row(/Galil/).waitFor({ ...soon, state: "detached" });
    await seat.page.getByRole("button", { name: "Undo" }).click();
    await row(/Galil/).waitFor(soon);
    await seat.page.getByRole("button", { name: "Redo" }).click();
    await row(/Galil/).waitFor({ ...soon, state: "detached" });
    await press("Control+z");
    await row(/Galil/).waitFor(soon);
  });

  it("leaves what is typed in an input alone", async () => {
    await seat.page.goto(`${app.origin}/cards/leads`);
    await editPrice(/Galil/, "1,000", "1234");
    await row(/Galil.*1,234/).waitFor(soon);
    await row(/Galil/).getByRole("gridcell").filter({ hasText: "1,234" }).dblclick();
    await press("ControlOrMeta+a");
    await seat.page.keyboard.type("99");
    await press("Control+z");
    await press("Escape");
    await row(/Galil.*1,234/).waitFor(soon);
  });
});
