/** The ways in which the simulated telephone company can behave. */
export const voipWeathers = {
  fine: "Connects calls",
  offline: "The extension is offline (3)",
  blocked: "Refuses the number (4)",
  parameters: "Finds fault with the request (1)",
  application: "Fails by itself (2)",
  account: "Knows the account no more (log: 2)",
  address: "Refuses our IP address (log: 4)",
  hurried: "Asks for a pause (log: 1)",
  broken: "Answers 503",
  lost: "Calls, and the answer is lost",
  doubled: "Reports everything twice",
  early: "Sends the record before the call's end is reported",
  silent: "Reports nothing",
} as const;
export type VoipWeather = keyof typeof voipWeathers;
export const isVoipWeather = (text: string): text is VoipWeather => Object.hasOwn(voipWeathers, text);

export interface VoicenterAccount {
  /** Token for placing calls. */
  readonly code: string;
  /** Token for the call log. */
  readonly logCode: string;
}

/** How far a simulated call is. `agent`: our person has picked up, and the other party's telephone rings. */
type Progress = "ringing" | "agent" | "talking" | "ended";

export interface SimulatedCall {
  readonly id: string;
  readonly direction: "IN" | "OUT";
  /** As Voicenter writes it; empty if it is hidden. */
  readonly number: string;
  readonly extension: string;
  readonly progress: Progress;
  readonly hasTalked: boolean;
  /** Epoch milliseconds. */
  readonly at: number;
  readonly answeredAt: number | null;
  readonly variables: Readonly<Record<string, string>>;
}

/** A report, to be delivered to the URL of the customer's account. */
export type VoicenterReport = Readonly<Record<string, unknown>>;

/** `null`: the connection ends without an answer. */
export type VoicenterAnswer = { readonly status: number; readonly contentType: string; readonly body: string } | null;

const zone = "Asia/Jerusalem";

/** Seconds that Israel's clocks show, counted as if they were UTC (facts/voip section 1.2). */
function wallSeconds(at: number): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
    hourCycle: "h23",
  }).formatToParts(at);
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value);
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) / 1000;
}

/**
 * Voicenter's click-to-call and call log, with the telephones behind them: it speaks their wire format, and shares no code with Kartis. What happens to a call is
 * reported to the URL that the customer has given: live events, and a record of each leg when it is over.
 */
export class Voicenter {
  weather: VoipWeather = "fine";
  /** Rows of the log that it gives at a time. */
  logRows = 10_000;
  /** URLs that reports go to. */
  readonly hooks = new Set<string>();
  readonly #account: VoicenterAccount;
  readonly #now: () => number;
  readonly #calls = new Map<string, SimulatedCall>();
  /** The records of calls that are over, as its log has them. */
  readonly #written = new Map<string, readonly VoicenterReport[]>();
  #placed = 0;

  constructor(account: VoicenterAccount, now: () => number = () => Date.now()) {
    this.#account = account;
    this.#now = now;
  }

