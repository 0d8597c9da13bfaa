import { commit, put, remove, systemContext } from "../../../data/commit.ts";
import { dueLaneOf } from "../../../data/due-index.ts";
import { type Clock, epochSeconds } from "../../../kernel/clock.ts";
import { KartisError } from "../../../kernel/error.ts";
import { type EffectId, isId, type OrgId } from "../../../kernel/id.ts";
import type { PlanState } from "../../../kernel/plan.ts";
import type { Effect } from "../../../outbound/index.ts";
import type { release, reserve } from "../../../sms/index.ts";
import { reminderSmsEntity } from "./entity.ts";

/** As long as a person may still decide about the effect, or a report may come. */
const keptSeconds = 100 * 86_400;

const remindedIn = (userId: string) => (isId("usr", userId) ? { remindedId: userId } : {});

/**
 * Pays for the SMS of an effect, once however often it is prepared. It is booked at once; what certainly was not sent is returned by `returnPayment`.
 * @returns whether it is paid; false without balance
 */
export async function payOnce(
  { orgId, effectId, userId = "" }: Effect,
  parts: number,
  plan: PlanState["type"],
  { clock, reserve: take }: { readonly clock: Clock; readonly reserve: typeof reserve },
): Promise<boolean> {
  try {
    await commit(systemContext(orgId, "reminders", clock), async (at) => {
      const { data: known } = await reminderSmsEntity().get({ orgId, effectId }).go({ consistent: true });
      if (known) return { writes: [], records: [], result: undefined };
      const { writes, payment } = await take({ orgId, at, ...remindedIn(userId) }, parts, plan, true);
      const item = reminderSmsEntity().create({
        orgId,
        effectId,
        lane: dueLaneOf(effectId),
        waits: "nobody",
        dueAt: at,
        userId,
        payment: { ...payment },
        expiresAt: epochSeconds(clock.now()) + keptSeconds,
      });
      return { writes: [put(item.params(), "stale"), ...writes], records: [], result: undefined };
    });
    return true;
  } catch (error) {
    if (error instanceof KartisError && error.code === "SMS_LIMIT_REACHED") return false;
    throw error;
  }
}

/** Gives back what the SMS of an effect was paid with, once; nothing if it has not been paid. */
export async function returnPayment(
  { orgId, effectId }: { readonly orgId: OrgId; readonly effectId: EffectId },
  { clock, release: giveBack }: { readonly clock: Clock; readonly release: typeof release },
): Promise<void> {
  await commit(systemContext(orgId, "reminders", clock), async (at) => {
    const { data: known } = await reminderSmsEntity().get({ orgId, effectId }).go({ consistent: true });
    if (!known?.payment) return { writes: [], records: [], result: undefined };
    const gone = reminderSmsEntity()
      .delete({ orgId, effectId })
      .where((attribute, { exists }) => exists(attribute.payment));
    const ledger = await giveBack({ orgId, at, ...remindedIn(known.userId) }, known.payment, false);
    return { writes: [remove(gone.params(), "stale"), ...ledger], records: [], result: undefined };
  });
}
