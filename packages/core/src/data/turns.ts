/**
 * Serializes those who want the same item, in the order they asked. For commits of one process that lost to other writers at an item: fifty that all start over
 * at once would mostly invalidate each other's reads, while in turn each needs one more attempt. Between processes only pauses help (`backOff`).
 */
export class Turns {
  readonly #queues = new Map<string, Promise<void>>();

  /**
   * Waits until everybody who asked for the key before has ended their turn, or for `longestMs`: if a turn takes long, trying is quicker than waiting.
   * @returns a function that ends the turn.
   */
  async take(key: string, longestMs: number): Promise<() => void> {
    const before = this.#queues.get(key);
    const { promise, resolve: end } = Promise.withResolvers<void>();
    const mine = before ? before.then(() => promise) : promise;
    this.#queues.set(key, mine);
    void mine.then(() => {
      if (this.#queues.get(key) === mine) this.#queues.delete(key);
    });
    if (before) {
      const { promise: tooLong, resolve: giveUp } = Promise.withResolvers<void>();
      const timer = setTimeout(giveUp, longestMs);
      await Promise.race([before, tooLong]);
      clearTimeout(timer);
    }
    return end;
  }
}
