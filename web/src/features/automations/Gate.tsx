import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { DeniedState, GatedState } from "../../ui/feedback/EmptyState.tsx";
import styles from "./automations.module.css";

/** Shows the page if the plan includes automations and the user may see them; otherwise explains which of the two is missing. */
export function Gate({ children }: { children: ReactNode }) {
  const can = useCan();
  const { data: me } = useQuery(meOptions());
  if (!me) return null;
  if (!can(["AUTOMATION", "read"]))
    return (
      <div className={styles.alone}>
        <DeniedState level={1} />
      </div>
    );
  if (me.plan && !me.plan.capabilities.includes("automation"))
    return (
      <div className={styles.alone}>
        <GatedState level={1} />
      </div>
    );
  return children;
}
