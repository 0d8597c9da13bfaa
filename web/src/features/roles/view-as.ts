import type { RoleId } from "@kartis/core/kernel/id.ts";
import type { useRouter } from "@tanstack/react-router";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { refreshSession } from "../../lib/session.ts";

type Router = ReturnType<typeof useRouter>;

/** From now on the organization is shown as the role sees it; null ends that. */
async function viewAs(roleId: RoleId | null, router: Router, href: string): Promise<void> {
  try {
    await client.roles.viewAs.mutate({ roleId });
    await refreshSession();
    await router.navigate({ href });
    await router.invalidate();
  } catch (failure) {
    reportFailure(failure);
  }
}

export const startViewAs = (roleId: RoleId, router: Router) => viewAs(roleId, router, "/cards");
export const endViewAs = (router: Router, roleId: RoleId) =>
  viewAs(null, router, `/settings/roles-and-permissions?role=${roleId}`);
