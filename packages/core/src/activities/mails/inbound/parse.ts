import PostalMime, { type Address, type Email } from "postal-mime";
import { receivedEmailForm } from "../../../cards/fields/email-form.ts";
import { fileName } from "../../../files/rules.ts";
import { cleanText } from "../../../kernel/text.ts";
import type { RichText } from "../../comments/rules.ts";
import type { Correspondent } from "../schema.ts";
import { isOneMailbox } from "./bare-header.ts";
import { requireReadable } from "./bounds.ts";
import { cut } from "./cut.ts";
import { type Split, splitHtml } from "./html.ts";
import { splitPlain } from "./plain.ts";
import { parseInRuns } from "./runs.ts";

/** A mail that came in, as far as it concerns us. */
export interface ReceivedMail {
  readonly from: Correspondent;
  readonly to: readonly Correspondent[];
  readonly cc: readonly Correspondent[];
  readonly subject: string;
  readonly messageId: string | null;
  /** The messages that it answers, the last one first. */
  readonly references: readonly string[];
  readonly body: RichText;
  readonly quoted: RichText;
  /** Text is missing that was too long. */
  readonly isCut: boolean;
  readonly attachments: readonly { readonly name: string; readonly content: Uint8Array }[];
  /** Number of attachments that were too many or too large. */
  readonly dropped: number;
  readonly isAutomatic: boolean;
  /** The topmost Authentication-Results header, which is the receiving server's own; empty without one. */
  readonly authentication: string;
  /** It names one sender, in one header, in a way that no program reads as another. */
  readonly hasOneSender: boolean;
  /** Answers to invitations (RFC 6047). */
  readonly calendars: readonly string[];
}

const [longestBody, longestQuote] = [10_000, 5_000];
const [storedBody, storedQuote] = [30_000, 15_000];
/** Longer HTML is read up to here: what people write stands at its beginning. */
const longestHtml = 2_000_000;
const [mostAttachments, largestAttachment] = [10, 5 * 1_048_576];
const largestCalendar = 200_000;
const limits = { maxNestingDepth: 50, maxHeadersSize: 512_000, maxRfc822NestingDepth: 0 };

const line = (text: string | undefined, longest: number): string =>
  cleanText((text ?? "").slice(0, 10 * longest).replace(/[\s\p{Cc}]+/gu, " "))
    .trim()
    .slice(0, longest)
    .replace(/[\ud800-\udbff]$/, "");

function people(addresses: readonly Address[] | undefined): Correspondent[] {
  const flat = (addresses ?? []).slice(0, 50).flatMap((one) => (one.group ? one.group.slice(0, 50) : [one]));
  return flat.slice(0, 50).flatMap(({ address, name }) => {
    const email = address.trim().toLowerCase();
    return email.length <= 254 && receivedEmailForm.test(email) ? [{ email, name: line(name, 120) || null }] : [];
  });
}

/** Written by a program (RFC 3834 and common practice): it is shown, but notifies no one. */
function isByProgram({ headers, returnPath }: Email): boolean {
  const valueOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = valueOf("auto-submitted");
  return (
    (submitted !== undefined && !/^no\b/.test(submitted)) ||
    /^(bulk|auto_reply|junk|list)$/.test(valueOf("precedence") ?? "") ||
    ["x-autoreply", "x-autorespond", "x-auto-response-suppress", "list-id", "x-loop"].some(
      (name) => valueOf(name) !== undefined,
    ) ||
    (valueOf("return-path") ?? returnPath ?? "x") === "<>" ||
    /^multipart\/report\b/.test(valueOf("content-type") ?? "")
  );
}

const mostReferences = 10;
/** RFC 5322 section 3.6.4. */
function referencesOf({ inReplyTo = "", references = "" }: Email): string[] {
  const named = `${references.slice(-10_000)} ${inReplyTo.slice(0, 1_000)}`;
  const ids = [...named.matchAll(/<[^<>\s]{1,498}>/g)].map(([id]) => id);
  return [...new Set(ids.toReversed())].slice(0, mostReferences);
}

/** Splits the text of the email, taken from its HTML if that contains any. */
function splitMail({ html = "", text = "" }: Email): Split {
  const split = splitHtml(html.slice(0, longestHtml));
  const hasWords = split.body.length + split.quoted.length > 0;
  if (hasWords || text === "") return { ...split, isCut: split.isCut || html.length > longestHtml };
  return { ...splitPlain(text.slice(0, longestHtml)), isCut: text.length > longestHtml };
}

/** Reads a message. Throws for one that nests deeper, or has more headers, lines or parts, than any mail program writes. */
export async function parseMail(raw: Uint8Array<ArrayBuffer>): Promise<ReceivedMail | undefined> {
  requireReadable(raw);
  const mail = await parseInRuns(raw, (bytes) => PostalMime.parse(bytes, limits));
  const [from] = people(mail.from ? [mail.from] : []);
  if (!from) return undefined;
  const { body, quoted, isCut } = splitMail(mail);
  const [written, repeated] = [cut(body, longestBody, storedBody), cut(quoted, longestQuote, storedQuote)];
  const bytesOf = (content: ArrayBuffer | Uint8Array | string) =>
    typeof content === "string" ? Buffer.from(content) : new Uint8Array(content);
  const parts = mail.attachments.map(({ filename, mimeType, content, related }) => ({
    name: fileName(cleanText((filename ?? "").slice(0, 1_000))) || "attachment",
    mime: mimeType.toLowerCase(),
    content: bytesOf(content),
    related: related === true,
  }));
  const isCalendar = ({ mime }: { readonly mime: string }) => mime === "text/calendar";
  // Pictures within a signature are no files that anybody sends.
  const files = parts.filter(
    (part) => !isCalendar(part) && !(part.related && part.content.byteLength < 20_000) && part.content.byteLength > 0,
  );
  const kept = files.filter(({ content }) => content.byteLength <= largestAttachment).slice(0, mostAttachments);
  const id = line(mail.messageId, 500);
  return {
    from,
    to: people(mail.to),
    cc: people(mail.cc),
    subject: line(mail.subject, 250),
    messageId: /^<[^<>\s]+>$/.test(id) ? id : null,
    references: referencesOf(mail),
    body: written.text,
    quoted: repeated.text,
    isCut: isCut || written.isCut || repeated.isCut,
    attachments: kept.map(({ name, content }) => ({ name, content })),
    dropped: files.length - kept.length,
    isAutomatic: isByProgram(mail),
    authentication: mail.headers.find(({ key }) => key === "authentication-results")?.value ?? "",
    hasOneSender: isOneMailbox(mail.headers.flatMap(({ key, value }) => (key === "from" ? value : []))),
    calendars: parts
      .filter((part) => isCalendar(part) && part.content.byteLength <= largestCalendar)
      .slice(0, 2)
      .map(({ content }) => Buffer.from(content).toString("utf8")),
  };
}
