import { commit, systemContext } from "../../data/commit.ts";
import type { Clock } from "../../kernel/clock.ts";
import { type ActivityId, type EffectId, type OrgId, type RecordId } from "../../kernel/id.ts";
import { lapsing } from "../../outbound/index.ts";
import type { optOut, release, settle } from "../../sms/index.ts";
import type { SmsFailure } from "../../sms/rules.ts";
import { findActivities } from "../store.ts";
import { changeSetOf, edit } from "../writes.ts";
import { isOnItsWay, type SmsDelivery, smsDeliveryAfter, type NewsSource } from "./rules.ts";
import { type SmsValues, smsValuesOf } from "./sms.ts";

/** One update about an SMS. */
export interface News {
  readonly state: SmsDelivery;
  readonly reason: SmsFailure | null;
  readonly by: NewsSource;
  /** Final: the provider has sent its last report, or a person has decided. */
  readonly isFinal: boolean;
}

export interface Keeping {
  readonly clock: Clock;
  /** The effect that it makes pointless: while that is being called, or once it was, nothing is stored. */
  readonly lapses?: EffectId;
  /** The record that reports it, if any. */
  readonly causedBy?: RecordId;
  /** Injected, so that storing deliveries does not bundle everything else about SMS. */
  readonly deps: { readonly release: typeof release; readonly settle: typeof settle; readonly optOut: typeof optOut };
}

/**
 * Stores the delivery state of an SMS and settles its payment: booked once the SMS was handed over, returned if it failed. Harmless to repeat, and in
 * any order.
 * @returns the SMS afterwards; undefined if it no longer exists
 */
export async function keepSms(
  orgId: OrgId,
  smsId: ActivityId,
  news: News,
  { clock, causedBy, lapses, deps: { release: giveBack, settle: settled, optOut: refuse } }: Keeping,
): Promise<SmsValues | undefined> {
  const { result } = await commit(systemContext(orgId, "sms", clock, causedBy), async (at) => {
    const sms = (await findActivities(orgId, [smsId])).get(smsId);
    if (sms?.type !== "SMS") return { writes: [], records: [], result: undefined };
    const now = smsValuesOf(sms);
    const delivery = smsDeliveryAfter(now.delivery, news.state, news.by, now.isFinal);
    const isFinal = now.isFinal || news.isFinal;
    // One that failed again, after a person had sent it again, did so for its latest reason.
    const reason = delivery !== "failed" ? null : now.isFinal ? now.reason : news.reason;
    if (delivery === now.delivery && isFinal === now.isFinal && reason === now.reason)
      return { writes: [], records: [], result: now };
    const lapse = lapses && (await lapsing(orgId, lapses, clock));
    if (lapses && !lapse) return { writes: [], records: [], result: now };
    const isGivenBack = delivery === "failed" && now.payment !== undefined;
    const isSettled = !isGivenBack && now.payment && isOnItsWay(now.delivery) && (!isOnItsWay(delivery) || isFinal);
    const about = { orgId, at, activityId: smsId, cardId: now.cardId };
    const ledger = [
      ...(isGivenBack && now.payment ? await giveBack(about, now.payment, isOnItsWay(now.delivery)) : []),
      ...(isSettled && now.payment ? [settled(orgId, now.payment)] : []),
    ];
    // The operator says so for the recipient: nothing more is sent to this number.
    const refusal =
      reason === "optedOut"
        ? await refuse(orgId, { phone: now.phone, cardId: now.cardId, at, source: "operator", by: null })
        : undefined;
    const patch = { delivery, reason, isFinal: isFinal || null, ...(isGivenBack ? { payment: null } : {}) };
    const { writes, records } = changeSetOf(edit(orgId, sms, patch, undefined, at, "sms.deliver"), sms);
    return {
      writes: [...writes, ...ledger, ...(lapse ? [lapse] : []), ...(refusal?.writes ?? [])],
      records: [...records, ...(refusal?.records ?? [])],
      result: { ...now, delivery, reason, isFinal },
    };
  });
  return result;
}
