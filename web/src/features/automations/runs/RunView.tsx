import backIcon from "@fluentui/svg-icons/icons/arrow_left_20_regular.svg?icon";
import downIcon from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import upIcon from "@fluentui/svg-icons/icons/chevron_up_16_regular.svg?icon";
import historyIcon from "@fluentui/svg-icons/icons/history_20_regular.svg?icon";
import type { AutomationRunDetails, RunId } from "@kartis/core/automations/run-schema.ts";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { toAppError } from "../../../lib/errors.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { RecordAvatar } from "../../../ui/display/Avatar.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { zone } from "../../dates/days.ts";
import { useWhen } from "../../dates/when.ts";
import { RunPath } from "./RunPath.tsx";
import { RunPill } from "./RunState.tsx";
import { runOptions, useListedRuns, useLiveSubjects, useRunsSearch } from "./queries.ts";
import styles from "./runs.module.css";
import { useProgress } from "./useProgress.ts";
import { useTook } from "./useTook.ts";
import { walkOf, workedMs } from "./walk.ts";
import { RunActions } from "./RunActions.tsx";
import { takesFocus } from "./run-in-focus.ts";

/** A run: its card, state, available actions and path. */
export function RunView({ automation, runId }: { automation: Automation; runId: RunId }) {
  const t = useT();
  const { data, error, refetch } = useQuery(runOptions(automation.id, runId));
  if (data) return <Loaded automation={automation} run={data} />;
  return (
    <section className={styles.run} aria-label={t("automationRuns.list")}>
      <BackButton />
      {!error ? (
        <SkeletonRows rows={6} columns={["1fr"]} />
      ) : toAppError(error).code === "NOT_FOUND" ? (
        <EmptyState icon={historyIcon} title={t("automationRuns.gone")}>
          {t("automationRuns.gone.text")}
        </EmptyState>
      ) : (
        <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
      )}
    </section>
  );
}

/** On phones, the list and the selected run are separate pages. */
function BackButton() {
  const t = useT();
  const [, change] = useRunsSearch();
  return (
    <span className={styles.back}>
      <IconButton icon={backIcon} flipIcon label={t("automationRuns.back")} onPress={() => change({ runId: undefined })} />
    </span>
  );
}

function Loaded({ automation, run }: { automation: Automation; run: AutomationRunDetails }) {
  const t = useT();
  const when = useWhen();
  const took = useTook();
  const progress = useProgress();
  const { state, startedAt, endedAt, version, steps, definition, cardId, isCardDeleted } = run;
  useLiveSubjects(run.subjects);
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (takesFocus(run.id)) title.current?.focus();
  }, [run.id]);
  const { types } = useCardTypes();
  const type = types?.find(({ id }) => id === automation.cardTypeId);
  const name = run.cardName ?? t("automationRuns.unseenCard");
  const path = walkOf(definition.steps, steps);
  const failedAt = path.find(({ result }) => result?.state === "failed")?.number;
  const day = when.day(dayOf(Date.parse(startedAt), zone));
  return (
    <section className={styles.run} aria-label={name}>
      <header className={styles.head}>
        <div className={styles.who}>
          <BackButton />
          <RecordAvatar name={name} size={24} />
          <h2 ref={title} className={styles.title} tabIndex={-1}>
            <bdi>{name}</bdi>
          </h2>
          <RunPill state={state} />
          <Neighbors automation={automation} />
        </div>
        <p className={styles.facts}>
          <time dateTime={startedAt}>
            {day}, {when.time(startedAt)}
          </time>
          {endedAt && state !== "canceled" && <span>{took(workedMs(run))}</span>}
          {state !== "skipped" && <span>{progress(run)}</span>}
          <span>{t("automationRuns.version", { number: version })}</span>
          {isCardDeleted && <span>{t("automationRuns.cardDeleted")}</span>}
        </p>
        <RunActions automation={automation} run={run} failedAt={failedAt} cardName={run.cardName} title={title} />
      </header>
      <div className={styles.scroll} role="group" aria-label={t("automationRuns.path")}>
        <RunPath automation={automation} run={run} path={path} type={type} key={cardId} />
      </div>
    </section>
  );
}

/** Buttons to the previous and next runs in the list. */
function Neighbors({ automation }: { automation: Automation }) {
  const t = useT();
  const { goBy } = useListedRuns(automation.id);
  const [previous, next] = [goBy(-1), goBy(1)];
  return (
    <span className={styles.neighbors}>
      <IconButton icon={upIcon} label={t("automationRuns.previous")} isDisabled={!previous} onPress={() => previous?.()} />
      <IconButton icon={downIcon} label={t("automationRuns.next")} isDisabled={!next} onPress={() => next?.()} />
    </span>
  );
}
