interface Options {
  readonly atOnce: number;
  /** True once no more items should begin. */
  readonly isOver?: () => boolean;
}

/**
 * Runs work for each item, so many at a time, in their order. Rejects with the first failure, while what is under way and what other workers take after it goes on:
 * work that may fail without ending the whole catches its own failures.
 */
export async function concurrently<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  { atOnce, isOver = () => false }: Options,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  // One iterator for all workers: each item is taken once.
  const waiting = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  const worker = async (): Promise<void> => {
    while (!isOver()) {
      const next = await waiting.next();
      if (next.done) return;
      await work(next.value);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
