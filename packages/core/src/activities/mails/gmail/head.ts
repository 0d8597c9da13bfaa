import type { GmailMessage } from "../../../gmail/index.ts";
import { isId } from "../../../kernel/id-form.ts";
import type { ActivityId, EffectId } from "../../../kernel/id.ts";
import { parseMail, type ReceivedMail } from "../inbound/parse.ts";

/** The header by which a mail that Kartis sent from the mailbox is recognized. */
export const referenceHeader = "X-Kartis-Mail";

/** A mail that Kartis sent, and the effect that sent it. */
export interface SentReference {
  readonly mailId: ActivityId;
  readonly effectId: EffectId;
}

export const referenceOf = ({ mailId, effectId }: SentReference): string => `${mailId}.${effectId}`;

function readReference(text: string): SentReference | undefined {
  const [mailId, effectId, ...rest] = text.trim().split(".");
  return isId("act", mailId) && isId("eff", effectId) && rest.length === 0 ? { mailId, effectId } : undefined;
}

/** What a message's headers tell. */
export interface MailHead extends Pick<
  ReceivedMail,
  "from" | "to" | "cc" | "subject" | "messageId" | "references" | "isAutomatic"
> {
  /** Sent from the mailbox. */
  readonly isOut: boolean;
  /** Epoch milliseconds, from 1970 on: when Gmail took it; of a copied one, what its header says. */
  readonly at: number;
  /** Of the whole message, about. */
  readonly bytes: number;
  /** All that looks like an address of whoever it is from and for, however many they are. */
  readonly everybody: readonly string[];
  readonly reference: SentReference | undefined;
}

/** More than is kept of any header. Anybody can send longer ones, each of which costs seconds to parse. */
const longestHeader = 50_000;
const shortened = (name: string, value: string): string =>
  (name.toLowerCase() === "references" ? value.slice(-longestHeader) : value.slice(0, longestHeader)).replace(/[\r\n]+/g, " ");

const peopleHeaders: ReadonlySet<string> = new Set(["from", "to", "cc"]);
const addressesIn = (value: string): string[] => value.split(/[\s<>,;:"()]+/).filter((part) => part.includes("@"));

/** The end of year 9999: what ids and dates can say. */
const latest = 253_402_300_799_999;

/** Reads the headers as those of any other mail are read. Undefined for a message without a sender. */
export async function headOf({ payload, labelIds, internalDate, sizeEstimate }: GmailMessage): Promise<MailHead | undefined> {
  const headers = payload?.headers ?? [];
  const lines = headers.map(({ name, value }) => `${name.replace(/[^\w-]/g, "")}: ${shortened(name, value)}\r\n`);
  const mail = await parseMail(new Uint8Array(Buffer.from(`${lines.join("")}\r\n`))).catch(() => undefined);
  if (!mail) return undefined;
  const { from, to, cc, subject, messageId, references, isAutomatic } = mail;
  const isOut = labelIds.includes("SENT");
  const reference = headers.find(({ name }) => name.toLowerCase() === referenceHeader.toLowerCase())?.value ?? "";
  return {
    from,
    to,
    cc,
    subject,
    messageId,
    references,
    isAutomatic,
    isOut,
    at: Math.min(Math.max(Number(internalDate), 0), latest),
    bytes: sizeEstimate,
    everybody: headers.filter(({ name }) => peopleHeaders.has(name.toLowerCase())).flatMap(({ value }) => addressesIn(value)),
    // Anybody can write such a header into a mail that comes in.
    reference: isOut ? readReference(reference) : undefined,
  };
}
