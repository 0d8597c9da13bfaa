import { AsyncLocalStorage } from "node:async_hooks";
import type { DatabaseSync } from "node:sqlite";
import { KartisError } from "../../kernel/error.ts";

/*
 * SQLite answers a query in one go, and the process answers nothing else meanwhile. So that a filter of two hundred conditions over a hundred thousand cards
 * costs its sender and not everybody, each request has a time budget for all of its queries, and each sender one in the long run.
 */

export interface QuestionLimits {
  /** Time for all queries of one request. Far more than a page of a million cards needs. */
  readonly perRequestMs: number;
  /** CPU time that a sender may use at once, beyond what is refilled over time. */
  readonly perSenderMs: number;
  /** Refill per second: the share of a process that a sender can hold for long, low enough not to affect the 95th percentile of others. */
  readonly backPerSecondMs: number;
}

/** What has come back by the time that a sender is asked to return at: enough for a screen, so that its queries are not refused one after another. */
const roomMs = 150;

const defaults: QuestionLimits = { perRequestMs: 3_000, perSenderMs: 6_000, backPerSecondMs: 30 };

interface Request {
  readonly limits: QuestionLimits;
  readonly sender: Sender;
  usedMs: number;
  /** When the current stretch of work began, by `performance.now()`. */
  beganAt: number | undefined;
}

interface Sender {
  usedMs: number;
  /** When `usedMs` was last reduced by the refill. */
  at: number;
}

const requests = new AsyncLocalStorage<Request>();
const senders = new Map<string, Sender>();
const maxSenders = 10_000;

/**
 * Runs one request of the sender (a user's or token's id). A query in it that would exceed the remaining time fails with UNPROCESSABLE_CONTENT
 * (`errors.questionTooHeavy`); one of a sender who has used up their time, with TOO_MANY_REQUESTS (`errors.tooManyHeavyQuestions`), which says when to ask again. Work outside such requests,
 * like that of consumers, is not limited.
 */
export const boundingQuestions = <T>(sender: string, work: () => T, limits: QuestionLimits = defaults): T =>
  requests.run({ limits, sender: senderOf(sender), usedMs: 0, beganAt: undefined }, work);

function senderOf(id: string): Sender {
  const sender = senders.get(id) ?? { usedMs: 0, at: performance.now() };
  // Most recently seen last.
  senders.delete(id);
  senders.set(id, sender);
  for (const oldest of senders.keys()) {
    if (senders.size <= maxSenders) break;
    senders.delete(oldest);
  }
  return sender;
}

/**
 * An SQL condition that is always true, and aborts the query when its time is over. Checked for about one row in 64: a check costs as much as some rows. Every
 * loop of a query has one: the conditions of scopes bring it, others state it. `tests/support/bounded-queries.ts` finds loops without.
 * @param column of the rows that the loop goes through, so that a join does not evaluate it in an outer one
 */
export const inTime = (column: string): string => `((random() & 63) OR in_time(${column}))`;

/** Makes `inTime` available to queries of the database. */
export function openTime(db: DatabaseSync): void {
  db.function("in_time", { varargs: true }, () => {
    const request = requests.getStore();
    if (request) look(request);
    return 1;
  });
}

function look(request: Request): void {
  const now = performance.now();
  if (request.beganAt === undefined) begin(request, now);
  const { perRequestMs } = request.limits;
  if (request.usedMs + now - (request.beganAt ?? now) > perRequestMs) {
    throw new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "errors.questionTooHeavy" });
  }
}

/** CPU time of this thread: a sender does not pay for what else the machine is doing. */
function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

/** Work without a pause counts as one stretch: SQLite and the processing of its rows. */
function begin(request: Request, now: number): void {
  const { sender, limits } = request;
  sender.usedMs = Math.max(0, sender.usedMs - ((now - sender.at) / 1000) * limits.backPerSecondMs);
  sender.at = now;
  if (sender.usedMs >= limits.perSenderMs) {
    const seconds = Math.ceil((sender.usedMs - limits.perSenderMs + roomMs) / limits.backPerSecondMs);
    throw new KartisError("TOO_MANY_REQUESTS", {
      messageKey: "errors.tooManyHeavyQuestions",
      params: { seconds },
      retryAfterSeconds: seconds,
    });
  }
  request.beganAt = now;
  const cpuBefore = cpuMs();
  queueMicrotask(() => {
    request.beganAt = undefined;
    request.usedMs += performance.now() - now;
    sender.usedMs += cpuMs() - cpuBefore;
  });
}
