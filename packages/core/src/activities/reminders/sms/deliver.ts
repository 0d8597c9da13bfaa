import type { Clock } from "../../../kernel/clock.ts";
import { smsQuietHours } from "../../../organizations/index.ts";
import type { Effect, Purpose } from "../../../outbound/index.ts";
import type { countToMember, optOutIdOf, recipientZones, release, reserve, smsProvider } from "../../../sms/index.ts";
import { quietAt } from "../../../sms/quiet-hours/rules.ts";
import { reportAddressOf } from "../../sms/token.ts";
import { lapseUnpaid, payOnce } from "./payment.ts";
import { type Ready, type Readying, readyToSend } from "./ready.ts";
import { holdReminderSms } from "./waiting.ts";

interface Given extends Readying {
  readonly countToMember: typeof countToMember;
  readonly optOutIdOf: typeof optOutIdOf;
  readonly recipientZones: typeof recipientZones;
  readonly release: typeof release;
  readonly reserve: typeof reserve;
  readonly smsProvider: typeof smsProvider;
}

/**
 * Reminds members by SMS. What cannot be sent is not, silently: the same reminder is in the app and in a mail, and the person's settings say why SMS are off. No
 * provider recognizes a repeated SMS, so one whose answer was lost waits for a person's decision. In quiet hours it waits, unless they end after what it is about.
 */
export const reminderSms = (given: Given): Purpose => ({
  repeats: false,
  concerns: "organization",
  async prepare(effect, clock) {
    const { orgId, round } = effect;
    const deps = { clock, ...given };
    const ready = await readyToSend(effect, clock, given);
    const isReady = typeof ready !== "string";
    const until = isReady && round === 0 ? await quietUntil(effect, ready, clock, given) : undefined;
    if (until !== undefined) {
      await holdReminderSms(effect, until, deps);
      return undefined;
    }
    if (!isReady || !(await payOnce(effect, ready, ready.organization.plan.type, deps))) {
      await lapseUnpaid(effect, deps);
      return undefined;
    }
    const { provider, account } = given.smsProvider();
    const { from, phone: to, text } = ready;
    return () => provider.send({ from, to, text, reportTo: reportAddressOf(orgId, effect) }, account);
  },
});

async function quietUntil(
  { orgId }: Effect,
  { phone, startsAt }: Ready,
  clock: Clock,
  { recipientZones: zonesOf }: Given,
): Promise<string | undefined> {
  const { hours, timeZone } = await smsQuietHours(orgId);
  const until = hours ? quietAt(clock.now(), zonesOf(phone, null, timeZone), hours)?.until : undefined;
  return until !== undefined && until < startsAt ? until : undefined;
}
