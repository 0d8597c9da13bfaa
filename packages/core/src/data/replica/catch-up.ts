import { setImmediate as nextTurn } from "node:timers/promises";
import type { OrgId, RecordId } from "../../kernel/id.ts";
import type { Missing, ReplicaDatabase } from "./database.ts";
import { type ReadRecord, firstIdAt, idsBetween, readById, recordOf, recordsFrom, sizeOf, timeOf } from "./feed.ts";
import type { Projection } from "./projection.ts";

/**
 * How far behind the newest id a record may land and still be read by the next round. `commit()` follows up a write that took longer than a
 * second with a repair record before it acknowledges it; the rest is for clocks that differ.
 */
const hotOverlapMs = 2_000;
/** How late any record may land at all: an attempt is aborted after five seconds; the publisher repairs what lands after eight. */
const latestMs = 12_000;
/** How often everything younger than `latestMs` is reread, for writes that landed late and whose writer died. */
const sweepEveryMs = 5_000;
/** A larger overlap is read as ids alone. */
const bodiesUpToBytes = 24_000;
/** This many changes at once come from an import. */
const burst = 200;
/** How long records are applied before other requests get their turn. */
const sliceMs = 20;
/** The same for fetched subjects. */
const takenInAtOnce = 100;

/**
 * Brings one replica up to date: each round is one strongly consistent query of the feed from shortly before the newest id seen, because ids of different
 * writers land out of order.
 * Cost: with nothing new and nothing written for two seconds, one read unit. Soon after writes, the overlap is reread: with its bodies while they are small,
 * else (an import's chunks) as ids alone beside the query for what is new, and only the unknown ones fetched. A replica that is far behind is brought up page
 * by page and slice by slice, so that it does not block requests for others.
 */
export class CatchUp {
  readonly #orgId: OrgId;
  readonly #database: ReplicaDatabase;
  readonly #projections: readonly Projection[];
  /** Records read and perhaps read again, with their sizes. */
  readonly #seen = new Map<RecordId, number>();
  /** Subjects to be fetched: they outlive a round whose fetch failed, because the records are not read again. */
  readonly #missing = new Map<string, Missing>();
  #newest: RecordId | null;
  /** All ids before this instant have been read for good. */
  #settledMs: number;
  #sweptAt = 0;
  #lastBegan = 0;
  /** Resolves when whatever is under way has ended, successfully or not. */
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #untidy = true;
  /** Something could not be applied, so the held state cannot be trusted: load it again. */
  broken = false;

  constructor(orgId: OrgId, database: ReplicaDatabase, projections: readonly Projection[]) {
    this.#orgId = orgId;
    this.#database = database;
    this.#projections = projections;
    this.#newest = database.cursor;
    this.#settledMs = this.#newest === null ? 0 : Math.max(0, timeOf(this.#newest) - latestMs);
  }

