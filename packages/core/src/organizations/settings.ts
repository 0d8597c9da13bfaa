import { update, type Write } from "../data/commit.ts";
import type { Change } from "../data/journal.ts";
import type { OrgId } from "../kernel/id.ts";
import { organizationEntity } from "./entity.ts";
import type { Organization } from "./memberships.ts";

/** Settings of an organization. */
export interface OrganizationSettings extends Omit<Organization, "id" | "plan"> {
  /** The number for WhatsApp messages. */
  readonly whatsappNumber: string | null;
  readonly version: number;
}

/** The organization's settings, strongly consistent. */
export async function findSettings(orgId: OrgId): Promise<OrganizationSettings | undefined> {
  const { data } = await organizationEntity().get({ orgId, kind: "organization" }).go({ consistent: true });
  if (!data) return undefined;
  const { name, phone, whatsappNumber, language, timeZone, currency, region, version } = data;
  return { name, phone: phone ?? null, whatsappNumber: whatsappNumber ?? null, language, timeZone, currency, region, version };
}

type Key = Exclude<keyof OrganizationSettings, "version">;
const keys = ["name", "phone", "whatsappNumber", "language", "timeZone", "currency", "region"] as const satisfies readonly Key[];

/** The writes and the change that replace `current` by `next`, for a `commit()` that has read it; undefined if they are equal. */
export function settingsUpdate(
  orgId: OrgId,
  current: OrganizationSettings,
  next: Omit<OrganizationSettings, "version">,
): { writes: Write[]; change: Change } | undefined {
  const changed = keys.filter((key) => current[key] !== next[key]);
  if (changed.length === 0) return undefined;
  const { phone, whatsappNumber, ...others } = next;
  const set = organizationEntity()
    .patch({ orgId, kind: "organization" })
    .set({ ...others, ...(phone ? { phone } : {}), ...(whatsappNumber ? { whatsappNumber } : {}), version: current.version + 1 });
  const withoutPhone = phone ? set : set.remove(["phone"]);
  const written = whatsappNumber ? withoutPhone : withoutPhone.remove(["whatsappNumber"]);
  const only = (values: Omit<OrganizationSettings, "version">) => Object.fromEntries(changed.map((key) => [key, values[key]]));
  return {
    writes: [update(written.where((attribute, { eq }) => eq(attribute.version, current.version)).params(), "stale")],
    change: {
      action: "organization.update",
      subject: { kind: "organization", id: orgId },
      version: current.version + 1,
      before: only(current),
      after: only(next),
    },
  };
}
