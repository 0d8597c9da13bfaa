import { commit, systemContext, update } from "../../../data/commit.ts";
import type { Clock } from "../../../kernel/clock.ts";
import type { OrgId } from "../../../kernel/id.ts";
import type { SmsFailure } from "../../../sms/rules.ts";
import type { reportStates } from "../../sms/rules.ts";
import type { Sending } from "../../sms/token.ts";
import { reminderSmsEntity } from "./entity.ts";
import { findPaid } from "./payment.ts";

interface Report {
  readonly state: (typeof reportStates)[number];
  readonly reason: SmsFailure | null;
}

/** Keeps a provider's report on a sending, until another follows that is final; the first of those stands. Nothing if the SMS has been sent again since. */
export async function keepReport(
  { orgId, effectId, round }: Sending & { readonly orgId: OrgId },
  { state, reason }: Report,
  clock: Clock,
): Promise<void> {
  await commit(systemContext(orgId, "reminders", clock), async () => {
    const known = await findPaid({ orgId, effectId });
    const isKept = known?.report !== undefined && (known.report.state !== "sent" || state === "sent");
    if (known?.round !== round || isKept) return { writes: [], records: [], result: undefined };
    const kept = reminderSmsEntity()
      .update({ orgId, effectId })
      .set({ report: { state, ...(reason ? { reason } : {}) } })
      .where(
        (attribute, { eq, notExists }) =>
          `${eq(attribute.round, round)} AND ${known.report ? eq(attribute.report.state, "sent") : notExists(attribute.report)}`,
      );
    return { writes: [update(kept.params(), "stale")], records: [], result: undefined };
  });
}
