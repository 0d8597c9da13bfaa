import { pause } from "./waits.ts";

/** A call that failed: by the server's answer, or without one. */
export class CallError extends Error {
  /** The server's error (SPEC section 8); undefined if there was no readable answer. */
  readonly data: unknown;

  constructor(message: string, options: { data?: unknown; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.data = options.data;
  }
}

export type CallKind = "query" | "mutation";

interface Waiting {
  readonly path: string;
  readonly input: unknown;
  readonly resolve: (data: unknown) => void;
  readonly reject: (error: CallError) => void;
}

/** The server takes no more calls in one request. */
const maxCalls = 10;
/** The API itself times out after 29 s, so a response that takes longer will never come. */
export const answerMs = 40_000;
/** Further tries of a question that the server has no time for yet, and the time that they may take together. */
const [maxTries, maxWaitSeconds] = [3, 60];
/** Apart, because the server refuses a request that mixes them. */
const waiting: Record<CallKind, Waiting[]> = { query: [], mutation: [] };

type ChangeListener = (path: string, askedAt: number) => void;
let changeListener: ChangeListener | undefined;

/** `listener`, the only one, is called after each change that the server has made for this tab. */
export const onChanged = (listener: ChangeListener): void => {
  changeListener = listener;
};

/**
 * Calls a procedure. A question that came too soon is asked again at the time that the server names, unless that is long; a change is not: its sender decides.
 *
 * @param path of the procedure, as in `cards.search`
 * @throws CallError
 */
export async function call(kind: CallKind, path: string, input: unknown): Promise<unknown> {
  let left = maxWaitSeconds;
  const askedAt = Date.now();
  for (let tries = kind === "query" ? maxTries : 0; ; tries--) {
    try {
      const answer = await enqueue(kind, path, input);
      if (kind === "mutation") changeListener?.(path, askedAt);
      return answer;
    } catch (error) {
      const seconds = error instanceof CallError ? secondsToWait(error.data) : undefined;
      if (tries === 0 || seconds === undefined || seconds > left) throw error;
      left -= seconds;
      await pause(seconds);
    }
  }
}

/** When the call that failed with this can succeed, if the server has said so. */
export function secondsToWait(data: unknown): number | undefined {
  const seconds = valueIn(data, "retryAfterSeconds");
  return typeof seconds === "number" && seconds >= 0 ? seconds : undefined;
}

/**
 * By the batch protocol of tRPC over HTTP: calls of one moment go as one request. A client of our own, because the library's brings five kilobytes of what
 * Kartis does not use (streams, subscriptions, links) before the first row.
 */
function enqueue(kind: CallKind, path: string, input: unknown): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (waiting[kind].push({ path, input, resolve, reject }) === 1) setTimeout(flush, 0, kind);
  });
}

function flush(kind: CallKind): void {
  const calls = waiting[kind].splice(0);
  while (calls.length > 0) void send(calls.splice(0, maxCalls));
}

async function send(calls: readonly Waiting[]): Promise<void> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(new Error("No answer")), answerMs);
  try {
    const response = await fetch(`/api/trpc/${calls.map(({ path }) => path).join()}?batch=1`, {
      method: "POST",
      signal: patience.signal,
      headers: {
        "content-type": "application/json",
        "x-request-id": crypto.randomUUID(),
        // Names that a template gave are answered in the language of this page.
        "accept-language": document.documentElement.lang,
      },
      body: JSON.stringify({ ...calls.map(({ input }) => input) }),
    });
    const answers: unknown = await response.json();
    for (const [index, { resolve, reject }] of calls.entries()) {
      // A request that could not be read at all has one answer for all of its calls.
      const answer: unknown = Array.isArray(answers) ? answers[index] : answers;
      const result = valueIn(answer, "result");
      const error = valueIn(answer, "error");
      if (result !== undefined) resolve(valueIn(result, "data"));
      else reject(new CallError(response.statusText, { data: valueIn(error, "data") }));
    }
  } catch (cause) {
    const error = new CallError(cause instanceof Error ? cause.message : String(cause), { cause });
    for (const { reject } of calls) reject(error);
  } finally {
    clearTimeout(timer);
  }
}

const valueIn = (value: unknown, key: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
