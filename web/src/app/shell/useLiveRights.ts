import { useRouter } from "@tanstack/react-router";
import { useLive } from "../../lib/live/live.ts";
import { queryClient } from "../../lib/query-client.ts";
import { meOptions, type Me, refreshSession } from "../../lib/session.ts";

const rightsOf = (me: Me | undefined): string =>
  JSON.stringify(me && [me.permissions, me.systemRole, me.roleId, me.features, me.plan]);

/** Subjects whose changes affect permissions: a person's membership, or their role. `identity.me` shows whether it is this person's. */
const touchesRights = /^(role|userRole|organization)\./;

/**
 * Menus, buttons and pages follow when somebody else changes the person's role, its permissions or the organization's features: no reload is needed.
 * What was refused or shown under the rights before is asked for again.
 */
export function useLiveRights(): void {
  const router = useRouter();
  useLive(({ action }) => {
    if (!touchesRights.test(action)) return;
    const before = rightsOf(queryClient.getQueryData(meOptions().queryKey));
    refreshSession().then(
      async (me) => {
        if (rightsOf(me) === before) return;
        await queryClient.invalidateQueries();
        await router.invalidate();
      },
      // Somebody who has been removed finds out with their next request.
      () => undefined,
    );
  });
}
