import { randomBytes } from "node:crypto";
import { isAuthorized, type TwilioAccount, twilioSignature } from "./twilio-signature.ts";

/** The ways in which the simulated operator can behave. */
export const smsWeathers = {
  fine: "Delivers",
  unreachable: "Accepts, then cannot reach the phone (30003)",
  filtered: "Accepts, then filters it (30007)",
  busy: "Refuses for the moment (429, 20429)",
  broken: "Answers 503",
  lost: "Accepts, and the answer is lost",
  unreported: "Accepts, and reports nothing",
  muddled: "Delivers, reporting twice and in the wrong order",
} as const;
export type SmsWeather = keyof typeof smsWeathers;
export const isSmsWeather = (text: string): text is SmsWeather => Object.hasOwn(smsWeathers, text);

/** An SMS on a simulated phone. */
export interface SimulatedSms {
  readonly sid: string;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly status: "queued" | "sent" | "delivered" | "undelivered";
}

/** A call as it comes over HTTP. */
export interface TwilioRequest {
  readonly path: string;
  readonly authorization: string;
  readonly form: URLSearchParams;
}

/** `null`: the connection ends without an answer. */
export type TwilioAnswer = { readonly status: number; readonly body: unknown } | null;

interface Report {
  readonly to: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Recipients that Twilio's own test credentials refuse (facts/messaging section 3). */
const refusedRecipients: Readonly<Record<string, number>> = {
  "+15005550001": 21211,
  "+15005550002": 21612,
  "+15005550003": 21408,
  "+15005550004": 21610,
  "+15005550009": 21614,
};
const refusedSenders: Readonly<Record<string, number>> = { "+15005550001": 21212, "+15005550007": 21606, "+15005550008": 21611 };
const meanings: Readonly<Record<number, string>> = {
  20003: "Authenticate",
  20404: "The requested resource was not found",
  20429: "Too many requests",
  21211: "Invalid 'To' phone number",
  21212: "Invalid 'From' number",
  21408: "Permission to send an SMS has not been enabled for the region",
  21602: "Message body is required",
  21606: "The 'From' number is not a valid sender",
  21610: "Attempt to send to an unsubscribed recipient",
  21611: "The 'From' number has exceeded the maximum number of queued messages",
  21612: "The 'To' number is not reachable",
  21614: "The 'To' number cannot receive SMS",
  21617: "The message body exceeds 1600 characters",
};
const stops = new Set(["STOP", "STOPALL", "UNSUBSCRIBE", "CANCEL", "END", "QUIT", "הסר", "СТОП", "LEÁLL"]);
const starts = new Set(["START", "YES", "UNSTOP"]);

/**
 * Twilio's Messages API with the phones behind it: it speaks their wire format, and shares no code with Kartis. Delivery reports go
 * to `StatusCallback`, signed the way Twilio signs them. A phone that has answered STOP is refused from then on,
 * until it answers START.
 */
export class Twilio {
  weather: SmsWeather = "fine";
  readonly #account: TwilioAccount;
  readonly #now: () => number;
  readonly #messages = new Map<string, SimulatedSms>();
  readonly #reportsOf = new Map<string, string>();
  readonly #stopped = new Set<string>();
  /** Calls that it has accepted, whether or not the answer arrived. */
  #accepted = 0;

  constructor(account: TwilioAccount, now: () => number = Date.now) {
    this.#account = account;
    this.#now = now;
  }

