import downloadIcon from "@fluentui/svg-icons/icons/arrow_download_16_regular.svg?icon";
import flash from "@fluentui/svg-icons/icons/flash_20_regular.svg?icon";
import { allSteps } from "@kartis/core/automations/rules.ts";
import type { AutomationRun } from "@kartis/core/automations/run-schema.ts";
import type { Automation } from "@kartis/core/automations/schema.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useEffect } from "react";
import { Link } from "react-aria-components/Link";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { useCommands } from "../../../lib/keys/commands.ts";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { Num } from "../../../ui/display/Num.tsx";
import { SearchInput } from "../../../ui/inputs/SearchInput.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { zone } from "../../dates/days.ts";
import { useWhen } from "../../dates/when.ts";
import { nameOfStep } from "../settings/names.ts";
import { type RunFilter, runFilters, runsQuery, useListedRuns, useRunsSearch } from "./queries.ts";
import { RunIcon } from "./RunState.tsx";
import styles from "./runs.module.css";
import { useProgress } from "./useProgress.ts";
import { useReason } from "./useReason.ts";
import { useRunsExport } from "./useRunsExport.ts";
import { useTook } from "./useTook.ts";
import { workedMs } from "./walk.ts";

const dayOfRun = ({ startedAt }: AutomationRun): string => dayOf(Date.parse(startedAt), zone);

/** An automation's runs by day, newest first. J and K move through them, F filters failed ones. */
export function RunList({ automation }: { automation: Automation }) {
  const t = useT();
  const when = useWhen();
  const [{ runId, filter, search }, change] = useRunsSearch();
  const { query, runs, figures, goBy } = useListedRuns(automation.id);
  const { error, refetch, hasNextPage, isFetching, isFetchingNextPage, fetchNextPage } = query;
  const days = runs && Map.groupBy(runs, dayOfRun);
  const isFound = runs !== undefined && runs.length > 0;
  const { isExporting, exportRuns } = useRunsExport(automation, useRowWords(automation));
  // A page of search results may be empty although older ones are not.
  useEffect(() => {
    if (runs && !isFound && hasNextPage && !isFetching) void fetchNextPage();
  }, [runs, isFound, hasNextPage, isFetching, fetchNextPage]);
  useCommands([
    { id: "runs.next", label: t("automationRuns.next"), group: "list", shortcut: "J", onlyKey: true, run: () => goBy(1)?.() },
    {
      id: "runs.previous",
      label: t("automationRuns.previous"),
      group: "list",
      shortcut: "K",
      onlyKey: true,
      run: () => goBy(-1)?.(),
    },
    {
      id: "runs.failed",
      label: t("automationRuns.filter.failed"),
      group: "list",
      shortcut: "F",
      run: () => change({ filter: filter === "failed" ? "all" : "failed" }),
    },
  ]);
  return (
    <section className={styles.list} aria-label={t("automationRuns.list")}>
      <header className={styles.listHead}>
        <div className={styles.searchLine}>
          <SearchInput label={t("automationRuns.search")} value={search} onChange={(next) => change({ search: next })} />
          <IconButton
            icon={downloadIcon}
            label={t("automationRuns.export")}
            isDisabled={!isFound || isExporting}
            onPress={() => void exportRuns()}
          />
        </div>
        <div className={styles.filters}>
          <SegmentedControl
            label={t("automationRuns.filter")}
            value={filter}
            onChange={(next) => change({ filter: next })}
            options={runFilters.map((id) => ({
              id,
              label: <FilterLabel filter={id} count={figures && id !== "all" ? figures[id] : 0} />,
            }))}
          />
        </div>
      </header>
      <div className={styles.scroll}>
        {error && !runs ? (
          <ErrorState error={error} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
        ) : !runs || !days || (!isFound && hasNextPage) ? (
          <SkeletonRows rows={8} columns={["1fr"]} />
        ) : runs.length === 0 ? (
          <EmptyState
            icon={flash}
            title={t(
              search ? "automationRuns.none.named" : filter === "all" ? "automationRuns.none" : "automationRuns.none.found",
            )}
          >
            {filter === "all" && !search && t("automationRuns.none.text")}
          </EmptyState>
        ) : (
          [...days].map(([day, some], at) => (
            <section key={day} aria-label={when.day(day)}>
              <h2 className={styles.day}>
                <span>{when.day(day)}</span>
                {/* The last day shown may have more runs on the next page. */}
                {!(hasNextPage && at === days.size - 1) && <span>{t("automationRuns.onDay", { count: some.length })}</span>}
              </h2>
              <ul>
                {some.map((run) => (
                  <li key={run.id}>
                    <Row run={run} automation={automation} isOpen={run.id === runId} />
                  </li>
                ))}
              </ul>
            </section>
          ))
        )}
        {isFound && hasNextPage && (
          <div className={styles.more}>
            <Button variant="ghost" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
              {t("common.more")}
            </Button>
          </div>
        )}
      </div>
    </section>
  );
}

