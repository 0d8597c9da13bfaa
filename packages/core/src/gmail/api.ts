import { randomUUID } from "node:crypto";
import * as z from "zod";
import { findEnv } from "../kernel/env.ts";
import { orNoEffect } from "../outbound/index.ts";
import { type Connection, tokenOf } from "./connections.ts";
import { GmailRefusal } from "./refusal.ts";
import type { GmailReason } from "./rules.ts";

/*
 * Gmail's API (facts/gmail sections 2 to 5). It has no idempotency key: a message whose answer was lost may have gone out.
 */

const answerMs = 15_000;
/** A large message takes longer on its way: 20 MB at 5 Mbit/s. With a token and a search before it, within the time of the function that sends it. */
const uploadMs = 35_000;
/** Google takes larger messages at its upload address only; as JSON about 5 MB (facts/gmail section 5), and base64 makes a third more of them. */
const largeBytes = 3 * 1_048_576;
/** A message of 25 MB, encoded twice. */
const mostBytes = 50 * 1_048_576;
const gmailUrl = (): string => findEnv("GMAIL_URL") ?? "https://gmail.googleapis.com";

/** Access tokens by their refresh token's cipher text: warm processes refresh once an hour. */
const tokens = new Map<string, { readonly accessToken: string; readonly until: number }>();
const mostTokens = 1_000;
/** Before its end, so that it does not end on the way. */
const marginMs = 60_000;

async function accessTokenOf(connection: Connection, isFresh = false): Promise<string> {
  const known = tokens.get(connection.refreshToken);
  if (known && !isFresh && known.until > Date.now()) return known.accessToken;
  const { refresh } = await import("./oauth.ts");
  const { accessToken, seconds } = await refresh(tokenOf(connection));
  if (tokens.size >= mostTokens) tokens.clear();
  tokens.set(connection.refreshToken, { accessToken, until: Date.now() + seconds * 1_000 - marginMs });
  return accessToken;
}

/** https://developers.google.com/workspace/gmail/api/guides/handle-errors */
const Refused = z.object({
  error: z.object({ message: z.string().default(""), errors: z.array(z.object({ reason: z.string() })).default([]) }),
});
const quotaReasons: ReadonlySet<string> = new Set([
  "rateLimitExceeded",
  "userRateLimitExceeded",
  "dailyLimitExceeded",
  "quotaExceeded",
]);

async function refusalOf(response: Response): Promise<GmailRefusal> {
  const refused = Refused.safeParse(await response.json().catch(() => undefined));
  const reasons = refused.success ? refused.data.error.errors.map(({ reason }) => reason) : [];
  const reason = ((): GmailReason => {
    if (response.status === 429 || reasons.some((one) => quotaReasons.has(one))) return "quota";
    if (response.status === 401) return "revoked";
    if (response.status === 403 || reasons.includes("failedPrecondition")) return "forbidden";
    if (response.status === 404) return "gone";
    return response.status >= 500 || response.status === 408 ? "away" : "invalid";
  })();
  return new GmailRefusal(reason, `Gmail answered ${response.status}: ${reasons.join()}`);
}

interface Call {
  readonly method?: "GET" | "POST";
  readonly path: string;
  readonly query?: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body?: string | Uint8Array<ArrayBuffer>;
  readonly type?: string;
  readonly withinMs?: number;
  /** Whether it has an effect that must not be repeated. */
  readonly isSending?: boolean;
}

function addressOf({ path, query = {} }: Call): URL {
  const url = new URL(`${gmailUrl()}${path}`);
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) if (typeof one === "string") url.searchParams.append(name, one);
  return url;
}

