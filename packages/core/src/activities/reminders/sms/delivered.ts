import type { RecordOf } from "../../../data/payloads.ts";
import type { Clock } from "../../../kernel/clock.ts";
import { commit, systemContext } from "../../../data/commit.ts";
import { isId } from "../../../kernel/id.ts";
import { bounce, confirm, type Effect, findEffect } from "../../../outbound/index.ts";
import type { eventsOf } from "../../../provider-events/index.ts";
import type { dialled, optOut, release } from "../../../sms/index.ts";
import { findMembership } from "../../../organizations/index.ts";
import { findRecipient } from "../../../users/index.ts";
import { SmsReport } from "../../sms/delivered.ts";
import { returnPayment } from "./payment.ts";

/** Dependencies, injected so that handling a provider's report does not bundle everything else about SMS. */
interface Given {
  readonly dialled: typeof dialled;
  readonly eventsOf: typeof eventsOf;
  readonly optOut: typeof optOut;
  readonly release: typeof release;
}

/**
 * Returns the payment of reminders that were not sent or not delivered, takes note of a refused number, and settles effects whose answer was lost. Harmless to
 * repeat, and in any order.
 */
export async function keepReminderSms(
  record: RecordOf<"effect.succeed" | "effect.fail" | "effect.lose" | "effect.dismiss" | "webhook.receive">,
  clock: Clock,
  { dialled: dialledIn, eventsOf: reportsIn, optOut: refuse, release }: Given,
): Promise<void> {
  const { orgId, id, changes } = record;
  /** The operator says so for the person: nothing more is sent to their number. */
  const refuseNumberOf = async ({ userId }: Pick<Effect, "userId">): Promise<void> => {
    if (!isId("usr", userId)) return;
    const [person, membership] = await Promise.all([findRecipient(userId), findMembership(userId, orgId)]);
    const phone = membership && dialledIn(person?.phone ?? "", { options: [], ...membership.settings });
    if (!phone) return;
    await commit(systemContext(orgId, "sms", clock, id), async (at) => ({
      ...(await refuse(orgId, { phone, cardId: null, at, source: "operator", by: null })),
      result: undefined,
    }));
  };
  for (const change of changes) {
    if (change.action !== "effect.fail" || change.after?.purpose !== "reminderSms") continue;
    const effect = await findEffect(orgId, change.subject.id);
    // A person may have sent it again meanwhile: it is then paid with the same payment.
    if (effect?.state !== "failed") continue;
    await returnPayment(effect, { clock, release });
    if (effect.reason === "optedOut") await refuseNumberOf(effect);
  }
  for (const { subjectId, payload } of await reportsIn(record, "sms")) {
    const effect = isId("eff", subjectId) ? await findEffect(orgId, subjectId) : undefined;
    if (effect?.purpose !== "reminderSms") continue;
    const { state, reason } = SmsReport.parse(payload);
    if (state !== "failed") {
      await confirm(orgId, effect.effectId, clock);
      continue;
    }
    if (reason === "optedOut") await refuseNumberOf(effect);
    if (effect.state === "unknown") await bounce(orgId, effect.effectId, reason ?? "other", clock);
    else await returnPayment(effect, { clock, release });
  }
}