/** A filter with its number of runs. */
function FilterLabel({ filter, count }: { filter: RunFilter; count: number }) {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {t(`automationRuns.filter.${filter}`)}
      {count > 0 && (
        <>
          {" "}
          <Num>{format.number(count)}</Num>
        </>
      )}
    </>
  );
}

function Row({ run, automation, isOpen }: { run: AutomationRun; automation: Automation; isOpen: boolean }) {
  const t = useT();
  const when = useWhen();
  const took = useTook();
  const words = useRowWords(automation);
  const [search] = useRunsSearch();
  const { id, state, cardName, startedAt, endedAt } = run;
  return (
    <Link
      className={styles.row ?? ""}
      href={`/automations/${automation.id}/runs?${runsQuery({ ...search, runId: id })}`}
      data-state={state}
      {...(isOpen ? { "aria-current": "true" as const } : {})}
    >
      <RunIcon state={state} />
      <span className={styles.rowWords}>
        <bdi className={styles.rowName}>{cardName ?? t("automationRuns.unseenCard")}</bdi>
        <span className={styles.rowLine}>{words(run)}</span>
      </span>
      <span className={styles.rowEnd}>
        <time dateTime={startedAt}>{when.time(startedAt)}</time>
        <span>{endedAt && state !== "canceled" ? took(workedMs(run)) : t(`automationRuns.state.${state}`)}</span>
      </span>
    </Link>
  );
}

/** A run's outcome in one line. Steps are named by the draft if it still contains them. */
function useRowWords({ definition }: Automation): (run: AutomationRun) => string {
  const t = useT();
  const when = useWhen();
  const reasonOf = useReason();
  const progress = useProgress();
  const stepNamed = (stepId: string) => {
    const step = allSteps(definition.steps).find(({ id }) => id === stepId);
    return step && nameOfStep(step, t);
  };
  const stateOf = (run: AutomationRun) => {
    const { state, steps, dueAt, attempts } = run;
    const last = steps.at(-1);
    if (state === "failed" && last) {
      const step = stepNamed(last.stepId);
      return step
        ? t("automationRuns.failedAt", { number: steps.length, step })
        : (reasonOf(last) ?? t("automationRuns.state.failed"));
    }
    if (state === "skipped" && last) return reasonOf(last) ?? t("automationRuns.state.skipped");
    // Not by a person, but because of the plan.
    if (state === "canceled" && last?.stepId === "start") return reasonOf(last) ?? t("automationRuns.state.canceled");
    if (state === "waiting" && dueAt)
      return t(attempts > 0 ? "automationRuns.nextAttempt" : "automationRuns.until", { when: when.full(dueAt) });
    return progress(run);
  };
  return (run) =>
    run.undelivered > 0 ? `${t("automationRuns.undelivered", { count: run.undelivered })} · ${stateOf(run)}` : stateOf(run);
}
