import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { env } from "../kernel/env.ts";
import type { Mail } from "./index.ts";

let client: SESv2Client | undefined;

export async function sendBySes(mail: Mail): Promise<void> {
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
