import { formatter } from "@kartis/i18n/format.ts";
import type { StoredActivity } from "../activity.ts";
import { definitionOf } from "../types/list.ts";
import { isDay } from "../../cards/fields/day.ts";
import { env } from "../../kernel/env.ts";
import { isId, type OrgId } from "../../kernel/id.ts";
import { linkInto } from "../../kernel/link.ts";
import { mailing } from "../../mail/index.ts";
import type { Link, renderKind } from "../../message-templates/index.ts";
import { findOrganization } from "../../organizations/index.ts";
import { unsubscribeLink } from "../../unsubscribes/rules.ts";
import { ReminderPayload } from "./notify.ts";
import { type MailReader, mailReaderOf, stillDue, topicOf } from "./recipients.ts";

/** What a mail is written with: given, so that nothing else that reads reminders brings the engine of templates along. */
interface Templates {
  readonly renderKind: typeof renderKind;
  readonly Link: typeof Link;
}

/** The reminder in its reader's language and the organization's words; none where it no longer holds, or they do not want it any more. */
export const reminderMails = (templates: Templates) =>
  mailing(async ({ orgId, userId, payload }) => {
    const { activityId, remindAt, startsAt } = ReminderPayload.parse(payload);
    const activity = await stillDue(orgId, activityId, remindAt);
    if (!activity || !isId("usr", userId)) return undefined;
    const reader = await mailReaderOf(orgId, userId, activity);
    const message = reader && (await messageOf(orgId, activity, startsAt, reader, templates));
    if (!message) return undefined;
    const { subject, text, html } = message;
    const unsubscribe = unsubscribeLink({ userId, kind: "reminderMails" });
    return { to: reader.email, subject, text, ...(html === null ? {} : { html }), unsubscribe };
  });

async function messageOf(
  orgId: OrgId,
  { id, type, values }: StoredActivity,
  startsAt: string,
  reader: MailReader,
  { renderKind: render, Link: LinkTo }: Templates,
) {
  const { title, dueDay } = definitionOf(type).columns(values);
  const { language, name, email, timeZone } = reader;
  const organization = await findOrganization(orgId);
  const format = formatter({ language, region: organization?.region, timeZone });
  const { start, location, description } = values;
  const day = dueDay ?? (typeof start === "string" && isDay(start) ? start : null);
  const when = day ? format.day(day, "full") : format.dateTime(startsAt);
  const origin = env("PUBLIC_ORIGIN");
  const text = (value: unknown): string | null => (typeof value === "string" ? value : null);
  const shared = {
    "recipient.name": name,
    "recipient.firstName": name.split(/\s+/)[0] ?? null,
    "recipient.email": email,
    "recipient.settings": new LinkTo(`${origin}/settings/user`),
    "organization.name": organization?.name ?? null,
    "organization.phone": organization?.phone ?? null,
  };
  if (topicOf(type) === "meetings")
    return render(orgId, {
      kind: "MEETING_EMAIL_REMINDER",
      language,
      values: {
        ...shared,
        "meeting.title": title,
        "meeting.when": when,
        "meeting.date": day ? when : format.date(startsAt),
        "meeting.time": day ? null : format.time(startsAt),
        "meeting.place": text(location),
        "meeting.description": text(description),
        "meeting.link": new LinkTo(linkInto(orgId, `/calendar?open=${id}`)),
      },
    });
  return render(orgId, {
    kind: "TASK_EMAIL_REMINDER",
    language,
    values: {
      ...shared,
      "task.title": title,
      "task.due": when,
      "task.location": text(location),
      "task.description": text(description),
      "task.link": new LinkTo(linkInto(orgId, `/tasks?list=team&task=${id}`)),
    },
  });
}
