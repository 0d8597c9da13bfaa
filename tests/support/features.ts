import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import type { Feature } from "@kartis/core/kernel/feature.ts";
import { featureSwitch, findFeatures } from "@kartis/core/organizations/index.ts";
import type { Clock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";

/** Switches a feature of the organization on, as the platform does. */
export async function switchOn(
  { orgId, clock }: { readonly orgId: OrgId; readonly clock: Clock },
  feature: Feature,
): Promise<void> {
  const current = await findFeatures(orgId);
  const switched = current && featureSwitch(orgId, current, feature, true);
  if (!switched) throw new Error(`${feature} is on`);
  await commit({ orgId, actor: systemActor(orgId, "test"), clock, requestId: "r", origin: "ui" }, async () => ({
    writes: [switched.write],
    records: [{ changes: [switched.change] }],
    result: undefined,
  }));
}
