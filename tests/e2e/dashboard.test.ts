import { findUserByEmail, grantPlatformAdmin } from "@kartis/core/users/index.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle, signIn } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the command that makes platform admins does, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

it("appears once support has enabled it, agrees with the lists, and links to them", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const me = (await call(page, app.origin, "identity.me", {})) as { organization: { id: string } };
  await makeLeads(page, app.origin, [
    { name: "Galil Cold Storage", price: 1_000_000, status: 0 },
    { name: "Kfar Blum Hotel", price: 500_000, status: 0 },
    { name: "Teva Market", price: 250_000, status: 1 },
  ]);
  await page.goto(`${app.origin}/dashboard`);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  // The panel is not that of a dashboard which is not there.
  await page.getByRole("complementary", { name: "Cards" }).getByRole("link", { name: "All cards" }).waitFor();
  expect(await page.getByRole("complementary", { name: "Dashboard" }).count()).toBe(0);
  await expect(call(page, app.origin, "dashboard.mine", {})).rejects.toThrow();

  const support = await app.open();
  const account = await settle(support.page, app.origin);
  const user = await findUserByEmail(account.email);
  if (!user) throw new Error("Nobody signed up");
  await grantPlatformAdmin(user.id, { now: () => Date.now() });
  await call(support.page, app.origin, "identity.signOut", {});
  await signIn(support.page, app.origin, account);
  await support.page.goto(`${app.origin}/admin-console/organizations?orgId=${me.organization.id}`);
  await support.page.getByText("Dashboard", { exact: true }).click();
  await support.page.getByText("Switched on for Meridian Solar").waitFor();

  // The page asks who is signed in behind what it has kept from the last visit.
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("link", { name: "Dashboard" }).click();
  const chart = page.getByRole("table", { name: "Leads by status" });
  const row = chart.getByRole("row").filter({ hasText: "New" });
  await row.getByRole("cell", { name: "2", exact: true }).waitFor();
  await row.getByText("15,000").waitFor();
  // All are new: the number is there once.
  await page.getByText("All created in the last 30 days").waitFor();
  expect(await page.getByRole("term").allTextContents()).toEqual(["Leads", "Price"]);
  await page.getByRole("region", { name: "My records" }).getByRole("link", { name: "Teva Market" }).waitFor();
  const latest = page.getByRole("region", { name: "Latest changes" });
  await latest.getByRole("link", { name: "Teva Market" }).waitFor();
  // What support did a moment ago is in the audit, but nothing that happens to cards.
  expect(await latest.innerText()).not.toContain("switched a feature");
  await page.goto(`${app.origin}/cards`);
  await page.getByRole("link", { name: "Dashboard" }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("d");
  await latest.getByRole("link", { name: "Teva Market" }).waitFor();

  // The day: what is due, and what takes place.
  const zone = await page.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone);
  await call(page, app.origin, "tasks.create", { title: "Order clamps", due: "2020-01-01" });
  const start = new Date(Date.now() + 60_000).toISOString();
  await call(page, app.origin, "meetings.create", { title: "Site visit", start, minutes: 30, timeZone: zone });
  const due = page.getByRole("region", { name: "My tasks" });
  await due.getByRole("link", { name: "Order clamps" }).waitFor();
  await page.getByRole("region", { name: "Today" }).getByRole("link", { name: "Site visit" }).waitFor();
  await keepPicture(page, "dashboard-day");
  await due.getByRole("checkbox", { name: /Order clamps/ }).press("Space");
  await due.getByRole("checkbox", { name: /Order clamps/, checked: true }).waitFor();

  expect(await serious(page)).toEqual([]);

  // The panel is the dashboard's own.
  const panel = page.getByRole("complementary", { name: "Dashboard" });
  await panel.getByRole("link", { name: "Deals" }).click();
  await page.getByText("Deals appear here by status").waitFor();
  // Without amounts the bars count cards, and say so.
  const types = (await call(page, app.origin, "cards.types", {})) as { id: string; slug: string }[];
  const typeId = types.find(({ slug }) => slug === "deals")?.id;
  await call(page, app.origin, "cards.create", { typeId, fields: { name: "Carmel Rooftops" } });
  const deals = page.getByRole("table", { name: "Deals by status" });
  await page.getByText(/: nothing to add up yet, so the bars count records$/).waitFor();
  await keepPicture(page, "dashboard-without-amounts");
  const shares = await deals.getByRole("row").getByText("100%", { exact: true }).count();
  expect([shares, await deals.getByRole("columnheader").count()]).toEqual([1, 3]);
  await panel.getByRole("link", { name: "Leads" }).click();
  await row.getByText("15,000").waitFor();

  // What others do is seen without asking.
  await makeLeads(page, app.origin, [{ name: "Almog Marine", price: 100_000, status: 0 }]);
  await row.getByRole("cell", { name: "3", exact: true }).waitFor();

  await row.getByRole("link", { name: "New" }).click();
  await page.waitForURL(/\/cards\/leads\?filter=/);
  await page.getByRole("grid").getByText("Almog Marine").waitFor();
  expect(await page.getByRole("grid").getByText("Teva Market").count()).toBe(0);

  // The choice is remembered.
  await page.goto(`${app.origin}/dashboard`);
  await page.getByRole("button", { name: /Measure/ }).click();
  const saved = page.waitForResponse((response) => response.url().includes("dashboard.choose"));
  await page.getByRole("option", { name: "Records" }).click();
  await saved;
  await page.goto(`${app.origin}/dashboard`);
  await chart.waitFor();
  await expect.poll(() => chart.getByRole("columnheader").allTextContents()).not.toContain("Price");
  expect(complaints.filter((text) => !text.includes("404"))).toEqual([]);
  expect(support.complaints).toEqual([]);
});
