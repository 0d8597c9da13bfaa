import type { Clock } from "../../kernel/clock.ts";
import type { ActivityId, OrgId } from "../../kernel/id.ts";
import { findActivities } from "../store.ts";
import { type Keeping, keepSms } from "./keep.ts";
import { isOnItsWay } from "./rules.ts";
import { smsValuesOf } from "./sms.ts";

/**
 * Settles what is open about SMS that are about to be erased: one that has not left is canceled, and what it was paid with returns; of one that may have been sent
 * the payment is booked, since no report will find it any more. One that waits has neither payment nor effect. Harmless to repeat.
 */
export async function settleBeforeErasure(
  orgId: OrgId,
  ids: readonly ActivityId[],
  { clock, deps }: { readonly clock: Clock; readonly deps: Keeping["deps"] },
): Promise<void> {
  for (const activity of (await findActivities(orgId, ids)).values()) {
    if (activity.type !== "SMS") continue;
    const { delivery, effectId } = smsValuesOf(activity);
    if (!isOnItsWay(delivery) || !effectId) continue;
    const news = { reason: "canceled", by: "call", isFinal: true } as const;
    await keepSms(orgId, activity.id, { ...news, state: "failed" }, { clock, deps, lapses: effectId });
    await keepSms(orgId, activity.id, { ...news, state: "unknown" }, { clock, deps });
  }
}
