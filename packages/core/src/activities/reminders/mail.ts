import type { contentsOf } from "../../files/index.ts";
import { isId } from "../../kernel/id.ts";
import { mailing } from "../../mail/index.ts";
import { unsubscribeLink } from "../../unsubscribes/rules.ts";
import { ReminderPayload } from "./notify.ts";
import { mailReaderOf, peopleOf, stillDue } from "./recipients.ts";
import { type ReminderWording, reminderText } from "./values.ts";

interface Given extends ReminderWording {
  readonly files: { readonly contentsOf: typeof contentsOf };
}

/** The reminder by mail; none where it no longer holds, or they do not want it any more. */
export const reminderMails = (given: Given) =>
  mailing(async ({ orgId, userId, payload }) => {
    const { activityId, remindAt, startsAt, day } = ReminderPayload.parse(payload);
    const activity = await stillDue(orgId, activityId, remindAt);
    if (!activity || !isId("usr", userId) || !peopleOf(activity, day).includes(userId)) return undefined;
    const reader = await mailReaderOf(orgId, userId, activity);
    const message = reader && (await reminderText(orgId, "email", { activity, startsAt, day }, reader, given));
    if (!message) return undefined;
    const { subject, text, html } = message;
    const attachments = await given.files.contentsOf(orgId, message.attachments);
    const unsubscribe = unsubscribeLink({ userId, kind: "reminderMails" });
    return { to: reader.email, subject, text, ...(html === null ? {} : { html }), attachments, unsubscribe };
  });
