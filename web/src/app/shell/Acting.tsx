import { ImpersonationBanner } from "../../features/admin-console/ImpersonationBanner.tsx";
import { ViewAsBanner } from "../../features/roles/ViewAsBanner.tsx";
import type { Me } from "../../lib/session.ts";

/** Banner above everything while impersonating a member or viewing as a role. */
export function Acting({ me }: { me: Me }) {
  return (
    <>
      {me.impersonatedUntil && <ImpersonationBanner me={me} until={me.impersonatedUntil} />}
      {me.viewAs && <ViewAsBanner role={me.viewAs} />}
    </>
  );
}
