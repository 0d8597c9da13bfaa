import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { env } from "../kernel/env.ts";
import { orNoEffect } from "../outbound/index.ts";
import type { Mail } from "./index.ts";

/** Longer than SES ever takes to answer. */
const answerMs = 10_000;

let client: SESv2Client | undefined;

/**
 * One call, which the SDK does not repeat: a mail whose answer was lost may have gone out. Each has its own connection, since writing to one that a frozen
 * Lambda has left dead looks just like a lost answer.
 */
export async function sendBySes(mail: Mail): Promise<string> {
  client ??= new SESv2Client({
    maxAttempts: 1,
    requestHandler: { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } },
  });
  const command = new SendEmailCommand({
    FromEmailAddress: env("MAIL_FROM"),
    Destination: { ToAddresses: [mail.to] },
    ...(mail.replyTo ? { ReplyToAddresses: [mail.replyTo] } : {}),
    Content: {
      Simple: {
        Subject: { Data: mail.subject, Charset: "UTF-8" },
        Body: { Text: { Data: mail.text, Charset: "UTF-8" } },
      },
    },
  });
  const ses = client;
  const { MessageId = "" } = await orNoEffect(() => ses.send(command, { abortSignal: AbortSignal.timeout(answerMs) }));
  return MessageId;
}
