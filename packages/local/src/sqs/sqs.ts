import type { DatabaseSync } from "node:sqlite";
import type { Clock } from "../clock.ts";
import { inTransaction } from "../store.ts";
import { Arrivals } from "./arrivals.ts";
import { MoveTasks } from "./move-tasks.ts";
import { numericAttribute } from "./queue-attributes.ts";
import { Queues } from "./queues.ts";
import { Receiving } from "./receiving.ts";
import type { ReceivedMessage } from "./receiving.ts";
import { createSqsTables } from "./schema.ts";
import { Sending } from "./sending.ts";
import type { OutgoingMessage, SentMessage } from "./sending.ts";

export interface ReceiveOptions {
  /** 1–10 */
  readonly max?: number | undefined;
  /** 0–20; the queue's own if absent. */
  readonly waitSeconds?: number | undefined;
  readonly visibilitySeconds?: number | undefined;
  readonly signal?: AbortSignal;
}

/**
 * The SQS engine. Queues are named, not addressed by URL. What a method has returned survives the death of the process.
 * Methods throw `AwsError` with SQS's codes, `QueueDoesNotExist` first of all.
 */
export class Sqs {
  readonly queues: Queues;
  readonly moveTasks: MoveTasks;
  readonly #store: DatabaseSync;
  readonly #clock: Clock;
  readonly #arrivals: Arrivals;
  readonly #sending: Sending;
  readonly #receiving: Receiving;
  #cancelSweep: () => void = () => {};
  #stopped = false;

  constructor(store: DatabaseSync, clock: Clock) {
    createSqsTables(store);
    this.#store = store;
    this.#clock = clock;
    this.#arrivals = new Arrivals(clock);
    this.queues = new Queues(store, clock);
    this.#sending = new Sending(store, clock, this.#arrivals);
    this.#receiving = new Receiving(store, clock, this.queues, this.#arrivals);
    this.moveTasks = new MoveTasks(store, clock, this.queues, this.#arrivals);
  }

  /** Releases what a killed process held and begins to sweep once a minute. */
  start(): void {
    this.releaseInFlight();
    const sweep = () => {
      this.sweep();
      this.#cancelSweep = this.#clock.runAt(this.#clock.now() + 60_000, sweep);
    };
    sweep();
  }

  /** Pending receives answer empty. */
  stop(): void {
    this.#stopped = true;
    this.#cancelSweep();
    this.#arrivals.announceAll();
  }

  send(queue: string, message: OutgoingMessage): SentMessage {
    return inTransaction(this.#store, () => this.#sending.send(this.queues.get(queue), message));
  }

  /** All in one transaction; `attempt` decides per message what a refusal means. */
  sendAll<T>(queue: string, attempt: (send: (message: OutgoingMessage) => SentMessage) => T): T {
    const target = this.queues.get(queue);
    return inTransaction(this.#store, () => attempt((message) => this.#sending.send(target, message)));
  }

  /** Waits up to `waitSeconds` for the first message, and returns at once with what there is then. */
  async receive(name: string, options: ReceiveOptions = {}): Promise<ReceivedMessage[]> {
    const { max = 1, signal } = options;
    const settings = this.queues.get(name).attributes;
    const waitSeconds = options.waitSeconds ?? numericAttribute(settings, "ReceiveMessageWaitTimeSeconds");
    const visibilitySeconds = options.visibilitySeconds ?? numericAttribute(settings, "VisibilityTimeout");
    const deadline = this.#clock.now() + waitSeconds * 1000;
    for (;;) {
      if (signal?.aborted || this.#stopped) return [];
      const messages = this.#receiving.take(this.queues.get(name), max, visibilitySeconds);
      if (messages.length > 0 || this.#clock.now() >= deadline) return messages;
      const next = this.#receiving.nextVisibleAt(name) ?? deadline;
      await this.#arrivals.wait(name, Math.min(next, deadline), signal);
    }
  }

  delete(queue: string, receiptHandle: string): void {
    this.#receiving.delete(this.queues.get(queue), receiptHandle);
  }

  /** All in one transaction. */
  deleteAll(queue: string, receiptHandles: readonly string[]): void {
    const target = this.queues.get(queue);
    inTransaction(this.#store, () => {
      for (const handle of receiptHandles) this.#receiving.delete(target, handle);
    });
  }

  changeVisibility(queue: string, receiptHandle: string, seconds: number): void {
    this.#receiving.changeVisibility(this.queues.get(queue), receiptHandle, seconds);
  }

  purge(queue: string): void {
    this.#receiving.purge(this.queues.get(queue));
  }

  removeQueue(queue: string): void {
    this.queues.remove(queue);
    this.#arrivals.announce(queue);
  }

  /**
   * Makes every message in flight visible at once. Called on start: whoever held them died with the machine, and
   * unlike on AWS nobody wants to wait out a visibility timeout after a restart. Receive counts stay.
   */
  releaseInFlight(): void {
    this.#receiving.releaseInFlight();
  }

  /** Deletes what retention and the deduplication window have ended. */
  sweep(): void {
    inTransaction(this.#store, () => {
      this.#receiving.sweep();
      this.#sending.sweep();
    });
  }
}