/** One call for the mailbox. A token that is refused is renewed once. Throws `GmailRefusal`; when a message is sent and the answer is lost, another error. */
async function call(connection: Connection, asked: Call): Promise<unknown> {
  const { method = "GET", body, type = "application/json", withinMs = answerMs, isSending = false } = asked;
  for (const isFresh of [false, true]) {
    const accessToken = await accessTokenOf(connection, isFresh);
    const send = () =>
      fetch(addressOf(asked), {
        method,
        headers: { authorization: `Bearer ${accessToken}`, ...(body === undefined ? {} : { "content-type": type }) },
        ...(body === undefined ? {} : { body }),
        redirect: "error",
        signal: AbortSignal.timeout(withinMs),
      });
    const response = await orNoEffect(send).catch((error: unknown) => {
      if (isSending) throw error;
      throw new GmailRefusal("away", error);
    });
    if (response.status === 401 && !isFresh) continue;
    if (response.status === 204) return undefined;
    if (!response.ok) {
      const refusal = await refusalOf(response);
      // A server error says nothing about whether the message went out.
      if (isSending && refusal.reason === "away") throw new Error(refusal.message);
      throw refusal;
    }
    return bodyOf(response).catch((error: unknown) => {
      if (isSending) throw error;
      throw new GmailRefusal("away", error);
    });
  }
  throw new Error("unreachable");
}

/** The answer, up to `mostBytes`. */
async function bodyOf(response: Response): Promise<unknown> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new Error("Gmail's answer is too long");
    parts.push(part);
  }
  return JSON.parse(Buffer.concat(parts).toString("utf8"));
}

const me = "/gmail/v1/users/me";
const historyId = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^\d{1,20}$/));
const messageId = z.string().regex(/^[\w-]{1,200}$/);

/** The mailbox's address and where its history stands. */
export async function profileOf(connection: Connection): Promise<{ email: string; historyId: string }> {
  const Profile = z.object({ emailAddress: z.string(), historyId });
  const { emailAddress, historyId: at } = Profile.parse(await call(connection, { path: `${me}/profile` }));
  return { email: emailAddress.toLowerCase(), historyId: at };
}

/** Asks Google to notify us of the mailbox for seven days. Harmless to repeat. */
export async function watch(connection: Connection): Promise<void> {
  const body = JSON.stringify({
    topicName: findEnv("GMAIL_TOPIC"),
    labelIds: ["INBOX", "SENT"],
    labelFilterBehavior: "INCLUDE",
  });
  await call(connection, { method: "POST", path: `${me}/watch`, body });
}

export async function stop(connection: Connection): Promise<void> {
  await call(connection, { method: "POST", path: `${me}/stop` });
}

const Labels = z.array(z.string()).default([]);
const History = z.object({
  history: z
    .array(
      z.object({
        id: historyId,
        messagesAdded: z.array(z.object({ message: z.object({ id: messageId, labelIds: Labels }) })).default([]),
      }),
    )
    .default([]),
  nextPageToken: z.string().optional(),
  historyId: historyId.optional(),
});

/** A page of what was added to the mailbox. */
export interface AddedPage {
  /** Messages with where to go on from once they are dealt with: harmless to repeat. */
  readonly added: readonly { readonly messageIds: readonly string[]; readonly historyId: string }[];
  /** The same for the whole page. */
  readonly historyId: string;
  /** Undefined for the last page. */
  readonly nextPageToken: string | undefined;
}

const others: ReadonlySet<string> = new Set(["DRAFT", "SPAM", "TRASH", "CHAT"]);
/** Whether a message of these labels is a mail that came or went. */
export const isMail = (labels: readonly string[]): boolean => !labels.some((label) => others.has(label));

/** What was added since. Pages may have nothing of it. Throws `GmailRefusal` with `gone` when Google no longer knows that far back. */
export async function addedSince(connection: Connection, since: string, pageToken?: string): Promise<AddedPage> {
  const query = { startHistoryId: since, historyTypes: "messageAdded", maxResults: "100", pageToken };
  const { history, nextPageToken, historyId: end } = History.parse(await call(connection, { path: `${me}/history`, query }));
  const last = history.at(-1)?.id ?? since;
  const seen = new Set<string>();
  const added = history.map(({ id: at, messagesAdded }) => {
    const mails = messagesAdded.filter(({ message }) => isMail(message.labelIds) && !seen.has(message.id));
    for (const { message } of mails) seen.add(message.id);
    return { messageIds: mails.map(({ message }) => message.id), historyId: at };
  });
  return { added, historyId: nextPageToken === undefined ? (end ?? last) : last, nextPageToken };
}

