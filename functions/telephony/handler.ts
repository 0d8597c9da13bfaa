import { systemClock } from "@kartis/core/kernel/clock.ts";
import { sweepCalls } from "@kartis/core/voip/sweep.ts";

/** Under the Lambda's time-out; the next sweep goes on. */
const runMs = 100_000;

/** On a schedule: gives up calls of which nothing more is reported, and every night compares the providers' logs with the calls that are known. */
export async function handler(): Promise<void> {
  const { failed } = await sweepCalls(systemClock, runMs);
  if (failed > 0) throw new Error(`${failed} calls or logs were not read`);
}
