import { formatter } from "@kartis/i18n/format.ts";
import { translator } from "@kartis/i18n/translate.ts";
import type { StoredActivity } from "../activity.ts";
import { definitionOf } from "../types/list.ts";
import { isDay } from "../../cards/fields/day.ts";
import { env } from "../../kernel/env.ts";
import { isId, type OrgId } from "../../kernel/id.ts";
import { mailing } from "../../mail/index.ts";
import { findOrganization } from "../../organizations/index.ts";
import { ReminderPayload } from "./notify.ts";
import { type MailReader, mailReaderOf, stillDue, topicOf } from "./recipients.ts";

/** The reminder in its reader's language; none where it no longer holds, or they do not want it any more. */
export const reminderMails = mailing(async ({ orgId, userId, payload }) => {
  const { activityId, remindAt, startsAt } = ReminderPayload.parse(payload);
  const activity = await stillDue(orgId, activityId, remindAt);
  if (!activity || !isId("usr", userId)) return undefined;
  const reader = await mailReaderOf(orgId, userId, activity);
  return reader && { to: reader.email, ...(await textOf(orgId, activity, startsAt, reader)) };
});

/** Subject and text of the mail. */
async function textOf(orgId: OrgId, activity: StoredActivity, startsAt: string, reader: MailReader) {
  const { id, type, values } = activity;
  const { title, dueDay } = definitionOf(type).columns(values);
  const [t, organization] = await Promise.all([translator(reader.language, { isolates: false }), findOrganization(orgId)]);
  const format = formatter({ language: reader.language, region: organization?.region, timeZone: reader.timeZone });
  const { start, location } = values;
  const day = dueDay ?? (typeof start === "string" && isDay(start) ? start : null);
  const when = day ? format.day(day, "full") : format.dateTime(startsAt);
  const origin = env("PUBLIC_ORIGIN");
  const params = {
    name: reader.name,
    organization: organization?.name ?? "",
    type,
    title,
    when,
    details: typeof location === "string" && location !== "" ? `\n${location}` : "",
    link: topicOf(type) === "meetings" ? `${origin}/calendar?open=${id}` : `${origin}/tasks?list=team&task=${id}`,
    profile: `${origin}/settings/user`,
  };
  return { subject: t("mail.reminder.subject", params).replace(/\s+/g, " "), text: t("mail.reminder.text", params) };
}
