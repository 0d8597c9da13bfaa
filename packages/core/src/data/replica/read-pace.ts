import { setTimeout as delay } from "node:timers/promises";

/**
 * Read units a second that this process takes for builds. A partition gives 3,000, and the feed of an organization is one partition, which its open screens
 * read meanwhile. All builders together (the concurrency of `replica-on-asked`) stay under half of what a table is given by default, 40,000.
 */
export const buildUnitsPerSecond = 2_000;

/**
 * Bounds how much of the table's capacity bulk reads take. What a page costs is only known once it is read, so reads run into debt and the next ones wait until
 * it is paid. A second's worth is there at once: small builds do not wait.
 */
export class ReadPace {
  readonly #perSecond: number;
  #balance: number;
  #countedAt = performance.now();

  constructor(unitsPerSecond: number) {
    this.#perSecond = unitsPerSecond;
    this.#balance = unitsPerSecond;
  }

  /** Resolves when nothing is owed. */
  async turn(): Promise<void> {
    while (this.#settled() < 0) await delay(Math.ceil((-this.#balance / this.#perSecond) * 1_000));
  }

  spend(units: number): void {
    this.#balance = this.#settled() - units;
  }

  #settled(): number {
    const now = performance.now();
    this.#balance = Math.min(this.#perSecond, this.#balance + ((now - this.#countedAt) / 1_000) * this.#perSecond);
    this.#countedAt = now;
    return this.#balance;
  }
}
