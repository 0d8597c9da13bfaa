/*
 * Mail going out. Owns nothing: SES takes it, or locally the mailbox does.
 * Invariant: what is mailed is in its reader's language, which the caller sees to.
 */
import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { env } from "../kernel/env.ts";

let client: SESv2Client | undefined;

export interface Mail {
  readonly to: string;
  readonly subject: string;
  /** Plain text; what has no more to say than text is mailed as text. */
  readonly text: string;
  /** Who is answered, where that is not the sender. */
  readonly replyTo?: string;
}

/** Hands one mail to SES. Resolves when SES has taken it; throws what the SDK throws. */
export async function sendMail(mail: Mail): Promise<void> {
  client ??= new SESv2Client({});
  await client.send(
    new SendEmailCommand({
      FromEmailAddress: env("MAIL_FROM"),
      Destination: { ToAddresses: [mail.to] },
      ...(mail.replyTo ? { ReplyToAddresses: [mail.replyTo] } : {}),
      Content: {
        Simple: {
          Subject: { Data: mail.subject, Charset: "UTF-8" },
          Body: { Text: { Data: mail.text, Charset: "UTF-8" } },
        },
      },
    }),
  );
}
