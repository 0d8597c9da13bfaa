import type { SimulationSummary } from "@kartis/core/automations/simulation/schema.ts";
import { dayAfter, dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useT } from "../../../lib/i18n.tsx";
import { zone } from "../../dates/days.ts";
import { useWhen } from "../../dates/when.ts";
import styles from "./simulation.module.css";

interface DaysProps {
  days: SimulationSummary["days"];
  /** Runs of the tallest bar. */
  most: number;
  from: string;
  until: string;
}

/** Runs by day, as bars; those that would have failed at the bottom of each. */
export function Days({ days, most, from, until }: DaysProps) {
  const t = useT();
  const when = useWhen();
  const last = dayOf(Date.parse(until), zone);
  const all: string[] = [];
  for (let day = dayOf(Date.parse(from), zone); day <= last; day = dayAfter(day, 1)) all.push(day);
  const share = (count: number) => `${(count / most) * 100}%`;
  return (
    <figure className={styles.days}>
      <ol aria-label={t("automationRuns.simulation.byDay")}>
        {all.map((date) => {
          const { runs = 0, failed = 0 } = days.find((day) => day.date === date) ?? {};
          return (
            <li key={date} title={t("automationRuns.simulation.onDay", { date: when.day(date), count: runs })}>
              {runs > 0 && (
                <>
                  {runs > failed && <span className={styles.bar} style={{ blockSize: share(runs - failed) }} />}
                  {failed > 0 && <span className={styles.bar} data-failed style={{ blockSize: share(failed) }} />}
                  <span className={styles.hidden}>
                    {t("automationRuns.simulation.onDay", { date: when.day(date), count: runs })}
                  </span>
                </>
              )}
            </li>
          );
        })}
      </ol>
      <figcaption aria-hidden>
        <span>{when.day(all[0] ?? last)}</span>
        <span>{when.day(last)}</span>
      </figcaption>
    </figure>
  );
}
