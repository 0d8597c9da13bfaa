/** The units of an operation by their position: read ahead, and kept until their chunk is written, since a chunk may have to be prepared again. */
export class Upcoming<T> {
  readonly #source: AsyncIterator<readonly T[]>;
  #next: Promise<IteratorResult<readonly T[], unknown>> | undefined;
  #kept: readonly T[] = [];
  /** The position of the first one kept. */
  #first: number;

  /** @param source the units from position `first` on, some at a time. */
  constructor(source: AsyncIterable<readonly T[]>, first: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#first = first;
  }

  /**
   * The units from the position on, fewer at the end. Starts reading the ones after them. One call at a time. When the source fails, so does every call from then on: a
   * generator that has thrown says that it is at its end, and whoever asked again would take that for the end of the file.
   */
  async from(position: number, count: number): Promise<readonly T[]> {
    // Earlier ones may be released while it waits, so indexes are computed again.
    const begin = () => position - this.#first;
    while (this.#kept.length < begin() + count) {
      this.#next ??= this.#source.next();
      const { done, value } = await this.#next;
      if (done) break;
      this.#kept = [...this.#kept, ...value];
      this.#next = this.#source.next();
      this.#next.catch(() => undefined); // thrown where it is awaited
    }
    return this.#kept.slice(begin(), begin() + count);
  }

  /** Releases the units before the position. */
  letGo(position: number): void {
    this.#kept = this.#kept.slice(position - this.#first);
    this.#first = position;
  }
}

/** The units after the first `skip`, some at a time. */
export async function* inWindows<T>(units: AsyncIterable<T> | Iterable<T>, skip: number, size: number): AsyncGenerator<T[]> {
  let toSkip = skip;
  let window: T[] = [];
  for await (const unit of units) {
    if (toSkip > 0) {
      toSkip--;
      continue;
    }
    window.push(unit);
    if (window.length < size) continue;
    yield window;
    window = [];
  }
  if (window.length > 0) yield window;
}
