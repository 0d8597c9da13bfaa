import { randomBytes } from "node:crypto";
import type { GoogleAccounts } from "./google-accounts.ts";
import { readMessage, type ReadMessage } from "./gmail-message.ts";

/** The ways in which the simulated Gmail can behave. */
export const gmailWeathers = {
  fine: "Works",
  busy: "Refuses for the moment (429 rateLimitExceeded)",
  quota: "Refuses for the moment (403 userRateLimitExceeded)",
  daily: "Refuses for today (403 dailyLimitExceeded)",
  forbidden: "Says that Gmail is off for the account (403)",
  broken: "Answers 503",
  lostBefore: "Ends the connection before it has taken anything",
  lost: "Takes it, and the answer is lost",
  forgetful: "Has forgotten the history (404)",
  garbled: "Answers something that is not JSON",
} as const;
export type GmailWeather = keyof typeof gmailWeathers;
export const isGmailWeather = (text: string): text is GmailWeather => Object.hasOwn(gmailWeathers, text);

/** How its notifications travel. */
export const pushWeathers = {
  fine: "Arrive",
  twice: "Arrive twice",
  dropped: "Are lost",
} as const;
export type PushWeather = keyof typeof pushWeathers;
export const isPushWeather = (text: string): text is PushWeather => Object.hasOwn(pushWeathers, text);

/** Where notifications go, as a subscription of Pub/Sub says. */
export interface PushSettings {
  readonly topic: string;
  readonly subscription: string;
  /** Address and audience. */
  readonly address: string;
  readonly account: string;
  readonly issuer: string;
}

/** A message in a mailbox. */
export interface KeptMessage extends ReadMessage {
  readonly id: string;
  readonly threadId: string;
  readonly labelIds: readonly string[];
  /** Epoch milliseconds. */
  readonly at: number;
  readonly historyId: number;
  readonly raw: Buffer;
}

interface Mailbox {
  historyId: number;
  /** History up to here is forgotten. */
  floor: number;
  readonly messages: KeptMessage[];
  /** History ids of what added no message. */
  readonly touched: number[];
  watch: { readonly topic: string; readonly until: number; readonly labelIds: readonly string[] } | undefined;
}

export interface GmailRequest {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly authorization: string;
  readonly body: Buffer;
  readonly contentType?: string;
}

/** A body of JSON may be this large. */
const mostJsonBytes = 5 * 1_048_576;

/** A message that is to be sent. */
interface Handed {
  readonly raw: Buffer;
  readonly threadId: string;
}

function inJson(body: Buffer): Handed {
  const asked: unknown = JSON.parse(body.toString("utf8"));
  return { raw: Buffer.from(textIn(asked, "raw"), "base64url"), threadId: textIn(asked, "threadId") };
}

/** What came to the upload address, alone or with its thread; undefined for anything else. */
function uploaded(body: Buffer, contentType: string, uploadType: string | null): Handed | undefined {
  if (uploadType === "media") return contentType === "message/rfc822" ? { raw: body, threadId: "" } : undefined;
  const [, boundary] = /^multipart\/related; boundary=(\S+)$/.exec(contentType) ?? [];
  if (uploadType !== "multipart" || !boundary) return undefined;
  const [before, about, message, end] = body.toString("latin1").split(`--${boundary}`);
  const [, json] = /^\r\nContent-Type: application\/json[^\r]*\r\n\r\n(.*)\r\n$/s.exec(about ?? "") ?? [];
  const [, raw] = /^\r\nContent-Type: message\/rfc822\r\n\r\n(.*)\r\n$/s.exec(message ?? "") ?? [];
  if (before !== "" || !json || !raw || end?.trim() !== "--") return undefined;
  return { raw: Buffer.from(raw, "latin1"), threadId: textIn(JSON.parse(json), "threadId") };
}

/** `null`: the connection ends without an answer. A string is not JSON. */
export type GmailAnswer = { readonly status: number; readonly body?: unknown } | null;

/** A notification on its way. */
export interface PushCall {
  readonly authorization: string;
  readonly body: string;
}

const refusal = (status: number, reason: string): GmailAnswer => ({
  status,
  body: { error: { code: status, message: reason, status: reason, errors: [{ message: reason, domain: "global", reason }] } },
});
const weekMs = 7 * 86_400_000;
const newId = () => randomBytes(8).toString("hex");
/** Small, so that everything that pages has more than one. */
const historyPage = 2;
const listPage = 3;

