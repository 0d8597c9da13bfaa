import { sweepRuns } from "@kartis/core/automations/engine/sweep.ts";
import { systemClock } from "@kartis/core/kernel/clock.ts";
import { sweepDeliveries } from "@kartis/core/outgoing-webhooks/progress.ts";

/** Below the Lambda's timeout; the next sweep starts a minute after this one. */
const runMs = 50_000;

/** Every minute: enqueues webhook deliveries due for a retry, and automations that are due after a wait or a crash. */
export async function handler(): Promise<void> {
  await Promise.all([sweepDeliveries(systemClock, runMs), sweepRuns(systemClock, runMs)]);
}
