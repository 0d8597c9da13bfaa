import { backOff } from "../back-off.ts";

/** A request to DynamoDB: its own name of the operation, and the input in the document client's form (plain values). */
export interface EngineRequest {
  readonly operation: string;
  readonly input: object;
}

const maxAttempts = 8;
/** No further attempt begins after this; each has a time-out of its own. */
const patienceMs = 10_000;

/**
 * Sends a repeatable request (`mayHappenTwice`, or made so by `onceOnly`), and repeats it, pausing in between (`backOff`, about a second in all), until it has
 * an answer. Throws the last error.
 */
export async function withRepeats<T>(attempt: (tried: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
  const began = performance.now();
  for (let tried = 1; ; tried++) {
    try {
      return await attempt(tried);
    } catch (error) {
      if (tried === maxAttempts || signal?.aborted || performance.now() - began > patienceMs) throw error;
      if (outcomeOf(error) === "answered") throw error;
    }
    await backOff(tried);
  }
}

/** The engine says that it did nothing and wants to be asked later, or is still at it. */
const refusals: ReadonlySet<string> = new Set([
  "ThrottlingException",
  "ProvisionedThroughputExceededException",
  "RequestLimitExceeded",
  "TransactionConflictException",
  "TransactionInProgressException",
]);
/** The request never left. */
const unsent: ReadonlySet<string> = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"]);
/** The connection ended or fell silent, like that of a Lambda frozen for longer than the engine keeps a connection open. */
const lost: ReadonlySet<string> = new Set(["ECONNRESET", "EPIPE", "ETIMEDOUT", "ECONNABORTED", "TimeoutError"]);

/** Outcome of a failed request: not executed, answered with an error, or unknown. */
export function outcomeOf(error: unknown): "not done" | "answered" | "unknown" {
  if (!(error instanceof Error)) return "answered";
  const code = "code" in error && typeof error.code === "string" ? error.code : error.name;
  if (refusals.has(error.name) || unsent.has(code)) return "not done";
  if (lost.has(code) || lost.has(error.name)) return "unknown";
  const metadata = "$metadata" in error ? error.$metadata : undefined;
  const status = typeof metadata === "object" && metadata !== null && "httpStatusCode" in metadata ? metadata.httpStatusCode : 0;
  return Number(status) >= 500 ? "unknown" : "answered";
}

interface WriteInput {
  readonly ConditionExpression?: unknown;
  readonly UpdateExpression?: unknown;
  readonly ReturnValues?: unknown;
}

const reads: ReadonlySet<string> = new Set(["GetItem", "BatchGetItem", "Query", "Scan"]);

/**
 * Whether a request whose answer was lost may be sent again as it is. Reads may. So may writes that always leave the same state: a put or delete without a
 * condition, a change that sets plain values of an item that must exist. And so may counters that return their new value: they may count one too many, which
 * limits on attempts and requests tolerate. Creating, or taking once, would fail on its own first attempt.
 */
export function mayHappenTwice({ operation, input }: EngineRequest): boolean {
  if (reads.has(operation) || operation === "BatchWriteItem") return true;
  const { ConditionExpression: condition, UpdateExpression: change, ReturnValues: returned = "NONE" }: WriteInput = input;
  if (returned === "ALL_NEW") return condition === undefined;
  if (returned !== "NONE") return false;
  switch (operation) {
    case "PutItem":
    case "DeleteItem":
      return condition === undefined;
    case "UpdateItem":
      return setsPlainValues(change) && (condition === undefined || asksForExistence(condition));
    default:
      return false;
  }
}

/** SET of literal values and REMOVE: no ADD or DELETE, no sum and no function of the present value. */
const setsPlainValues = (expression: unknown): boolean =>
  typeof expression === "string" && !/\bADD\b|\bDELETE\b|[+(]|\s-\s/.test(expression);

/** ElectroDB's condition of a `patch`. */
const asksForExistence = (condition: unknown): boolean =>
  typeof condition === "string" && /^\(?attribute_exists\(#?\w+\)( AND attribute_exists\(#?\w+\))*\)?$/.test(condition.trim());
