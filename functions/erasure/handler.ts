import { eraseDeletedOrganizations } from "@kartis/core/deletion/erase.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";

/** Under the Lambda's time-out, so that a run ends between two stretches of the table; the next goes on. */
const runMs = 540_000;

/** By the clock: goes on with the erasure of deleted organizations, whatever has become of the runs before, and looks last whether anything is left. */
export async function handler(): Promise<void> {
  await eraseDeletedOrganizations(systemClock, runMs);
}
