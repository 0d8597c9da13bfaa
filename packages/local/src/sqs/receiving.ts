import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { arn } from "../arns.ts";
import type { Clock } from "../clock.ts";
import { inTransaction, numberOf, optionalNumberOf, optionalTextOf, prepared, textOf } from "../store.ts";
import type { Row } from "../store.ts";
import type { Arrivals } from "./arrivals.ts";
import { sqsErrors } from "./errors.ts";
import type { MessageAttributes } from "./message-attributes.ts";
import { numericAttribute } from "./queue-attributes.ts";
import type { Queue, Queues } from "./queues.ts";
import { parseReceiptHandle, receiptHandle } from "./receipt.ts";
import { sequenceNumber } from "./sending.ts";

export interface ReceivedMessage {
  readonly messageId: string;
  readonly receiptHandle: string;
  readonly body: string;
  readonly attributes: MessageAttributes;
  /** SentTimestamp, ApproximateReceiveCount, MessageGroupId, … as SQS spells them. */
  readonly systemAttributes: Readonly<Record<string, string>>;
}

/**
 * A fair queue: the groups take turns, and those with messages in flight come after those with fewer. Messages without a group are one of their own.
 * Groups are found by skipping through the index, and only the first messages of each are read, so that a receive costs the same however long the backlog is.
 */
const standardCandidates = `
  WITH RECURSIVE
    groups(id) AS (
      SELECT min(coalesce(group_id, '')) FROM sqs_message WHERE queue = :queue
      UNION ALL
      SELECT (SELECT min(coalesce(group_id, '')) FROM sqs_message WHERE queue = :queue AND coalesce(group_id, '') > groups.id)
      FROM groups WHERE groups.id IS NOT NULL),
    held AS MATERIALIZED (
      SELECT coalesce(group_id, '') AS id, count(*) AS messages FROM sqs_message
      WHERE queue = :queue AND visible_at > :now AND in_flight = 1 GROUP BY 1)
  SELECT message.* FROM groups
  JOIN sqs_message AS message ON message.id IN (
    SELECT first.id FROM sqs_message AS first
    WHERE first.queue = :queue AND coalesce(first.group_id, '') = groups.id AND first.visible_at <= :now AND first.sent_at > :expired
    ORDER BY first.visible_at, first.id LIMIT :limit)
  LEFT JOIN held ON held.id = groups.id
  ORDER BY coalesce(held.messages, 0) + row_number() OVER (PARTITION BY groups.id ORDER BY message.visible_at, message.id),
    message.visible_at, message.id
  LIMIT :limit`;

/**
 * A group is closed while anything in it is held, and nothing overtakes an earlier message that is still hidden.
 * So a group's messages leave in order, one batch at a time.
 */
const fifoCandidates = `
  WITH hidden AS MATERIALIZED (
    SELECT group_id, CASE max(in_flight) WHEN 1 THEN 0 ELSE min(id) END AS closed_from
    FROM sqs_message WHERE queue = :queue AND visible_at > :now GROUP BY group_id)
  SELECT message.* FROM sqs_message AS message INDEXED BY sqs_message_order
  LEFT JOIN hidden ON hidden.group_id = message.group_id
  WHERE message.queue = :queue AND message.visible_at <= :now AND message.sent_at > :expired
    AND (hidden.closed_from IS NULL OR message.id < hidden.closed_from)
  ORDER BY message.id LIMIT :limit`;

/** Takes messages out of a queue: receive, delete, change visibility, and the dead-letter rule. */
export class Receiving {
  readonly #store: DatabaseSync;
  readonly #clock: Clock;
  readonly #queues: Queues;
  readonly #arrivals: Arrivals;

  constructor(store: DatabaseSync, clock: Clock, queues: Queues, arrivals: Arrivals) {
    this.#store = store;
    this.#clock = clock;
    this.#queues = queues;
    this.#arrivals = arrivals;
  }

