import flash from "@fluentui/svg-icons/icons/flash_20_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_circle_16_filled.svg?icon";
import clock from "@fluentui/svg-icons/icons/clock_16_regular.svg?icon";
import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import skip from "@fluentui/svg-icons/icons/subtract_circle_16_regular.svg?icon";
import chevron from "@fluentui/svg-icons/icons/chevron_right_16_regular.svg?icon";
import type { Automation } from "@kartis/core/automations/schema.ts";
import type { SimulatedStep } from "@kartis/core/automations/simulation/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button as PlainButton } from "react-aria-components/Button";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import type { RouterOutputs } from "../../../lib/types.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Tag } from "../../../ui/display/Pill.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { useWhen } from "../../dates/when.ts";
import { RunChanges } from "../runs/RunChanges.tsx";
import { useReason } from "../runs/useReason.ts";
import { TrialStepView } from "../trial/TrialStepView.tsx";
import { useWords, type Words } from "../words/useWords.ts";
import styles from "./simulation.module.css";

type Run = RouterOutputs["automations"]["simulation"]["runs"][number];

interface SimulatedRunsProps {
  automation: Automation;
  runs: readonly Run[];
  /** Whether the trigger came for cards that did not meet the conditions. */
  isUnmet: boolean;
  /** Whether no longer period could be simulated. */
  isLongest: boolean;
  /** Whether two versions were simulated. */
  isCompared: boolean;
  onMore: (() => void) | undefined;
  isLoadingMore: boolean;
}

/** The runs that would have been, newest first; each opens to its steps. */
export function SimulatedRuns({ automation, runs, isUnmet, isLongest, isCompared, onMore, isLoadingMore }: SimulatedRunsProps) {
  const t = useT();
  const words = useWords(automation.cardTypeId);
  const { types } = useCardTypes();
  const type = types?.find(({ id }) => id === automation.cardTypeId);
  const { data: names = {} } = useQuery(trpc.automations.names.queryOptions({}, { meta: { quiet: true } }));
  if (runs.length === 0)
    return (
      <EmptyState icon={flash} title={t(isUnmet ? "automationRuns.simulation.none.unmet" : "automationRuns.simulation.none")}>
        {t(isLongest ? "automationRuns.simulation.none.check" : "automationRuns.simulation.none.text")}{" "}
        {t("automationRuns.simulation.none.bulk")}
      </EmptyState>
    );
  return (
    <section aria-label={t("automationRuns.simulation.runs")}>
      <h2 className={styles.listTitle}>{t("automationRuns.simulation.runs")}</h2>
      <ul className={styles.runs}>
        {runs.map((run) => (
          <Row
            key={`${run.at} ${run.cardId} ${run.recordId} ${run.chained} ${run.versions.join()}`}
            run={run}
            type={type}
            types={types}
            words={words}
            isCompared={isCompared}
            by={run.chained === null ? undefined : names[run.chained]}
          />
        ))}
      </ul>
      {onMore && (
        <div className={styles.more}>
          <Button variant="ghost" isPending={isLoadingMore} onPress={onMore}>
            {t("common.more")}
          </Button>
        </div>
      )}
    </section>
  );
}

const icons = { done: checkmark, failed: errorCircle, waiting: clock, skipped: skip } as const;
const onlyIn = { draft: "automationRuns.simulation.onlyDraft", published: "automationRuns.simulation.onlyPublished" } as const;

interface RowProps {
  run: Run;
  type: CardType | undefined;
  types: readonly CardType[] | undefined;
  words: Words;
  isCompared: boolean;
  /** The other automation whose run it is. */
  by: string | undefined;
}

function Row({ run, type, types, words, isCompared, by }: RowProps) {
  const t = useT();
  const when = useWhen();
  const reasonOf = useReason();
  const [isOpen, setOpen] = useState(false);
  const { cardId, cardName, newCard, at, recordId, state, message, steps, versions, isDifferent } = run;
  const reason = state === "done" ? undefined : reasonOf({ message, params: steps.at(-1)?.params ?? null });
  const [only] = versions;
  return (
    <li className={styles.run} data-state={state}>
      <PlainButton
        className={styles.row ?? ""}
        aria-expanded={isOpen}
        isDisabled={steps.length === 0}
        onPress={() => setOpen(!isOpen)}
      >
        <Icon of={icons[state]} label={t(`automationRuns.simulation.state.${state}`)} />
        <span className={styles.rowWords}>
          <bdi className={styles.rowName}>{cardName || t("automationRuns.unseenCard")}</bdi>
          <span className={styles.rowLine}>
            {[
              by !== undefined && t("automationRuns.by.automation", { name: by }),
              reason ?? t(`automationRuns.simulation.state.${state}`),
            ]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </span>
        {newCard !== null && <Tag>{t("automationRuns.simulation.newCard")}</Tag>}
        {isCompared && versions.length === 1 && only && <Tag>{t(onlyIn[only])}</Tag>}
        {isDifferent && <Tag>{t("automationRuns.simulation.different")}</Tag>}
        <time dateTime={at}>{when.full(at)}</time>
        <span className={styles.chevron}>
          <Icon of={chevron} flip />
        </span>
      </PlainButton>
      {isOpen && (
        <div className={styles.steps}>
          {newCard === null && type && cardName !== null && (
            <Link href={`/cards/${type.slug}/${cardId}${recordId ? `?asOf=${recordId}` : ""}`}>
              {t("automationRuns.openCard")}
            </Link>
          )}
          <ol>
            {steps.map((step) => (
              <StepLine
                key={`${step.stepId} ${step.card?.id ?? ""}`}
                step={step}
                startedAt={at}
                type={step.card ? types?.find(({ id }) => id === step.card?.typeId) : type}
                words={words}
              />
            ))}
          </ol>
        </div>
      )}
    </li>
  );
}

interface StepLineProps {
  step: SimulatedStep;
  startedAt: string;
  type: CardType | undefined;
  words: Words;
}

function StepLine({ step, startedAt, type, words }: StepLineProps) {
  const t = useT();
  const when = useWhen();
  const { action, met, at, before, after, each, message } = step;
  const isForEach = each !== null || message === "automations.skipped.notRelated";
  const name = action
    ? t.find(`automations.action.${action}`)
    : t(isForEach ? "automations.forEach" : met === null ? "automations.wait" : "automations.conditions");
  const shownAt = at === startedAt ? "" : ` · ${when.full(at)}`;
  return (
    <TrialStepView name={`${name ?? ""}${shownAt}`} tried={step} words={words}>
      {action === "changeField" && after ? <RunChanges change={{ before, after }} type={type} /> : undefined}
    </TrialStepView>
  );
}
