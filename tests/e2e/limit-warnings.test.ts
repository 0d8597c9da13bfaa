import { givePlan } from "@kartis/core/billing/index.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { limits, recount } from "@kartis/core/plans/index.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { call, makeLeads, settle } from "./support/person.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const Mailbox = z.object({ mails: z.array(z.object({ subject: z.string() })) });

it("warns the owner by mail and on screen when a limit is nearly used up, until they dismiss it", async () => {
  const { page, complaints } = await app.open();
  const account = await settle(page, app.origin);
  const me = (await call(page, app.origin, "identity.me", {})) as { organization: { id: OrgId } };
  const orgId = me.organization.id;
  await givePlan(
    { orgId, actor: systemActor(orgId, "test"), clock: systemClock, requestId: "test", origin: "system" },
    "STARTER",
    null,
  );
  const allowed = limits.STARTER.cards ?? 0;
  // The meter is set just below the warning; the next card is created through the UI.
  await recount(orgId, "STARTER", "cards", allowed * 0.9 - 1);
  await makeLeads(page, app.origin, [{ name: "The last straw" }]);

  await page.goto(`${app.origin}/cards/leads`);
  const banner = page.getByRole("region", { name: "Plan limits" });
  await banner.getByText("Cards: 22,500 of 25,000 used.").waitFor();
  const subjects = async () => {
    const response = await fetch(`${app.origin}/local/mailbox.json?to=${encodeURIComponent(account.email)}`);
    return Mailbox.parse(await response.json())
      .mails.map(({ subject }) => subject)
      .filter((subject) => subject.includes("nearly used up"));
  };
  await expect.poll(subjects, { timeout: 30_000 }).toEqual(["Meridian Solar: cards nearly used up, 22,500 of 25,000"]);

  await page.getByRole("button", { name: "New record" }).first().click();
  await page.getByRole("dialog").getByText("Cards: 22,500 of 25,000 used.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();

  const dismissed = page.waitForResponse((response) => response.url().includes("plans.dismissWarning"));
  await banner.getByRole("button", { name: "Dismiss" }).click();
  await dismissed;
  await banner.waitFor({ state: "detached" });
  expect(await call(page, app.origin, "plans.warnings", {})).toMatchObject([{ limit: "cards", level: 80, isDismissed: true }]);
  // Where cards are added it stands all the same.
  await page.goto(`${app.origin}/cards/leads/import`);
  await page.getByRole("note").getByText("Cards: 22,500 of 25,000 used.").waitFor();
  expect(complaints).toEqual([]);
});