  /** Takes up to `max` messages now, without waiting. Those received too often move to the dead-letter queue instead. */
  take(queue: Queue, max: number, visibilitySeconds: number): ReceivedMessage[] {
    const now = this.#clock.now();
    const find = prepared(this.#store, queue.isFifo ? fifoCandidates : standardCandidates);
    const expired = now - numericAttribute(queue.attributes, "MessageRetentionPeriod") * 1000;
    // Asked outside a transaction first: a poll of an empty queue takes no lock and writes nothing.
    let rows = find.all({ queue: queue.name, now, expired, limit: max });
    if (rows.length === 0) return [];
    return inTransaction(this.#store, () => {
      const taken: Row[] = [];
      for (;;) {
        const dead = rows.filter((row) => this.#isDead(queue, row));
        taken.push(...rows.filter((row) => !dead.includes(row)).map((row) => this.#hold(row, now + visibilitySeconds * 1000)));
        for (const row of dead) this.#moveToDeadLetters(queue, row);
        if (dead.length === 0 || taken.length >= max) return taken.map((row) => receivedMessage(queue, row));
        // Received messages are invisible by now and their group is blocked, so a FIFO queue is read once; only moved messages cause another read.
        rows = find.all({ queue: queue.name, now, expired, limit: max - taken.length });
      }
    });
  }

  /** Earliest time at which a hidden message of the queue shows itself (epoch milliseconds). */
  nextVisibleAt(queue: string): number | undefined {
    const row = prepared(this.#store, "SELECT min(visible_at) AS at FROM sqs_message WHERE queue = ? AND visible_at > ?").get(
      queue,
      this.#clock.now(),
    );
    return row && optionalNumberOf(row, "at");
  }

  /** A stale receipt (the message was received again since) succeeds without effect, as on SQS. */
  delete(queue: Queue, handle: string): void {
    const { id, token } = parseReceiptHandle(handle, queue.name);
    prepared(this.#store, "DELETE FROM sqs_message WHERE id = ? AND queue = ? AND receipt = ?").run(id, queue.name, token);
    if (queue.isFifo) this.#arrivals.announce(queue.name);
  }

  changeVisibility(queue: Queue, handle: string, seconds: number): void {
    const { id, token } = parseReceiptHandle(handle, queue.name);
    const now = this.#clock.now();
    const row = prepared(
      this.#store,
      "SELECT visible_at, in_flight FROM sqs_message WHERE id = ? AND queue = ? AND receipt = ?",
    ).get(id, queue.name, token);
    if (!row) {
      throw sqsErrors.invalidParameter(
        `Value ${handle} for parameter ReceiptHandle is invalid. Reason: Message does not exist or is not available for visibility timeout change.`,
      );
    }
    if (numberOf(row, "in_flight") === 0 || numberOf(row, "visible_at") <= now) throw sqsErrors.messageNotInflight();
    prepared(this.#store, "UPDATE sqs_message SET visible_at = ?, in_flight = ? WHERE id = ?").run(
      now + seconds * 1000,
      seconds > 0 ? 1 : 0,
      id,
    );
    this.#arrivals.announce(queue.name);
  }

  purge(queue: Queue): void {
    prepared(this.#store, "DELETE FROM sqs_message WHERE queue = ?").run(queue.name);
  }

  /** Makes visible what was held when the machine stopped: its consumers died with it. */
  releaseInFlight(): void {
    prepared(
      this.#store,
      "UPDATE sqs_message SET visible_at = :now, in_flight = 0 WHERE in_flight = 1 AND visible_at > :now",
    ).run({ now: this.#clock.now() });
    this.#arrivals.announceAll();
  }

  /** Deletes messages past their queue's retention. */
  sweep(): void {
    for (const queue of this.#queues.all()) {
      const retentionMs = numericAttribute(queue.attributes, "MessageRetentionPeriod") * 1000;
      prepared(this.#store, "DELETE FROM sqs_message WHERE queue = ? AND sent_at <= ?").run(
        queue.name,
        this.#clock.now() - retentionMs,
      );
    }
  }

  #isDead(queue: Queue, row: Row): boolean {
    const { deadLetters } = queue;
    if (!deadLetters || !this.#queues.find(deadLetters.queue)) return false;
    return numberOf(row, "receive_count") >= deadLetters.maxReceiveCount;
  }

  #hold(row: Row, visibleAt: number): Row {
    const changed = prepared(
      this.#store,
      `UPDATE sqs_message SET visible_at = :visibleAt, in_flight = 1, receive_count = receive_count + 1, receipt = :receipt,
           first_received_at = coalesce(first_received_at, :now)
         WHERE id = :id RETURNING *`,
    ).get({ visibleAt, receipt: randomUUID(), now: this.#clock.now(), id: numberOf(row, "id") });
    return changed ?? row;
  }

  #moveToDeadLetters(queue: Queue, row: Row): void {
    const target = queue.deadLetters?.queue ?? "";
    const now = this.#clock.now();
    // A standard queue's message keeps its age, so it expires by the time of its first sending; a FIFO queue's starts anew.
    prepared(
      this.#store,
      `UPDATE sqs_message SET queue = ?, visible_at = ?, sent_at = ?, in_flight = 0, receipt = NULL, receive_count = 0,
           first_received_at = NULL, source_queue = ? WHERE id = ?`,
    ).run(target, now, queue.isFifo ? now : numberOf(row, "sent_at"), queue.name, numberOf(row, "id"));
    this.#arrivals.announce(target);
  }
}

function receivedMessage(queue: Queue, row: Row): ReceivedMessage {
  const attributes: MessageAttributes = JSON.parse(textOf(row, "attributes"));
  const id = numberOf(row, "id");
  const optional = {
    MessageGroupId: optionalTextOf(row, "group_id"),
    MessageDeduplicationId: optionalTextOf(row, "dedupe_id"),
    AWSTraceHeader: optionalTextOf(row, "trace_header"),
    SequenceNumber: queue.isFifo ? sequenceNumber(id) : undefined,
    DeadLetterQueueSourceArn: row["source_queue"] === null ? undefined : arn("sqs", textOf(row, "source_queue")),
  };
  const systemAttributes: Record<string, string> = {
    SenderId: "AIDAKARTISLOCALSENDER",
    SentTimestamp: String(numberOf(row, "sent_at")),
    ApproximateReceiveCount: String(numberOf(row, "receive_count")),
    ApproximateFirstReceiveTimestamp: String(optionalNumberOf(row, "first_received_at") ?? ""),
  };
  for (const [name, value] of Object.entries(optional)) if (value !== undefined) systemAttributes[name] = value;
  return {
    messageId: textOf(row, "message_id"),
    receiptHandle: receiptHandle({ queue: queue.name, id, token: textOf(row, "receipt") }),
    body: textOf(row, "body"),
    attributes,
    systemAttributes,
  };
}
