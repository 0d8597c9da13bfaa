import { createHash, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { numberOf, prepared, textOf } from "../store.ts";
import type { Arrivals } from "./arrivals.ts";
import { sqsErrors } from "./errors.ts";
import { md5, md5OfAttributes, sizeOfAttributes } from "./message-attributes.ts";
import type { MessageAttributes } from "./message-attributes.ts";
import { numericAttribute } from "./queue-attributes.ts";
import type { Queue } from "./queues.ts";

export interface OutgoingMessage {
  readonly body: string;
  /** 0–900; the queue's own delay if absent. Not allowed on a FIFO queue. */
  readonly delaySeconds?: number | undefined;
  readonly attributes?: MessageAttributes;
  /** Only AWSTraceHeader exists. */
  readonly systemAttributes?: MessageAttributes;
  /** Required on a FIFO queue; on a standard one accepted (fair queues) and kept. */
  readonly groupId?: string | undefined;
  readonly dedupeId?: string | undefined;
}

export interface SentMessage {
  readonly messageId: string;
  readonly md5OfBody: string;
  readonly md5OfAttributes: string | undefined;
  readonly md5OfSystemAttributes: string | undefined;
  /** Only on a FIFO queue. */
  readonly sequenceNumber: string | undefined;
}

const dedupeWindowMs = 5 * 60_000;

/** FIFO sequence numbers are 20 digits on AWS and grow; ours grow with the row. */
export function sequenceNumber(id: number): string {
  return (18_850_000_000_000_000_000n + BigInt(id)).toString();
}

export function sizeOf(message: OutgoingMessage): number {
  return Buffer.byteLength(message.body) + sizeOfAttributes(message.attributes ?? {});
}

/** The way into a queue. */
export class Sending {
  readonly #store: DatabaseSync;
  readonly #clock: Clock;
  readonly #arrivals: Arrivals;

  constructor(store: DatabaseSync, clock: Clock, arrivals: Arrivals) {
    this.#store = store;
    this.#clock = clock;
    this.#arrivals = arrivals;
  }

  /** Stores the message, or answers with the first one's identity for a FIFO duplicate. Checks before it writes. */
  send(queue: Queue, message: OutgoingMessage): SentMessage {
    check(queue, message);
    const now = this.#clock.now();
    const dedupeId = queue.isFifo ? dedupeIdOf(queue, message) : undefined;
    const dedupeScope = queue.attributes["DeduplicationScope"] === "messageGroup" ? (message.groupId ?? "") : "";
    const earlier = dedupeId === undefined ? undefined : this.#duplicate(queue, dedupeScope, dedupeId, now);
    if (earlier) return sentMessage(queue, message, earlier.messageId, earlier.sequence);

    const messageId = randomUUID();
    const delayMs = (message.delaySeconds ?? numericAttribute(queue.attributes, "DelaySeconds")) * 1000;
    const { lastInsertRowid } = prepared(
      this.#store,
      `INSERT INTO sqs_message (queue, message_id, body, attributes, trace_header, group_id, dedupe_id, sent_at, visible_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ).run(
      queue.name,
      messageId,
      message.body,
      JSON.stringify(message.attributes ?? {}),
      message.systemAttributes?.["AWSTraceHeader"]?.StringValue ?? null,
      message.groupId ?? null,
      dedupeId ?? null,
      now,
      now + delayMs,
    );
    const sequence = Number(lastInsertRowid);
    if (dedupeId !== undefined) {
      prepared(
        this.#store,
        "INSERT OR REPLACE INTO sqs_dedupe (queue, scope, dedupe_id, message_id, sequence, sent_at) VALUES (?, ?, ?, ?, ?, ?)",
      ).run(queue.name, dedupeScope, dedupeId, messageId, sequence, now);
    }
    this.#arrivals.announce(queue.name);
    return sentMessage(queue, message, messageId, sequence);
  }

  /** Forgets deduplication ids that are past their window. */
  sweep(): void {
    prepared(this.#store, "DELETE FROM sqs_dedupe WHERE sent_at <= ?").run(this.#clock.now() - dedupeWindowMs);
  }

  #duplicate(queue: Queue, scope: string, dedupeId: string, now: number): { messageId: string; sequence: number } | undefined {
    const row = prepared(
      this.#store,
      "SELECT message_id, sequence FROM sqs_dedupe WHERE queue = ? AND scope = ? AND dedupe_id = ? AND sent_at > ?",
    ).get(queue.name, scope, dedupeId, now - dedupeWindowMs);
    return row && { messageId: textOf(row, "message_id"), sequence: numberOf(row, "sequence") };
  }
}

function check(queue: Queue, message: OutgoingMessage): void {
  if (message.body.length === 0) throw sqsErrors.missingParameter("MessageBody");
  // oxlint-disable-next-line no-control-regex -- these are the characters SQS refuses
  if (/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(message.body)) throw sqsErrors.invalidMessageContents();
  const limit = numericAttribute(queue.attributes, "MaximumMessageSize");
  if (sizeOf(message) > limit) {
    throw sqsErrors.invalidParameter(`One or more parameters are invalid. Reason: Message must be shorter than ${limit} bytes.`);
  }
  for (const [name, value] of [
    ["MessageGroupId", message.groupId],
    ["MessageDeduplicationId", message.dedupeId],
  ] as const) {
    if (value !== undefined && !/^[!-~]{1,128}$/.test(value)) {
      throw sqsErrors.invalidParameter(
        `Value ${value} for parameter ${name} is invalid. Reason: ${name} can only include alphanumeric and punctuation characters. 1 to 128 in length.`,
      );
    }
  }
  if (queue.isFifo && message.groupId === undefined) throw sqsErrors.missingParameter("MessageGroupId");
  if (queue.isFifo && message.delaySeconds !== undefined && message.delaySeconds > 0) {
    throw sqsErrors.invalidParameter(
      `Value ${message.delaySeconds} for parameter DelaySeconds is invalid. Reason: The request include parameter that is not valid for this queue type.`,
    );
  }
  if (!queue.isFifo && message.dedupeId !== undefined) {
    throw sqsErrors.invalidParameter(
      `Value ${message.dedupeId} for parameter MessageDeduplicationId is invalid. Reason: The request includes a parameter that is not valid for this queue type.`,
    );
  }
}

function dedupeIdOf(queue: Queue, message: OutgoingMessage): string {
  if (message.dedupeId !== undefined) return message.dedupeId;
  if (queue.attributes["ContentBasedDeduplication"] === "true") return createHash("sha256").update(message.body).digest("hex");
  throw sqsErrors.invalidParameter(
    "The queue should either have ContentBasedDeduplication enabled or MessageDeduplicationId provided explicitly",
  );
}

function sentMessage(queue: Queue, message: OutgoingMessage, messageId: string, sequence: number): SentMessage {
  return {
    messageId,
    md5OfBody: md5(message.body),
    md5OfAttributes: md5OfAttributes(message.attributes ?? {}),
    md5OfSystemAttributes: md5OfAttributes(message.systemAttributes ?? {}),
    sequenceNumber: queue.isFifo ? sequenceNumber(sequence) : undefined,
  };
}
