import type { Automation } from "@kartis/core/automations/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import styles from "./list.module.css";

/** Runs and failures in the last 30 days. */
export function Figures({ runs: { total, failed } }: Pick<Automation, "runs">) {
  const t = useT();
  if (total === 0) return <span className={styles.figures}>{t("automations.runs.none")}</span>;
  return (
    <span className={styles.figures}>
      {t("automations.runs", { count: total })}
      {failed > 0 && <strong className={styles.failed}>{t("automations.runs.failed", { count: failed })}</strong>}
    </span>
  );
}
