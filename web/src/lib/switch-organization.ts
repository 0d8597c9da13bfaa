import { isId } from "@kartis/core/kernel/id-form.ts";
import { client } from "./api.ts";
import { refreshSession } from "./session.ts";

/** From now on the person works in that organization. @returns false if it is not theirs. Throws what the call throws. */
export async function switchOrganization(orgId: string): Promise<boolean> {
  if (!isId("org", orgId)) return false;
  const { memberships, organization } = await refreshSession();
  if (!memberships.some((one) => one.orgId === orgId)) return false;
  if (organization?.id !== orgId) {
    await client.identity.switchOrganization.mutate({ orgId });
    await refreshSession();
  }
  return true;
}
