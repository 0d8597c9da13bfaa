import { activityProjection } from "./activities/projection.ts";
import { ActivityFigures } from "./activities/replica/figures.ts";
import { cardProjection } from "./cards/projection.ts";
import { provideFigures } from "./cards/replica/lists/figures.ts";
import { chatProjection } from "./chats/projection.ts";
import { projectionCode } from "./data/replica/code.ts";
import { replicasOf } from "./data/replica/index.ts";
import type { Projection } from "./data/replica/projection.ts";
import { noteTooLarge, noteWritten, reportItems } from "./data/replica/state.ts";
import { trailProjection } from "./data/trail/projection.ts";
import { fileProjection } from "./files/projection.ts";
import { KartisError } from "./kernel/error.ts";
import type { OrgId } from "./kernel/id.ts";
import { callProjection } from "./voip/projection.ts";

/** Activities, and their totals for each card: cards ask for these without knowing activities. */
const countedForCards: Projection = {
  ...activityProjection,
  open(workbench) {
    const figures = new ActivityFigures(workbench);
    provideFigures(workbench.db, (viewer) => figures.of(viewer));
    return activityProjection.open(workbench);
  },
};

/** The replicas of this process, made of every domain's projection: a domain whose things are listed and searched adds its own here. */
const rows = replicasOf([cardProjection, countedForCards, fileProjection, chatProjection, callProjection], {
  builtWhileWaiting: 5_000,
});
/** The heads of the journal, apart: see `trailProjection`. */
const trails = replicasOf([trailProjection], { budgetBytes: 2 * 1024 ** 3, builtWhileWaiting: 20_000 });

export const { openReplica, catchUpAhead, writeSnapshot, republish } = rows;
export const openTrail = trails.openReplica;

const reportEveryMs = 2_000;

/** Writes both snapshots of the organization, building missing ones. Called by the consumer of snapshot requests. */
export async function writeSnapshots(orgId: OrgId): Promise<void> {
  const code = await projectionCode();
  let reportedAt = 0;
  const onProgress = async (items: number): Promise<void> => {
    const now = Date.now();
    if (now - reportedAt < reportEveryMs) return;
    reportedAt = now;
    await reportItems(orgId, items, now);
  };
  await trails.writeSnapshot(orgId, onProgress);
  try {
    const { replicaBytes } = await rows.writeSnapshot(orgId, onProgress);
    await noteWritten(orgId, { code, bytes: replicaBytes });
  } catch (error) {
    // It would be as large on a retry, so callers get this as the answer.
    if (!(error instanceof KartisError) || error.code !== "UNPROCESSABLE_CONTENT") throw error;
    await noteTooLarge(orgId, code);
  }
}

export function dropReplicas(...of: Parameters<typeof rows.forget>): void {
  rows.forget(...of);
  trails.forget(...of);
}
