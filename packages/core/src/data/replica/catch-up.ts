import { setImmediate as nextTurn, setTimeout as delay } from "node:timers/promises";
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
/** While a long operation writes, its chunks are applied this often between requests, so that a request finds little left to apply … */
const followEveryMs = 40;
/** … until none has come for this long … */
const chunksEndMs = 1_000;
/** … or nobody has asked. */
const interestEndsMs = 10_000;
/** How long records are applied before other requests get their turn. */
const sliceMs = 20;
/** The same for fetched subjects. */
const takenInAtOnce = 100;

/**
 * Brings one replica up to date: each round is one strongly consistent query of the feed from shortly before the newest id seen, because ids of different
 * writers land out of order.
 * Cost: with nothing new and nothing written for two seconds, one read unit. Soon after writes, the overlap is reread: with its bodies while they are small,
 * else (an import's chunks) as ids alone beside the query for what is new, and only the unknown ones fetched. A replica that is far behind is brought up page
 * by page and slice by slice, so that it does not block requests for others. While chunks come, rounds that read only what is new go on between requests; what
 * lands below the newest id is left to the requests' own rounds, which therefore look back from where the previous one of them ended.
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
  /** The newest id when the last complete round ended: whatever lands late is looked for from shortly before it. */
  #lookedUpTo: RecordId | null;
  /** All ids before this instant have been read for good. */
  #settledMs: number;
  #sweptAt = 0;
  #lastBegan = 0;
  /** Resolves when whatever is under way has ended, successfully or not. */
  #running: Promise<void> = Promise.resolve();
  #next: Promise<void> | null = null;
  #untidy = true;
  #askedAt = 0;
  #chunkAt = Number.NEGATIVE_INFINITY;
  #isFollowing = false;
  /** Something could not be applied, so the held state cannot be trusted: load it again. */
  broken = false;

  constructor(orgId: OrgId, database: ReplicaDatabase, projections: readonly Projection[]) {
    this.#orgId = orgId;
    this.#database = database;
    this.#projections = projections;
    this.#newest = database.cursor;
    this.#lookedUpTo = database.cursor;
    this.#settledMs = this.#newest === null ? 0 : Math.max(0, timeOf(this.#newest) - latestMs);
  }

  /**
   * Resolves when a round has ended that began after this call, so that the caller reads every write acknowledged before it.
   * Callers that wait at the same time share that round.
   */
  now(): Promise<void> {
    this.#askedAt = performance.now();
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
    this.#lookedUpTo = this.#newest;
    if (this.#isExpectingChunks && !this.#isFollowing) void this.#follow();
    if (this.#untidy) this.#untidy = this.#safely(() => this.#database.tidy());
  }

  get #isExpectingChunks(): boolean {
    const now = performance.now();
    return now - this.#chunkAt < chunksEndMs && now - this.#askedAt < interestEndsMs;
  }

  /** A failure here is met again by the next request's round. */
  async #follow(): Promise<void> {
    this.#isFollowing = true;
    try {
      while (this.#isExpectingChunks && !this.broken) {
        await delay(followEveryMs, undefined, { ref: false });
        await this.alone(() => this.#readOn());
      }
    } catch {
      // The round has noted what it could not apply.
    } finally {
      this.#isFollowing = false;
    }
  }

  async #readOn(): Promise<void> {
    if (this.#newest === null || this.broken) return;
    const fresh = recordsFrom(this.#orgId, { id: this.#newest, inclusive: false });
    for await (const page of fresh) await this.#take(page);
  }

  #read(sweeps: boolean): AsyncIterable<readonly ReadRecord[]> {
    const newest = this.#newest;
    if (newest === null) return recordsFrom(this.#orgId, null);
    const upTo = this.#lookedUpTo ?? newest;
    const upToMs = timeOf(upTo);
    // The previous round began so late that nothing could land below its newest id any more, and it read that id's millisecond: only newer ids are left to
    // read, one read unit whatever the size of the newest record.
    if (!sweeps && this.#lastBegan >= upToMs + latestMs) return recordsFrom(this.#orgId, { id: upTo, inclusive: false });
    // A round that began this long after its newest id has read every acknowledged one below it; the same millisecond is reread, since ids within it are
    // unordered.
    const quiet = this.#lastBegan >= upToMs + hotOverlapMs;
    const fromMs = sweeps ? this.#settledMs : Math.max(this.#settledMs, quiet ? upToMs : upToMs - hotOverlapMs);
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
      if (record.item["chunk"] !== undefined) this.#chunkAt = performance.now();
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
