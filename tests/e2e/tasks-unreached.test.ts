import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { soon, toast } from "./support/calendar.ts";
import { group, row, tasksOf } from "./support/tasks.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const { person, scene } = tasksOf(() => app);

describe("when the server cannot be reached", () => {
  it("puts a tick back, keeps what was typed with the reason, and saves it on Retry", async () => {
    const { page } = await person();
    await scene(page);
    await page.route(/tasks\.(create|update)/, (route) => route.abort());
    await row(page, "Order clamps").getByRole("checkbox").click();
    await toast(page, "Not saved: Task done").waitFor(soon);
    await group(page, /^Today\s*1/).waitFor(soon);
    expect(await row(page, "Order clamps").getByRole("checkbox").getAttribute("aria-checked")).toBe("false");

    await row(page, "Order clamps").click();
    const title = page.getByRole("complementary", { name: "Task", exact: true }).getByRole("textbox", { name: "Title" });
    await title.fill("Order forty clamps");
    await title.press("Enter");
    await page.getByRole("complementary", { name: "Task", exact: true }).getByRole("alert").waitFor(soon);
    expect(await title.inputValue()).toBe("Order forty clamps");
    await row(page, "Confirm the crane").click();
    await row(page, "Order clamps").click();
    expect(await title.inputValue()).toBe("Order forty clamps");

    const add = page.getByRole("textbox", { name: "Add a task" });
    await add.fill("Not lost");
    await add.press("Enter");
    const unsaved = page.getByRole("alert").filter({ hasText: "Not lost" });
    await unsaved.getByText("Not saved yet: Kartis does not answer").waitFor(soon);
    const tried = page.waitForRequest(/tasks\.create/);
    await unsaved.getByRole("button", { name: "Retry" }).click();
    await tried;
    await unsaved.waitFor(soon);
    // From here on it is sent without being asked for.
    await page.unroute(/tasks\.(create|update)/);
    await row(page, "Not lost").waitFor(soon);
    await unsaved.waitFor({ state: "detached" });
    await page.getByRole("complementary", { name: "Task", exact: true }).getByRole("button", { name: "Retry" }).click();
    await row(page, "Order forty clamps").waitFor(soon);
    await page.context().close();
  });

  it("lists a task while its answer is awaited, and in the list once it is there", async () => {
    const { page } = await person();
    await scene(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/tasks\.create/, async (route) => {
      await released;
      await route.continue();
    });
    const add = page.getByRole("textbox", { name: "Add a task" });
    await add.fill("On its way");
    await add.press("Enter");
    const waiting = page.getByRole("status").filter({ hasText: "On its way Saving" });
    await waiting.waitFor(soon);
    expect(await row(page, "On its way").count()).toBe(0);
    release();
    await row(page, "On its way").waitFor(soon);
    await waiting.waitFor({ ...soon, state: "detached" });
    await page.context().close();
  });

  it("says that a text was not saved when its task has been left, and asks before the page goes", async () => {
    const { page } = await person();
    await scene(page);
    await page.route(/tasks\.update/, (route) => route.fulfill({ status: 500, body: "" }));
    await row(page, "Order clamps").click();
    const peek = page.getByRole("complementary", { name: "Task", exact: true });
    await peek.getByRole("textbox", { name: "Description" }).fill("Forty of them");
    await peek.getByRole("button", { name: "Close" }).click();
    await peek.waitFor({ state: "detached" });
    await toast(page, "Not saved: Description changed").waitFor(soon);
    const asked = page.waitForEvent("dialog");
    // It never ends: the person stays.
    void page.reload().catch(() => undefined);
    const dialog = await asked;
    expect(dialog.type()).toBe("beforeunload");
    await dialog.dismiss();
    await page.context().close();
  });

  it("says so as well on a phone, where Back takes the sheet away from under the field", async () => {
    const { page } = await person({ width: 390, height: 844, isPhone: true });
    await scene(page);
    await page.route(/tasks\.update/, (route) => route.fulfill({ status: 500, body: "" }));
    const sheet = page.getByRole("dialog", { name: "Task" });
    // About no card: a tap in the middle of the row is not one on its link.
    await row(page, "Confirm the crane").tap();
    await sheet.getByRole("textbox", { name: "Description" }).fill("Forty of them");
    await page.goBack();
    await sheet.waitFor({ state: "detached" });
    await toast(page, "Not saved: Description changed").waitFor(soon);
    await page.context().close();
  });
});