const field = (value: unknown, name: string): unknown => (Object(value) as Record<string, unknown>)[name];
const textIn = (value: unknown, name: string): string => {
  const found = field(value, name);
  return typeof found === "string" ? found : "";
};

/**
 * Gmail's API with the mailboxes behind it, and the notifications of Pub/Sub. It speaks their wire formats and shares no code with Kartis. A message to another of
 * its mailboxes arrives there.
 */
export class Gmail {
  weather: GmailWeather = "fine";
  pushWeather: PushWeather = "fine";
  /** Notifications that are to be delivered. */
  readonly pushes: PushCall[] = [];
  /** Calls of the API by their first words, for tests that count them. */
  readonly calls: string[] = [];
  readonly #accounts: GoogleAccounts;
  readonly #push: PushSettings;
  readonly #now: () => number;
  readonly #mailboxes = new Map<string, Mailbox>();
  #nextHistory = 1_000;
  #pages = 0;

  constructor(accounts: GoogleAccounts, push: PushSettings, now: () => number = Date.now) {
    this.#accounts = accounts;
    this.#push = push;
    this.#now = now;
  }

  get addresses(): readonly string[] {
    return [...this.#mailboxes.keys()];
  }

  /** The newest first. */
  messagesOf(email: string): readonly KeptMessage[] {
    return this.#mailbox(email).messages.toReversed();
  }

  isWatched(email: string): boolean {
    return (this.#mailbox(email).watch?.until ?? 0) > this.#now();
  }

  /** Forgets the history up to now. */
  forget(email: string): void {
    const mailbox = this.#mailbox(email);
    mailbox.floor = mailbox.historyId;
  }

  /** Loses a message before anybody has read it. */
  remove(email: string, id: string): void {
    const { messages } = this.#mailbox(email);
    messages.splice(0, messages.length, ...messages.filter((message) => message.id !== id));
  }

  /** Ends the tokens of pages that were given out. */
  forgetPages(): void {
    this.#pages++;
  }

  /** Something happens in the mailbox that adds no message, such as a label. Google has pages with nothing of what was asked for. */
  touch(email: string): void {
    this.#mailbox(email).touched.push((this.#nextHistory += 3));
  }

  /** A message that arrives, as bytes (RFC 5322). @param at the date that Gmail has of it: for a copied one that of its header. @returns its id */
  deliver(email: string, raw: string | Buffer, labelIds: readonly string[] = ["INBOX", "UNREAD"], at = this.#now()): string {
    return this.#add(email, Buffer.from(raw), { labelIds, at }).id;
  }

  #mailbox(email: string): Mailbox {
    const known = this.#mailboxes.get(email);
    if (known) return known;
    const made: Mailbox = { historyId: this.#nextHistory++, floor: 0, messages: [], touched: [], watch: undefined };
    this.#mailboxes.set(email, made);
    return made;
  }

  #add(
    email: string,
    raw: Buffer,
    added: Pick<KeptMessage, "labelIds" | "at"> & { readonly threadId?: string | undefined },
  ): KeptMessage {
    const mailbox = this.#mailbox(email);
    const read = readMessage(raw);
    const answered = mailbox.messages.find(({ messageId }) => messageId !== "" && read.references.includes(messageId));
    const id = newId();
    mailbox.historyId = this.#nextHistory += 3;
    const message: KeptMessage = {
      ...read,
      ...added,
      id,
      threadId: added.threadId ?? answered?.threadId ?? id,
      historyId: mailbox.historyId,
      raw,
    };
    mailbox.messages.push(message);
    this.#notify(email, mailbox);
    return message;
  }

  #notify(email: string, { watch, historyId }: Mailbox): void {
    if (!watch || watch.until <= this.#now() || this.pushWeather === "dropped") return;
    const call = this.pushOf(email, historyId);
    this.pushes.push(call, ...(this.pushWeather === "twice" ? [call] : []));
  }

  /** A notification as Pub/Sub makes it. @param claims in place of its own */
  pushOf(email: string, historyId: number, claims: object = {}): PushCall {
    const seconds = Math.floor(this.#now() / 1_000);
    const data = Buffer.from(JSON.stringify({ emailAddress: email, historyId })).toString("base64");
    const id = String(BigInt(`0x${newId()}`));
    const token = this.#accounts.signed({
      iss: this.#push.issuer,
      aud: this.#push.address,
      azp: "103",
      sub: "103",
      email: this.#push.account,
      email_verified: true,
      iat: seconds,
      exp: seconds + 3_600,
      ...claims,
    });
    const body = JSON.stringify({
      message: { data, messageId: id, message_id: id, publishTime: new Date(this.#now()).toISOString() },
      subscription: this.#push.subscription,
    });
    return { authorization: `Bearer ${token}`, body };
  }

  take({ method, path, authorization, body, contentType = "" }: GmailRequest): GmailAnswer {
    const url = new URL(path, "http://gmail.example");
    const [, upload, what = "", id] = /^(\/upload)?\/gmail\/v1\/users\/me\/(\w+)(?:\/([\w-]+))?$/.exec(url.pathname) ?? [];
    this.calls.push(`${method} ${upload ? "upload " : ""}${what}${id === "send" ? "/send" : ""}`);
    if (upload === undefined && body.byteLength > mostJsonBytes) return refusal(413, "uploadTooLarge");
    if (this.weather === "lostBefore") return null;
    if (this.weather === "broken") return { status: 503, body: "Service Unavailable" };
    if (this.weather === "garbled") return { status: 200, body: "<html>" };
    const grant = this.#accounts.granted(authorization.replace(/^Bearer /, ""));
    if (!grant) return refusal(401, "authError");
    if (this.weather === "busy") return refusal(429, "rateLimitExceeded");
    if (this.weather === "quota") return refusal(403, "userRateLimitExceeded");
    if (this.weather === "daily") return refusal(403, "dailyLimitExceeded");
    if (this.weather === "forbidden") return refusal(403, "forbidden");
    const may = (right: string) => grant.scopes.includes(`https://www.googleapis.com/auth/gmail.${right}`);
    if (what === "messages" && id === "send" && method === "POST") {
      if (!may("send")) return refusal(403, "insufficientPermissions");
      const message = upload ? uploaded(body, contentType, url.searchParams.get("uploadType")) : inJson(body);
      const answer = message ? this.#send(grant.email, message) : refusal(400, "invalidArgument");
      return this.weather === "lost" ? null : answer;
    }
    if (!may("readonly")) return refusal(403, "insufficientPermissions");
    const mailbox = this.#mailbox(grant.email);
    if (what === "profile") {
      const { messages, historyId } = mailbox;
      return { status: 200, body: { emailAddress: grant.email, messagesTotal: messages.length, historyId: String(historyId) } };
    }
    if (what === "watch" && method === "POST") return this.#watch(grant.email, mailbox, body);
    if (what === "stop" && method === "POST") {
      mailbox.watch = undefined;
      return { status: 204 };
    }
    if (what === "history") return this.#history(mailbox, url.searchParams);
    if (what === "messages" && id === undefined) return this.#list(mailbox, url.searchParams);
    const message = mailbox.messages.find((one) => one.id === id);
    return what === "messages" && message ? this.#get(message, url.searchParams) : refusal(404, "notFound");
  }

  #watch(email: string, mailbox: Mailbox, body: Buffer): GmailAnswer {
    const asked: unknown = JSON.parse(body.toString("utf8"));
    if (textIn(asked, "topicName") !== this.#push.topic) return refusal(400, "invalidArgument");
    const labelIds = field(asked, "labelIds");
    const until = this.#now() + weekMs;
    mailbox.watch = { topic: this.#push.topic, until, labelIds: Array.isArray(labelIds) ? labelIds.map(String) : [] };
    this.#notify(email, mailbox);
    return { status: 200, body: { historyId: String(mailbox.historyId), expiration: String(until) } };
  }

  #history(mailbox: Mailbox, query: URLSearchParams): GmailAnswer {
    const since = Number(query.get("startHistoryId"));
    if (this.weather === "forgetful" || since < mailbox.floor) return refusal(404, "notFound");
    const touched = mailbox.touched.map((historyId) => ({ historyId, added: undefined }));
    const added = mailbox.messages.map((message) => ({ historyId: message.historyId, added: message }));
    const later = [...touched, ...added]
      .filter(({ historyId }) => historyId > since)
      .toSorted((a, b) => a.historyId - b.historyId);
    const from = this.#pageIn(query);
    if (from === undefined) return refusal(400, "invalidArgument");
    const some = later.slice(from, from + historyPage).flatMap((one) => one.added ?? []);
    const history = some.map(({ id, threadId, labelIds, historyId }) => ({
      id: String(historyId),
      messages: [{ id, threadId }],
      messagesAdded: [{ message: { id, threadId, labelIds } }],
    }));
    const isMore = later.length > from + historyPage;
    return {
      status: 200,
      body: {
        ...(history.length > 0 ? { history } : {}),
        historyId: String(mailbox.historyId),
        ...(isMore ? { nextPageToken: this.#pageToken(from + historyPage) } : {}),
      },
    };
  }

  #pageToken(from: number): string {
    return `${this.#pages}-${from}`;
  }

  /** Where the page that is asked for begins; undefined for a token that has ended. */
  #pageIn(query: URLSearchParams): number | undefined {
    const token = query.get("pageToken");
    if (token === null) return 0;
    const [pages, from] = token.split("-").map(Number);
    return pages === this.#pages ? from : undefined;
  }

  #list(mailbox: Mailbox, query: URLSearchParams): GmailAnswer {
    const q = query.get("q") ?? "";
    const [, named] = /rfc822msgid:(\S+)/.exec(q) ?? [];
    const [, days] = /newer_than:(\d+)d/.exec(q) ?? [];
    const found = mailbox.messages.toReversed().filter(({ messageId, at, labelIds }) => {
      if (named !== undefined && messageId.replace(/[<>]/g, "") !== named.replace(/[<>]/g, "")) return false;
      return (days === undefined || at > this.#now() - Number(days) * 86_400_000) && !labelIds.includes("SPAM");
    });
    const from = this.#pageIn(query);
    if (from === undefined) return refusal(400, "invalidArgument");
    const isMore = found.length > from + listPage;
    return {
      status: 200,
      body: {
        messages: found.slice(from, from + listPage).map(({ id, threadId }) => ({ id, threadId })),
        resultSizeEstimate: found.length,
        ...(isMore ? { nextPageToken: this.#pageToken(from + listPage) } : {}),
      },
    };
  }

  #get({ id, threadId, labelIds, at, historyId, raw, headers }: KeptMessage, query: URLSearchParams): GmailAnswer {
    const rest = { id, threadId, labelIds, historyId: String(historyId), internalDate: String(at), sizeEstimate: raw.length };
    if (query.get("format") === "raw") return { status: 200, body: { ...rest, raw: raw.toString("base64url") } };
    const wanted = new Set(query.getAll("metadataHeaders").map((name) => name.toLowerCase()));
    const shown = headers.filter(({ name }) => wanted.size === 0 || wanted.has(name.toLowerCase()));
    return { status: 200, body: { ...rest, payload: { headers: shown } } };
  }

  #send(email: string, { raw, threadId: given }: Handed): GmailAnswer {
    const text = raw.toString("latin1");
    const read = readMessage(raw);
    const recipients = [...read.to, ...read.cc, ...read.bcc];
    const isMalformed =
      /(^|[^\r])\n/.test(text) || text.split("\r\n").some((line) => line.length > 998 || /[^\t\x20-\x7e]/.test(line));
    if (isMalformed || recipients.length === 0) return refusal(400, "invalidArgument");
    const thread = this.#mailbox(email).messages.filter(({ threadId }) => threadId === given);
    if (given && thread.length === 0) return refusal(404, "notFound");
    const plain = (subject: string) => subject.replace(/^(re|fwd?):\s*/i, "");
    const belongs = thread.some(
      ({ subject, messageId }) => plain(subject) === plain(read.subject) && read.references.includes(messageId),
    );
    // Bcc is for the sender's own copy alone.
    const kept = this.#add(email, raw, { labelIds: ["SENT"], at: this.#now(), threadId: belongs ? given : undefined });
    const handed = Buffer.from(text.replace(/^Bcc:.*(\r\n[ \t].*)*\r\n/im, ""), "latin1");
    for (const other of recipients) if (other !== email && this.#mailboxes.has(other)) this.deliver(other, handed);
    return { status: 200, body: { id: kept.id, threadId: kept.threadId, labelIds: ["SENT"] } };
  }
}
