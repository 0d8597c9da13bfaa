import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it("shows what was changed, keeps the filter in the address and exports it as a file", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await makeLeads(page, app.origin, [{ name: "Arbel Winery" }, { name: "Galil Cold Storage" }]);
  const { id: typeId } = await typeOf(page, app.origin, "leads");
  const card = (await call(page, app.origin, "cards.create", { typeId, fields: { name: "Meron Dairy" } })) as { id: string };
  await call(page, app.origin, "cards.update", { cardId: card.id, fields: { name: "Meron Dairies" } });
  await page.goto(`${app.origin}/settings/audit`);
  const table = page.getByRole("table", { name: "Audit log" });
  await table.getByText("changed the card").waitFor();

  await table
    .getByRole("row", { name: /changed the card/ })
    .getByRole("button", { name: "Show what changed" })
    .click();
  await table.getByText("Meron Dairy", { exact: true }).waitFor();

  await page.getByRole("button", { name: /Any action/ }).click();
  await page.getByRole("option", { name: "created the organization" }).click();
  await page.getByText("1 entry", { exact: true }).waitFor();
  expect(page.url()).toContain("action=organization.create");
  await page.reload();
  await table.getByText("created the organization").waitFor();

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export CSV" }).click();
  expect((await download).suggestedFilename()).toBe("audit.csv");
  await page.getByText("1 entry exported").waitFor();

  await page.goto(`${app.origin}/settings/audit?subject=${card.id}`);
  await page.getByText("2 entries", { exact: true }).waitFor();
  expect(await serious(page)).toEqual([]);
  expect(complaints).toEqual([]);
});
