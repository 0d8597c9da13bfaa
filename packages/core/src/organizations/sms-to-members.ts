import { update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import { KartisError } from "../kernel/error.ts";
import type { OrgId } from "../kernel/id.ts";
import { organizationEntity } from "./entity.ts";

interface StoredSwitch {
  readonly isOn: boolean;
  readonly version: number;
}

/** Whether the organization pays for SMS that remind its members; strongly consistent. Throws NOT_FOUND. */
export async function membersAreRemindedBySms(orgId: OrgId): Promise<StoredSwitch> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  if (!data) throw new KartisError("NOT_FOUND");
  return { isOn: data.remindsMembersBySms === true, version: data.version };
}

/** The same for what happens by itself: no organization that was deleted pays for anything. */
export async function remindsMembersBySms(orgId: OrgId): Promise<boolean> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  return data?.remindsMembersBySms === true;
}

/** The writes and the change that switch it, for a `commit()` that has read `current`; undefined where it is so already. */
export function memberSmsSwitch(
  orgId: OrgId,
  current: StoredSwitch,
  isOn: boolean,
): { writes: Write[]; change: Change } | undefined {
  if (current.isOn === isOn) return undefined;
  const patch = organizationEntity().patch({ orgId, kind: "organization" });
  const version = current.version + 1;
  const changed = isOn
    ? patch.set({ remindsMembersBySms: true, version })
    : patch.set({ version }).remove(["remindsMembersBySms"]);
  return {
    writes: [update(changed.where((attribute, { eq }) => eq(attribute.version, current.version)).params(), "stale")],
    change: {
      action: "organization.update",
      subject: { kind: "organization", id: orgId },
      version,
      before: { remindsMembersBySms: current.isOn },
      after: { remindsMembersBySms: isOn },
    },
  };
}
