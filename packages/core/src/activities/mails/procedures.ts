import { KartisError } from "../../kernel/error.ts";
import { type ActivityId, type CardId, type FileId, isId, type OrgId, type UserId } from "../../kernel/id.ts";
import { type OrgContext, procedure } from "../../kernel/procedure.ts";
import { findUser, getProfile } from "../../users/index.ts";
import { offeredFiles } from "../../message-templates/attachments/index.ts";
import { acceptAttachments } from "../attachments/accept.ts";
import type { AcceptedAttachments } from "../attachments/rules.ts";
import { asSent, changeActivity, createActivity, moveActivity } from "../changes.ts";
import { requireReferences } from "../references.ts";
import { partsOf } from "../replica/timeline.ts";
import { findActivities } from "../store.ts";
import { mailOf, threadOf } from "./mail.ts";
import { mostAttachedMegabytes } from "./rules.ts";
import { type ChangedMail, MailRef, SendMailInput, type SentMail, UpdateMailInput } from "./schema.ts";
import { plainOf } from "./text.ts";

const types = ["MAIL"] as const;

const changed = ({ activity, recordId }: Awaited<ReturnType<typeof createActivity>>): ChangedMail => ({
  ...mailOf(activity),
  recordId,
});

/** The files of a mail that is to be sent, those of templates among them. Throws INVALID_INPUT for others' files, and for more than one mail carries. */
async function acceptFiles(
  context: OrgContext,
  fileIds: readonly FileId[],
  on: { readonly activityId: ActivityId | undefined; readonly cardId: CardId },
): Promise<AcceptedAttachments> {
  const offered = fileIds.length > 0 ? await offeredFiles(context) : undefined;
  const accepted = await acceptAttachments(context.principal.orgId, fileIds, {
    ...on,
    current: {},
    by: context.principal.userId,
    ...(offered ? { offered } : {}),
  });
  const weight = accepted.attachments?.reduce((sum, { bytes }) => sum + bytes, 0) ?? 0;
  if (weight > mostAttachedMegabytes * 1_048_576)
    throw new KartisError("INVALID_INPUT", { fields: { attachments: "validation.mailTooLarge" } });
  return accepted;
}

/** The thread of the mail being answered. Throws INVALID_INPUT unless that mail is on the card or on one that was merged into it. */
async function threadAnswered(
  orgId: OrgId,
  answers: SentMail["answers"],
  parts: ReadonlySet<string>,
): Promise<ActivityId | null> {
  if (!answers) return null;
  const mail = (await findActivities(orgId, [answers])).get(answers);
  const on = mail?.values["cardId"];
  if (mail?.type !== "MAIL" || mail.trashedAt || !isId("crd", on) || !parts.has(on))
    throw new KartisError("INVALID_INPUT", { fields: { answers: "validation.mail" } });
  return threadOf(mail);
}

/** The caller's own Gmail: code that few mails need. Throws PRECONDITION_FAILED if it is not connected. */
const ownGmail = async (...of: readonly [OrgId, UserId]) => (await import("./gmail/intent.ts")).ownGmail(...of);

const send = procedure({
  name: "mails.send",
  kind: "mutation",
  input: SendMailInput,
  can: ["COMMENTS", "create"],
  plan: "mailing",
  whileImpersonating: false,
  /**
   * Sends it in the caller's name, or from their own Gmail. It is sent because of its record: once, and not again if the answer to the call is lost. Throws
   * PRECONDITION_FAILED 'Gmail integration is required' if it is to leave from a Gmail that is not connected, and CONFLICT if another one was sent under this id.
   */
  async run({ mailId, cardId, attachments, answers, templateId, through, ...written }, context): Promise<ChangedMail> {
    const { orgId, userId } = context.principal;
    if (!userId) throw new KartisError("FORBIDDEN");
    await requireReferences(context, {}, { cards: { cardId } });
    const parts = new Set<string>([cardId, ...(answers ? await partsOf(orgId, cardId) : [])]);
    const [user, { signature }, files, thread] = await Promise.all([
      findUser(userId),
      getProfile(userId),
      acceptFiles(context, attachments, { activityId: mailId, cardId }),
      threadAnswered(orgId, answers, parts),
    ]);
    if (!user) throw new KartisError("UNAUTHORIZED");
    const gmail = through === "gmail" ? await ownGmail(orgId, userId) : undefined;
    const { to, cc, bcc, subject, body } = written;
    const values = {
      cardId,
      direction: "OUT",
      from: { email: gmail?.email ?? user.email, name: user.name },
      to,
      cc: someOf(cc),
      bcc: someOf(bcc),
      subject,
      body: someOf(body),
      text: plainOf(body, null) || null,
      signature,
      ...files,
      ...(files.attachments ? { fileCount: files.attachments.length } : {}),
      answers: answers ?? null,
      thread,
      delivery: "sending",
      ...(templateId ? { templateId } : {}),
    };
    const made = await createActivity(
      "MAIL",
      mailId,
      values,
      context,
      (id) =>
        gmail
          ? gmail.leaving(id, cardId, context.clock)
          : { intents: [{ purpose: "mail", subject: { kind: "activity", id }, payload: {} }] },
      asSent("cardId", "from", "to", "cc", "bcc", "subject", "body", "attachments", "answers"),
    );
    return changed(made);
  },
});

const someOf = <T>(list: readonly T[]): readonly T[] | null => (list.length > 0 ? list : null);

const update = procedure({
  name: "mails.update",
  kind: "mutation",
  input: UpdateMailInput,
  can: ["COMMENTS", "update"],
  /** Keeps it at the top of the card's timeline, or no longer. */
  run: async ({ mailId, pinned }, context): Promise<ChangedMail> =>
    changed(await changeActivity(mailId, types, undefined, () => ({ pinned: pinned || null }), context)),
});

const remove = procedure({
  name: "mails.remove",
  kind: "mutation",
  input: MailRef,
  can: ["COMMENTS", "delete"],
  /** Moves an email to the trash, where it can be restored for 90 days. It stays sent. */
  run: async ({ mailId }, context): Promise<ChangedMail> => changed(await moveActivity(mailId, types, true, context)),
});

const restore = procedure({
  name: "mails.restore",
  kind: "mutation",
  input: MailRef,
  can: ["COMMENTS", "delete"],
  run: async ({ mailId }, context): Promise<ChangedMail> => changed(await moveActivity(mailId, types, false, context)),
});

export const mailProcedures = [send, update, remove, restore] as const;
