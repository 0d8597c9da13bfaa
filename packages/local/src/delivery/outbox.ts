import type { DatabaseSync } from "node:sqlite";
import { resourceOfArn } from "../arns.ts";
import type { Clock } from "../clock.ts";
import type { Sqs } from "../sqs/sqs.ts";
import { inTransaction, numberOf, optionalTextOf, textOf } from "../store.ts";
import type { Row } from "../store.ts";
import { AwsError } from "../wire/errors.ts";
import { messageOf } from "../wire/http.ts";

export interface Delivery {
  /** A queue (`arn:aws:sqs:…`) or a function (`arn:aws:lambda:…:function:name`). */
  readonly targetArn: string;
  readonly body: string;
  readonly groupId?: string | undefined;
  readonly deadLetterArn?: string | undefined;
  readonly maxRetries: number;
  readonly maxAgeSeconds: number;
  /** Message attributes of the dead letter beside those about the error, e.g. RULE_ARN. */
  readonly labels: Readonly<Record<string, string>>;
}

/** Runs a Lambda asynchronously, as an event source does; rejects when the invocation failed and shall be retried. */
export type InvokeFunction = (functionName: string, payload: string) => Promise<void>;

/**
 * What EventBridge and Scheduler owe to their targets. A delivery is added in the transaction that acknowledges its
 * cause and removed in the one that puts it into a queue, so a killed process neither loses nor doubles it there.
 * A function may see it twice, as on AWS.
 */
export class Outbox {
  readonly #store: DatabaseSync;
  readonly #clock: Clock;
  readonly #sqs: Sqs;
  readonly #invoke: InvokeFunction | undefined;
  readonly #running = new Set<number>();
  #cancelRetry: () => void = () => {};
  #stopped = true;

  constructor(store: DatabaseSync, clock: Clock, sqs: Sqs, invoke: InvokeFunction | undefined) {
    store.exec(`
      CREATE TABLE IF NOT EXISTS delivery (
        id INTEGER PRIMARY KEY AUTOINCREMENT,
        target_arn TEXT NOT NULL,
        body TEXT NOT NULL,
        group_id TEXT,
        dead_letter_arn TEXT,
        max_retries INTEGER NOT NULL,
        expires_at INTEGER NOT NULL,
        labels TEXT NOT NULL,
        attempts INTEGER NOT NULL DEFAULT 0,
        due_at INTEGER NOT NULL
      ) STRICT;
      CREATE INDEX IF NOT EXISTS delivery_due ON delivery(due_at, id);
    `);
    this.#store = store;
    this.#clock = clock;
    this.#sqs = sqs;
    this.#invoke = invoke;
  }

