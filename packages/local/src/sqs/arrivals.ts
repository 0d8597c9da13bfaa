import type { Clock } from "../clock.ts";

/** Long polls waiting for messages that may have become receivable in their queue. */
export class Arrivals {
  readonly #clock: Clock;
  readonly #waiting = new Map<string, Set<() => void>>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Wakes the queue's waiters once the current transaction is over: all callers are synchronous up to their commit. */
  announce(queue: string): void {
    const waiting = this.#waiting.get(queue);
    if (!waiting) return;
    this.#waiting.delete(queue);
    queueMicrotask(() => waiting.forEach((wake) => wake()));
  }

  announceAll(): void {
    for (const queue of this.#waiting.keys()) this.announce(queue);
  }

  /** Resolves on an arrival, at `until` (epoch milliseconds) or when aborted, whichever is first. */
  wait(queue: string, until: number, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        cancel();
        this.#waiting.get(queue)?.delete(wake);
        signal?.removeEventListener("abort", wake);
        resolve();
      };
      const cancel = this.#clock.runAt(until, wake);
      signal?.addEventListener("abort", wake);
      const waiting = this.#waiting.get(queue) ?? new Set();
      this.#waiting.set(queue, waiting.add(wake));
    });
  }
}
