import checkmark from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import skip from "@fluentui/svg-icons/icons/subtract_circle_16_regular.svg?icon";
import type { TrialStep } from "@kartis/core/automations/run-schema.ts";
import type { ReactNode } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import type { Words } from "../words/useWords.ts";
import styles from "./trial.module.css";
import { useCallSummary } from "./useCallSummary.ts";

const icons = { would: checkmark, skipped: skip, failed: errorCircle } as const;

interface TrialStepViewProps {
  name: string;
  tried: Omit<TrialStep, "card" | "each"> & Partial<Pick<TrialStep, "card" | "each">>;
  words: Words;
  /** Shown in place of the call's input. */
  children?: ReactNode;
}

/** What a step would do, as a line of a list. */
export function TrialStepView({ name, tried, words, children }: TrialStepViewProps) {
  const t = useT();
  const summaryOf = useCallSummary(words);
  const message = tried.message && (t.find(tried.message, tried.params ?? undefined) ?? t("automations.problem.some"));
  return (
    <li className={styles.step} data-state={tried.state}>
      <Icon of={icons[tried.state]} label={t(`automations.test.${tried.state}`)} />
      <div>
        <span className={styles.name}>{name}</span>
        {tried.card && (
          <span className={styles.line}>
            <bdi>{t("automations.test.forCard", { name: tried.card.name })}</bdi>
          </span>
        )}
        {tried.each && (
          <>
            <span className={styles.line}>
              {t("automations.test.forEach", { count: tried.each.count, left: tried.each.left })}
            </span>
            {tried.each.shown < tried.each.count && (
              <span className={styles.line}>{t("automations.test.first", { count: tried.each.shown })}</span>
            )}
          </>
        )}
        {tried.met !== null && (
          <span className={styles.line}>{t(tried.met ? "automations.test.goesThen" : "automations.test.goesOtherwise")}</span>
        )}
        {message && <span className={styles.line}>{message}</span>}
        {tried.recipient !== null && (
          <span className={styles.line}>
            <span className={styles.label}>{t("automations.action.sendEmail.to")}</span>{" "}
            <bdi className={styles.recipient}>{tried.recipient}</bdi>
          </span>
        )}
        {children ??
          (tried.input &&
            summaryOf(tried.input).map(({ label, text }) => (
              <span key={label} className={styles.line}>
                <span className={styles.label}>{label}</span> <bdi>{text}</bdi>
              </span>
            )))}
      </div>
    </li>
  );
}
