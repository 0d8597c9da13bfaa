import { eraseDeletedOrganizations } from "@kartis/core/deletion/erase.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";

/** Under the Lambda's time-out, so that a run ends between two stretches of a partition; the next goes on. */
const runMs = 540_000;

/** Runs on a schedule: continues erasing deleted organizations, whatever happened to earlier runs, and finally checks whether anything is left. */
export async function handler(): Promise<void> {
  await eraseDeletedOrganizations(systemClock, runMs);
}
