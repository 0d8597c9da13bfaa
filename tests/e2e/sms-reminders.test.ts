import type { OrgId } from "@kartis/core/kernel/id.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import * as z from "zod";
import { switchOn } from "../support/features.ts";
import { type App, startApp } from "./support/app.ts";
import { atRest } from "./support/at-rest.ts";
import { serious } from "./support/axe.ts";
import { call, settle } from "./support/person.ts";
import { keepPicture } from "./support/picture.ts";
import { smsOf } from "./support/sms.ts";

let app: App;
beforeAll(async () => {
  app = await startApp();
  // What the platform switches, it does as a function would.
  Object.assign(process.env, app.cloud.environment);
});
afterAll(() => app.close());

const soon = { timeout: 20_000 };
const { makeSender } = smsOf(() => app);
const Me = z.object({ organization: z.object({ id: z.custom<OrgId>() }) });
const Settings = z.object({ remindsMembers: z.boolean() });
const Profile = z.object({ notifications: z.object({ reminderSms: z.boolean() }) });

it("are allowed by the organization and switched on by a member, who reads why none would come; their text has a preview", async () => {
  const { page, complaints } = await app.open();
  await settle(page, app.origin);
  await page.goto(`${app.origin}/settings/user`);
  await page.getByText("No reminders come by SMS: your organization has no verified SMS sender.").waitFor(soon);
  await makeSender(page, "+972545559501");
  await page.goto(`${app.origin}/settings/integrations?open=sms`);
  const section = page.getByRole("region", { name: "Reminders to members" });
  await section.getByRole("switch").press("Space");
  await expect.poll(async () => Settings.parse(await call(page, app.origin, "sms.settings", {})).remindsMembers, soon).toBe(true);
  await section.scrollIntoViewIfNeeded();
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "sms-reminders-organization");

  await page.goto(`${app.origin}/settings/user`);
  await page.getByText("No reminders come by SMS: your profile has no phone number.").waitFor(soon);
  await call(page, app.origin, "profile.update", { phone: "+972545559502" });
  await page.reload();
  const own = page.getByRole("switch", { name: /^Reminders of tasks and meetings, to the phone/ });
  await own.press("Space");
  await page.getByText("They follow your choices about tasks and meetings above, and come besides emails.").waitFor(soon);
  const wants = async () => Profile.parse(await call(page, app.origin, "profile.get", {})).notifications.reminderSms;
  await expect.poll(wants, soon).toBe(true);
  await own.scrollIntoViewIfNeeded();
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "sms-reminders-profile");

  const { organization } = Me.parse(await call(page, app.origin, "identity.me", {}));
  await switchOn({ orgId: organization.id, clock: systemClock }, "content-templates");
  await page.goto(`${app.origin}/settings/templates`);
  await page.getByRole("link", { name: "SMS: task reminder" }).press("Enter");
  const paper = page.getByRole("complementary", { name: "Preview" });
  await paper.getByText(/^Reminder: /).waitFor(soon);
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "sms-reminders-template");
  expect(complaints).toEqual([]);
  await page.context().close();
});

it("say in Hebrew on a phone why none would come", async () => {
  const { page, complaints } = await app.open({ width: 360, height: 780, isPhone: true, theme: "dark" });
  await settle(page, app.origin, "he");
  await makeSender(page, "+972545559503");
  await page.goto(`${app.origin}/settings/user`);
  const reason = page.getByText("הארגון שלך אינו שולח תזכורות ב־SMS.", { exact: false });
  await reason.scrollIntoViewIfNeeded(soon);
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "sms-reminders-profile-he-360");
  await page.goto(`${app.origin}/settings/integrations?open=sms`);
  await page.getByRole("region", { name: "תזכורות לחברי הארגון" }).scrollIntoViewIfNeeded(soon);
  await atRest(page);
  await expect.poll(() => serious(page), soon).toEqual([]);
  await keepPicture(page, "sms-reminders-organization-he-360");
  expect(complaints).toEqual([]);
  await page.context().close();
});
