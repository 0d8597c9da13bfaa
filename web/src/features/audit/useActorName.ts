import { useT } from "../../lib/i18n.tsx";

/** Data needed to name the actor. */
interface Acted {
  readonly action: string;
  readonly user: string | null;
  readonly actorKind: string;
}

/** Platform admins: the customer sees that it was they who made the change. */
const supportActions: ReadonlySet<string> = new Set(["organization.impersonate", "organization.feature", "plan.update"]);

export function useActorName(): (entry: Acted) => string {
  const t = useT();
  return ({ action, user, actorKind }) =>
    user ??
    (supportActions.has(action) ? t("audit.actor.support") : undefined) ??
    t.find(`audit.actor.${actorKind}`) ??
    t("audit.actor.system");
}
