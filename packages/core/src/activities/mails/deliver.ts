import { type ActivityId, isId, type OrgId } from "../../kernel/id.ts";
import { type Mail as Written, mailing } from "../../mail/index.ts";
import { type Effect, NoEffect, type Purpose } from "../../outbound/index.ts";
import type { StoredActivity } from "../activity.ts";
import { findActivities } from "../store.ts";
import { attachmentsOf } from "../attachments/rules.ts";
import type { contentsOf } from "../../files/index.ts";
import { replyAddressOf } from "./address.ts";
import { mailOf } from "./mail.ts";
import type { Delivery } from "./rules.ts";
import { referenceOf } from "./reference.ts";
import { htmlOf, plainOf } from "./text.ts";

/** Dependencies, injected so that sending emails does not pull in everything else about files. */
export interface Given {
  readonly contentsOf: typeof contentsOf;
}

/** Mails from cards, as they were written; none for one that was put into the trash before it went out. */
export const cardMails = (files: Given): Purpose => {
  const sending = mailing(
    async ({ orgId, subjectId }) => {
      const activity = await mailToSend(orgId, subjectId);
      if (!activity) return undefined;
      const { id, from } = mailOf(activity);
      return {
        ...(await written(orgId, activity, files)),
        replyTo: replyAddressOf(orgId, id, "mail reply") ?? from.email,
        reference: referenceOf(orgId, id),
      };
    },
    { isReported: true },
  );
  return {
    ...sending,
    async prepare(effect, clock) {
      const activity = await mailToSend(effect.orgId, effect.subjectId);
      if (activity && lacksFile(activity)) return () => Promise.reject(fileGone());
      return sending.prepare(effect, clock);
    },
  };
};

/** Whether a file that it was written with has been deleted: without that it is not what its author meant to send. */
export const lacksFile = ({ values }: StoredActivity): boolean =>
  typeof values["fileCount"] === "number" && attachmentsOf(values).length < values["fileCount"];

export const fileGone = () => new NoEffect("A file of the mail has been deleted", false, "noFile");

/** The mail that an effect is about; undefined if there is none any more, or it is in the trash. */
export async function mailToSend(orgId: OrgId, subjectId: string): Promise<StoredActivity | undefined> {
  const activity = isId("act", subjectId) ? (await findActivities(orgId, [subjectId])).get(subjectId) : undefined;
  return activity?.type === "MAIL" && !activity.trashedAt ? activity : undefined;
}

/** A mail as its author wrote it, with its files. */
export async function written(orgId: OrgId, activity: StoredActivity, files: Given): Promise<Written> {
  const { from, to, cc, bcc, subject, body, signature, attachments, answers } = mailOf(activity);
  const [contents, answered] = await Promise.all([
    files.contentsOf(orgId, attachments),
    answers ? messageIdOf(orgId, answers) : undefined,
  ]);
  return {
    from: from.name ?? from.email,
    to,
    cc,
    bcc,
    subject,
    text: plainOf(body, signature),
    html: htmlOf(body, signature),
    attachments: contents,
    ...(answered ? { answers: answered } : {}),
  };
}

/** Message-ID of a customer's email, as their mail client knows it. */
async function messageIdOf(orgId: OrgId, id: ActivityId): Promise<string | undefined> {
  const messageId = (await findActivities(orgId, [id])).get(id)?.values["messageId"];
  return typeof messageId === "string" ? messageId : undefined;
}

/** Maps the state of an email's effect to its delivery status; undefined if that does not change it. */
export function deliveryOf(state: Effect["state"]): Delivery | undefined {
  if (state === "done") return "sent";
  if (state === "intended" || state === "calling") return "sending";
  if (state === "failed" || state === "void") return "failed";
  return state === "unknown" ? "unknown" : undefined;
}
