import type { OrgId } from "../../kernel/id.ts";
import { isFailedCondition, lazy, unrecordedEntity } from "../entity.ts";
import { itemsByKey } from "../items-by-key.ts";

/**
 * What is known of an organization's snapshot without loading it. Main: one item for each organization, which changes add to and a builder reports to; it is
 * not part of the organization's data, so it has no record.
 */
export const replicaStateEntity = lazy(() =>
  unrecordedEntity("derived", {
    model: { service: "kartis", entity: "replicaState", version: "1" },
    attributes: {
      orgId: { type: "string", required: true },
      kind: { type: ["replica"] as const, required: true },
      /** The code that wrote the newest snapshot. */
      code: { type: "string" },
      /** The replica's size then. */
      bytes: { type: "number" },
      /** Changes counted since then; a message that comes twice is counted twice. */
      changes: { type: "number" },
      /** All changes ever counted: how busy the organization is. */
      counted: { type: "number" },
      /** When a pending snapshot was requested, in epoch milliseconds. */
      askedAt: { type: "number" },
      /** When its builder last reported, and how many items it had read from the table by then. */
      reportedAt: { type: "number" },
      items: { type: "number" },
      /** The code under which the organization does not fit on a builder's disk. */
      tooLargeFor: { type: "string" },
    },
    indexes: {
      main: {
        pk: { field: "pk", composite: ["orgId", "kind"], casing: "none" },
        sk: { field: "sk", composite: [], casing: "none" },
      },
    },
  }),
);

/** Not next to the journal's records, whose readers query past the last one. */
const keyOf = (orgId: OrgId) => ({ orgId, kind: "replica" as const });

export interface ReplicaState {
  readonly code?: string | undefined;
  readonly bytes?: number | undefined;
  readonly changes?: number | undefined;
  readonly counted?: number | undefined;
  readonly askedAt?: number | undefined;
  readonly reportedAt?: number | undefined;
  readonly items?: number | undefined;
  readonly tooLargeFor?: string | undefined;
}

/** A builder silent for this long has died, and another may be asked. */
const silentMs = 5 * 60_000;

/** Small organizations are built from the table in less than a tenth of a second, so they go without a snapshot for a while. */
const firstSnapshotAfter = 200;
const snapshotEvery = 500;
/** The cost of writing a snapshot grows with the replica, its benefit to readers does not: larger replicas are snapshotted less often. */
const bytesPerChange = 10_000;

/** Whether a snapshot is due: there is none, the code has changed since, or readers would have to replay many changes. */
export function isSnapshotDue({ code, bytes = 0, changes = 0 }: ReplicaState, currentCode: string): boolean {
  if (code === undefined) return changes >= firstSnapshotAfter;
  return code !== currentCode || changes >= Math.max(snapshotEvery, bytes / bytesPerChange);
}

/** Adds to the changes counted since the newest snapshot. @returns the new state. */
export async function countChanges(orgId: OrgId, changes: number): Promise<ReplicaState> {
  const { data } = await replicaStateEntity().update(keyOf(orgId)).add({ changes, counted: changes }).go({ response: "all_new" });
  return data ?? {};
}

/** What is known of the organization's snapshot, strongly consistent. */
export async function readReplicaState(orgId: OrgId): Promise<ReplicaState> {
  const { data } = await replicaStateEntity().get(keyOf(orgId)).go({ consistent: true });
  return data ?? {};
}

/** The same for many. Organizations without a state are absent. */
export async function readStates(orgIds: readonly OrgId[]): Promise<Map<OrgId, ReplicaState>> {
  const keys = orgIds.map((orgId) => {
    const params = replicaStateEntity().get(keyOf(orgId)).params();
    return params["Key"] as Record<string, unknown>; // ElectroDB types its params as a record
  });
  const items = await itemsByKey(keys);
  return new Map(items.map((item) => [item["orgId"] as OrgId, item as ReplicaState])); // as the functions below write it
}

/** Records that a snapshot has been requested. False when somebody else has requested one and its builder is not known to have died. */
export async function noteAsked(orgId: OrgId, nowMs: number): Promise<boolean> {
  try {
    await replicaStateEntity()
      .update(keyOf(orgId))
      .set({ askedAt: nowMs, reportedAt: nowMs, items: 0 })
      .where(({ askedAt, reportedAt }, { notExists, lt }) => `${notExists(askedAt)} OR ${lt(reportedAt, nowMs - silentMs)}`)
      .go();
    return true;
  } catch (error) {
    if (isFailedCondition(error)) return false;
    throw error;
  }
}

/** Progress of a requested build: the items it has read. Undefined when none is at work. */
export const itemsBuilt = ({ askedAt, reportedAt = 0, items = 0 }: ReplicaState, nowMs: number): number | undefined =>
  askedAt !== undefined && nowMs - reportedAt < silentMs ? items : undefined;

export async function reportItems(orgId: OrgId, items: number, nowMs: number): Promise<void> {
  await replicaStateEntity().update(keyOf(orgId)).set({ reportedAt: nowMs, items }).go();
}

export async function noteWritten(orgId: OrgId, written: { readonly code: string; readonly bytes: number }): Promise<void> {
  await replicaStateEntity()
    .update(keyOf(orgId))
    .set({ ...written, changes: 0 })
    .remove(["askedAt", "reportedAt", "items", "tooLargeFor"])
    .go();
}

export async function noteTooLarge(orgId: OrgId, code: string): Promise<void> {
  await replicaStateEntity().update(keyOf(orgId)).set({ tooLargeFor: code }).remove(["askedAt", "reportedAt", "items"]).go();
}
