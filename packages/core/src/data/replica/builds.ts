import { KartisError } from "../../kernel/error.ts";
import type { OrgId } from "../../kernel/id.ts";
import { itemsBuilt, noteAsked, readReplicaState } from "./state.ts";

/**
 * Asks a consumer to write the organization's snapshot, unless one is at work on it. If a process dies between the note and the message, the next request finds
 * that out once nothing has been heard of a builder for five minutes.
 */
export async function askForSnapshot(orgId: OrgId): Promise<void> {
  if (!(await noteAsked(orgId, Date.now()))) return;
  // Most processes never send one, so a cold start does not load the queue's client.
  const { sendSnapshotRequest } = await import("./queue.ts");
  await sendSnapshotRequest(orgId);
}

/** The error a caller gets while a replica is being prepared. @param items how many have been read so far, if known. */
export const preparing = (items?: number): KartisError =>
  items
    ? new KartisError("SERVICE_UNAVAILABLE", { messageKey: "errors.preparingSoFar", params: { items } })
    : new KartisError("SERVICE_UNAVAILABLE", { messageKey: "errors.preparing" });

export const tooLarge = (): KartisError => new KartisError("UNPROCESSABLE_CONTENT", { messageKey: "errors.replicaTooLarge" });

/**
 * Throws when the organization's replica cannot be built at all, or is being built elsewhere and has more than `few` items, with its progress. A small one is built
 * sooner than waited for, also when its builder has died.
 */
export async function refuseWhileBuilt(orgId: OrgId, code: string, few: number): Promise<void> {
  const state = await readReplicaState(orgId);
  if (state.tooLargeFor === code) throw tooLarge();
  const items = itemsBuilt(state, Date.now());
  if (items !== undefined && items > few) throw preparing(items);
}
