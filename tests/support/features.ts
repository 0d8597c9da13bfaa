import { commit } from "@kartis/core/data/commit.ts";
import { systemActor } from "@kartis/core/kernel/actor.ts";
import type { Feature } from "@kartis/core/kernel/feature.ts";
import { featureSwitch, findFeatures } from "@kartis/core/organizations/index.ts";
import type { Clock } from "@kartis/core/kernel/clock.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";

interface Switcher {
  readonly orgId: OrgId;
  readonly clock: Clock;
}

/** Switches a feature of the organization on, as the platform does. */
export const switchOn = (of: Switcher, feature: Feature): Promise<void> => turn(of, feature, true);
export const switchOff = (of: Switcher, feature: Feature): Promise<void> => turn(of, feature, false);

async function turn({ orgId, clock }: Switcher, feature: Feature, isOn: boolean): Promise<void> {
  const current = await findFeatures(orgId);
  const switched = current && featureSwitch(orgId, current, feature, isOn);
  if (!switched) throw new Error(`${feature} is that already`);
  await commit({ orgId, actor: systemActor(orgId, "test"), clock, requestId: "r", origin: "ui" }, async () => ({
    writes: [switched.write],
    records: [{ changes: [switched.change] }],
    result: undefined,
  }));
}