  /** The newest first. */
  get calls(): readonly SimulatedCall[] {
    return [...this.#calls.values()].toReversed();
  }
  /** Requests that it has acted on, whether or not the answer arrived. */
  get placed(): number {
    return this.#placed;
  }

  /** Takes a request of its API. @returns also the reports that follow from it, to be delivered when the answer is out */
  take(path: string, body: string): { readonly answer: VoicenterAnswer; readonly reports: readonly VoicenterReport[] } {
    if (this.weather === "broken") return { answer: text(503, "Service unavailable"), reports: [] };
    const asked = textsOf(asObject(body));
    switch (path.toLowerCase()) {
      case "/forwarddialer/click2call.aspx":
        return this.#place(asked);
      case "/hub/cdr/":
        return { answer: this.#log(asObject(body)), reports: [] };
      default:
        return { answer: text(404, "Not found"), reports: [] };
    }
  }

  #place(asked: Readonly<Record<string, string>>): {
    readonly answer: VoicenterAnswer;
    readonly reports: readonly VoicenterReport[];
  } {
    const { code = "", phone = "", target = "", format = "xml" } = asked;
    const answered = (ERRORCODE: number, ERRORMESSAGE: string, CALLID = "") => ({
      answer:
        format === "json"
          ? json({ ERRORCODE, ERRORMESSAGE, CALLID })
          : text(200, `<ANSWER><ERRORCODE>${ERRORCODE}</ERRORCODE><CALLID>${CALLID}</CALLID></ANSWER>`, "text/xml"),
      reports: [],
    });
    if (code !== this.#account.code || this.weather === "blocked") return answered(4, "Blocked or no permission");
    if (!/^\w{1,20}$/.test(phone) || !/^\d{9,15}$/.test(target) || this.weather === "parameters")
      return answered(1, "Bad parameters");
    if (this.weather === "application") return answered(2, "Application error");
    if (this.weather === "offline") return answered(3, "Extension is offline");
    const variables = Object.fromEntries(Object.entries(asked).filter(([name]) => name.startsWith("var_")));
    const call = this.#begin("OUT", target, phone, variables);
    this.#placed++;
    const reports = this.#reported([this.#event(call, "Ringing")]);
    if (this.weather === "lost") return { answer: null, reports };
    return { ...answered(0, "OK", call.id), reports };
  }

  #log({ code, fields, search, sort }: Readonly<Record<string, unknown>>): VoicenterAnswer {
    const refused = (status: number, ERROR_NUMBER: number, ERROR_DESCRIPTION: string) =>
      json({ ERROR_NUMBER, ERROR_DESCRIPTION, STATUS_CODE: status, CDR_LIST: [] }, status);
    if (this.weather === "address") return refused(403, 4, "IP address is not allowed");
    if (this.weather === "hurried") return refused(403, 1, "Rate limit exceeded");
    if (code !== this.#account.logCode || this.weather === "account") return refused(403, 2, "Authentication failed");
    const { fromdate, todate } = asRecord(search);
    const [from, to] = [Date.parse(`${String(fromdate)}Z`), Date.parse(`${String(todate)}Z`)];
    if (!(from <= to)) return refused(404, 5, "Date range invalid");
    const isAscending = JSON.stringify(sort) === '[{"field":"date","order":"asc"}]';
    const found = [...this.#calls.values()]
      .filter(({ at }) => from <= at && at <= to + 999)
      .toSorted((a, b) => (isAscending ? a.at - b.at : b.at - a.at))
      .flatMap(({ id, at }) => (this.#written.get(id) ?? []).map((record) => logRow(record, at)));
    const names = new Set(Array.isArray(fields) ? fields.map(String) : []);
    const rows = found
      .slice(0, this.logRows)
      .map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => names.has(name))));
    return json({
      ERROR_NUMBER: 0,
      ERROR_DESCRIPTION: "OK",
      STATUS_CODE: 200,
      TOTAL_HITS: found.length,
      RETURN_HITS: rows.length,
      CDR_LIST: rows,
    });
  }

  /** Somebody calls one of the customer's extensions. @param number as digits with the country code, or empty if it is hidden */
  ring(number: string, extension: string): readonly VoicenterReport[] {
    return this.#reported([this.#event(this.#begin("IN", number, extension, {}), "Ringing")]);
  }

  /** Whoever it rings at picks up: of a call that was placed here, first our person, then the other party. */
  answer(id: string): readonly VoicenterReport[] {
    const call = this.#calls.get(id);
    if (!call || call.progress === "talking" || call.progress === "ended") return [];
    const isOwnLeg = call.direction === "OUT" && call.progress === "ringing";
    const next: SimulatedCall = isOwnLeg
      ? { ...call, progress: "agent" }
      : { ...call, progress: "talking", hasTalked: true, answeredAt: this.#now() };
    this.#calls.set(id, next);
    return isOwnLeg ? [] : this.#reported([this.#event(next, "Talking")]);
  }

  /** Either party hangs up. */
  hangUp(id: string): readonly VoicenterReport[] {
    const call = this.#calls.get(id);
    if (!call || call.progress === "ended") return [];
    const records = this.#records(call);
    this.#written.set(id, records);
    const ended: SimulatedCall = { ...call, progress: "ended" };
    this.#calls.set(id, ended);
    const event = this.#event(ended, "Hangup");
    return this.#reported(this.weather === "early" ? [...records, event] : [event, ...records]);
  }

  #reported(reports: readonly VoicenterReport[]): readonly VoicenterReport[] {
    if (this.weather === "silent") return [];
    return this.weather === "doubled" ? [...reports, ...reports] : reports;
  }

  #begin(
    direction: SimulatedCall["direction"],
    number: string,
    extension: string,
    variables: SimulatedCall["variables"],
  ): SimulatedCall {
    const at = this.#now();
    const id = `${at}.${this.#calls.size + 1}`;
    const call: SimulatedCall = {
      id,
      direction,
      number,
      extension,
      progress: "ringing",
      hasTalked: false,
      at,
      answeredAt: null,
      variables,
    };
    this.#calls.set(id, call);
    return call;
  }

  /** A live event, as the pop-up screen gets it. */
  #event({ id, direction, number, extension, hasTalked, at }: SimulatedCall, status: string): VoicenterReport {
    return {
      phone: number === "" ? "Anonymous" : number,
      callerName: "",
      ivrid: id,
      extenUser: extension,
      did: "97235550100",
      didName: "Main",
      status,
      direction: direction === "IN" ? "Incoming" : "Outgoing",
      isAnswered: hasTalked ? 1 : 0,
      callStarted: Math.floor(at / 1000),
      cause: "",
    };
  }

