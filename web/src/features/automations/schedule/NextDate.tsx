import type { AutomationId } from "@kartis/core/automations/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useTimeZone } from "../../../lib/organization.ts";
import { upcomingOptions } from "../queries.ts";

/** When an automation that waits for dates starts next, as cards and tasks are now; nothing while that is not known. */
export function NextDate({ automationId }: { automationId: AutomationId }) {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const { data } = useQuery(upcomingOptions());
  const next = data?.[automationId];
  if (next === undefined) return null;
  return (
    <span>
      {next === null ? t("automations.runs.noNext") : t("automations.runs.next", { when: format.dateTime(next), zone })}
    </span>
  );
}
