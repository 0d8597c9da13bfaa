import { systemClock } from "@kartis/core/kernel/clock.ts";
import { sweepReminders } from "@kartis/core/activities/reminders/fire.ts";
import { sweepReminderSms } from "@kartis/core/activities/reminders/sms/waiting.ts";

/** Under the Lambda's time-out, together; the next sweep begins a minute after this one. */
const runMs = { reminders: 42_000, sms: 8_000 };

/** Every minute: fires the reminders that are due, and lets SMS leave whose quiet hours are over. Fails, for the alarm, once the rest is done. */
export async function handler(): Promise<void> {
  const { failed } = await sweepReminders(systemClock, runMs.reminders);
  const { failed: unsent } = await sweepReminderSms(systemClock, runMs.sms);
  if (failed + unsent > 0) throw new Error(`${failed} reminders were not fired, and ${unsent} SMS did not leave`);
}
