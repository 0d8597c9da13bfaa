import MailComposer from "nodemailer/lib/mail-composer";
import type { Mail } from "./index.ts";

/**
 * A mail with a calendar as a message (RFC 5322, 2045, 6047). The calendar is an alternative to the text, beside the HTML, by which mail programs recognize an
 * invitation, and an attached file for all others.
 */
export function composeMessage(
  { to, subject, text, html, replyTo }: Mail,
  { method, content, from }: NonNullable<Mail["calendar"]>,
  senderAddress: string,
): Promise<Uint8Array> {
  const message = new MailComposer({
    from: { name: from, address: senderAddress },
    to: { name: "", address: to },
    subject,
    text,
    ...(html === undefined ? {} : { html }),
    ...(replyTo ? { replyTo: { name: "", address: replyTo } } : {}),
    icalEvent: { method, filename: "invite.ics", content },
    // Nothing but what is here becomes part of a mail, whatever its texts say.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return message.compile().build();
}
