import type { RichText } from "@kartis/core/activities/comments/rules.ts";
import type { Mail } from "@kartis/core/activities/mails/schema.ts";
import type { FileReference } from "@kartis/core/files/schema.ts";
import type { CardId, TemplateId } from "@kartis/core/kernel/id.ts";
import { client } from "../../../lib/api.ts";
import { currentTranslate } from "../../../lib/i18n.tsx";
import { queryClient } from "../../../lib/query-client.ts";
import { meOptions } from "../../../lib/session.ts";
import { type DraftId, fresh, save } from "./save.ts";

export interface NewMail {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly subject: string;
  readonly body: RichText;
  readonly attachments: readonly FileReference[];
  readonly answered?: Pick<Mail, "id" | "threadId"> | undefined;
  /** The template that its text was begun with. */
  readonly templateId?: TemplateId | undefined;
  /** The sender's own Gmail, if it leaves from there. */
  readonly gmail?: string | undefined;
}

/** The id is the draft's: a mail whose answer was lost is not sent again by sending the draft again. */
export function sendMail(
  cardId: CardId,
  { id: mailId, onMadeBefore }: DraftId,
  { attachments, answered, templateId, gmail, ...mail }: NewMail,
): Promise<string | undefined> {
  const people = (addresses: readonly string[]) => addresses.map((email) => ({ email, name: null }));
  const [to, cc, bcc] = [people(mail.to), people(mail.cc), people(mail.bcc)];
  const me = queryClient.getQueryData(meOptions().queryKey)?.user;
  const value: Mail = {
    ...fresh(),
    automationId: null,
    id: mailId,
    cardId,
    direction: "OUT",
    from: { email: gmail ?? me?.email ?? "", name: me?.name ?? null },
    to,
    cc,
    bcc,
    subject: mail.subject,
    body: mail.body,
    quoted: [],
    signature: null,
    attachments,
    delivery: "sending",
    isAutomatic: false,
    isUnverified: false,
    isReplyIgnored: false,
    isCut: false,
    dropped: 0,
    answers: answered?.id ?? null,
    threadId: answered?.threadId ?? mailId,
    gmail: null,
    sharing: "whole",
  };
  const entry = { kind: "activity", type: "MAIL", id: mailId, at: value.createdAt, thread: null, value } as const;
  const send = () =>
    client.mails.send.mutate({
      cardId,
      mailId,
      to,
      cc,
      bcc,
      subject: mail.subject,
      body: [...mail.body],
      attachments: attachments.map(({ fileId }) => fileId),
      ...(answered ? { answers: answered.id } : {}),
      ...(gmail ? { through: "gmail" as const } : {}),
      ...(templateId ? { templateId } : {}),
    });
  const announced = () => ({ message: currentTranslate()("timeline.mail.left"), isFinal: true });
  return save({ kind: "new", cardId, entry }, send, announced, onMadeBefore);
}
