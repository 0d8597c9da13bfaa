import { SESv2Client, SendEmailCommand } from "@aws-sdk/client-sesv2";
import { orNoEffect } from "../outbound/index.ts";
import type { Mail } from "./index.ts";
import { env, findEnv } from "../kernel/env.ts";
import { bareAddress, peopleOf, unsubscribeHeaders } from "./rules.ts";

/** Longer than SES ever takes to answer. */
const answerMs = 10_000;

let client: SESv2Client | undefined;

const addresses = (list: Mail["to"] = []): string[] => peopleOf(list).map(({ email }) => email);

/**
 * One call, which the SDK does not repeat: a mail whose answer was lost may have gone out. Each has its own connection, since writing to one that a frozen
 * Lambda has left dead looks just like a lost answer.
 */
export async function sendBySes(mail: Mail): Promise<string> {
  client ??= new SESv2Client({
    maxAttempts: 1,
    requestHandler: { httpAgent: { keepAlive: false }, httpsAgent: { keepAlive: false } },
  });
  const events = findEnv("MAIL_EVENTS");
  const isPlain = !mail.calendar && mail.from === undefined && !mail.attachments?.length;
  const command = new SendEmailCommand({
    FromEmailAddress: env("MAIL_FROM"),
    Destination: { ToAddresses: addresses(mail.to), CcAddresses: addresses(mail.cc), BccAddresses: addresses(mail.bcc) },
    ...(mail.replyTo && isPlain ? { ReplyToAddresses: [mail.replyTo] } : {}),
    ...(events && mail.reference ? { ConfigurationSetName: events } : {}),
    ...(mail.reference ? { EmailTags: [{ Name: referenceTag, Value: mail.reference }] } : {}),
    Content: isPlain ? { Simple: simple(mail) } : { Raw: { Data: await messageOf(mail) } },
  });
  const ses = client;
  const { MessageId = "" } = await orNoEffect(() => ses.send(command, { abortSignal: AbortSignal.timeout(answerMs) }));
  return MessageId;
}

/** The tag that carries `Mail.reference`. */
const referenceTag = "kartis";

const utf8 = (Data: string) => ({ Data, Charset: "UTF-8" });

const simple = ({ subject, text, html, unsubscribe }: Mail) => ({
  Subject: utf8(subject),
  Body: { Text: utf8(text), ...(html === undefined ? {} : { Html: utf8(html) }) },
  ...(unsubscribe === undefined
    ? {}
    : { Headers: Object.entries(unsubscribeHeaders(unsubscribe)).map(([Name, Value]) => ({ Name, Value })) }),
});

/** SES composes the mails that Kartis sends in its own name, without a calendar or files; all others are composed here. */
async function messageOf(mail: Mail): Promise<Uint8Array> {
  const { composeMessage } = await import("./message.ts");
  return composeMessage(mail, bareAddress(env("MAIL_FROM")));
}