  /**
   * Resolves when a round has ended that began after this call, so that the caller reads every write acknowledged before it.
   * Callers that wait at the same time share that round.
   */
  now(): Promise<void> {
    this.#next ??= this.alone(() => {
      this.#next = null;
      return this.#round();
    });
    return this.#next;
  }

  /** Runs `work` between two rounds: nothing is applied meanwhile. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#running.then(work);
    this.#running = done.then(
      () => undefined,
      () => undefined,
    );
    return done;
  }

  async #round(): Promise<void> {
    const began = Date.now();
    const sweeps = this.#newest !== null && this.#settledMs < timeOf(this.#newest) && began - this.#sweptAt >= sweepEveryMs;
    for await (const page of this.#read(sweeps)) await this.#take(page.filter(({ id }) => !this.#seen.has(id)));
    await this.#fetchMissing();
    this.#moveCursor();
    if (sweeps && this.#newest !== null) {
      this.#sweptAt = began;
      this.#settledMs = Math.max(this.#settledMs, Math.min(began - latestMs, timeOf(this.#newest)));
      for (const id of this.#seen.keys()) if (timeOf(id) < this.#settledMs) this.#seen.delete(id);
    }
    this.#lastBegan = began;
    if (this.#untidy) this.#untidy = this.#safely(() => this.#database.tidy());
  }

  #read(sweeps: boolean): AsyncIterable<readonly ReadRecord[]> {
    const newest = this.#newest;
    if (newest === null) return recordsFrom(this.#orgId, null);
    const newestMs = timeOf(newest);
    // The previous round began so late that nothing could land below the newest id any more, and it read that id's millisecond: only newer ids are left to
    // read, one read unit whatever the size of the newest record.
    if (!sweeps && this.#lastBegan >= newestMs + latestMs) return recordsFrom(this.#orgId, { id: newest, inclusive: false });
    // A round that began this long after the newest id has read every acknowledged one below it; the same millisecond is reread, since ids within it are
    // unordered.
    const quiet = this.#lastBegan >= newestMs + hotOverlapMs;
    const fromMs = sweeps ? this.#settledMs : Math.max(this.#settledMs, quiet ? newestMs : newestMs - hotOverlapMs);
    const from = firstIdAt(fromMs);
    let overlapBytes = 0;
    for (const [id, bytes] of this.#seen) if (id >= from) overlapBytes += bytes;
    return overlapBytes <= bodiesUpToBytes
      ? recordsFrom(this.#orgId, { id: from, inclusive: true })
      : this.#readUnknown(from, newest);
  }

  async *#readUnknown(from: RecordId, newest: RecordId): AsyncGenerator<readonly ReadRecord[]> {
    const fresh = recordsFrom(this.#orgId, { id: newest, inclusive: false });
    const [first, ids] = await Promise.all([fresh.next(), idsBetween(this.#orgId, from, newest)]);
    yield await readById(
      this.#orgId,
      ids.filter((id) => !this.#seen.has(id)),
    );
    if (first.done) return;
    yield first.value;
    yield* fresh;
  }

  async #take(records: readonly ReadRecord[]): Promise<void> {
    if (records.length === 0) return;
    const before = this.#database.applied;
    for (let at = 0; at < records.length;) {
      if (at > 0) await nextTurn();
      at = this.#applySlice(records, at);
    }
    if (this.#database.applied - before >= burst) this.#database.indexes.busy();
    await this.#fetchMissing();
    this.#moveCursor();
  }

  /** @returns the index of the first record that is still to be applied. */
  #applySlice(records: readonly ReadRecord[], from: number): number {
    const until = performance.now() + sliceMs;
    const end = this.#safely(() =>
      this.#database.transaction(() => {
        let at = from;
        for (let record = records[at]; record && (at === from || performance.now() < until); record = records[++at])
          this.#database.apply(recordOf(record), this.#missing);
        return at;
      }),
    );
    for (const record of records.slice(from, end)) {
      this.#seen.set(record.id, sizeOf(record));
      if (this.#newest === null || record.id > this.#newest) this.#newest = record.id;
    }
    return end;
  }

  /** Only when nothing is missing: a replica that starts from the cursor does not get earlier records again. */
  #moveCursor(): void {
    if (this.#newest !== this.#database.cursor) this.#database.cursor = this.#newest;
  }

  async #fetchMissing(): Promise<void> {
    if (this.#missing.size === 0) return;
    const asked = [...this.#missing.values()];
    for (const projection of this.#projections) {
      const own = asked.filter(({ subject }) => projection.kinds.includes(subject.kind));
      if (own.length === 0) continue;
      const fetched = await projection.fetch(
        this.#orgId,
        own.map(({ subject }) => subject),
      );
      for (let at = 0; at < fetched.length; at += takenInAtOnce) {
        if (at > 0) await nextTurn();
        this.#safely(() => this.#database.takeIn(fetched.slice(at, at + takenInAtOnce), this.#missing));
      }
      if (own.some(({ subject }) => subject.kind === "cardType")) this.#untidy = true;
    }
    this.#missing.clear();
  }

  #safely<T>(change: () => T): T {
    try {
      return change();
    } catch (error) {
      this.broken = true;
      throw error;
    }
  }
}
