import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, type Seat, startApp } from "./support/app.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";

const soon = { timeout: 20_000 };

let app: App;
let seat: Seat;

/** Leads whose statuses are a process: one after the other, the second one only with an email address. */
beforeAll(async () => {
  app = await startApp();
  seat = await app.open();
  const { page } = seat;
  await settle(page, app.origin);
  const type = await typeOf(page, app.origin, "leads");
  const [first = "", second = "", third = ""] = (type.fields.find(({ id }) => id === "status")?.options ?? []).map(
    ({ id }) => id,
  );
  const email = type.fields.find(({ key }) => key === "email")?.id ?? "";
  const steps = [{ statusId: first }, { statusId: second, requiredFieldIds: [email] }, { statusId: third }];
  await call(page, app.origin, "cardTypes.update", {
    typeId: type.id,
    expectedVersion: type.version,
    changes: { processes: [{ id: "sales", name: "Sales", steps }] },
  });
  await makeLeads(page, app.origin, [{ name: "Arbel Winery", status: 0 }]);
});
afterAll(() => app.close());

describe("a process", () => {
  it("says at each status of the card's menu why it cannot be chosen now", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads`);
    await page
      .getByRole("row", { name: /Arbel Winery/ })
      .getByRole("link", { name: "Arbel Winery" })
      .click();
    await page.getByRole("button", { name: "Lead status: New" }).click();
    const status = (name: RegExp) => page.getByRole("menuitemradio", { name });
    const needing = status(/Attempted to contact/);
    await needing.getByText("Fill in Email first").waitFor(soon);
    expect(await needing.getAttribute("aria-disabled")).toBe("true");
    const unreachable = status(/^Connected/);
    await unreachable.getByText("The process does not lead from the current status to this one").waitFor(soon);
    expect(await unreachable.getAttribute("aria-disabled")).toBe("true");
    await page.keyboard.press("Escape");
  });

  it("a card dropped where it may not go returns to its lane, and the reason is shown", async () => {
    const { page } = seat;
    await page.goto(`${app.origin}/cards/leads?view=board`);
    const card = (lane: string) => page.getByRole("region", { name: lane }).getByRole("row", { name: "Arbel Winery" });
    await card("New").focus();
    await page.keyboard.press("Shift+ArrowRight");
    await page.getByRole("alert").filter({ hasText: "Fill in Email first" }).waitFor(soon);
    await card("New").waitFor(soon);
    expect(await card("Attempted to contact").count()).toBe(0);
  });
});
