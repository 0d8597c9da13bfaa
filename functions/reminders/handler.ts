import { systemClock } from "@kartis/core/kernel/clock.ts";
import { sweepReminders } from "@kartis/core/activities/reminders/fire.ts";

/** Under the Lambda's time-out; the next sweep begins a minute after this one. */
const runMs = 50_000;

/** Every minute: fires the reminders that are due. Fails, for the alarm, once the rest is done. */
export async function handler(): Promise<void> {
  const { failed } = await sweepReminders(systemClock, runMs);
  if (failed > 0) throw new Error(`${failed} reminders were not fired`);
}
