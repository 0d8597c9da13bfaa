import * as z from "zod";
import { offsetAt } from "../../kernel/zoned-time.ts";
import { orNoEffect } from "../../outbound/index.ts";
import type { CallDirection, CallState, ReportSource } from "../facts.ts";
import type { CallReason } from "../rules.ts";
import {
  type LogPeriod,
  type ProviderReport,
  type ReadHook,
  type VoipAccount,
  type VoipProvider,
  VoipRefusal,
} from "./definition.ts";

/*
 * Voicenter (facts/voip section 1). Its requests are not signed: our URL is the secret. It answers 200 to everything, and has no idempotency key.
 */

const answerMs = 10_000;
const logPath = "/hub/cdr/";

async function ask({ url }: VoipAccount, path: string, body: unknown): Promise<unknown> {
  const response = await orNoEffect(() =>
    fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      redirect: "error",
      signal: AbortSignal.timeout(answerMs),
    }),
  );
  if (path === logPath && !response.ok) {
    // It says in the body which refusal it is.
    const said: unknown = await response.json().catch(() => undefined);
    if (Log.safeParse(said).success) return said;
  }
  if (response.status === 401 || response.status === 403)
    throw new VoipRefusal("account", `Voicenter answered ${response.status}`);
  if (!response.ok) throw new Error(`Voicenter answered ${response.status}`);
  return response.json();
}

const Placed = z.object({
  ERRORCODE: z.coerce.number(),
  ERRORMESSAGE: z.string().catch(""),
  CALLID: z.coerce.string().optional(),
});
/** Codes of click2call. */
const refusals: Readonly<Record<number, CallReason>> = { 1: "badNumber", 2: "other", 3: "extensionOffline", 4: "dialing" };

const Log = z.object({
  ERROR_NUMBER: z.coerce.number(),
  ERROR_DESCRIPTION: z.string().catch(""),
  TOTAL_HITS: z.coerce.number().catch(0),
  CDR_LIST: z.array(z.unknown()).catch([]),
});
/** Codes of the call log. */
const logRefusals: Readonly<Record<number, CallReason>> = { 2: "account", 4: "address" };

/** Outcomes in records. ABANDONE is Voicenter's spelling. */
const outcomes: Readonly<Record<string, CallReason>> = {
  NOANSWER: "noAnswer",
  BUSY: "busy",
  CANCEL: "canceled",
  ABANDONE: "abandoned",
  TIMEOUT: "noAnswer",
  VOICEMAIL: "voicemail",
};

interface Leg {
  readonly direction: CallDirection;
  readonly source: ReportSource;
}
const incoming: Leg = { direction: "IN", source: "record" };
const outgoing: Leg = { direction: "OUT", source: "record" };
/** The types of records that are calls with somebody outside, by number and by name. */
const legs: Readonly<Record<string, Leg>> = {
  "1": incoming,
  "incoming call": incoming,
  "4": outgoing,
  "extension outgoing": outgoing,
  "8": incoming,
  queue: incoming,
  "9": { direction: "OUT", source: "ownLeg" },
  "click2call leg1": { direction: "OUT", source: "ownLeg" },
  "10": outgoing,
  "click2call leg2": outgoing,
  "11": incoming,
  voicemail: incoming,
};

const id = z.coerce.string().regex(/^[\x21-\x7e]{1,200}$/);
const short = z
  .union([z.string(), z.number()])
  .transform(String)
  .pipe(z.string().regex(/^[\x20-\x7e]{0,80}$/))
  .catch("");
const count = z.coerce.number().int().min(0).max(86_400).nullable().catch(null);
const epoch = z.coerce.number().int().min(100_000_000).max(9_999_999_999);
const isYes = (text: string): boolean => ["1", "true", "yes"].includes(text.toLowerCase());

