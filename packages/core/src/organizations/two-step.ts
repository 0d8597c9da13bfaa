import { update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { organizationEntity } from "./entity.ts";

/** When the organization began to require two-step sign-in, by a strongly consistent read; null if it does not. */
export async function twoStepRequirement(orgId: OrgId): Promise<{ since: string | null; version: number }> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  if (!data) throw new KartisError("NOT_FOUND");
  return { since: data.requiresTwoStepSince ?? null, version: data.version };
}

/** The writes and the change that require it from the instant on, or with null no more, for a `commit()` that has read `current`; undefined where that is so already. */
export function twoStepSwitch(
  orgId: OrgId,
  current: Awaited<ReturnType<typeof twoStepRequirement>>,
  since: string | null,
): { writes: Write[]; change: Change } | undefined {
  if ((current.since === null) === (since === null)) return undefined;
  const patch = organizationEntity().patch({ orgId, kind: "organization" });
  const version = current.version + 1;
  const changed = since
    ? patch.set({ requiresTwoStepSince: since, version })
    : patch.set({ version }).remove(["requiresTwoStepSince"]);
  return {
    writes: [update(changed.where((attribute, { eq }) => eq(attribute.version, current.version)).params(), "stale")],
    change: {
      action: "organization.update",
      subject: { kind: "organization", id: orgId },
      version,
      before: { requiresTwoStep: current.since !== null },
      after: { requiresTwoStep: since !== null },
    },
  };
}