  /** The records of its legs. */
  #records({
    id,
    direction,
    number,
    extension,
    progress,
    hasTalked,
    at,
    answeredAt,
    variables,
  }: SimulatedCall): VoicenterReport[] {
    const seconds = answeredAt === null ? 0 : Math.round((this.#now() - answeredAt) / 1000);
    const shared = {
      ivruniqueid: id,
      time: wallSeconds(at),
      did: "97235550100",
      price: 0,
      dialtime: 5,
      representative_name: "",
      IVR: [],
      ...variables,
    };
    const talked = {
      status: hasTalked ? "ANSWER" : "NOANSWER",
      isAnswer: hasTalked ? 1 : 0,
      duration: seconds,
      actualCallDuration: seconds,
      record: hasTalked ? `https://recordings.voicenter.example/${id}.mp3` : "",
    };
    const caller = number === "" ? "Anonymous" : number;
    if (direction === "IN")
      return [{ ...shared, ...talked, type: "Incoming Call", caller, target: "97235550100", targetextension: extension }];
    const pickedUp = progress !== "ringing";
    const ownLeg = {
      ...shared,
      type: "Click2Call leg1",
      caller: "97235550100",
      target: extension,
      callerextension: extension,
      status: pickedUp ? "ANSWER" : "NOANSWER",
      isAnswer: pickedUp ? 1 : 0,
      duration: seconds,
      record: "",
    };
    if (!pickedUp) return [ownLeg];
    const otherLeg = {
      ...shared,
      ...talked,
      type: "Click2Call leg2",
      caller: "97235550100",
      target: number,
      callerextension: extension,
    };
    return [ownLeg, { ...otherLeg, status: hasTalked ? "ANSWER" : "BUSY" }];
  }
}

const text = (status: number, body: string, contentType = "text/plain"): VoicenterAnswer => ({ status, contentType, body });
const json = (body: unknown, status = 200): VoicenterAnswer => text(status, JSON.stringify(body), "application/json");

const recordTypes: Readonly<Record<string, number>> = { "Incoming Call": 1, "Click2Call leg1": 9, "Click2Call leg2": 10 };

/** The record of a leg, as the log words it. Its times are those of UTC. */
const logRow = (record: VoicenterReport, at: number) => ({
  CallID: record["ivruniqueid"],
  Type: record["type"],
  CdrType: recordTypes[String(record["type"])],
  DialStatus: record["status"],
  CallerNumber: record["caller"],
  TargetNumber: record["target"],
  Callerextension: record["callerextension"] ?? "",
  Targetextension: record["targetextension"] ?? "",
  Date: `${new Date(at).toISOString().slice(0, 19)}Z`,
  Duration: record["duration"],
  RecordURL: record["record"],
  CustomData: Object.fromEntries(Object.entries(record).filter(([name]) => name.startsWith("var_"))),
});

const asRecord = (value: unknown) => Object(value) as Readonly<Record<string, unknown>>; // anybody may post anything
const textsOf = (asked: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, String(value)]));

function asObject(body: string): Readonly<Record<string, unknown>> {
  try {
    return asRecord(JSON.parse(body));
  } catch {
    return {};
  }
}
