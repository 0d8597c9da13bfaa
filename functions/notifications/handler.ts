import { systemClock } from "@kartis/core/kernel/clock.ts";
import { sweepMails } from "@kartis/core/notifications/mail/sweep.ts";

/** Under the Lambda's time-out; the next sweep begins a minute after this one. */
const runMs = 50_000;

/** Every minute: has what people have not read mailed to them. Fails, for the alarm, once the rest is done. */
export async function handler(): Promise<void> {
  const { failed } = await sweepMails(systemClock, runMs);
  if (failed > 0) throw new Error(`${failed} mails were not gathered`);
}
