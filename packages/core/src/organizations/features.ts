import { update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { type Feature, isFeature } from "../kernel/feature.ts";
import type { OrgId } from "../kernel/id.ts";
import { organizationEntity } from "./entity.ts";

export interface FeaturesOn {
  readonly features: readonly Feature[];
  readonly version: number;
}

/** The flags that are on for the organization, strongly consistent; undefined when there is no such organization. */
export async function findFeatures(orgId: OrgId): Promise<FeaturesOn | undefined> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  return data ? { features: (data.features ?? []).filter(isFeature), version: data.version } : undefined;
}

/** The write and the change that switch a flag, for a `commit()` that has read `current`; undefined if it is so already. */
export function featureSwitch(
  orgId: OrgId,
  current: FeaturesOn,
  feature: Feature,
  isOn: boolean,
): { write: Write; change: Change } | undefined {
  if (current.features.includes(feature) === isOn) return undefined;
  const features = isOn ? [...current.features, feature] : current.features.filter((other) => other !== feature);
  const version = current.version + 1;
  return {
    write: update(
      organizationEntity()
        .patch({ orgId, kind: "organization" })
        .set({ features, version })
        .where((attribute, { eq }) => eq(attribute.version, current.version))
        .params(),
      "stale",
    ),
    change: {
      action: "organization.feature",
      subject: { kind: "organization", id: orgId },
      version,
      before: { [feature]: !isOn },
      after: { [feature]: isOn },
    },
  };
}
