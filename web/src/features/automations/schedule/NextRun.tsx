import type { Definition } from "@kartis/core/automations/schema.ts";
import { triggerOf } from "@kartis/core/automations/triggers/list.ts";
import { useState } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useTimeZone } from "../../../lib/organization.ts";

/** When a trigger of periods starts the automation next, in the organization's time zone; the zone alone for other triggers with a time of day. */
export function NextRun({ trigger }: Pick<Definition, "trigger">) {
  const t = useT();
  const format = useFormat();
  const zone = useTimeZone();
  const [now] = useState(() => Date.now());
  if (trigger.kind === "dateArrives" || trigger.kind === "dueDate") return <span>{t("automations.zone", { zone })}</span>;
  if (trigger.kind !== "everyPeriod") return null;
  const next = triggerOf(trigger).schedule?.next(trigger, now, zone);
  if (next === undefined || next.startsWith("9999")) return null;
  return <span>{t("automations.runs.next", { when: format.dateTime(next), zone })}</span>;
}
