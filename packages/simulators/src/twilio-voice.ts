import { randomBytes } from "node:crypto";
import { type Dialling, diallingIn } from "./twiml.ts";
import { isAuthorized, type TwilioAccount, twilioSignature } from "./twilio-signature.ts";

/** The ways in which the simulated Twilio Voice can behave. */
export const twilioVoiceWeathers = {
  fine: "Connects calls",
  account: "Knows the account no more (20003)",
  caller: "Does not allow calls from the number (21210)",
  region: "Allows no calls to the region (21215)",
  broken: "Answers 503",
  lost: "Calls, and the answer is lost",
  doubled: "Reports everything twice",
  muddled: "Reports in the wrong order",
  silent: "Reports nothing",
} as const;
export type TwilioVoiceWeather = keyof typeof twilioVoiceWeathers;
export const isTwilioVoiceWeather = (text: string): text is TwilioVoiceWeather => Object.hasOwn(twilioVoiceWeathers, text);

type LegStatus = "initiated" | "ringing" | "in-progress" | "completed" | "busy" | "failed" | "no-answer" | "canceled";

interface Leg {
  readonly sid: string;
  readonly from: string;
  readonly to: string;
  /** Where its progress is reported; empty for nowhere. */
  readonly reportTo: string;
  status: LegStatus;
  /** Number of its reports. */
  sequence: number;
  answeredAt: number | null;
}

interface StoredCall {
  readonly direction: "IN" | "OUT";
  readonly at: number;
  readonly parent: Leg;
  /** TwiML for when the parent is answered. */
  readonly twiml: string;
  children: Leg[];
  dialling: Dialling | null;
}

/** A call, as the page shows it. */
export interface SimulatedTwilioCall {
  readonly id: string;
  readonly direction: "IN" | "OUT";
  readonly number: string;
  readonly extension: string;
  readonly progress: "ringing" | "agent" | "talking" | "ended";
  readonly hasTalked: boolean;
  readonly at: number;
}

/** A request to the customer's URL. */
export interface TwilioCallback {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  /** Of a call that comes in: its TwiML is awaited, and then followed. */
  readonly followed?: string;
}

/** `null`: the connection ends without an answer. */
type Answer = { readonly status: number; readonly body: unknown } | null;
interface Taken {
  readonly answer: Answer;
  readonly callbacks: readonly TwilioCallback[];
}

/** Numbers that Twilio's own test credentials refuse (facts/voip section 2). */
const refusedNumbers: Readonly<Record<string, number>> = {
  "+15005550001": 21211,
  "+15005550002": 21214,
  "+15005550003": 21215,
  "+15005550004": 21216,
};
const refusedCallers: Readonly<Record<string, number>> = { "+15005550001": 21212 };
/** Numbers behind which nobody picks up. */
const outcomes: Readonly<Record<string, LegStatus>> = {
  "+15005550011": "busy",
  "+15005550012": "no-answer",
  "+15005550013": "failed",
};
const meanings: Readonly<Record<number, string>> = {
  20003: "Authenticate",
  20404: "The requested resource was not found",
  21210: "The 'From' number is not verified",
  21211: "Invalid 'To' phone number",
  21212: "Invalid 'From' number",
  21214: "The 'To' number cannot be reached",
  21215: "Calls to the region are not enabled",
  21216: "The 'To' number is blocked",
};

const over: ReadonlySet<LegStatus> = new Set(["completed", "busy", "failed", "no-answer", "canceled"]);

/**
 * Twilio's Calls API with the telephones behind it: it speaks their wire format, and shares no code with Kartis. A call that it is asked for rings at `To`, and then does
 * what its TwiML says; for one that comes in, it asks the URL of the account's number for TwiML. Progress is reported leg by leg, signed as Twilio signs.
 */
export class TwilioVoice {
  weather: TwilioVoiceWeather = "fine";
  /** What the customer has entered for calls to their number. */
  hook = "";
  readonly #account: TwilioAccount;
  readonly #number: string;
  readonly #now: () => number;
  readonly #calls = new Map<string, StoredCall>();
  #placed = 0;

  /** @param number the account's own number */
  constructor(account: TwilioAccount, number: string, now: () => number = () => Date.now()) {
    this.#account = account;
    this.#number = number;
    this.#now = now;
  }

