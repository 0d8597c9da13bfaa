import type { OrganizationSettings, Principal } from "../kernel/actor.ts";
import { KartisError } from "../kernel/error.ts";
import { findOrganization } from "../organizations/index.ts";

/** The organization's settings: the actor carries them, unless it acts without a membership. */
export async function settingsOf({ settings, orgId }: Principal): Promise<Pick<OrganizationSettings, "timeZone">> {
  if (settings) return settings;
  const organization = await findOrganization(orgId);
  if (!organization) throw new KartisError("UNAUTHORIZED_NO_ORG");
  return organization;
}
