import type { Automation } from "@kartis/core/automations/schema.ts";

export function RunsTab({ automation }: { automation: Automation }) {
  return <p>{automation.runs.total}</p>;
}
