import { type Clock, instant } from "../../../kernel/clock.ts";
import { isId } from "../../../kernel/id.ts";
import { findOrganization, membersAreRemindedBySms, type Organization, smsQuietHours } from "../../../organizations/index.ts";
import type { Effect, Purpose } from "../../../outbound/index.ts";
import type {
  dialled,
  isSmsOffered,
  optOutsOf,
  recipientZones,
  release,
  reserve,
  sendersOf,
  smsProvider,
} from "../../../sms/index.ts";
import { quietAt } from "../../../sms/quiet-hours/rules.ts";
import { economical, smsSize, verifiedOf } from "../../../sms/rules.ts";
import { missing } from "../../sms/permitted.ts";
import { mostParts } from "../../sms/rules.ts";
import { reportAddressOf } from "../../sms/token.ts";
import { ReminderPayload } from "../notify.ts";
import { peopleOf, smsReaderOf, stillDue } from "../recipients.ts";
import { type ReminderWording, reminderText } from "../values.ts";
import { payOnce, returnPayment } from "./payment.ts";
import { holdReminderSms } from "./waiting.ts";

interface Given extends ReminderWording {
  readonly dialled: typeof dialled;
  readonly isSmsOffered: typeof isSmsOffered;
  readonly optOutsOf: typeof optOutsOf;
  readonly recipientZones: typeof recipientZones;
  readonly release: typeof release;
  readonly reserve: typeof reserve;
  readonly sendersOf: typeof sendersOf;
  readonly smsProvider: typeof smsProvider;
}

interface Ready {
  readonly organization: Organization;
  /** E.164. */
  readonly phone: string;
  /** The sender that the recipient sees. */
  readonly from: string;
  readonly text: string;
  readonly parts: number;
  readonly startsAt: string;
}

/**
 * Reminds members by SMS. What cannot be sent is not, silently: the same reminder is in the app and in a mail, and the person's settings say why SMS are off. No
 * provider recognizes a repeated SMS, so one whose answer was lost waits for a person's decision. In quiet hours it waits, unless they end after what it is about.
 */
export const reminderSms = (given: Given): Purpose => ({
  repeats: false,
  concerns: "organization",
  async prepare(effect, clock) {
    const { orgId, effectId, round } = effect;
    const deps = { clock, ...given };
    const ready = await readyToSend(effect, clock, given);
    const until = ready && round === 0 ? await quietUntil(effect, ready, clock, given) : undefined;
    if (until !== undefined) await holdReminderSms(effect, until, clock);
    const isPaid = ready && until === undefined && (await payOnce(effect, ready.parts, ready.organization.plan.type, deps));
    if (!isPaid) {
      // It was paid, and could then not be called.
      if (until === undefined) await returnPayment({ orgId, effectId }, deps);
      return undefined;
    }
    const { provider, account } = given.smsProvider();
    const { from, phone: to, text } = ready;
    return () => provider.send({ from, to, text, reportTo: reportAddressOf(orgId, effectId) }, account);
  },
});

/** What is sent; undefined where the reminder does not hold any more, its time has come, the person does not want it, or it cannot be sent. */
async function readyToSend({ orgId, userId, payload }: Effect, clock: Clock, given: Given): Promise<Ready | undefined> {
  const { activityId, remindAt, startsAt, day } = ReminderPayload.parse(payload);
  if (startsAt <= instant(clock)) return undefined;
  const activity = await stillDue(orgId, activityId, remindAt);
  if (!activity || !isId("usr", userId) || !peopleOf(activity, day).includes(userId)) return undefined;
  const [reader, organization, { isOn }, senders] = await Promise.all([
    smsReaderOf(orgId, userId, activity),
    findOrganization(orgId),
    membersAreRemindedBySms(orgId),
    given.sendersOf(orgId),
  ]);
  if (!reader || !organization || !isOn) return undefined;
  const [sender] = verifiedOf(senders);
  if (!sender || missing(organization, senders, given.isSmsOffered(), instant(clock))) return undefined;
  const { settings } = reader.membership;
  const phone = given.dialled(reader.phone, { options: [], ...settings });
  if (!phone || (await given.optOutsOf(orgId, [phone])).has(phone)) return undefined;
  const message = await reminderText(orgId, "sms", { activity, startsAt, day }, reader, given);
  const text = economical(message?.text ?? "");
  const parts = smsSize(text).segments;
  if (parts === 0 || parts > mostParts) return undefined;
  return { organization, phone, from: sender.kind === "number" ? sender.phone : sender.name, text, parts, startsAt };
}

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
