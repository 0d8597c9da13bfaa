import type { DatabaseSync } from "node:sqlite";
import { arn, resourceOfArn } from "../arns.ts";
import type { Clock } from "../clock.ts";
import { inTransaction, numberOf, prepared, textOf } from "../store.ts";
import { sqsErrors } from "./errors.ts";
import { checkQueueAttributes, defaultAttributes, numericAttribute, parseRedrivePolicy } from "./queue-attributes.ts";
import type { QueueAttributes } from "./queue-attributes.ts";

export interface Queue {
  readonly name: string;
  readonly isFifo: boolean;
  readonly attributes: QueueAttributes;
  readonly createdAt: number;
  readonly modifiedAt: number;
  /** Name of the dead-letter queue, which need not exist any more. */
  readonly deadLetters: { readonly queue: string; readonly maxReceiveCount: number } | undefined;
}

/** The queues and their settings. Settings are read on every request, so they are held in memory beside the store. */
export class Queues {
  readonly #store: DatabaseSync;
  readonly #clock: Clock;
  readonly #byName = new Map<string, Queue>();

  constructor(store: DatabaseSync, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    for (const row of prepared(store, "SELECT * FROM sqs_queue").all()) {
      const attributes: QueueAttributes = JSON.parse(textOf(row, "attributes"));
      this.#remember(textOf(row, "name"), attributes, numberOf(row, "created_at"), numberOf(row, "modified_at"));
    }
  }

  get(name: string): Queue {
    const queue = this.#byName.get(name);
    if (!queue) throw sqsErrors.queueDoesNotExist();
    return queue;
  }

  find(name: string): Queue | undefined {
    return this.#byName.get(name);
  }

  all(): Queue[] {
    return [...this.#byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Idempotent for the same attributes; throws QueueNameExists where an existing queue differs in one that is given. */
  create(name: string, attributes: QueueAttributes): Queue {
    const isFifo = attributes["FifoQueue"] === "true";
    if (!/^[A-Za-z0-9_-]{1,80}$/.test(name.replace(/\.fifo$/, "")) || name.length > 80) {
      throw sqsErrors.invalidParameter("Can only include alphanumeric characters, hyphens, or underscores. 1 to 80 in length");
    }
    if (isFifo !== name.endsWith(".fifo")) {
      throw sqsErrors.invalidParameter("The name of a FIFO queue can only end with .fifo, and only a FIFO queue's can.");
    }
    checkQueueAttributes(attributes, isFifo);
    this.#checkDeadLetters(attributes["RedrivePolicy"], isFifo);
    const existing = this.#byName.get(name);
    if (existing) {
      const effective = { ...defaultAttributes(), ...existing.attributes };
      const same = Object.entries(attributes).every(([key, value]) => sameAttribute(effective[key], value));
      if (!same) throw sqsErrors.queueNameExists(name);
      return existing;
    }
    const now = this.#clock.now();
    prepared(this.#store, "INSERT INTO sqs_queue (name, attributes, created_at, modified_at) VALUES (?, ?, ?, ?)").run(
      name,
      JSON.stringify(attributes),
      now,
      now,
    );
    return this.#remember(name, attributes, now, now);
  }

  setAttributes(name: string, changes: QueueAttributes): void {
    const queue = this.get(name);
    if (changes["FifoQueue"] !== undefined) throw sqsErrors.invalidAttributeName("FifoQueue");
    checkQueueAttributes(changes, queue.isFifo);
    this.#checkDeadLetters(changes["RedrivePolicy"], queue.isFifo);
    const merged = { ...queue.attributes, ...changes };
    // An empty policy removes it.
    if (merged["RedrivePolicy"] === "") delete merged["RedrivePolicy"];
    const now = this.#clock.now();
    prepared(this.#store, "UPDATE sqs_queue SET attributes = ?, modified_at = ? WHERE name = ?").run(
      JSON.stringify(merged),
      now,
      name,
    );
    this.#remember(name, merged, queue.createdAt, now);
  }

  remove(name: string): void {
    this.get(name);
    inTransaction(this.#store, () => prepared(this.#store, "DELETE FROM sqs_queue WHERE name = ?").run(name));
    this.#byName.delete(name);
  }

  /** The queues whose dead letters go to `name`. */
  sourcesOf(name: string): Queue[] {
    return this.all().filter((queue) => queue.deadLetters?.queue === name);
  }

  /** Everything GetQueueAttributes can return, counters included. */
  describe(name: string): Record<string, string> {
    const queue = this.get(name);
    const now = this.#clock.now();
    const counts = prepared(
      this.#store,
      `SELECT count(*) FILTER (WHERE visible_at <= :now) AS visible,
                count(*) FILTER (WHERE visible_at > :now AND in_flight = 1) AS held,
                count(*) FILTER (WHERE visible_at > :now AND in_flight = 0) AS delayed
         FROM sqs_message WHERE queue = :name AND sent_at > :expired`,
    ).get({ name, now, expired: now - numericAttribute(queue.attributes, "MessageRetentionPeriod") * 1000 });
    return {
      ...defaultAttributes(),
      ...queue.attributes,
      QueueArn: arn("sqs", name),
      CreatedTimestamp: String(Math.floor(queue.createdAt / 1000)),
      LastModifiedTimestamp: String(Math.floor(queue.modifiedAt / 1000)),
      ApproximateNumberOfMessages: String(counts?.["visible"] ?? 0),
      ApproximateNumberOfMessagesNotVisible: String(counts?.["held"] ?? 0),
      ApproximateNumberOfMessagesDelayed: String(counts?.["delayed"] ?? 0),
    };
  }

  #checkDeadLetters(policy: string | undefined, isFifo: boolean): void {
    if (!policy) return;
    const target = this.find(resourceOfArn("sqs", parseRedrivePolicy(policy).deadLetterTargetArn) ?? "");
    const reason = target ? "Dead letter target must be of the same type as its source." : "Dead letter target does not exist.";
    if (target?.isFifo !== isFifo)
      throw sqsErrors.invalidParameter(`Value ${policy} for parameter RedrivePolicy is invalid. Reason: ${reason}`);
  }

  #remember(name: string, attributes: QueueAttributes, createdAt: number, modifiedAt: number): Queue {
    const policy = attributes["RedrivePolicy"] ? parseRedrivePolicy(attributes["RedrivePolicy"]) : undefined;
    const queue: Queue = {
      name,
      isFifo: attributes["FifoQueue"] === "true",
      attributes,
      createdAt,
      modifiedAt,
      deadLetters: policy && {
        queue: resourceOfArn("sqs", policy.deadLetterTargetArn) ?? "",
        maxReceiveCount: policy.maxReceiveCount,
      },
    };
    this.#byName.set(name, queue);
    return queue;
  }
}

/** Policies are JSON: the order of their members must not make a second CreateQueue fail. */
function sameAttribute(existing: string | undefined, given: string): boolean {
  if (existing === given) return true;
  if (existing === undefined || !given.startsWith("{")) return false;
  return membersOf(existing) === membersOf(given);
}

function membersOf(policy: string): string {
  return JSON.stringify(Object.entries(JSON.parse(policy)).map(String).toSorted());
}
