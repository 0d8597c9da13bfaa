import { idFrom, type IdPrefix } from "./id.ts";

/**
 * For a call that its caller may repeat because the answer was lost: its creations get the same ids each time, and each of its changes the same name, by which
 * `commit()` knows what has been done.
 */
export class Once {
  readonly #seed: string;
  readonly #at: number;
  #changes = 0;
  #ids = 0;

  /** @param at when it was first called, in milliseconds since the epoch */
  constructor(seed: string, at: number) {
    this.#seed = seed;
    this.#at = at;
  }

  newId<P extends IdPrefix>(prefix: P) {
    return idFrom(prefix, this.#at, `${this.#seed}/${this.#ids++}`);
  }

  /** The name of its next change, in the order in which it makes them. */
  nextChange(): string {
    return `${this.#seed}/${this.#changes++}`;
  }

  /** The same, of a change that is not made yet. */
  get comingChange(): string {
    return `${this.#seed}/${this.#changes}`;
  }
}