const Listed = z.object({
  messages: z.array(z.object({ id: messageId, threadId: messageId.optional() })).default([]),
  nextPageToken: z.string().optional(),
});

/** A page of the mailbox's messages that match Gmail's own search. */
export async function messagesLike(
  connection: Connection,
  { q, pageToken }: { readonly q: string; readonly pageToken?: string | undefined },
): Promise<z.output<typeof Listed>> {
  return Listed.parse(await call(connection, { path: `${me}/messages`, query: { q, pageToken, maxResults: "100" } }));
}

const Message = z.object({
  id: messageId,
  threadId: messageId,
  labelIds: Labels,
  sizeEstimate: z.number().default(0),
  /** Epoch milliseconds; negative for an old mail that somebody has copied into their Gmail. */
  internalDate: z.string().regex(/^-?\d{1,15}$/),
  payload: z.object({ headers: z.array(z.object({ name: z.string(), value: z.string() })).default([]) }).optional(),
  raw: z.string().optional(),
});
export type GmailMessage = z.output<typeof Message>;

/** Headers that say whom a message concerns, and to which exchange it belongs. */
const headerNames = [
  "From",
  "To",
  "Cc",
  "Subject",
  "Date",
  "Message-ID",
  "In-Reply-To",
  "References",
  "Auto-Submitted",
  "Precedence",
  "List-Id",
  "X-Kartis-Mail",
];

/** A message's headers, without its text. Undefined for one that was deleted. */
export const headersOf = (connection: Connection, id: string): Promise<GmailMessage | undefined> =>
  get(connection, id, { format: "metadata", metadataHeaders: headerNames });

/** A whole message as it was sent (RFC 5322). Undefined for one that was deleted. */
export async function wholeMessage(connection: Connection, id: string): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const message = await get(connection, id, { format: "raw" });
  return message && new Uint8Array(Buffer.from(message.raw ?? "", "base64url"));
}

async function get(connection: Connection, id: string, query: NonNullable<Call["query"]>): Promise<GmailMessage | undefined> {
  try {
    return Message.parse(await call(connection, { path: `${me}/messages/${id}`, query }));
  } catch (error) {
    if (error instanceof GmailRefusal && error.reason === "gone") return undefined;
    throw error;
  }
}

const Sent = z.object({ id: messageId, threadId: messageId });

/** Sends a message from the mailbox; it is not repeated. Throws `GmailRefusal` if it certainly has not gone out. */
export async function sendRaw(connection: Connection, raw: Uint8Array, threadId?: string): Promise<z.output<typeof Sent>> {
  if (raw.byteLength > largeBytes) return upload(connection, raw, threadId);
  const body = JSON.stringify({ raw: Buffer.from(raw).toString("base64url"), ...(threadId ? { threadId } : {}) });
  return Sent.parse(await call(connection, { method: "POST", path: `${me}/messages/send`, body, isSending: true }));
}

/** The same for a large message: its bytes as they are, or with their thread as the other part of a multipart/related body. */
async function upload(connection: Connection, raw: Uint8Array, threadId: string | undefined): Promise<z.output<typeof Sent>> {
  const boundary = `kartis-${randomUUID()}`;
  const head = [
    `--${boundary}`,
    "Content-Type: application/json; charset=UTF-8",
    "",
    JSON.stringify({ threadId }),
    `--${boundary}`,
    "Content-Type: message/rfc822",
    "",
    "",
  ].join("\r\n");
  const part = threadId
    ? {
        uploadType: "multipart",
        type: `multipart/related; boundary=${boundary}`,
        body: new Uint8Array(Buffer.concat([Buffer.from(head), raw, Buffer.from(`\r\n--${boundary}--\r\n`)])),
      }
    : { uploadType: "media", type: "message/rfc822", body: new Uint8Array(raw) };
  const { uploadType, ...rest } = part;
  const path = `/upload${me}/messages/send`;
  const asked = { method: "POST", path, query: { uploadType }, withinMs: uploadMs, isSending: true } as const;
  return Sent.parse(await call(connection, { ...asked, ...rest }));
}
