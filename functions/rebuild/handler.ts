import { rebuildOutdated } from "@kartis/core/data/replica/due.ts";

/** On a schedule: after a change of the projections' code, has every organization's snapshot rewritten, the busiest first. */
export async function handler(): Promise<void> {
  await rebuildOutdated();
}
