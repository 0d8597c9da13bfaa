import type { Automation } from "@kartis/core/automations/schema.ts";

export function VersionsTab({ automation }: { automation: Automation }) {
  return <p>{automation.publishedVersion}</p>;
}
