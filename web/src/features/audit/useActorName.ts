import { useT } from "../../lib/i18n.tsx";
import { useAutomationName } from "../automations/names.ts";

/** Data needed to name the actor. */
interface Acted {
  readonly action: string;
  readonly user: string | null;
  readonly automationId: string | null;
  readonly actorKind: string;
}

/** Platform admins: the customer sees that it was they who made the change. */
const supportActions: ReadonlySet<string> = new Set(["organization.impersonate", "organization.feature", "plan.update"]);

export function useActorName(): (entry: Acted) => string {
  const t = useT();
  const automationNamed = useAutomationName();
  const automation = (automationId: string | null) => {
    const name = automationId && automationNamed(automationId);
    return name ? t("audit.actor.automationNamed", { name }) : undefined;
  };
  return ({ action, user, actorKind, automationId }) =>
    user ??
    automation(automationId) ??
    (supportActions.has(action) ? t("audit.actor.support") : undefined) ??
    t.find(`audit.actor.${actorKind}`) ??
    t("audit.actor.system");
}
