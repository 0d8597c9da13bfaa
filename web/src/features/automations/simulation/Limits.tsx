import { useT } from "../../../lib/i18n.tsx";
import styles from "./simulation.module.css";

const limits = ["scope", "today", "outside", "checks", "people", "chains"] as const;

/** What a simulation cannot know. */
export function Limits({ isOpen = false }: { isOpen?: boolean }) {
  const t = useT();
  return (
    <details className={styles.limits} open={isOpen}>
      <summary>{t("automationRuns.simulation.limits")}</summary>
      <ul>
        {limits.map((limit) => (
          <li key={limit}>{t(`automationRuns.simulation.limits.${limit}`)}</li>
        ))}
      </ul>
    </details>
  );
}
