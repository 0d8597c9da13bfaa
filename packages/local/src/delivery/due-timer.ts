import type { Clock } from "../clock.ts";

/** One timer for many due times: it always waits for the earliest, and a write that changes the due times re-arms it. */
export class DueTimer {
  readonly #clock: Clock;
  readonly #earliest: () => number | undefined;
  readonly #run: () => void;
  #cancel: () => void = () => {};
  #started = false;

  /** `earliest` returns the next due time (epoch milliseconds); `run` does all that is due and advances those times. */
  constructor(clock: Clock, earliest: () => number | undefined, run: () => void) {
    this.#clock = clock;
    this.#earliest = earliest;
    this.#run = run;
  }

  /** Runs what fell due in the meantime. */
  start(): void {
    this.#started = true;
    this.arm();
  }

  stop(): void {
    this.#started = false;
    this.#cancel();
  }

  arm(): void {
    this.#cancel();
    if (!this.#started) return;
    let next = this.#earliest();
    while (next !== undefined && next <= this.#clock.now()) {
      this.#run();
      next = this.#earliest();
    }
    if (next === undefined) return;
    this.#cancel = this.#clock.runAt(next, () => this.arm());
  }
}
