import * as z from "zod";
import { askTwilio, isTwilios, refusalCode, type TwilioAccount } from "../../twilio/index.ts";
import type { CallReason } from "../rules.ts";
import {
  BadSignature,
  type HookRequest,
  type ProviderReport,
  type ReadHook,
  type VoipAccount,
  type VoipProvider,
  VoipRefusal,
} from "./definition.ts";

/*
 * Twilio Voice (facts/voip section 2). A call that is placed here rings at our person's telephone, and TwiML then dials the other party; one that comes in is answered
 * with TwiML that dials our people's. In both, the leg that the other one belongs to gives the call its id.
 */

/** Error codes of refused calls. */
const refusals: Readonly<Record<number, CallReason>> = {
  20003: "account",
  21210: "caller",
  21211: "badNumber",
  21212: "caller",
  21214: "badNumber",
  21215: "blocked",
  21216: "blocked",
};

const Placed = z.object({ sid: z.string().min(1) });

const accountOf = ({ url, values }: VoipAccount): TwilioAccount => ({
  url,
  sid: values["accountSid"] ?? "",
  token: values["authToken"] ?? "",
});

async function refusal(response: Response): Promise<Error> {
  if (response.status >= 500) return new Error(`Twilio answered ${response.status}`);
  const code = await refusalCode(response);
  const reason = (code !== null && refusals[code]) || (response.status === 401 ? "account" : "other");
  return new VoipRefusal(reason, `Twilio refused: ${response.status}, ${code}`);
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => entities[character] ?? character);
const element = (name: string, attributes: Readonly<Record<string, string>>, content: string): string =>
  `<${name}${Object.entries(attributes)
    .map(([attribute, value]) => ` ${attribute}="${escaped(value)}"`)
    .join("")}>${content}</${name}>`;
const response = (content: string): string => `<?xml version="1.0" encoding="UTF-8"?>${element("Response", {}, content)}`;
const nothingMore = response("");

/** What its console calls progress events. */
const events = ["initiated", "ringing", "answered", "completed"] as const;

/** Connects a leg with whichever of the numbers picks up first. */
function dial(numbers: readonly string[], reportTo: string, { values }: VoipAccount, callerId?: string): string {
  const recording: Record<string, string> =
    values["record"] === "yes" ? { record: "record-from-answer", recordingStatusCallback: reportTo } : {};
  const nouns = numbers.map((number) =>
    element("Number", { statusCallback: reportTo, statusCallbackEvent: events.join(" ") }, escaped(number)),
  );
  return response(element("Dial", { action: reportTo, ...(callerId ? { callerId } : {}), ...recording }, nouns.join("")));
}

/** A call's URL for reports: all of them come back with when it began, and with our id of it. */
const reportUrl = (url: string, call: Readonly<Record<string, string>>): string =>
  `${url}?${new URLSearchParams(call).toString()}`;

const text = z.string().max(200).default("");
const sid = z.string().regex(/^CA\w{8,60}$/);
const Report = z.object({
  CallSid: sid,
  ParentCallSid: sid.optional(),
  CallStatus: text,
  Direction: text,
  From: text,
  To: text,
  CallDuration: z.coerce.number().int().min(0).max(86_400).nullable().catch(null),
  DialCallStatus: text,
  DialCallDuration: z.coerce.number().int().min(0).max(86_400).nullable().catch(null),
  RecordingUrl: z
    .url({ protocol: /^https$/ })
    .max(2_000)
    .nullable()
    .catch(null),
});
type Report = z.output<typeof Report>;

/** How a leg ended without an answer. */
const outcomes: Readonly<Record<string, CallReason>> = {
  busy: "busy",
  failed: "other",
  "no-answer": "noAnswer",
  canceled: "canceled",
};
const outcomeOf = (status: string): CallReason | undefined => (Object.hasOwn(outcomes, status) ? outcomes[status] : undefined);

const e164 = /^\+[1-9]\d{6,14}$/;
const numberIn = (written: string): string | null => (e164.test(written) ? written : null);
/** Extensions are telephone numbers here, as our people enter them: without a sign. */
const extensionIn = (written: string): string | null => numberIn(written)?.slice(1) ?? null;

/** What a report says about a call, beside what all its reports have. */
type Said = Pick<ProviderReport, "source" | "state"> & Partial<ProviderReport>;

/** The leg of our person: when it is answered, the other party's telephone rings, or has rung. */
function ownLeg({ CallStatus: status, To: to }: Report): Said | undefined {
  const extension = extensionIn(to);
  const reason = outcomeOf(status);
  if (reason) return { source: "ownLeg", state: "unanswered", extension, reason };
  return status === "completed"
    ? { source: "ownLeg", state: "talking", extension }
    : { source: "live", state: "ringing", extension };
}

/** The leg of the other party, to a call that we have placed. */
function otherLeg({ CallStatus: status, To: to, CallDuration: seconds }: Report): Said {
  const number = numberIn(to);
  const reason = outcomeOf(status);
  if (reason) return { source: "record", state: "unanswered", number, reason };
  if (status === "completed") return { source: "record", state: "answered", number, seconds };
  return { source: "live", state: status === "in-progress" ? "talking" : "ringing", number };
}

