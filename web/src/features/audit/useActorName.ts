import { useT } from "../../lib/i18n.tsx";

/** What is needed to name who did something. */
interface Acted {
  readonly action: string;
  readonly user: string | null;
  readonly actorKind: string;
}

/** What the platform's own people do to a customer, who is told that it was they. */
const supportActions: ReadonlySet<string> = new Set(["organization.impersonate", "organization.feature", "plan.update"]);

export function useActorName(): (entry: Acted) => string {
  const t = useT();
  return ({ action, user, actorKind }) =>
    user ??
    (supportActions.has(action) ? t("audit.actor.support") : undefined) ??
    t.find(`audit.actor.${actorKind}`) ??
    t("audit.actor.system");
}
