/** Entries in the order of their instants; those of one instant in the order in which they were added. */
export class TimeQueue<T> {
  readonly #heap: { readonly at: string; readonly order: number; readonly entry: T }[] = [];
  #added = 0;

  /** @param at an ISO instant */
  add(at: string, entry: T): void {
    const heap = this.#heap;
    heap.push({ at, order: this.#added++, entry });
    for (let child = heap.length - 1; child > 0;) {
      const parent = (child - 1) >> 1;
      if (!this.#isBefore(child, parent)) return;
      this.#swap(child, parent);
      child = parent;
    }
  }

  /** The instant of the first entry; undefined if there is none. */
  get nextAt(): string | undefined {
    return this.#heap[0]?.at;
  }

  take(): T | undefined {
    const heap = this.#heap;
    const [first] = heap;
    if (!first) return undefined;
    this.#swap(0, heap.length - 1);
    heap.pop();
    for (let parent = 0; ;) {
      const [left, right] = [2 * parent + 1, 2 * parent + 2];
      let least = parent;
      if (left < heap.length && this.#isBefore(left, least)) least = left;
      if (right < heap.length && this.#isBefore(right, least)) least = right;
      if (least === parent) return first.entry;
      this.#swap(parent, least);
      parent = least;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order));
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#heap[one], this.#heap[other]];
    if (!a || !b) return;
    this.#heap[one] = b;
    this.#heap[other] = a;
  }
}
