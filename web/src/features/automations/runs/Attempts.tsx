import type { AutomationRunDetails, StepResult } from "@kartis/core/automations/run-schema.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useNameOf } from "../../people/people.ts";
import { zone } from "../../dates/days.ts";
import styles from "./runs.module.css";
import { useReason } from "./useReason.ts";
import { useTook } from "./useTook.ts";
import { tookMs } from "./walk.ts";

interface AttemptsProps {
  stepId: string;
  run: AutomationRunDetails;
  /** The step's result, if it has one. */
  last: StepResult | undefined;
}

interface Attempt {
  readonly startedAt: string;
  readonly endedAt: string;
  readonly words: string;
  /** Who retried the step after this attempt. */
  readonly retriedBy: string | null;
}

/** All attempts at a step with their times, if there was more than one. */
export function Attempts({ stepId, run, last }: AttemptsProps) {
  const t = useT();
  const format = useFormat();
  const took = useTook();
  const nameOf = useNameOf();
  const reasonOf = useReason();
  const failed = run.failedAttempts.filter((one) => one.stepId === stepId);
  if (failed.length === 0) return null;
  // Shows the date only for attempts on another day than the run.
  const timeOf = (at: string): string => {
    const isOther = dayOf(Date.parse(at), zone) !== dayOf(Date.parse(run.startedAt), zone);
    const style = { ...(isOther ? ({ dateStyle: "short" } as const) : {}), timeStyle: "medium", timeZone: zone } as const;
    return new Intl.DateTimeFormat(format.locale, style).format(new Date(at));
  };
  const attempts: readonly Attempt[] = [
    ...failed.map((one, at) => ({ ...one, words: wordsOf(one, failed[at - 1]) })),
    ...(last
      ? [
          {
            ...last,
            retriedBy: null,
            words: last.state === "failed" ? wordsOf(last, failed.at(-1)) : t("automationRuns.attempt.done"),
          },
        ]
      : []),
  ];
  return (
    <ol className={styles.attempts} aria-label={t("automationRuns.attempts.list")}>
      {attempts.map(({ startedAt, endedAt, words, retriedBy }) => (
        <li key={startedAt}>
          <time dateTime={startedAt}>{timeOf(startedAt)}</time>
          <span>
            {words}
            {retriedBy && <> · {t("automationRuns.attempt.by", { name: nameOf(retriedBy) })}</>}
          </span>
          <span>{took(tookMs({ startedAt, endedAt }))}</span>
        </li>
      ))}
    </ol>
  );

  function wordsOf(one: Parameters<typeof reasonOf>[0], before: typeof one | undefined): string {
    if (before && before.message === one.message) return t("automationRuns.attempt.same");
    return reasonOf(one) ?? t("automationRuns.state.failed");
  }
}