  /** The newest first. */
  get calls(): readonly SimulatedTwilioCall[] {
    return [...this.#calls.values()].toReversed().map(shownCall);
  }
  /** Requests that it has acted on, whether or not the answer arrived. */
  get placed(): number {
    return this.#placed;
  }

  signatureOf({ url, fields }: TwilioCallback): string {
    return twilioSignature(url, fields, this.#account.token);
  }

  /** Takes a request of its API. @returns also what it tells the customer thereafter */
  take(method: string, path: string, authorization: string, form: URLSearchParams): Taken {
    if (this.weather === "broken") return { answer: { status: 503, body: "Service unavailable" }, callbacks: [] };
    if (!isAuthorized(authorization, this.#account) || this.weather === "account") return refusal(401, 20003);
    if (path !== `/2010-04-01/Accounts/${this.#account.sid}/Calls.json`) return refusal(404, 20404);
    if (method === "GET") return { answer: { status: 200, body: { calls: [], page: 0, page_size: 1 } }, callbacks: [] };
    const [to, from, twiml] = [form.get("To") ?? "", form.get("From") ?? "", form.get("Twiml") ?? ""];
    const code = this.#wrongIn(to, from);
    if (code) return refusal(400, code);
    const parent = this.#leg(from, to, form.get("StatusCallback") ?? "");
    const call: StoredCall = { direction: "OUT", at: this.#now(), parent, twiml, children: [], dialling: null };
    this.#calls.set(parent.sid, call);
    this.#placed++;
    const callbacks = this.#told([...this.#progress(call, parent, "initiated"), ...this.#progress(call, parent, "ringing")]);
    if (this.weather === "lost") return { answer: null, callbacks };
    const body = { sid: parent.sid, account_sid: this.#account.sid, status: "queued", direction: "outbound-api", to, from };
    return { answer: { status: 201, body }, callbacks };
  }

  #wrongIn(to: string, from: string): number | undefined {
    if (refusedCallers[from]) return refusedCallers[from];
    if (from !== this.#number || this.weather === "caller") return 21210;
    if (this.weather === "region") return 21215;
    return refusedNumbers[to] ?? (/^\+[1-9]\d{6,14}$/.test(to) ? undefined : 21211);
  }

  /** Somebody calls the account's number. @param from E.164, or `anonymous` */
  ring(from: string): readonly TwilioCallback[] {
    if (this.hook === "") return [];
    const parent = this.#leg(from, this.#number, "");
    parent.status = "ringing";
    this.#calls.set(parent.sid, { direction: "IN", at: this.#now(), parent, twiml: "", children: [], dialling: null });
    const fields = { ...this.#about(parent), CallStatus: "ringing", Direction: "inbound" };
    return [{ url: this.hook, fields, followed: parent.sid }];
  }

  /** Does what the customer has answered to a call that came in. */
  follow(sid: string, twiml: string): readonly TwilioCallback[] {
    const call = this.#calls.get(sid);
    return call ? this.#told(this.#dial(call, twiml)) : [];
  }

  /** Whoever it rings at picks up: of a call that was placed here, first our person, then the other party. @param extension of several that ring, this one */
  answer(sid: string, extension?: string): readonly TwilioCallback[] {
    const call = this.#calls.get(sid);
    if (!call) return [];
    if (call.direction === "OUT" && call.parent.status === "ringing")
      return this.#told([...this.#progress(call, call.parent, "in-progress"), ...this.#dial(call, call.twiml)]);
    const ringing = call.children.filter(({ status }) => status === "ringing");
    const first = ringing.find(({ to }) => to === `+${extension}`) ?? ringing[0];
    if (!first) return [];
    const others = ringing.filter((leg) => leg !== first).flatMap((leg) => this.#progress(call, leg, "canceled"));
    return this.#told([...this.#progress(call, first, "in-progress"), ...others]);
  }

  /** Either party hangs up; before anybody has picked up, nobody does. */
  hangUp(sid: string): readonly TwilioCallback[] {
    const call = this.#calls.get(sid);
    if (!call || over.has(call.parent.status)) return [];
    const { parent } = call;
    if (call.direction === "OUT" && parent.status === "ringing") return this.#told(this.#progress(call, parent, "no-answer"));
    const legs = call.children.filter(({ status }) => !over.has(status));
    const ends = legs.flatMap((leg) => this.#progress(call, leg, leg.status === "in-progress" ? "completed" : "no-answer"));
    return this.#told([...ends, ...this.#end(call)]);
  }

  #dial(call: StoredCall, twiml: string): TwilioCallback[] {
    const dialling = diallingIn(twiml);
    call.dialling = dialling;
    if (!dialling) return this.#end(call);
    call.children = dialling.numbers.map(({ to, reportTo }) => this.#leg(dialling.callerId ?? call.parent.from, to, reportTo));
    const begins = call.children.flatMap((leg) => {
      const refused = refusedNumbers[leg.to] ? "failed" : outcomes[leg.to];
      const first = this.#progress(call, leg, "initiated");
      return refused === "failed"
        ? [...first, ...this.#progress(call, leg, "failed")]
        : [...first, ...this.#progress(call, leg, "ringing"), ...(refused ? this.#progress(call, leg, refused) : [])];
    });
    return call.children.every(({ status }) => over.has(status)) ? [...begins, ...this.#end(call)] : begins;
  }

  /** What was dialled is over, and with it the call. */
  #end(call: StoredCall): TwilioCallback[] {
    const { dialling, parent, children } = call;
    const answered = children.find(({ answeredAt }) => answeredAt !== null);
    const callbacks: TwilioCallback[] = [];
    if (dialling) {
      const last = answered ?? children[0];
      const fields = {
        ...this.#about(parent),
        CallStatus: "in-progress",
        Direction: call.direction === "IN" ? "inbound" : "outbound-api",
        DialCallStatus: answered ? "completed" : (last?.status ?? "failed"),
        ...(last ? { DialCallSid: last.sid } : {}),
        ...(answered ? { DialCallDuration: String(this.#seconds(answered)) } : {}),
      };
      if (dialling.action !== "") callbacks.push({ url: dialling.action, fields });
      if (answered && dialling.isRecorded && dialling.recordingReportTo !== "") {
        const recording = `RE${parent.sid.slice(2)}`;
        callbacks.push({
          url: dialling.recordingReportTo,
          fields: {
            AccountSid: this.#account.sid,
            CallSid: parent.sid,
            RecordingSid: recording,
            RecordingUrl: `https://recordings.twilio.example/${recording}`,
            RecordingStatus: "completed",
          },
        });
      }
    }
    parent.answeredAt ??= this.#now();
    return [...callbacks, ...this.#progress(call, parent, "completed")];
  }

  /** Gives a leg a status. @returns the report of it, if anybody has asked for one */
  #progress(call: StoredCall, leg: Leg, status: LegStatus): TwilioCallback[] {
    leg.status = status;
    if (status === "in-progress") leg.answeredAt = this.#now();
    const isParent = leg === call.parent;
    const fields = {
      ...this.#about(leg),
      ...(isParent ? {} : { ParentCallSid: call.parent.sid }),
      CallStatus: status,
      Direction: isParent ? (call.direction === "IN" ? "inbound" : "outbound-api") : "outbound-dial",
      Timestamp: new Date(this.#now()).toUTCString(),
      SequenceNumber: String(leg.sequence++),
      CallbackSource: "call-progress-events",
      ...(over.has(status) ? { CallDuration: String(this.#seconds(leg)) } : {}),
    };
    return leg.reportTo === "" ? [] : [{ url: leg.reportTo, fields }];
  }

  #told(callbacks: readonly TwilioCallback[]): readonly TwilioCallback[] {
    if (this.weather === "silent") return [];
    if (this.weather === "muddled") return callbacks.toReversed();
    return this.weather === "doubled" ? callbacks.flatMap((one) => [one, one]) : callbacks;
  }

  #seconds({ answeredAt }: Leg): number {
    return answeredAt === null ? 0 : Math.round((this.#now() - answeredAt) / 1000);
  }

  #about({ sid, from, to }: Leg) {
    return {
      AccountSid: this.#account.sid,
      ApiVersion: "2010-04-01",
      CallSid: sid,
      From: from,
      To: to,
      Caller: from,
      Called: to,
    };
  }

  #leg(from: string, to: string, reportTo: string): Leg {
    const sid = `CA${randomBytes(16).toString("hex")}`;
    return { sid, from, to, reportTo, status: "initiated", sequence: 0, answeredAt: null };
  }
}

function shownCall({ direction, at, parent, children, dialling, twiml }: StoredCall): SimulatedTwilioCall {
  const talks = children.some(({ status }) => status === "in-progress");
  const agent = children.some(({ status }) => status === "ringing") && direction === "OUT";
  const dialled = children.map(({ to }) => to).join(", ") || (diallingIn(twiml)?.numbers[0]?.to ?? "");
  return {
    id: parent.sid,
    direction,
    number: direction === "IN" ? parent.from : dialled,
    extension: direction === "IN" ? dialled : parent.to,
    progress: over.has(parent.status) ? "ended" : talks ? "talking" : agent ? "agent" : "ringing",
    hasTalked: dialling !== null && children.some(({ answeredAt }) => answeredAt !== null),
    at,
  };
}

const refusal = (status: number, code: number): Taken => ({
  answer: {
    status,
    body: { code, message: meanings[code] ?? "Error", more_info: `https://www.twilio.com/docs/errors/${code}`, status },
  },
  callbacks: [],
});
