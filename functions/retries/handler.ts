import { sweepRuns } from "@kartis/core/automations/engine/sweep.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { sweepDeliveries } from "@kartis/core/webhook-endpoints/progress.ts";

/** Under the Lambda's time-out; the next sweep begins a minute after this one. */
const runMs = 50_000;

/** Every minute: has endpoints sent what is due again, automations go on that have waited, and what a process that died has left. */
export async function handler(): Promise<void> {
  await Promise.all([sweepDeliveries(systemClock, runMs), sweepRuns(systemClock, runMs)]);
}
