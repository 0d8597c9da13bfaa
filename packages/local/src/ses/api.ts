import type { Mail } from "@kartis/simulators/mailbox.ts";
import { AwsError } from "../wire/errors.ts";
import type { HttpHandler } from "../wire/http.ts";
import type { Authorise } from "../wire/target-protocol.ts";
import { Input } from "../wire/input.ts";
import { serveRest } from "../wire/rest.ts";
import type { Mails } from "./mails.ts";
import { bareAddress } from "./mails.ts";
import { parseMessage, splitAddresses } from "./mime.ts";

type MailContent = Omit<Mail, "id" | "sentAt">;

const largestMessageBytes = 40 * 1_048_576;
const mostRecipients = 50;

const badRequest = (message: string) => new AwsError("BadRequestException", message);

/** SESv2 over REST-JSON. */
export function serveMail(mails: Mails, authorise: Authorise): HttpHandler {
  return serveRest({
    // base64 of the largest message, and its envelope
    limitBytes: largestMessageBytes * 1.5,
    authorise,
    routes: {
      "POST /v2/email/outbound-emails": (fields) => {
        const input = new Input(fields, ({ message }) => badRequest(message));
        const content = { ...readMail(input), ...tagsIn(input) };
        return { MessageId: mails.add(content).id };
      },
      "GET /v2/email/account": () => ({
        DedicatedIpAutoWarmupEnabled: false,
        EnforcementStatus: "HEALTHY",
        ProductionAccessEnabled: true,
        SendingEnabled: true,
        SendQuota: { Max24HourSend: 50_000, MaxSendRate: 14, SentLast24Hours: mails.sentLastDay() },
      }),
    },
  });
}

function tagsIn(input: Input): Pick<Mail, "tags"> {
  const tags = input.objects("EmailTags").map((tag) => [tag.text("Name"), [tag.text("Value")]] as const);
  for (const [name, [value = ""]] of tags)
    if (!/^[\w-]{1,256}$/.test(name) || !/^[\w-]{1,256}$/.test(value)) throw badRequest(`Invalid tag: ${name}=${value}`);
  return tags.length > 0 ? { tags: Object.fromEntries(tags) } : {};
}

function readMail(input: Input): MailContent {
  const destination = input.optionalObject("Destination");
  const envelope = {
    to: destination?.texts("ToAddresses") ?? [],
    cc: destination?.texts("CcAddresses") ?? [],
    bcc: destination?.texts("BccAddresses") ?? [],
  };
  const content = input.object("Content");
  const raw = content.optionalObject("Raw");
  const simple = content.optionalObject("Simple");
  if (!raw && !simple) throw badRequest("Only Simple and Raw content are served here.");
  const mail = raw
    ? readRaw(raw, input, envelope)
    : {
        ...envelope,
        ...readSimple(content.object("Simple")),
        from: input.text("FromEmailAddress"),
        replyTo: input.texts("ReplyToAddresses"),
      };
  const recipients = [...mail.to, ...mail.cc, ...mail.bcc];
  if (recipients.length === 0) throw badRequest("Missing required destination.");
  if (recipients.length > mostRecipients) throw new AwsError("MessageRejected", `Recipient count exceeds ${mostRecipients}.`);
  for (const address of [mail.from, ...recipients]) {
    if (!/^[^\s@<>]+@[^\s@<>]+$/.test(bareAddress(address)))
      throw badRequest(`Missing final '@domain' or illegal address: ${address}`);
  }
  return mail;
}

function readSimple(simple: Input): Pick<Mail, "subject" | "text" | "html" | "headers" | "attachments"> {
  const body = simple.object("Body");
  return {
    subject: simple.object("Subject").text("Data"),
    text: body.optionalObject("Text")?.text("Data"),
    html: body.optionalObject("Html")?.text("Data"),
    headers: Object.fromEntries(
      simple.objects("Headers").map((header) => [header.text("Name").toLowerCase(), header.text("Value")]),
    ),
    attachments: simple.objects("Attachments").map((attachment) => ({
      name: attachment.text("FileName"),
      type: attachment.optionalText("ContentType") ?? "application/octet-stream",
      base64: attachment.text("RawContent"),
    })),
  };
}

/** The envelope decides who receives it; without one the message's own To, Cc and Bcc do, as on SES. */
function readRaw(raw: Input, input: Input, envelope: Pick<Mail, "to" | "cc" | "bcc">): MailContent {
  const bytes = Buffer.from(raw.text("Data"), "base64");
  if (bytes.length > largestMessageBytes)
    throw new AwsError("MessageRejected", "Message length is more than 41943040 bytes long.");
  const { headers, text, html, attachments } = parseMessage(bytes);
  const listed = (name: string) => splitAddresses(headers[name] ?? "");
  const hasEnvelope = Object.values(envelope).some((addresses) => addresses.length > 0);
  const replyTo = input.texts("ReplyToAddresses");
  return {
    ...(hasEnvelope ? envelope : { to: listed("to"), cc: listed("cc"), bcc: listed("bcc") }),
    from: headers["from"] ?? input.text("FromEmailAddress"),
    replyTo: replyTo.length > 0 ? replyTo : listed("reply-to"),
    subject: headers["subject"] ?? "",
    text,
    html,
    headers,
    attachments: attachments.map(({ name, type, content }) => ({ name, type, base64: content.toString("base64") })),
  };
}
