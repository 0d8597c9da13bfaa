import { type Automation, longestName } from "@kartis/core/automations/schema.ts";
import { useRouter } from "@tanstack/react-router";
import { client } from "../../../lib/api.ts";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { newId } from "../../../lib/new-id.ts";
import { refreshAutomations } from "../queries.ts";
import { useDistinctName } from "../useDistinctName.ts";

/** Ids of copies whose creation has not been answered, by what is copied: the copy may exist, and whoever presses again gets it. */
const unanswered = new Map<Automation["id"], Automation["id"]>();

/** Duplicates an automation as a draft in the same folder, and opens it. */
export function useDuplicate(): (automation: Automation) => void {
  const t = useT();
  const router = useRouter();
  const distinct = useDistinctName();
  return ({ id, name, folder, cardTypeId, definition }) => {
    const automationId = unanswered.get(id) ?? newId("aut");
    unanswered.set(id, automationId);
    const room = longestName - t("automations.copyOf", { name: "" }).length;
    const named = distinct(t("automations.copyOf", { name: name.length > room ? `${name.slice(0, room - 1)}…` : name }));
    client.automations.create.mutate({ automationId, cardTypeId, name: named, folder, definition }).then(async () => {
      unanswered.delete(id);
      void refreshAutomations();
      await router.navigate({ href: `/automations/${automationId}` });
    }, reportFailure);
  };
}
