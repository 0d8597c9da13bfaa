import flash from "@fluentui/svg-icons/icons/flash_20_regular.svg?icon";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useLiveRuns, useRunsSearch } from "./queries.ts";
import { RunList } from "./RunList.tsx";
import { RunView } from "./RunView.tsx";
import styles from "./runs.module.css";

export function Runs({ automation }: { automation: Automation }) {
  const t = useT();
  const [{ runId }] = useRunsSearch();
  useLiveRuns(automation.id);
  return (
    <div className={styles.page} data-open={runId !== undefined || undefined}>
      <RunList automation={automation} />
      {runId ? (
        <RunView key={runId} automation={automation} runId={runId} />
      ) : (
        <div className={styles.alone}>
          <EmptyState icon={flash} title={t("automationRuns.choose")} />
        </div>
      )}
    </div>
  );
}