  /** The newest first. */
  get messages(): readonly SimulatedSms[] {
    return [...this.#messages.values()].toReversed();
  }
  get accepted(): number {
    return this.#accepted;
  }
  get stopped(): ReadonlySet<string> {
    return this.#stopped;
  }

  /** Takes a call of its API. What is to be reported follows by `reports`, when the answer is out. */
  take({ path, authorization, form }: TwilioRequest): TwilioAnswer {
    if (!isAuthorized(authorization, this.#account)) return refusal(401, 20003);
    if (path !== `/2010-04-01/Accounts/${this.#account.sid}/Messages.json`) return refusal(404, 20404);
    const [to, from, text] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Body") ?? ""];
    const code = this.#wrongIn(to, from, text);
    if (code) return refusal(400, code);
    if (this.weather === "busy") return refusal(429, 20429);
    if (this.weather === "broken") return { status: 503, body: "Service unavailable" };
    const sid = `SM${randomBytes(16).toString("hex")}`;
    this.#messages.set(sid, { sid, at: this.#now(), from, to, text, status: "queued" });
    this.#reportsOf.set(sid, form.get("StatusCallback") ?? "");
    this.#accepted++;
    if (this.weather === "lost") return null;
    const body = {
      sid,
      status: "queued",
      to,
      from,
      body: text,
      num_segments: "1",
      price: null,
      error_code: null,
      error_message: null,
    };
    return { status: 201, body: { ...body, direction: "outbound-api", date_created: new Date(this.#now()).toUTCString() } };
  }

  /** What happens to the message by itself, in the weather there is: reports to be delivered in this order. */
  reports(sid: string): readonly Report[] {
    switch (this.weather) {
      case "unreachable":
        return [...this.settle(sid, "sent"), ...this.settle(sid, "undelivered", 30003)];
      case "filtered":
        return this.settle(sid, "undelivered", 30007);
      case "muddled": {
        const [sent, delivered] = [this.settle(sid, "sent"), this.settle(sid, "delivered")];
        return [...delivered, ...sent, ...delivered, ...sent];
      }
      case "unreported":
        return [];
      default:
        return [...this.settle(sid, "sent"), ...this.settle(sid, "delivered")];
    }
  }

  /** Gives a message a state. @returns the report of it, if anybody asked for one */
  settle(sid: string, status: SimulatedSms["status"], code?: number): readonly Report[] {
    const message = this.#messages.get(sid);
    if (!message) return [];
    this.#messages.set(sid, { ...message, status });
    const to = this.#reportsOf.get(sid);
    const { to: To, from: From } = message;
    const about = { AccountSid: this.#account.sid, ApiVersion: "2010-04-01", To, From, MessageSid: sid, SmsSid: sid };
    return to
      ? [{ to, fields: { ...about, MessageStatus: status, SmsStatus: status, ...(code ? { ErrorCode: String(code) } : {}) } }]
      : [];
  }

  /**
   * A person answers from the phone.
   * @param to where the account's numbers pass SMS on to; empty for nowhere
   * @returns the call that passes it on; undefined if the last sender was a name, which nobody can answer
   */
  answer(phone: string, text: string, to = ""): Report | undefined {
    const word = text.trim().toUpperCase();
    if (stops.has(word)) this.#stopped.add(phone);
    else if (starts.has(word)) this.#stopped.delete(phone);
    const ours = this.senderTo(phone);
    if (!ours || to === "" || text === "") return undefined;
    const sid = `SM${randomBytes(16).toString("hex")}`;
    const about = {
      AccountSid: this.#account.sid,
      ApiVersion: "2010-04-01",
      MessageSid: sid,
      SmsSid: sid,
      SmsStatus: "received",
    };
    return { to, fields: { ...about, From: phone, To: ours, Body: text, NumMedia: "0", NumSegments: "1" } };
  }

  /** The number that an answer from the phone goes to: that of the last SMS, unless that came from a name. */
  senderTo(phone: string): string | undefined {
    const from = this.messages.find(({ to }) => to === phone)?.from;
    return from?.startsWith("+") ? from : undefined;
  }

  /** The header that proves a report (facts/messaging, "Twilio signature"). */
  signatureOf({ to, fields }: Report): string {
    return twilioSignature(to, fields, this.#account.token);
  }

  #wrongIn(to: string, from: string, text: string): number | undefined {
    if (refusedRecipients[to]) return refusedRecipients[to];
    if (!/^\+[1-9]\d{6,14}$/.test(to)) return 21211;
    if (this.#stopped.has(to)) return 21610;
    if (refusedSenders[from]) return refusedSenders[from];
    const isName = from.length <= 11 && /[A-Za-z]/.test(from) && /^[A-Za-z0-9 &._-]+$/.test(from);
    if (!isName && !/^\+\d{3,15}$/.test(from)) return 21212;
    if (text === "") return 21602;
    return text.length > 1_600 ? 21617 : undefined;
  }
}

const refusal = (status: number, code: number): TwilioAnswer => ({
  status,
  body: { code, message: meanings[code] ?? "Error", more_info: `https://www.twilio.com/docs/errors/${code}`, status },
});
