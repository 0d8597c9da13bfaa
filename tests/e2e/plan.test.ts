import type { UserId } from "@kartis/core/kernel/id.ts";
import { grantPlatformAdmin } from "@kartis/core/users/index.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { arriveLive, call, settle, signIn } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the command that makes platform admins does, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

it("a trial becomes a plan: declined first, then paid on the provider's page", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/plan-and-billing`);
  await page.getByText("Trial", { exact: true }).waitFor();
  await page.getByRole("radio", { name: "Monthly" }).click();
  await page.getByRole("button", { name: "Choose Basic" }).click();
  await page.getByRole("button", { name: "Let the card be declined" }).click();
  await page.waitForURL(/plan-and-billing/);
  await page.getByText("Failed to subscribe").waitFor();

  await page.getByRole("radio", { name: "Monthly" }).click();
  await page.getByRole("button", { name: "Choose Pro" }).click();
  await page.getByText("29.00 USD").waitFor();
  await page.getByRole("button", { name: "Pay" }).click();
  await page.getByText("Your plan has changed").waitFor();
  await page.getByRole("button", { name: "Your plan" }).waitFor();
  expect(new URL(page.url()).search).toBe("");
  expect(complaints).toEqual([]);
  await keepPicture(page, "plan");
});

/** Ends the organization's trial as support can. */
async function endTrial(orgId: string): Promise<void> {
  const { page, context } = await app.open();
  const admin = await settle(page, app.origin);
  const me = (await call(page, app.origin, "identity.me", {})) as { user: { id: UserId } };
  await grantPlatformAdmin(me.user.id, { now: () => Date.now() });
  // What somebody may is read when they sign in.
  await call(page, app.origin, "identity.signOut", {});
  await signIn(page, app.origin, admin);
  await call(page, app.origin, "adminConsole.updatePlan", { orgId, plan: "TRIAL", endsAt: "2020-01-01T00:00:00.000Z" });
  await context.close();
}

it("when a trial is over it is said once, the socket is not asked for again, and one's own profile and data are still there", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  const me = (await call(page, app.origin, "identity.me", {})) as { organization: { id: string } };
  await arriveLive(page, () => page.goto(`${app.origin}/cards`));
  await endTrial(me.organization.id);

  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const over = page.getByRole("heading", { level: 1, name: "Your trial plan has expired" });
  const notices = page.getByRole("alertdialog");
  await page.goto(`${app.origin}/cards/leads`);
  await over.waitFor();
  await atRest(page);
  expect(await notices.count()).toBe(0);
  await keepPicture(page, "trial-over");

  await page.goto(`${app.origin}/settings/user`);
  const name = page.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("Noa Ben-Ami");
  await page.getByRole("button", { name: "Save", exact: true }).first().click();
  await notices.getByText("Saved").waitFor();
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export my data" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.zip$/);
  await notices.getByText("Your data has been exported").waitFor();
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe("Noa Ben-Ami");

  await page.getByRole("link", { name: "Cards" }).first().click();
  await over.waitFor();
  await atRest(page);
  expect(await notices.getByText(/trial/).count()).toBe(0);
  expect(asked.filter((path) => path === "/api/realtime")).toEqual([]);
  expect(complaints).toEqual([]);
}, 120_000);
