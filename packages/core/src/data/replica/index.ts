import type { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId, RecordId } from "../../kernel/id.ts";
import { CatchUp } from "./catch-up.ts";
import { buildFromTable } from "./cold-build.ts";
import { ReplicaDatabase } from "./database.ts";
import { fingerprint } from "./fingerprint.ts";
import type { AdaptiveIndexes } from "./adaptive-indexes.ts";
import type { Projection } from "./projection.ts";
import { toBytes } from "./serialization.ts";
import { snapshotPrefix } from "./snapshot-prefix.ts";
import { readSnapshot, replaceSnapshot } from "./snapshot-store.ts";
import type { Statements } from "./statements.ts";

/** An organization's rows, for queries. `db` is read by them only. */
export interface Replica {
  readonly orgId: OrgId;
  readonly db: DatabaseSync;
  readonly statements: Statements;
  readonly indexes: AdaptiveIndexes;
}

export interface ReplicaSettings {
  /** Replicas that were used longest ago leave memory above this. */
  readonly budgetBytes: number;
  /** How long a caller waits for a replica that is being loaded before being told that it is prepared. */
  readonly patienceMs: number;
  /** A snapshot is due after so many changes, or when so much of the journal would have to be replayed after it; of a big replica later. */
  readonly snapshotEvery: { readonly changes: number; readonly bytes: number };
}

const defaults: ReplicaSettings = {
  budgetBytes: 600 * 1024 * 1024,
  patienceMs: 20_000,
  snapshotEvery: { changes: 500, bytes: 512 * 1024 },
};

export interface Replicas {
  /**
   * The organization's replica, loaded (from its snapshot, else from the table) and caught up by a strongly consistent read that began after
   * this call: the caller reads every write acknowledged before it. Throws SERVICE_UNAVAILABLE with `errors.preparing` while loading takes
   * longer than a request should; the loading goes on.
   */
  readonly openReplica: (orgId: OrgId) => Promise<Replica>;
  /** Publishes the organization's replica as it is now, for other processes to start from. */
  readonly writeSnapshot: (orgId: OrgId) => Promise<{ bytes: number; cursor: RecordId }>;
  /** The same when enough has changed since the newest snapshot. What a consumer of the journal calls for every record. */
  readonly writeSnapshotIfDue: (orgId: OrgId) => Promise<void>;
  /** Puts the replica as it is now in the place of the organization's snapshot, whoever else writes one. @returns the key of that. */
  readonly republish: (orgId: OrgId) => Promise<string>;
  /** Organizations in memory with their bytes, most recently used last. */
  readonly held: () => readonly { readonly orgId: OrgId; readonly bytes: number }[];
  /** Lets go of one replica, or of all. */
  readonly forget: (orgId?: OrgId) => void;
}

interface Held extends Replica {
  readonly database: ReplicaDatabase;
  readonly catchUp: CatchUp;
  /** Of the newest snapshot known here; null when there is none. */
  etag: string | null;
  bytes: number;
  /** When it was last asked, by `performance.now()`. */
  usedAt: number;
}

/** What nobody has asked for so long leaves memory: its organization may be no more. */
const idleMs = 3_600_000;

