import { ImpersonationBanner } from "../../features/admin-console/ImpersonationBanner.tsx";
import { ViewAsBanner } from "../../features/roles/ViewAsBanner.tsx";
import type { Me } from "../../lib/session.ts";

/** Above everything while one is not quite oneself: another member, or seeing with a role's eyes. */
export function Acting({ me }: { me: Me }) {
  return (
    <>
      {me.impersonatedUntil && <ImpersonationBanner me={me} until={me.impersonatedUntil} />}
      {me.viewAs && <ViewAsBanner role={me.viewAs} />}
    </>
  );
}
