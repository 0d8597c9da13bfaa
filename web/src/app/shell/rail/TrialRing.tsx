import { Button } from "react-aria-components/Button";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Tooltip } from "../../../ui/overlays/Tooltip.tsx";
import styles from "./TrialRing.module.css";
import type { Trial } from "./trial.ts";

const radius = 14.5;
const circumference = 2 * Math.PI * radius;

/** Orange arc = time left, number = days. */
export function TrialRing({ trial }: { trial: Trial }) {
  const t = useT();
  const format = useFormat();
  const words = trial.isExpired ? t("shell.trial.expired") : t("shell.trial.ends", { endsIn: format.inDays(trial.days) });
  return (
    <Tooltip content={words} placement="end">
      <Button
        className={styles.ring ?? ""}
        aria-label={words}
        data-expired={trial.isExpired || undefined}
        data-late={trial.days < 3 || undefined}
      >
        <svg width="34" height="34" viewBox="0 0 34 34" fill="none" strokeWidth="2.5" aria-hidden="true">
          <circle cx="17" cy="17" r={radius} className={styles.track} />
          <circle
            cx="17"
            cy="17"
            r={radius}
            className={styles.arc}
            strokeLinecap="round"
            strokeDasharray={`${circumference * (trial.isExpired ? 1 : trial.left)} ${circumference}`}
            transform="rotate(-90 17 17)"
          />
        </svg>
        <b>{trial.days}</b>
      </Button>
    </Tooltip>
  );
}
