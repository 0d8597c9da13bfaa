import type { DatabaseSync } from "node:sqlite";
import { resourceOfArn } from "../arns.ts";
import type { Clock } from "../clock.ts";
import type { Sqs } from "../sqs/sqs.ts";
import { inTransaction, numberOf, optionalTextOf, prepared, textOf } from "../store.ts";
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
 * Deliveries that EventBridge and Scheduler owe to their targets. A queue gets its message in the transaction that acknowledges the cause, so a killed process neither
 * loses nor duplicates it. What is owed to a function is kept until the function has succeeded; it may see it twice, as on AWS.
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
    const queue = resourceOfArn("sqs", delivery.targetArn);
    if (queue !== undefined) this.#sendToQueue(delivery, queue);
    else this.#keep(delivery);
  }

  #keep(delivery: Delivery): void {
    const now = this.#clock.now();
    prepared(
      this.#store,
      `INSERT INTO delivery (target_arn, body, group_id, dead_letter_arn, max_retries, expires_at, labels, due_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
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
    prepared(this.#store, "UPDATE delivery SET due_at = ?").run(this.#clock.now());
    this.deliver();
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRetry();
  }

  /** Starts the functions whose deliveries are due. */
  deliver(): void {
    if (this.#stopped) return;
    const due = prepared(this.#store, "SELECT * FROM delivery WHERE due_at <= ? ORDER BY due_at, id LIMIT 500");
    for (;;) {
      const rows = due.all(this.#clock.now()).filter((row) => !this.#running.has(numberOf(row, "id")));
      if (rows.length === 0) break;
      for (const row of rows) this.#attempt(row);
    }
    this.#armRetry();
  }

  #attempt(row: Row): void {
    const targetArn = textOf(row, "target_arn");
    const functionName = resourceOfArn("lambda", targetArn)
      ?.replace(/^function:/, "")
      .replace(/:.*$/, "");
    if (functionName !== undefined && this.#invoke) void this.#runFunction(row, functionName, this.#invoke);
    else this.#giveUpKept(row, "NO_PERMISSIONS", `Nothing serves the target ${targetArn}.`);
  }

  #sendToQueue(delivery: Delivery, queue: string): void {
    try {
      this.#sqs.send(queue, { body: delivery.body, groupId: delivery.groupId });
    } catch (error) {
      if (!(error instanceof AwsError)) throw error;
      // A queue refuses for good (it is gone, or the message breaks its rules), so AWS does not retry either.
      const code = error.code === "QueueDoesNotExist" ? "NO_RESOURCE" : "INVALID_PARAMETER";
      this.#giveUp(delivery, { ERROR_CODE: code, ERROR_MESSAGE: error.message, RETRY_ATTEMPTS: "0" });
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
    const giveUp = (exhausted: string) => this.#giveUpKept(row, "SDK_CLIENT_ERROR", problem, exhausted);
    if (attempts > numberOf(row, "max_retries")) giveUp("MaximumRetryAttempts");
    else if (dueAt > numberOf(row, "expires_at")) giveUp("MaximumEventAgeInSeconds");
    else {
      prepared(this.#store, "UPDATE delivery SET attempts = ?, due_at = ? WHERE id = ?").run(
        attempts,
        dueAt,
        numberOf(row, "id"),
      );
    }
  }

  #giveUpKept(row: Row, code: string, problem: string, exhausted?: string): void {
    const labels: Record<string, string> = JSON.parse(textOf(row, "labels"));
    const delivery = {
      targetArn: textOf(row, "target_arn"),
      body: textOf(row, "body"),
      deadLetterArn: optionalTextOf(row, "dead_letter_arn"),
      labels,
    };
    inTransaction(this.#store, () => {
      this.#remove(row);
      this.#giveUp(delivery, {
        ERROR_CODE: code,
        ERROR_MESSAGE: problem,
        RETRY_ATTEMPTS: String(numberOf(row, "attempts")),
        ...(exhausted !== undefined && { EXHAUSTED_RETRY_CONDITION: exhausted }),
      });
    });
  }

  /** Makes a dead letter of it; `reasons` become its attributes, beside the delivery's labels. */
  #giveUp(
    { targetArn, body, deadLetterArn = "", labels }: Pick<Delivery, "targetArn" | "body" | "deadLetterArn" | "labels">,
    reasons: Readonly<Record<string, string>>,
  ): void {
    const queue = resourceOfArn("sqs", deadLetterArn);
    if (queue === undefined || !this.#sqs.queues.find(queue)) {
      console.error(`Undeliverable and dropped: ${targetArn}: ${reasons["ERROR_MESSAGE"]}`);
      return;
    }
    const attributes = Object.entries({ ...labels, TARGET_ARN: targetArn, ...reasons }).map(
      ([name, value]) => [name, { DataType: "String", StringValue: value }] as const,
    );
    this.#sqs.send(queue, { body, attributes: Object.fromEntries(attributes) });
  }

  #remove(row: Row): void {
    prepared(this.#store, "DELETE FROM delivery WHERE id = ?").run(numberOf(row, "id"));
  }

  #armRetry(): void {
    this.#cancelRetry();
    const next = prepared(this.#store, "SELECT due_at FROM delivery WHERE due_at > ? ORDER BY due_at LIMIT 1").get(
      this.#clock.now(),
    );
    if (next) this.#cancelRetry = this.#clock.runAt(numberOf(next, "due_at"), () => this.deliver());
  }
}