const CallRecord = z.object({
  ivruniqueid: id,
  type: short,
  status: short,
  caller: short,
  target: short,
  callerextension: short,
  targetextension: short,
  time: epoch.nullable().catch(null),
  duration: count,
  actualCallDuration: count,
  isAnswer: short,
  record: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .nullable()
    .catch(null),
  var_kartis: short,
});

const logFields = [
  "CallID",
  "CdrType",
  "DialStatus",
  "CallerNumber",
  "TargetNumber",
  "Callerextension",
  "Targetextension",
  "Date",
  "Duration",
  "RecordURL",
  "CustomData",
];
/** A row of the log says what the record of the leg has said, in other words. */
const LogRow = z
  .object({
    CallID: id,
    CdrType: short,
    DialStatus: short,
    CallerNumber: short,
    TargetNumber: short,
    // Both spellings occur.
    Callerextension: short,
    CallerExtension: short,
    Targetextension: short,
    TargetExtension: short,
    Date: z.iso.datetime({ offset: true }),
    Duration: count,
    RecordURL: z
      .url({ protocol: /^https?$/ })
      .max(2_000)
      .nullable()
      .catch(null),
    CustomData: z.object({ var_kartis: short }).catch({ var_kartis: "" }),
  })
  .transform((row) => ({
    at: new Date(row.Date).toISOString(),
    record: {
      ivruniqueid: row.CallID,
      type: row.CdrType,
      status: row.DialStatus,
      caller: row.CallerNumber,
      target: row.TargetNumber,
      callerextension: row.Callerextension || row.CallerExtension,
      targetextension: row.Targetextension || row.TargetExtension,
      duration: row.Duration,
      actualCallDuration: row.Duration,
      isAnswer: "",
      record: row.RecordURL,
      var_kartis: row.CustomData.var_kartis,
    },
  }));

const LiveEvent = z.object({
  ivrid: id,
  phone: short,
  extenUser: short,
  status: short,
  direction: short,
  isAnswered: short,
  callStarted: epoch.nullable().catch(null),
});

const states: Readonly<Record<string, CallState>> = { ringing: "ringing", talking: "talking" };

/** An Israeli number in E.164, however it is written; others with their country code. Null for one that is hidden. */
function numberIn(text: string): string | null {
  const digits = text.replace(/[\s().-]/g, "");
  if (!/^\+?\*?\d+$/.test(digits)) return null;
  if (digits.startsWith("+") || digits.startsWith("*")) return digits;
  if (/^0[1-9]\d{7,8}$/.test(digits)) return `+972${digits.slice(1)}`;
  return digits.length >= 10 ? `+${digits.replace(/^00/, "")}` : digits;
}

const zone = "Asia/Jerusalem";
/** The time of a record counts seconds of Israel's clocks, as if those were UTC. */
const instantOfRecord = (seconds: number): string => {
  const wall = seconds * 1000;
  const first = wall - offsetAt(wall, zone);
  return new Date(wall - offsetAt(first, zone)).toISOString();
};
const now = (): string => new Date().toISOString();
/** A clock that is fast does not tell of calls to come: nobody could be called back before them. */
const byNow = (at: string): string => (at > now() ? now() : at);

function reportOfRecord(record: Omit<z.output<typeof CallRecord>, "time">, at: string): ProviderReport | undefined {
  const leg = under(legs, record.type.toLowerCase());
  if (!leg) return undefined;
  const isAnswered = record.status === "ANSWER" || isYes(record.isAnswer);
  const isIn = leg.direction === "IN";
  const isOwn = leg.source === "ownLeg";
  return {
    ...leg,
    providerId: record.ivruniqueid,
    reference: record.var_kartis || null,
    number: isOwn ? null : numberIn(isIn ? record.caller : record.target),
    extension: (isIn ? record.targetextension : record.callerextension) || null,
    // Our person has picked up: whether the other party did, its own record says.
    state: isAnswered ? (isOwn ? "talking" : "answered") : "unanswered",
    at,
    seconds: isAnswered && !isOwn ? (record.actualCallDuration ?? record.duration) : null,
    reason: isAnswered ? null : (under(outcomes, record.status) ?? "other"),
    recording: record.record,
  };
}

