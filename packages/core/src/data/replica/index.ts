import type { DatabaseSync } from "node:sqlite";
import { rm } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import { KartisError } from "../../kernel/error.ts";
import type { OrgId, RecordId } from "../../kernel/id.ts";
import { askForSnapshot, preparing, refuseWhileBuilt, tooLarge } from "./builds.ts";
import { beginAhead, doOrAwait } from "../early-reads.ts";
import { CatchUp } from "./catch-up.ts";
import { projectionCode, snapshotCode } from "./code.ts";
import { buildFromTable } from "./cold-build.ts";
import { ReplicaDatabase } from "./database.ts";
import type { AdaptiveIndexes } from "./adaptive-indexes.ts";
import { temporaryPath } from "./file.ts";
import type { Projection } from "./projection.ts";
import { snapshotKey } from "./snapshot-prefix.ts";
import { readSnapshot, replaceSnapshot, snapshotTag } from "./snapshot-store.ts";
import type { Statements } from "./statements.ts";

/** An organization's rows, for queries, which only read `db`. */
export interface Replica {
  readonly orgId: OrgId;
  readonly db: DatabaseSync;
  readonly statements: Statements;
  readonly indexes: AdaptiveIndexes;
}

export interface ReplicaSettings {
  /** Above this, the least recently used replicas leave the disk. */
  readonly budgetBytes: number;
  /** How long a caller waits for a replica that is loading or far behind before getting the answer that it is being prepared. */
  readonly patienceMs: number;
  /** An organization with more items than this is built from the table by a consumer, not while a caller waits. */
  readonly builtWhileWaiting: number;
  /** Identifies the projections' code, if it is not that of this deployment. */
  readonly code: string;
}

const defaults = {
  budgetBytes: 3 * 1024 ** 3,
  patienceMs: 20_000,
  builtWhileWaiting: Number.POSITIVE_INFINITY,
};

export interface Replicas {
  /**
   * The organization's replica, loaded (from its snapshot, else from the table) and caught up by a strongly consistent read that began after this call, or
   * after the beginning of a request that only asks: the caller reads every write acknowledged before that. Throws SERVICE_UNAVAILABLE with `errors.preparing` while loading or catching up takes longer than a
   * request should, or is left to a consumer; the work continues. Throws UNPROCESSABLE_CONTENT with `errors.replicaTooLarge` for an organization too large for
   * the disk.
   */
  readonly openReplica: (orgId: OrgId) => Promise<Replica>;
  /**
   * Begins to catch up the organization's replica, where one is held, for the first `openReplica` of the request that is under way (`readingAhead`): that then answers
   * from a state that has every write acknowledged before this call.
   */
  readonly catchUpAhead: (orgId: OrgId) => void;
  /**
   * Publishes the organization's current replica, for other processes to start from; builds it however large it is, calling `onProgress` with the number of
   * items read. Throws UNPROCESSABLE_CONTENT when it outgrows the disk.
   */
  readonly writeSnapshot: (orgId: OrgId, onProgress?: OnProgress) => Promise<Written>;
  /** Overwrites the organization's snapshot with the current replica, even if somebody else is writing one. @returns its key. */
  readonly republish: (orgId: OrgId) => Promise<string>;
  /** Organizations whose replicas are held, with their sizes in bytes, most recently used last. */
  readonly held: () => readonly { readonly orgId: OrgId; readonly bytes: number }[];
  /** Evicts one replica, or all. */
  readonly forget: (orgId?: OrgId) => void;
}

/** The result of a publication: `bytes` as stored (0 when another process was first), and the size of the replica. */
export interface Written {
  readonly bytes: number;
  readonly replicaBytes: number;
  readonly cursor: RecordId;
}

export type OnProgress = (items: number) => Promise<void>;

interface Held extends Replica {
  readonly database: ReplicaDatabase;
  readonly catchUp: CatchUp;
  /** Of the newest snapshot known here; null when there is none. */
  etag: string | null;
  bytes: number;
  /** When it was last used, by `performance.now()`. */
  usedAt: number;
}

interface Loading {
  /** Of an erasure that the loaded replica must have been built after. */
  readonly erasedBy: RecordId | null;
  /** Set by a caller who builds it however long that takes. */
  readonly onProgress: OnProgress | undefined;
}

/** Replicas unused for this long are evicted: the organization may have been deleted. */
const idleMs = 3_600_000;
/** No request or run holds a replica for longer. */
const longestUseMs = 15 * 60_000;

