import type { PastList } from "@kartis/core/as-of/schema.ts";
import { type FocusEvent, useEffect, useEffectEvent, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { todayHere, zone } from "../../dates/days.ts";
import { instantOf, wallOf } from "../../fields/instants.ts";
import styles from "./past.module.css";

interface PastBarProps {
  at: string;
  list: PastList | undefined;
  /** Names of what is left out, because it is not known for the past. */
  leftOut: readonly string[];
  onChoose: (at: string) => void;
  onBack: () => void;
}

/** Time after which what has been written is taken to be whole: the list is not asked for each digit. */
const pauseMs = 800;

interface Written {
  readonly day: string;
  readonly time: string;
  readonly moment: string;
  readonly isFuture: boolean;
  /** The moment that was shown when it was written. */
  readonly over: string;
}

/** The moment, which can be chosen, what has been added and deleted since, and the way back. */
export function PastBar({ at, list, leftOut, onChoose, onBack }: PastBarProps) {
  const t = useT();
  const [typed, setTyped] = useState<Written>();
  const written = typed?.over === at ? typed : undefined;
  const shown = written ?? wallOf(at, zone);
  function write(day: string | null, time: string | null) {
    if (!day || !time) return;
    const moment = new Date(instantOf(day, time, zone)).toISOString();
    setTyped({ day, time, moment, isFuture: Date.parse(moment) > Date.now(), over: at });
  }
  function choose() {
    if (written && written.moment !== at && !written.isFuture) onChoose(written.moment);
  }
  const chooseAfterPause = useEffectEvent(choose);
  useEffect(() => {
    if (!written) return undefined;
    const timer = setTimeout(() => chooseAfterPause(), pauseMs);
    return () => clearTimeout(timer);
  }, [written]);
  function onBlur({ currentTarget, relatedTarget }: FocusEvent) {
    if (!currentTarget.contains(relatedTarget)) choose();
  }
  const counts =
    list &&
    (["added", "removed", "lost"] as const).flatMap((what) => (list[what] > 0 ? [t(`past.${what}`, { count: list[what] })] : []));
  return (
    <section className={styles.past} aria-label={t("past.readOnly")}>
      <div className={styles.moment} role="presentation" onBlur={onBlur} onKeyDown={({ key }) => key === "Enter" && choose()}>
        <DatePicker
          aria-label={t("past.day")}
          size={28}
          value={shown.day}
          max={todayHere()}
          errorMessage={written?.isFuture ? t("past.future") : undefined}
          onChange={(day) => write(day, shown.time)}
        />
        <TimeField aria-label={t("past.time")} size={28} value={shown.time} onChange={(time) => write(shown.day, time)} />
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
