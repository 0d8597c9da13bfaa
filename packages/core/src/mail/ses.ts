import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { orNoEffect } from "../outbound/index.ts";
import type { Mail } from "./index.ts";
import { env } from "../kernel/env.ts";
import { bareAddress } from "./rules.ts";

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
    Content: mail.calendar ? { Raw: { Data: await messageOf(mail, mail.calendar) } } : { Simple: simple(mail) },
  });
  const ses = client;
  const { MessageId = "" } = await orNoEffect(() => ses.send(command, { abortSignal: AbortSignal.timeout(answerMs) }));
  return MessageId;
}

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

const simple = ({ subject, text, html }: Mail) => ({
  Subject: utf8(subject),
  Body: { Text: utf8(text), ...(html === undefined ? {} : { Html: utf8(html) }) },
});

/** SES composes all mails but those that have a calendar beside their text. */
async function messageOf(mail: Mail, calendar: NonNullable<Mail["calendar"]>): Promise<Uint8Array> {
  const { composeMessage } = await import("./message.ts");
  return composeMessage(mail, calendar, bareAddress(env("MAIL_FROM")));
}