/** A leg to one of our people, of a call that came in. That it was not answered says nothing yet: a colleague may have been faster. */
function rungLeg({ CallStatus: status, To: to, CallDuration: seconds }: Report): Said | undefined {
  const extension = extensionIn(to);
  if (outcomeOf(status)) return undefined;
  if (status === "completed") return { source: "ownLeg", state: "answered", extension, seconds };
  return { source: "live", state: status === "in-progress" ? "talking" : "ringing", extension };
}

/** What has become of all that was dialled. */
function dialled({ DialCallStatus: status, DialCallDuration: seconds }: Report): Said {
  if (status === "completed" || status === "answered") return { source: "record", state: "answered", seconds };
  return { source: "record", state: "unanswered", reason: outcomeOf(status) ?? "other" };
}

/** The leg of whoever calls us. That it is over does not say that anybody has answered: what was dialled says so. */
function callersLeg({ CallStatus: status }: Report): Said | undefined {
  const reason = outcomeOf(status);
  return reason && { source: "record", state: "unanswered", reason };
}

function said(report: Report, isOurs: boolean): Said | undefined {
  if (report.DialCallStatus !== "") return dialled(report);
  if (report.ParentCallSid) return isOurs ? otherLeg(report) : rungLeg(report);
  // The recording's own report has no status of the call.
  if (report.CallStatus === "") return report.RecordingUrl ? { source: "live", state: "ringing" } : undefined;
  return isOurs ? ownLeg(report) : callersLeg(report);
}

/** When the call began, as the URL says that we have given; not in the future. */
function beginning(written: string | null): string {
  const now = Date.now();
  const at = Number(written);
  return new Date(at > 0 && at <= now ? at : now).toISOString();
}

/** A call that comes in: our people's telephones are to ring. */
function incoming(report: Report, url: string, account: VoipAccount): ReadHook {
  const at = Date.now();
  const numbers = (account.values["ringAt"] ?? "").split(",");
  const reports = numbers.map((number) => ({
    ...unsaid(report.CallSid, null, "IN", new Date(at).toISOString()),
    source: "live" as const,
    state: "ringing" as const,
    number: numberIn(report.From),
    extension: extensionIn(number),
  }));
  return { reports, answer: twiml(dial(numbers, reportUrl(url, { at: String(at) }), account)) };
}

const twiml = (body: string): ReadHook["answer"] => ({ contentType: "text/xml; charset=utf-8", body });

const unsaid = (providerId: string, reference: string | null, direction: "IN" | "OUT", at: string) => ({
  providerId,
  reference,
  direction,
  at,
  number: null,
  extension: null,
  seconds: null,
  reason: null,
  recording: null,
});

function read({ url, headers, body }: HookRequest, account: VoipAccount): ReadHook {
  const fields = new URLSearchParams(body);
  if (!isTwilios(url, fields, headers["x-twilio-signature"] ?? "", account.values["authToken"] ?? ""))
    throw new BadSignature("Not Twilio's signature");
  const report = Report.parse(Object.fromEntries(fields));
  const { origin, pathname, searchParams } = new URL(url);
  const isNew = report.CallStatus === "ringing" && report.Direction === "inbound" && !report.ParentCallSid;
  if (isNew && report.DialCallStatus === "") return incoming(report, `${origin}${pathname}`, account);
  const reference = searchParams.get("call");
  const isOurs = reference !== null;
  const news = said(report, isOurs);
  const begun = unsaid(
    report.ParentCallSid ?? report.CallSid,
    reference,
    isOurs ? "OUT" : "IN",
    beginning(searchParams.get("at")),
  );
  const caller = isOurs || report.ParentCallSid ? {} : { number: numberIn(report.From) };
  return {
    reports: news ? [{ ...begun, ...caller, recording: report.RecordingUrl, ...news }] : [],
    answer: twiml(nothingMore),
  };
}

export const twilio: VoipProvider = {
  url: "https://api.twilio.com",
  extensions: "numbers",
  fields: [
    { name: "accountSid", kind: "text", isTested: true },
    { name: "authToken", kind: "secret", isTested: true },
    { name: "callerNumber", kind: "number", isTested: false },
    { name: "ringAt", kind: "numbers", isTested: false },
    { name: "record", kind: "check", isTested: false },
  ],

  /** Lists a call, which needs the account's access and calls nobody. */
  async test(account) {
    const answer = await askTwilio(accountOf(account), "Calls.json?PageSize=1");
    if (!answer.ok) throw await refusal(answer);
    await answer.body?.cancel();
  },

  async call({ extension, number, reference, reportTo }, account) {
    const caller = account.values["callerNumber"] ?? "";
    const reports = reportUrl(reportTo, { call: reference, at: String(Date.now()) });
    const form = new URLSearchParams({
      To: `+${extension}`,
      From: caller,
      Twiml: dial([number], reports, account, caller),
      StatusCallback: reports,
      StatusCallbackMethod: "POST",
    });
    for (const event of events) form.append("StatusCallbackEvent", event);
    const answer = await askTwilio(accountOf(account), "Calls.json", form);
    if (answer.status !== 201) throw await refusal(answer);
    return Placed.parse(await answer.json()).sid;
  },

  read,
};
