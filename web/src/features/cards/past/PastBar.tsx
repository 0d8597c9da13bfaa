import type { PastList } from "@kartis/core/as-of/schema.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { todayHere, zone } from "../../tasks/days.ts";
import { instantOf, wallOf } from "../fields/instants.ts";
import styles from "./past.module.css";

interface PastBarProps {
  at: string;
  list: PastList | undefined;
  /** Names of what is left out, because it is not known for the past. */
  leftOut: readonly string[];
  onChoose: (at: string) => void;
  onBack: () => void;
}

/** The moment, which can be chosen, what has been added and deleted since, and the way back. */
export function PastBar({ at, list, leftOut, onChoose, onBack }: PastBarProps) {
  const t = useT();
  const shown = wallOf(at, zone);
  const [isFuture, setFuture] = useState(false);
  function choose(day: string | null, time: string | null) {
    if (!day || !time) return;
    const chosen = new Date(instantOf(day, time, zone)).toISOString();
    setFuture(Date.parse(chosen) > Date.now());
    if (Date.parse(chosen) <= Date.now()) onChoose(chosen);
  }
  const counts =
    list &&
    (["added", "removed", "lost"] as const).flatMap((what) => (list[what] > 0 ? [t(`past.${what}`, { count: list[what] })] : []));
  return (
    <section className={styles.past} aria-label={t("past.readOnly")}>
      <div className={styles.moment}>
        <DatePicker
          aria-label={t("past.day")}
          size={28}
          value={shown.day}
          max={todayHere()}
          errorMessage={isFuture ? t("past.future") : undefined}
          onChange={(day) => choose(day, shown.time)}
        />
        <TimeField aria-label={t("past.time")} size={28} value={shown.time} onChange={(time) => choose(shown.day, time)} />
        <Button size={28} onPress={onBack}>
          {t("past.back")}
        </Button>
      </div>
      <p className={styles.about} role="status">
        {t("past.readOnly")} {counts && (counts.length > 0 ? `${counts.join(" · ")}.` : `${t("past.same")}.`)}
      </p>
      <p className={styles.about}>
        {t("past.limits")} {leftOut.length > 0 && t("past.leftOut", { fields: leftOut.join(", ") })}
      </p>
    </section>
  );
}