  /** Call it in the transaction that records the cause, and `deliver()` after it. */
  add(delivery: Delivery): void {
    const now = this.#clock.now();
    this.#store
      .prepare(
        `INSERT INTO delivery (target_arn, body, group_id, dead_letter_arn, max_retries, expires_at, labels, due_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        delivery.targetArn,
        delivery.body,
        delivery.groupId ?? null,
        delivery.deadLetterArn ?? null,
        delivery.maxRetries,
        now + delivery.maxAgeSeconds * 1000,
        JSON.stringify(delivery.labels),
        now,
      );
  }

  /** Begins with what an earlier process left. */
  start(): void {
    this.#stopped = false;
    this.#store.prepare("UPDATE delivery SET due_at = ?").run(this.#clock.now());
    this.deliver();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRetry();
  }

  /** Attempts everything due. Queues have theirs when this returns; functions are started. */
  deliver(): void {
    if (this.#stopped) return;
    const due = this.#store.prepare("SELECT * FROM delivery WHERE due_at <= ? ORDER BY due_at, id LIMIT 500");
    for (;;) {
      const rows = due.all(this.#clock.now()).filter((row) => !this.#running.has(numberOf(row, "id")));
      if (rows.length === 0) break;
      for (const row of rows) this.#attempt(row);
    }
    this.#armRetry();
  }

  #attempt(row: Row): void {
    const targetArn = textOf(row, "target_arn");
    const queue = resourceOfArn("sqs", targetArn);
    const functionName = resourceOfArn("lambda", targetArn)
      ?.replace(/^function:/, "")
      .replace(/:.*$/, "");
    if (queue !== undefined) this.#sendToQueue(row, queue);
    else if (functionName !== undefined && this.#invoke) void this.#runFunction(row, functionName, this.#invoke);
    else this.#giveUp(row, "NO_PERMISSIONS", `Nothing serves the target ${targetArn}.`);
  }

  #sendToQueue(row: Row, queue: string): void {
    try {
      inTransaction(this.#store, () => {
        if (!this.#remove(row)) return;
        this.#sqs.send(queue, { body: textOf(row, "body"), groupId: optionalTextOf(row, "group_id") });
      });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      // A queue refuses for good (it is gone, or the message breaks its rules), so AWS does not retry either.
      this.#giveUp(row, error.code === "QueueDoesNotExist" ? "NO_RESOURCE" : "INVALID_PARAMETER", error.message);
    }
  }

  async #runFunction(row: Row, functionName: string, invoke: InvokeFunction): Promise<void> {
    const id = numberOf(row, "id");
    if (this.#running.has(id)) return;
    this.#running.add(id);
    try {
      await invoke(functionName, textOf(row, "body"));
      if (!this.#stopped) this.#remove(row);
    } catch (error) {
      if (!this.#stopped) this.#retryLater(row, messageOf(error));
    } finally {
      this.#running.delete(id);
      this.deliver();
    }
  }

  #retryLater(row: Row, problem: string): void {
    const attempts = numberOf(row, "attempts") + 1;
    const dueAt = this.#clock.now() + Math.min(60_000, 1000 * 2 ** (attempts - 1));
    if (attempts > numberOf(row, "max_retries")) this.#giveUp(row, "SDK_CLIENT_ERROR", problem, "MaximumRetryAttempts");
    else if (dueAt > numberOf(row, "expires_at")) this.#giveUp(row, "SDK_CLIENT_ERROR", problem, "MaximumEventAgeInSeconds");
    else
      this.#store.prepare("UPDATE delivery SET attempts = ?, due_at = ? WHERE id = ?").run(attempts, dueAt, numberOf(row, "id"));
  }

  #giveUp(row: Row, code: string, problem: string, exhausted?: string): void {
    const deadLetters = resourceOfArn("sqs", optionalTextOf(row, "dead_letter_arn") ?? "");
    const labels: Record<string, string> = JSON.parse(textOf(row, "labels"));
    const reasons = {
      ...labels,
      TARGET_ARN: textOf(row, "target_arn"),
      ERROR_CODE: code,
      ERROR_MESSAGE: problem,
      RETRY_ATTEMPTS: String(numberOf(row, "attempts")),
      ...(exhausted !== undefined && { EXHAUSTED_RETRY_CONDITION: exhausted }),
    };
    inTransaction(this.#store, () => {
      this.#remove(row);
      if (deadLetters !== undefined && this.#sqs.queues.find(deadLetters)) {
        this.#sqs.send(deadLetters, {
          body: textOf(row, "body"),
          attributes: Object.fromEntries(
            Object.entries(reasons).map(([name, value]) => [name, { DataType: "String", StringValue: value }]),
          ),
        });
      } else console.error(`Undeliverable and dropped: ${textOf(row, "target_arn")}: ${problem}`);
    });
  }

  /** False if it is gone already: a function that puts events while it starts causes a second, inner `deliver()`. */
  #remove(row: Row): boolean {
    return this.#store.prepare("DELETE FROM delivery WHERE id = ?").run(numberOf(row, "id")).changes === 1;
  }

  #armRetry(): void {
    this.#cancelRetry();
    const next = this.#store
      .prepare("SELECT due_at FROM delivery WHERE due_at > ? ORDER BY due_at LIMIT 1")
      .get(this.#clock.now());
    if (next) this.#cancelRetry = this.#clock.runAt(numberOf(next, "due_at"), () => this.deliver());
  }
}
