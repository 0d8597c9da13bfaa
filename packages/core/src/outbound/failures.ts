/**
 * A call that certainly had no effect outside: it was refused, or never reached the provider. After any other error the outcome is unknown. `mayPass`: the same
 * call may be accepted later. `reason`: why, as the purpose's own code; it is stored with the effect.
 */
export class NoEffect extends Error {
  override name = "NoEffect";
  readonly mayPass: boolean;
  readonly reason: string | undefined;
  constructor(cause: unknown, mayPass: boolean, reason?: string) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.mayPass = mayPass;
    this.reason = reason;
  }
}

/** Node's codes for connections that were never made. ECONNRESET and EPIPE are not among them: they may come after the request has been read. */
const unreached: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "UND_ERR_CONNECT_TIMEOUT",
]);

const throttled: ReadonlySet<string> = new Set([
  "ThrottlingException",
  "TooManyRequestsException",
  "LimitExceededException",
  "Throttling",
]);

/** The error's codes, including those of causes that `fetch` and the SDK wrap. */
function codesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  const code = "code" in error && typeof error.code === "string" ? [error.code] : [];
  const inner = error instanceof AggregateError ? error.errors.flatMap(codesOf) : [];
  return [...code, ...inner, ...codesOf(error.cause)];
}

function statusOf(error: unknown): number | undefined {
  if (typeof error !== "object" || error === null || !("$metadata" in error)) return undefined;
  const { httpStatusCode } = error.$metadata as { httpStatusCode?: number }; // as the SDK's errors have it
  return httpStatusCode;
}

/**
 * Runs one call of an AWS service, or of anything over HTTP, and throws `NoEffect` if its error says that there was none: no connection, a throttle, a refusal
 * (4xx). Time-outs, broken connections and 5xx are passed on: the request may have been carried out.
 */
export async function orNoEffect<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (codesOf(error).some((code) => unreached.has(code))) throw new NoEffect(error, true);
    const status = statusOf(error);
    if (status === 429 || (error instanceof Error && throttled.has(error.name))) throw new NoEffect(error, true);
    // 408 and 409 are answers to requests that may have been partly processed.
    if (status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 409)
      throw new NoEffect(error, false);
    throw error;
  }
}
