import { givePlan } from "@kartis/core/billing/index.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { limits, recount } from "@kartis/core/plans/index.ts";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { type App, startApp } from "./support/app.ts";
import { serious } from "./support/axe.ts";
import { call, makeLeads, settle, typeOf } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });
const orgOf = async (page: Page): Promise<OrgId> => Me.parse(await call(page, app.origin, "identity.me", {})).organization.id;
const Made = z.object({ id: z.string() });
const Runs = z.object({ runs: z.array(z.object({ state: z.string() })) });
const Mailbox = z.object({ mails: z.array(z.object({ subject: z.string() })) });

it("warns the owner by mail and on screen when a limit is nearly used up, until they dismiss it", async () => {
  const { page, complaints } = await app.open();
  const account = await settle(page, app.origin);
  const orgId = await orgOf(page);
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

it.each([
  ["en", "light", 1440],
  ["he", "dark", 390],
] as const)(
  "says where automations are that the month's runs are used up, and which runs were skipped for it: %s, %s, %i",
  async (language, theme, width) => {
    const { page, complaints } = await app.open({ language, theme, width });
    await settle(page, app.origin, language);
    const { id: cardTypeId } = await typeOf(page, app.origin, "leads");
    const definition = {
      trigger: { kind: "cardCreated" },
      filter: null,
      steps: [{ id: "n", kind: "action", action: { kind: "notify", text: "New", owner: true } }],
    };
    const draft = { cardTypeId, name: "New leads", definition };
    const { id: automationId } = Made.parse(await call(page, app.origin, "automations.create", draft));
    await call(page, app.origin, "automations.publish", { automationId });
    const limit = limits.TRIAL.automationRunsPerMonth ?? 0;
    const at = new Date(systemClock.now()).toISOString();
    await recount(await orgOf(page), "TRIAL", "automationRunsPerMonth", limit - 1, at);
    await makeLeads(page, app.origin, [{ name: "Dana" }, { name: "Noa" }]);
    const states = async () => {
      const { runs } = Runs.parse(await call(page, app.origin, "automations.runs", { automationId }));
      return runs.map(({ state }) => state).toSorted();
    };
    await expect.poll(states, { timeout: 60_000 }).toEqual(["done", "skipped"]);
    await page.goto(`${app.origin}/automations`);
    const note = page.getByRole("note");
    const banner = page.getByRole("region", { name: { en: "Plan limits", he: "מכסות התוכנית" }[language] });
    await banner.waitFor();
    expect(await note.count()).toBe(0);
    await banner.getByRole("button").click();
    await note.getByText({ en: /the limit of 5,000 is reached/, he: /המכסה של .*5,000.* התמלאה/ }[language]).waitFor();
    expect(await note.getByRole("link").getAttribute("href")).toBe("/settings/plan-and-billing");
    expect(await serious(page)).toEqual([]);
    await keepPicture(page, `runs-used-up.${language}`);
    await page.goto(`${app.origin}/automations/${automationId}/runs`);
    await page
      .getByText(
        { en: "The 5,000 runs that the plan includes a month were used up", he: "5,000 ההרצות שהתוכנית כוללת בחודש נוצלו" }[
          language
        ],
      )
      .first()
      .waitFor();
    await keepPicture(page, `runs-used-up.log.${language}`);
    await page.goto(`${app.origin}/settings/plan-and-billing`);
    await page
      .getByText({ en: /The limit is reached\. Automations start again/, he: /המכסה מלאה\. אוטומציות/ }[language])
      .waitFor();
    await keepPicture(page, `runs-used-up.plan.${language}`);
    expect(complaints).toEqual([]);
  },
);
