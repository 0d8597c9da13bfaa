import MailComposer from "nodemailer/lib/mail-composer";
import { randomUUID } from "node:crypto";
import type { Mail } from "./index.ts";
import { peopleOf, unsubscribeHeaders } from "./rules.ts";

const people = (list: Mail["to"] = []) => peopleOf(list).map(({ name, email }) => ({ name: name ?? "", address: email }));

/**
 * A mail as a message (RFC 5322, 2045, 6047). A calendar is an alternative to the text, beside the HTML, by which mail programs recognize an invitation, and an
 * attached file for all others. Blind copies are not named in it, unless `own` says so, for a server that takes them from there.
 * @param own the headers of a mail that leaves from a person's own mailbox
 */
export function composeMessage(
  { to, cc, bcc, from, subject, text, html, replyTo, attachments, answers, calendar, unsubscribe }: Mail,
  senderAddress: string,
  own?: { readonly messageId: string; readonly headers: Readonly<Record<string, string>> },
): Promise<Uint8Array> {
  const composer = new MailComposer({
    from: { name: from ?? calendar?.from ?? "", address: senderAddress },
    to: people(to),
    cc: people(cc),
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(replyTo ? { replyTo: { name: from ?? "", address: replyTo } } : {}),
    ...(unsubscribe ? { headers: unsubscribeHeaders(unsubscribe) } : {}),
    ...(own ? { headers: own.headers, bcc: people(bcc) } : {}),
    ...(answers ? { inReplyTo: answers, references: answers } : {}),
    ...(calendar ? { icalEvent: { method: calendar.method, filename: "invite.ics", content: calendar.content } } : {}),
    attachments: (attachments ?? []).map(({ name, mime, content }) => ({
      filename: name,
      contentType: mime,
      content: Buffer.from(content),
    })),
    // SES puts its own in its place, and would take ours for the sender's machine's name.
    messageId: own?.messageId ?? `<${randomUUID()}@${senderAddress.slice(senderAddress.lastIndexOf("@") + 1)}>`,
    // Nothing but what is here becomes part of a mail, whatever its texts say.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const message = composer.compile();
  message.keepBcc = own !== undefined;
  return message.build();
}
