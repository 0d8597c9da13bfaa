import type { Author } from "@kartis/core/activities/author.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useAutomation } from "../../people/automations.ts";
import { useNameOf } from "../../people/people.ts";

/** Who made an activity, as `EntryFrame` shows it: the automation, where one did so in a person's name. */
export function useAuthor({ createdBy, automationId }: AuthorOf): { readonly actor: string; readonly actorHref?: string } {
  const t = useT();
  const nameOf = useNameOf();
  const automation = useAutomation(automationId);
  if (automation) {
    const { name, href } = automation;
    const actor = name ? t("card.history.automation", { name }) : t("cards.actor.automation");
    return { actor, ...(href ? { actorHref: href } : {}) };
  }
  return { actor: createdBy ? nameOf(createdBy) : t("cards.actor.system") };
}

interface AuthorOf {
  readonly createdBy: string | null;
  readonly automationId?: Author["automationId"];
}
