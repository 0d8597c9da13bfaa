import { useT } from "../../lib/i18n.tsx";
import { useAutomationName } from "../people/automations.ts";
import { useSourceName } from "../integrations/sources.ts";

/** Data needed to name the actor. */
interface Acted {
  readonly action: string;
  readonly user: string | null;
  readonly automationId: string | null;
  readonly sourceId: string | null;
  readonly actorKind: string;
}

/** Platform admins: the customer sees that it was they who made the change. */
const supportActions: ReadonlySet<string> = new Set(["organization.impersonate", "organization.feature", "plan.update"]);

export function useActorName(): (entry: Acted) => string {
  const t = useT();
  const automationNamed = useAutomationName();
  const sourceNamed = useSourceName();
  const automation = (automationId: string | null) => {
    const name = automationId && automationNamed(automationId);
    return name ? t("audit.actor.automationNamed", { name }) : undefined;
  };
  const source = (sourceId: string | null, actorKind: string) => {
    const name = sourceId && sourceNamed(sourceId);
    return name ? t("audit.actor.named", { actor: t.find(`audit.actor.${actorKind}`) ?? "", name }) : undefined;
  };
  return ({ action, user, actorKind, automationId, sourceId }) =>
    user ??
    automation(automationId) ??
    source(sourceId, actorKind) ??
    (supportActions.has(action) ? t("audit.actor.support") : undefined) ??
    t.find(`audit.actor.${actorKind}`) ??
    t("audit.actor.system");
}