function reportOfEvent(event: z.output<typeof LiveEvent>): ProviderReport {
  const state = under(states, event.status.toLowerCase()) ?? (isYes(event.isAnswered) ? "answered" : "unanswered");
  return {
    source: "live",
    direction: event.direction.toLowerCase().startsWith("out") ? "OUT" : "IN",
    providerId: event.ivrid,
    reference: null,
    number: numberIn(event.phone),
    extension: event.extenUser || null,
    state,
    at: event.callStarted === null ? now() : byNow(new Date(event.callStarted * 1000).toISOString()),
    seconds: null,
    reason: null,
    recording: null,
  };
}

/** What a table has under a name that somebody else has written: nothing under `constructor`. */
const under = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Rows of the log, the oldest first, of which it gives ten thousand at a time. */
async function rowsOf({ from, to }: LogPeriod, account: VoipAccount) {
  const {
    ERROR_NUMBER: code,
    ERROR_DESCRIPTION: said,
    CDR_LIST: rows,
    TOTAL_HITS: total,
  } = Log.parse(
    await ask(account, logPath, {
      code: account.values["logCode"],
      fields: logFields,
      // In whole seconds of UTC, without naming it.
      search: { fromdate: from.slice(0, 19), todate: to.slice(0, 19), IdentityCriteria: "Account" },
      sort: [{ field: "date", order: "asc" }],
    }),
  );
  if (code !== 0) throw new VoipRefusal(logRefusals[code] ?? "unreachable", `Voicenter refused: ${code}, ${said}`);
  return { rows, total };
}

const json = (body: unknown): ReadHook["answer"] => ({ contentType: "application/json", body: JSON.stringify(body) });

export const voicenter: VoipProvider = {
  url: "https://api.voicenter.com",
  extensions: "internal",
  fields: [
    { name: "code", kind: "secret", isTested: false },
    { name: "logCode", kind: "secret", isTested: true },
  ],

  async test(account) {
    const day = new Date().toISOString().slice(0, 10);
    await rowsOf({ from: `${day}T00:00:00Z`, to: `${day}T00:00:01Z` }, account);
  },

  async log(period, account) {
    const { rows, total } = await rowsOf(period, account);
    const reports = rows.flatMap((row) => {
      const read = LogRow.safeParse(row);
      const report = read.success && reportOfRecord(read.data.record, byNow(read.data.at));
      return report ? [report] : [];
    });
    return { reports, isWhole: rows.length >= total };
  },

  async call({ extension, number, reference }, account) {
    const answer = Placed.parse(
      await ask(account, "/ForwardDialer/click2call.aspx", {
        code: account.values["code"],
        action: "call",
        format: "json",
        phone: extension,
        target: number.replace(/^\+/, ""),
        var_kartis: reference,
      }),
    );
    if (answer.ERRORCODE !== 0)
      throw new VoipRefusal(
        refusals[answer.ERRORCODE] ?? "other",
        `Voicenter refused: ${answer.ERRORCODE}, ${answer.ERRORMESSAGE}`,
      );
    if (!answer.CALLID) throw new Error("Voicenter has taken a call without an id");
    return answer.CALLID;
  },

  read({ body }) {
    const raw: unknown = JSON.parse(body);
    const isRecord = typeof raw === "object" && raw !== null && "ivruniqueid" in raw;
    if (!isRecord) {
      const empty = { STATUS: "OK", URL: "", CLIENTNAME: "", TOTAL: 0, COMPANY: "" };
      return { reports: [reportOfEvent(LiveEvent.parse(raw))], answer: json(empty) };
    }
    const { time, ...record } = CallRecord.parse(raw);
    const report = reportOfRecord(record, time === null ? now() : byNow(instantOfRecord(time)));
    return { reports: report ? [report] : [], answer: json({ Err: 0, Errdesc: "OK" }) };
  },
};
