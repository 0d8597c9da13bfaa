import { rebuildOutdated } from "@kartis/core/data/replica/due.ts";

/** Runs on a schedule: after the projections' code has changed, has every organization's snapshot rewritten, the busiest first. */
export async function handler(): Promise<void> {
  await rebuildOutdated();
}
