import type { OrgId, RecordId } from "../../kernel/id.ts";
import type { Missing, ReplicaDatabase } from "./database.ts";
import { type ReadRecord, firstIdAt, idsBetween, recordsById, recordsFrom, timeOf } from "./feed.ts";
import type { Projection } from "./projection.ts";

/**
 * How far behind the newest id a record may land and still be read by the next round. `commit()` follows up a write that took longer than a
 * second with a repair record before it acknowledges it; the rest is for clocks that differ.
 */
const hotOverlapMs = 2_000;
/** How late any record may land at all: an attempt is aborted after five seconds; the publisher repairs what lands after eight. */
const latestMs = 12_000;
/** How often what is younger than `latestMs` is read again whole, for writes that landed late and whose writer died. */
const sweepEveryMs = 5_000;
/** An overlap of more than this is read as ids alone. */
const bodiesUpToBytes = 24_000;
/** So many changes at once are an import's. */
const burst = 200;

/**
 * Brings one replica up to date: each round is one strongly consistent query of the feed from shortly before the newest id seen, because ids
 * of different writers land out of order.
 *
 * What that costs: nothing new and nothing written for two seconds, one read unit. Soon after writes, the overlap is read again: with
 * its bodies while they are small, else (an import's chunks) as ids alone beside the query for what is new, and only the unknown ones fetched.
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
  /** Ids of before this instant have all been read for good. */
  #settledMs: number;
  #sweptAt = 0;
  #lastBegan = 0;
  #running: Promise<void> | null = null;
  #next: Promise<void> | null = null;
  /** Something could not be applied, so what is held is not to be trusted: load it again. */
  broken = false;
  /** Bytes of records read since loading: what another process would have to replay. */
  replayedBytes = 0;

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
    if (!this.#running) return this.#start();
    this.#next ??= this.#running.then(
      () => this.#start(),
      () => this.#start(),
    );
    return this.#next;
  }

  #start(): Promise<void> {
    this.#next = null;
    const round = this.#round().finally(() => {
      if (this.#running === round) this.#running = null;
    });
    this.#running = round;
    return round;
  }

  async #round(): Promise<void> {
    const began = Date.now();
    const sweeps = this.#newest !== null && this.#settledMs < timeOf(this.#newest) && began - this.#sweptAt >= sweepEveryMs;
    this.#take(await this.#read(sweeps));
    await this.#fetchMissing();
    if (sweeps && this.#newest !== null) {
      this.#sweptAt = began;
      this.#settledMs = Math.max(this.#settledMs, Math.min(began - latestMs, timeOf(this.#newest)));
      for (const id of this.#seen.keys()) if (timeOf(id) < this.#settledMs) this.#seen.delete(id);
    }
    this.#lastBegan = began;
  }

  async #read(sweeps: boolean): Promise<ReadRecord[]> {
    const newest = this.#newest;
    if (newest === null) return recordsFrom(this.#orgId, null, this.#seen);
    const newestMs = timeOf(newest);
    // The round before began so late that nothing could land below the newest id any more, and it read that id's millisecond: only what is
    // above is left to read, one read unit whatever the size of the newest record.
    if (!sweeps && this.#lastBegan >= newestMs + latestMs) {
      return recordsFrom(this.#orgId, { id: newest, inclusive: false }, this.#seen);
    }
    // A round that began this long after the newest id has read every acknowledged one below it; the same millisecond is read again,
    // since ids within it are in no order.
    const quiet = this.#lastBegan >= newestMs + hotOverlapMs;
    const fromMs = sweeps ? this.#settledMs : Math.max(this.#settledMs, quiet ? newestMs : newestMs - hotOverlapMs);
    const from = firstIdAt(fromMs);
    let overlapBytes = 0;
    for (const [id, bytes] of this.#seen) if (id >= from) overlapBytes += bytes;
    if (overlapBytes <= bodiesUpToBytes) return recordsFrom(this.#orgId, { id: from, inclusive: true }, this.#seen);
    const [fresh, ids] = await Promise.all([
      recordsFrom(this.#orgId, { id: newest, inclusive: false }, this.#seen),
      idsBetween(this.#orgId, from, newest),
    ]);
    const late = await recordsById(
      this.#orgId,
      ids.filter((id) => !this.#seen.has(id)),
    );
    return [...late, ...fresh];
  }

  #take(read: readonly ReadRecord[]): void {
    if (read.length === 0) return;
    const records = read.map(({ record }) => record);
    const last = records.at(-1);
    const newest = last && (this.#newest === null || last.id > this.#newest) ? last.id : this.#newest;
    const before = this.#database.applied;
    try {
      this.#database.apply(records, this.#missing);
    } catch (error) {
      this.broken = true;
      throw error;
    }
    if (this.#database.applied - before >= burst) this.#database.indexes.busy();
    for (const { record, bytes } of read) {
      this.#seen.set(record.id, bytes);
      this.replayedBytes += bytes;
    }
    this.#newest = newest;
    this.#database.cursor = newest;
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
      this.#database.takeIn(fetched, this.#missing);
    }
    this.#missing.clear();
  }
}