/** The replicas of this process: at most one for each organization, made by these projections. */
export function replicasOf(projections: readonly Projection[], settings: Partial<ReplicaSettings> = {}): Replicas {
  const { budgetBytes, patienceMs, snapshotEvery } = { ...defaults, ...settings };
  /** In the order of use: a Map iterates in the order of insertion, and use inserts anew. */
  const held = new Map<OrgId, Held>();
  const loading = new Map<OrgId, Promise<Held>>();
  let code: string | undefined;
  const keyOf = (orgId: OrgId): string => `${snapshotPrefix}${(code ??= fingerprint(projections))}/${orgId}`;

  async function load(orgId: OrgId, erasedBy: RecordId | null): Promise<Held> {
    const { database, etag } = await loadDatabase(orgId, erasedBy);
    const catchUp = new CatchUp(orgId, database, projections);
    const { db, statements, indexes } = database;
    return { orgId, db, statements, indexes, database, catchUp, etag, bytes: database.bytes, usedAt: performance.now() };
  }

  /** @param erasedBy of an erasure that what is loaded must have been built after. */
  async function loadDatabase(
    orgId: OrgId,
    erasedBy: RecordId | null,
  ): Promise<{ database: ReplicaDatabase; etag: string | null }> {
    // Without S3, or with a snapshot that cannot be read, the table still says everything.
    const snapshot = await readSnapshot(keyOf(orgId)).catch(() => undefined);
    if (snapshot) {
      const database = ReplicaDatabase.from(snapshot.bytes, projections);
      if (erasedBy === null || (database.builtFrom ?? "") >= erasedBy) return { database, etag: snapshot.etag };
    }
    return { database: await buildFromTable(orgId, projections), etag: snapshot?.etag ?? null };
  }

  async function get(orgId: OrgId): Promise<Held> {
    const present = held.get(orgId);
    const erasedBy = present?.database.erasedBy ?? null;
    if (present && !present.catchUp.broken && erasedBy === null) {
      held.delete(orgId);
      held.set(orgId, present);
      return present;
    }
    let promised = loading.get(orgId);
    if (!promised) {
      promised = load(orgId, erasedBy)
        .then((loaded) => {
          held.set(orgId, loaded);
          return loaded;
        })
        .finally(() => loading.delete(orgId));
      loading.set(orgId, promised);
    }
    return promised;
  }

  async function caughtUp(orgId: OrgId): Promise<Held> {
    let replica = await get(orgId);
    replica.usedAt = performance.now();
    let before = replica.database.applied;
    await replica.catchUp.now();
    while (replica.database.erasedBy !== null) {
      replica = await get(orgId);
      before = replica.database.applied;
      await replica.catchUp.now();
    }
    if (replica.database.applied !== before || replica.bytes === 0) replica.bytes = replica.database.bytes;
    makeRoom(orgId);
    return replica;
  }

  function makeRoom(keep: OrgId): void {
    let total = 0;
    for (const { bytes } of held.values()) total += bytes;
    const idleSince = performance.now() - idleMs;
    for (const [orgId, { bytes, usedAt }] of held) {
      if (total <= budgetBytes && usedAt >= idleSince) return;
      if (orgId === keep) continue;
      // Not closed: a query that was handed it may still be reading. It goes when nobody has it.
      held.delete(orgId);
      total -= bytes;
    }
  }

  async function publish(replica: Held): Promise<{ bytes: number; cursor: RecordId }> {
    const { database, catchUp, orgId } = replica;
    const cursor = database.cursor ?? "";
    const serialized = toBytes(database.db);
    const [applied, replayed] = [database.applied, catchUp.replayedBytes];
    const published = await replaceSnapshot(keyOf(orgId), serialized, cursor, replica.etag);
    // Another process was first: what it wrote is the base of the next.
    replica.etag = published?.etag ?? (await readSnapshot(keyOf(orgId)))?.etag ?? null;
    database.applied -= applied;
    catchUp.replayedBytes -= replayed;
    return { bytes: published?.bytes ?? 0, cursor };
  }

  /** Somebody who publishes at the same time does so over what was there before: asked again, theirs is replaced. */
  async function publishSurely(replica: Held): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) if ((await publish(replica)).bytes > 0) return;
    throw new KartisError("SERVICE_UNAVAILABLE");
  }

  return {
    async openReplica(orgId) {
      const opened = caughtUp(orgId);
      if (held.has(orgId)) return opened;
      const patience = new AbortController();
      const preparing = delay(patienceMs, "preparing" as const, { signal: patience.signal, ref: false }).catch(
        () => "preparing" as const,
      );
      const outcome = await Promise.race([opened, preparing]);
      if (outcome !== "preparing") {
        patience.abort();
        return outcome;
      }
      opened.catch(() => undefined); // its failure belongs to the next caller
      throw new KartisError("SERVICE_UNAVAILABLE", { messageKey: "errors.preparing" });
    },
    writeSnapshot: async (orgId) => publish(await caughtUp(orgId)),
    async writeSnapshotIfDue(orgId) {
      const replica = await caughtUp(orgId);
      // What writing it costs grows with the replica, what it spares its readers does not: an import would else write it all the time.
      const due =
        replica.database.applied >= Math.max(snapshotEvery.changes, replica.bytes / 10_000) ||
        replica.catchUp.replayedBytes >= Math.max(snapshotEvery.bytes, replica.bytes / 30) ||
        (replica.etag === null && replica.bytes > 1024 * 1024);
      if (due) await publish(replica);
    },
    async republish(orgId) {
      await publishSurely(await caughtUp(orgId));
      return keyOf(orgId);
    },
    held: () => [...held.values()].map(({ orgId, bytes }) => ({ orgId, bytes })),
    forget(orgId) {
      if (orgId) held.delete(orgId);
      else held.clear();
    },
  };
}
