import { commit, put, systemContext } from "../../data/commit.ts";
import type { Change } from "../../data/journal.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { OrgId } from "../../kernel/id.ts";
import { findBilling } from "../../organizations/index.ts";
import { lapseEntity } from "../entity.ts";
import { keptDays } from "../rules.ts";

/**
 * Records that runs are canceled because the plan has ended or does not include automations, which notifies the administrators: once for each such plan, as long as
 * the runs are kept.
 */
export async function noteLapse(orgId: OrgId, clock: Clock): Promise<void> {
  const billing = await findBilling(orgId);
  if (!billing) return;
  const plan = [billing.type, billing.endsAt ?? ""].join(" ");
  await commit(systemContext(orgId, "automations", clock), async (at) => {
    const { data: known } = await lapseEntity().get({ orgId }).go({ consistent: true });
    const isKnown = known?.plan === plan && Date.parse(known.at) > Date.parse(at) - keptDays * 86_400_000;
    if (isKnown) return { writes: [], records: [], result: undefined };
    const version = (known?.version ?? 0) + 1;
    const item = { orgId, plan, at, version };
    const write = known
      ? lapseEntity()
          .put(item)
          .where((attribute, { eq }) => eq(attribute.version, known.version))
      : lapseEntity().create(item);
    const change: Change = {
      action: "automation.lapse",
      subject: { kind: "organization", id: orgId },
      version,
      before: null,
      after: { plan: billing.type },
    };
    return { writes: [put(write.params(), "stale")], records: [{ changes: [change] }], result: undefined };
  });
}
