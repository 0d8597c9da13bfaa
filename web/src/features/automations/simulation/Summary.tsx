import { actionKinds } from "@kartis/core/automations/actions/list.ts";
import type { SimulationResult, SimulationSummary } from "@kartis/core/automations/simulation/schema.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { useWhen } from "../../dates/when.ts";
import { useReason } from "../runs/useReason.ts";
import { Days } from "./Days.tsx";
import styles from "./simulation.module.css";

/** What would have happened, in figures; two versions side by side. */
export function Summary({ result }: { result: SimulationResult | undefined }) {
  const t = useT();
  const format = useFormat();
  const when = useWhen();
  if (!result) return null;
  const { summaries, isCut, records, from, until } = result;
  const most = Math.max(1, ...summaries.flatMap(({ days }) => days.map(({ runs }) => runs)));
  return (
    <>
      {isCut && (
        <p className={styles.note}>
          {t("automationRuns.simulation.cut", { count: format.number(records), when: when.full(from) })}
        </p>
      )}
      <p className={styles.period}>
        {t("automationRuns.simulation.between", { from: when.full(from), until: when.full(until) })}
      </p>
      <div className={styles.summaries} data-count={summaries.length}>
        {summaries.map((summary) => (
          <section
            key={summary.version}
            className={styles.summary}
            aria-label={t(`automationRuns.simulation.version.${summary.version}`)}
          >
            {summaries.length > 1 && (
              <p className={styles.version}>{t(`automationRuns.simulation.version.${summary.version}`)}</p>
            )}
            <Figures summary={summary} />
            {summary.runs > 0 && <Days days={summary.days} most={most} from={from} until={until} />}
          </section>
        ))}
      </div>
    </>
  );
}

function Figures({ summary }: { summary: SimulationSummary }) {
  const t = useT();
  const format = useFormat();
  const when = useWhen();
  const reasonOf = useReason();
  const { runs, cards, changedCards, chained, done, smsSegments, failed, failures, waiting, unmet, skipped } = summary;
  const { stopped, end, lostCards } = summary;
  return (
    <>
      <h2 className={styles.ran}>
        {t("automationRuns.simulation.ran", { count: runs })}
        {runs > 0 && ` ${t("automationRuns.simulation.cards", { count: cards })}`}
      </h2>
      <ul className={styles.done}>
        {actionKinds.flatMap((kind) => {
          const count = done[kind];
          return count
            ? [
                <li key={kind}>
                  <Num>{format.number(count)}</Num> <span>{t.find(`automations.action.${kind}`) ?? kind}</span>
                  {kind === "sendSms" && (
                    <span className={styles.quiet}>{t("automationRuns.simulation.parts", { count: smsSegments })}</span>
                  )}
                </li>,
              ]
            : [];
        })}
      </ul>
      <ul className={styles.facts}>
        {changedCards > 0 && <li>{t("automationRuns.simulation.changedCards", { count: changedCards })}</li>}
        {failed > 0 && (
          <li data-tone="danger">
            {t("automationRuns.simulation.failed", { count: failed })}
            <ul>
              {failures.map(({ message, params, count }) => (
                <li key={`${message} ${JSON.stringify(params)}`}>
                  {t("automationRuns.simulation.because", {
                    count: format.number(count),
                    reason: reasonOf({ message, params }) ?? "",
                  })}
                </li>
              ))}
            </ul>
          </li>
        )}
        {stopped && stopped.reason !== "rights" && stopped.reason !== "broken" && (
          <li data-tone="danger">{t(`automationRuns.simulation.stopped.${stopped.reason}`, { when: when.full(stopped.at) })}</li>
        )}
        {chained > 0 && <li>{t("automationRuns.simulation.chained", { count: chained })}</li>}
        {waiting > 0 && <li>{t("automationRuns.simulation.waiting", { count: waiting })}</li>}
        {unmet > 0 && <li>{t("automationRuns.simulation.unmet", { count: unmet })}</li>}
        {skipped.map(({ message, params, count }) => (
          <li key={message}>
            {t("automationRuns.simulation.because", { count: format.number(count), reason: reasonOf({ message, params }) ?? "" })}
          </li>
        ))}
        {lostCards > 0 && <li>{t("automationRuns.simulation.lost", { count: lostCards })}</li>}
        {end && <li data-tone="warning">{t(`automationRuns.simulation.ends.${end.because}`, { when: when.full(end.at) })}</li>}
      </ul>
    </>
  );
}
