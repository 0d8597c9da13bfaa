import { randomUUID } from "node:crypto";
import type { Mail } from "./mailbox.ts";

/** A recipient's reply: a text, or their calendar's response to an invitation. */
export interface Answer {
  readonly text: string;
  readonly rsvp?: "ACCEPTED" | "DECLINED" | "TENTATIVE" | undefined;
  /** Nothing proves that it is from the address that it names: SPF, DKIM and DMARC fail. */
  readonly failsVerification?: boolean;
}

const bare = (address: string): string => /<([^<>]*)>\s*$/.exec(address)?.[1] ?? address.trim();
const base64 = (text: string): string => Buffer.from(text).toString("base64").replace(/.{76}/g, "$&\r\n");
const word = (text: string): string => `=?UTF-8?B?${Buffer.from(text).toString("base64")}?=`;

/** The invitation in a mail that asks for an answer and says where to, its lines unfolded. */
export function invitationIn({ attachments }: Mail): string | undefined {
  const calendar = attachments.find(({ type }) => type === "text/calendar");
  const text =
    calendar &&
    Buffer.from(calendar.base64, "base64")
      .toString("utf8")
      .replace(/\r?\n[ \t]/g, "");
  const asks = [/^METHOD:REQUEST\s*$/m, /^ATTENDEE;.*;RSVP=TRUE[;:]/m, /^ORGANIZER.*:mailto:\S/m];
  return text && asks.every((line) => line.test(text)) ? text : undefined;
}

/** A REPLY (RFC 5546 section 3.2.3), as calendars answer an invitation: what names it, and one attendee. */
function replyTo(invitation: string, rsvp: NonNullable<Answer["rsvp"]>): { organizer: string; content: string } {
  const [event = ""] = /BEGIN:VEVENT[^]*?END:VEVENT/.exec(invitation) ?? [];
  const lines = event.split(/\r?\n/);
  const kept = lines.filter((line) => /^(UID|SEQUENCE|DTSTART|DTEND|RECURRENCE-ID|ORGANIZER|SUMMARY)[;:]/.test(line));
  const attendee = /^ATTENDEE[^]*?:(mailto:\S+)$/m.exec(event.replaceAll("\r", ""))?.[1] ?? "";
  const organizer = /^ORGANIZER.*:mailto:(\S+)$/m.exec(event.replaceAll("\r", ""))?.[1] ?? "";
  const stamp = new Date()
    .toISOString()
    .replace(/\.\d+Z$/, "Z")
    .replace(/[-:]/g, "");
  const own = [`DTSTAMP:${stamp}`, `ATTENDEE;PARTSTAT=${rsvp}:${attendee}`];
  const all = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Mailbox//EN",
    "METHOD:REPLY",
    "BEGIN:VEVENT",
    ...kept,
    ...own,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return { organizer: decodeURIComponent(organizer), content: `${all.join("\r\n")}\r\n` };
}

/** The message that a mail program makes of it: to the reply address, with the mail repeated below; a calendar's answer goes to the organizer. */
export function answerTo(mail: Mail, { text, rsvp }: Answer): { recipients: string[]; message: Buffer } {
  const invitation = rsvp && invitationIn(mail);
  const reply = rsvp && invitation ? replyTo(invitation, rsvp) : undefined;
  const to = reply?.organizer ?? bare(mail.replyTo[0] ?? mail.from);
  const quoted = (mail.text ?? "").replace(/^/gm, "> ");
  const body = text === "" ? "" : `${text}\n\nOn ${new Date(mail.sentAt).toUTCString()}, ${mail.from} wrote:\n${quoted}\n`;
  const head = [
    `From: ${mail.to[0] ?? ""}`,
    `To: ${to}`,
    `Subject: ${word(/^re:/i.test(mail.subject) ? mail.subject : `Re: ${mail.subject}`)}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${randomUUID()}@mailbox.example>`,
    "MIME-Version: 1.0",
  ];
  const part = (type: string, content: string) =>
    [`Content-Type: ${type}; charset=utf-8`, "Content-Transfer-Encoding: base64", "", base64(content), ""].join("\r\n");
  const parts = reply
    ? [part("text/plain", body), part("text/calendar; method=REPLY", reply.content)]
    : [part("text/plain", body)];
  const message = [
    ...head,
    'Content-Type: multipart/alternative; boundary="part"',
    "",
    ...parts.map((one) => `--part\r\n${one}`),
    "--part--",
    "",
  ].join("\r\n");
  return { recipients: [to], message: Buffer.from(message) };
}
