import type { OrgId } from "../../kernel/id.ts";
import { organizationsWithSnapshots } from "./all-snapshots.ts";
import { askForSnapshot } from "./builds.ts";
import { projectionCode } from "./code.ts";
import { countChanges, isSnapshotDue, readStates } from "./state.ts";

/**
 * Counts changes, and asks for a snapshot when one is due. Loads nothing: a consumer of the journal calls it for every organization in which something changed.
 */
export async function noteChanges(orgId: OrgId, changes: number): Promise<void> {
  if (isSnapshotDue(await countChanges(orgId, changes), await projectionCode())) await askForSnapshot(orgId);
}

/**
 * Requests snapshots for every organization whose newest is by other code than this, the busiest first. Pending requests are not repeated, so this may run as
 * often as it likes.
 */
export async function rebuildOutdated(): Promise<readonly OrgId[]> {
  const code = await projectionCode();
  const states = await readStates([...(await organizationsWithSnapshots())]);
  const outdated = [...states].filter(([, state]) => state.code !== undefined && state.code !== code);
  const order = outdated.toSorted(([, a], [, b]) => (b.counted ?? 0) - (a.counted ?? 0)).map(([orgId]) => orgId);
  for (const orgId of order) await askForSnapshot(orgId);
  return order;
}
