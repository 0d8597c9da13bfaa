import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { arn } from "../arns.ts";
import type { Clock } from "../clock.ts";
import { inTransaction, numberOf, optionalTextOf, prepared, textOf } from "../store.ts";
import type { Arrivals } from "./arrivals.ts";
import { sqsErrors } from "./errors.ts";
import type { Queues } from "./queues.ts";

export interface MoveTask {
  readonly handle: string;
  readonly source: string;
  readonly destination: string | undefined;
  readonly moved: number;
  readonly toMove: number;
  readonly startedAt: number;
  readonly failure: string | undefined;
}

/** Redrive of dead letters. A task is done before its answer: on one machine nothing is gained by pacing it. */
export class MoveTasks {
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

  /** Moves the visible messages of a dead-letter queue to `destination`, or each to the queue that it came from. Returns the task's handle. */
  start(source: string, destination: string | undefined): string {
    if (!this.#queues.find(source))
      throw sqsErrors.resourceNotFound("The resource that you specified for the SourceArn parameter doesn't exist.");
    if (destination !== undefined && !this.#queues.find(destination)) {
      throw sqsErrors.resourceNotFound("The resource that you specified for the DestinationArn parameter doesn't exist.");
    }
    if (this.#queues.sourcesOf(source).length === 0) {
      throw sqsErrors.invalidParameter("Source queue must be configured as a Dead Letter Queue.");
    }
    const handle = randomUUID();
    const now = this.#clock.now();
    inTransaction(this.#store, () => {
      const visible = prepared(this.#store, "SELECT count(*) AS n FROM sqs_message WHERE queue = ? AND visible_at <= ?").get(
        source,
        now,
      );
      const toMove = visible ? numberOf(visible, "n") : 0;
      // Messages that were sent straight to the dead-letter queue, or whose queue is gone, cannot be moved back.
      const { changes } = prepared(
        this.#store,
        `UPDATE sqs_message SET queue = coalesce(:destination, source_queue), visible_at = :now, sent_at = :now, in_flight = 0,
             receipt = NULL, receive_count = 0, first_received_at = NULL, source_queue = NULL
           WHERE queue = :source AND visible_at <= :now
             AND coalesce(:destination, source_queue) IN (SELECT name FROM sqs_queue)`,
      ).run({ source, destination: destination ?? null, now });
      prepared(
        this.#store,
        "INSERT INTO sqs_move_task (handle, source, destination, moved, to_move, started_at, failure) VALUES (?, ?, ?, ?, ?, ?, ?)",
      ).run(
        handle,
        source,
        destination ?? null,
        changes,
        toMove,
        now,
        Number(changes) < toMove ? "CouldNotDetermineMessageSource" : null,
      );
    });
    this.#arrivals.announceAll();
    return handle;
  }

  /** Newest first. */
  list(source: string, max: number): MoveTask[] {
    this.#queues.get(source);
    return prepared(this.#store, "SELECT * FROM sqs_move_task WHERE source = ? ORDER BY started_at DESC, rowid DESC LIMIT ?")
      .all(source, max)
      .map((row) => ({
        handle: textOf(row, "handle"),
        source: arn("sqs", textOf(row, "source")),
        destination: row["destination"] === null ? undefined : arn("sqs", textOf(row, "destination")),
        moved: numberOf(row, "moved"),
        toMove: numberOf(row, "to_move"),
        startedAt: numberOf(row, "started_at"),
        failure: optionalTextOf(row, "failure"),
      }));
  }
}
