import { systemClock } from "@kartis/core/kernel/clock.ts";
import { sweepDeliveries } from "@kartis/core/webhook-endpoints/progress.ts";

/** Under the Lambda's time-out; the next sweep begins a minute after this one. */
const runMs = 50_000;

/** Every minute: has endpoints sent what is due again, and what a run that died has left. */
export async function handler(): Promise<void> {
  await sweepDeliveries(systemClock, runMs);
}