/** The replicas of this process: at most one for each organization, made by these projections. */
export function replicasOf(projections: readonly Projection[], settings: Partial<ReplicaSettings> = {}): Replicas {
  const { budgetBytes, patienceMs, builtWhileWaiting } = { ...defaults, ...settings };
  /** In the order of use: a Map iterates in the order of insertion, and use inserts anew. */
  const held = new Map<OrgId, Held>();
  const loading = new Map<OrgId, Promise<Held>>();
  const codeOf = async (): Promise<string> => settings.code ?? (await projectionCode());
  const keyOf = async (orgId: OrgId): Promise<string> => snapshotKey(snapshotCode(projections, await codeOf()), orgId);

  async function load(orgId: OrgId, how: Loading): Promise<Held> {
    const { database, etag } = await loadDatabase(orgId, how);
    const catchUp = new CatchUp(orgId, database, projections);
    const { db, statements, indexes } = database;
    return { orgId, db, statements, indexes, database, catchUp, etag, bytes: database.bytes, usedAt: performance.now() };
  }

  async function loadDatabase(
    orgId: OrgId,
    { erasedBy, onProgress }: Loading,
  ): Promise<{ database: ReplicaDatabase; etag: string | null }> {
    // Without S3, or with an unreadable snapshot, the table still has everything.
    const snapshot = await readSnapshot(await keyOf(orgId)).catch(() => undefined);
    if (snapshot) {
      const database = ReplicaDatabase.from(snapshot.path, projections);
      if (erasedBy === null || (database.builtFrom ?? "") >= erasedBy) return { database, etag: snapshot.etag };
      database.close();
    }
    const database = onProgress ? await buildAll(orgId, onProgress) : await buildSmall(orgId);
    return { database, etag: snapshot?.etag ?? null };
  }

  const buildAll = (orgId: OrgId, onProgress: OnProgress): Promise<ReplicaDatabase> =>
    buildFromTable(orgId, projections, (items, database) => {
      if (database.bytes > budgetBytes) throw tooLarge();
      return onProgress(items);
    });

  /** The number of items is not known before they are read, so it is begun here and, when there are many, left to a consumer. */
  async function buildSmall(orgId: OrgId): Promise<ReplicaDatabase> {
    if (builtWhileWaiting === Number.POSITIVE_INFINITY) return buildFromTable(orgId, projections);
    await refuseWhileBuilt(orgId, await codeOf(), builtWhileWaiting);
    const many = preparing();
    try {
      return await buildFromTable(orgId, projections, (items) => {
        if (items > builtWhileWaiting) throw many;
      });
    } catch (error) {
      if (error === many) await askForSnapshot(orgId);
      throw error;
    }
  }

  async function get(orgId: OrgId, onProgress?: OnProgress): Promise<Held> {
    const present = held.get(orgId);
    const erasedBy = present?.database.erasedBy ?? null;
    if (present && !present.catchUp.broken && erasedBy === null) {
      held.delete(orgId);
      held.set(orgId, present);
      return present;
    }
    let promised = loading.get(orgId);
    if (!promised) {
      promised = load(orgId, { erasedBy, onProgress })
        .then((loaded) => {
          letGo(orgId);
          held.set(orgId, loaded);
          return loaded;
        })
        .finally(() => loading.delete(orgId));
      loading.set(orgId, promised);
    }
    return promised;
  }

  async function caughtUp(orgId: OrgId, onProgress?: OnProgress): Promise<Held> {
    let replica = await get(orgId, onProgress);
    replica.usedAt = performance.now();
    let before = replica.database.applied;
    const { catchUp } = replica;
    await doOrAwait(catchUp, () => catchUp.now());
    while (replica.database.erasedBy !== null) {
      replica = await get(orgId, onProgress);
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
      letGo(orgId);
      total -= bytes;
    }
  }

  /** Its users may still be reading, so the file is closed later. */
  function letGo(orgId: OrgId): void {
    const replica = held.get(orgId);
    if (!replica) return;
    held.delete(orgId);
    setTimeout(() => void replica.catchUp.alone(async () => replica.database.close()), longestUseMs).unref();
  }

  async function publish(replica: Held): Promise<Written> {
    const { database, catchUp, orgId } = replica;
    const path = temporaryPath();
    try {
      const { cursor, replicaBytes } = await catchUp.alone(async () => {
        const state = { cursor: database.cursor ?? "", replicaBytes: database.bytes };
        await database.copyTo(path);
        return state;
      });
      const key = await keyOf(orgId);
      const published = await replaceSnapshot(key, path, replica.etag);
      // Another process was first: its snapshot is the base of the next.
      replica.etag = published?.etag ?? (await snapshotTag(key));
      return { bytes: published?.bytes ?? 0, replicaBytes, cursor };
    } finally {
      await rm(path, { force: true });
    }
  }

  /** Somebody publishing at the same time overwrites what was there before: on the next attempt, theirs is replaced. */
  async function publishSurely(replica: Held): Promise<void> {
    for (let attempt = 0; attempt < 5; attempt++) if ((await publish(replica)).bytes > 0) return;
    throw new KartisError("SERVICE_UNAVAILABLE");
  }

  return {
    async openReplica(orgId) {
      const opened = caughtUp(orgId);
      const patience = new AbortController();
      const waited = delay(patienceMs, undefined, { signal: patience.signal, ref: false }).catch(() => undefined);
      try {
        const replica = await Promise.race([opened, waited]);
        if (replica) return replica;
      } finally {
        patience.abort();
      }
      opened.catch(() => undefined); // its failure belongs to the next caller
      throw preparing();
    },
    catchUpAhead(orgId) {
      const present = held.get(orgId);
      if (present && !present.catchUp.broken) beginAhead(present.catchUp, () => present.catchUp.now());
    },
    writeSnapshot: async (orgId, onProgress = async () => undefined) => publish(await caughtUp(orgId, onProgress)),
    async republish(orgId) {
      await publishSurely(await caughtUp(orgId, async () => undefined));
      return keyOf(orgId);
    },
    held: () => [...held.values()].map(({ orgId, bytes }) => ({ orgId, bytes })),
    forget(orgId) {
      for (const each of orgId ? [orgId] : [...held.keys()]) letGo(each);
    },
  };
}
