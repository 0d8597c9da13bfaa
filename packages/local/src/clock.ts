/** Time as the engines see it. Everything that waits goes through a clock, so that tests do not have to wait. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `action` once as soon as `now()` is at or after `instant` (epoch milliseconds). The result cancels it. */
  runAt(instant: number, action: () => void): () => void;
}

/** setTimeout fires at once for a longer delay (32-bit overflow). */
const longestTimeoutMs = 2 ** 31 - 1;

/** The wall clock. Its timers do not keep the process alive. */
export const systemClock: Clock = {
  now: () => Date.now(),
  runAt(instant, action) {
    let timer: NodeJS.Timeout | undefined;
    const arm = () => {
      const delayMs = instant - Date.now();
      timer =
        delayMs > longestTimeoutMs ? setTimeout(arm, longestTimeoutMs).unref() : setTimeout(action, Math.max(0, delayMs)).unref();
    };
    arm();
    return () => clearTimeout(timer);
  },
};

/** A clock that only a test moves. */
export class ManualClock implements Clock {
  #now: number;
  readonly #waiting = new Set<{ instant: number; action: () => void }>();

  constructor(start: number | string) {
    this.#now = new Date(start).getTime();
  }

  now(): number {
    return this.#now;
  }

  runAt(instant: number, action: () => void): () => void {
    const entry = { instant, action };
    this.#waiting.add(entry);
    return () => this.#waiting.delete(entry);
  }

  /** Moves to `instant` and runs what falls due on the way, each at its own time and in order. */
  advanceTo(instant: number | string): void {
    const end = new Date(instant).getTime();
    for (;;) {
      const due = [...this.#waiting].filter((entry) => entry.instant <= end).toSorted((a, b) => a.instant - b.instant)[0];
      if (!due) break;
      this.#waiting.delete(due);
      this.#now = Math.max(this.#now, due.instant);
      due.action();
    }
    this.#now = Math.max(this.#now, end);
  }

  advanceBy(milliseconds: number): void {
    this.advanceTo(this.#now + milliseconds);
  }
}
