import flash from "@fluentui/svg-icons/icons/flash_20_regular.svg?icon";
import { allSteps } from "@kartis/core/automations/rules.ts";
import type { Automation, AutomationRun } from "@kartis/core/automations/schema.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-aria-components/Link";
import { useT } from "../../../lib/i18n.tsx";
import { useCommands } from "../../../lib/keys/commands.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { EmptyState, ErrorState } from "../../../ui/feedback/EmptyState.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { zone } from "../../tasks/days.ts";
import { useWhen } from "../../timeline/when.ts";
import { nameOfStep } from "../settings/names.ts";
import { runFilters, runsOptions, useRunsSearch } from "./queries.ts";
import { RunIcon } from "./RunState.tsx";
import styles from "./runs.module.css";
import { useReason } from "./useReason.ts";
import { useTook } from "./useTook.ts";
import { tookMs } from "./walk.ts";

const dayOfRun = ({ startedAt }: AutomationRun): string => dayOf(Date.parse(startedAt), zone);

/** An automation's runs by day, the newest first. J and K walk through them, F shows those that failed. */
export function RunList({ automation }: { automation: Automation }) {
  const t = useT();
  const when = useWhen();
  const [{ runId, filter }, change] = useRunsSearch();
  const query = useInfiniteQuery(runsOptions(automation.id, filter));
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  // A run that began while pages were loaded is on two of them.
  const runs = data && [...new Map(data.pages.flatMap((page) => page.runs).map((run) => [run.id, run])).values()];
  const days = runs && Map.groupBy(runs, dayOfRun);
  const step = (by: 1 | -1) => {
    const at = runs?.findIndex(({ id }) => id === runId) ?? -1;
    const next = runs?.[at === -1 ? 0 : at + by];
    if (next) change({ runId: next.id });
  };
  useCommands([
    { id: "runs.next", label: t("common.next"), group: "list", shortcut: "J", onlyKey: true, run: () => step(1) },
    { id: "runs.previous", label: t("common.previous"), group: "list", shortcut: "K", onlyKey: true, run: () => step(-1) },
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
        <SegmentedControl
          label={t("automationRuns.filter")}
          value={filter}
          onChange={(next) => change({ filter: next })}
          options={runFilters.map((id) => ({ id, label: t(`automationRuns.filter.${id}`) }))}
        />
      </header>
      <div className={styles.scroll}>
        {error && !runs ? (
          <ErrorState actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
        ) : !runs || !days ? (
          <SkeletonRows rows={8} columns={["1fr"]} />
        ) : runs.length === 0 ? (
          <EmptyState icon={flash} title={t(filter === "all" ? "automationRuns.none" : "automationRuns.none.found")}>
            {filter === "all" && t("automationRuns.none.text")}
          </EmptyState>
        ) : (
          [...days].map(([day, some], at) => (
            <section key={day} aria-label={when.day(day)}>
              <h2 className={styles.day}>
                <span>{when.day(day)}</span>
                {/* Of the last day on screen, more may follow. */}
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
        {hasNextPage && (
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

function Row({ run, automation, isOpen }: { run: AutomationRun; automation: Automation; isOpen: boolean }) {
  const t = useT();
  const when = useWhen();
  const took = useTook();
  const words = useRowWords(automation);
  const [{ filter }] = useRunsSearch();
  const { id, state, cardName, startedAt, endedAt } = run;
  const address = new URLSearchParams({ ...(filter === "all" ? {} : { state: filter }), run: id });
  return (
    <Link
      className={styles.row ?? ""}
      href={`/automations/${automation.id}/runs?${address.toString()}`}
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
        <span>{endedAt ? took(tookMs(startedAt, endedAt)) : t(`automationRuns.state.${state}`)}</span>
      </span>
    </Link>
  );
}

/** What became of a run, in a line. A step is called as the draft calls it, where it still has it. */
function useRowWords({ definition }: Automation): (run: AutomationRun) => string {
  const t = useT();
  const when = useWhen();
  const reasonOf = useReason();
  const stepNamed = (stepId: string) => {
    const step = allSteps(definition.steps).find(({ id }) => id === stepId);
    return step && nameOfStep(step, t);
  };
  return ({ state, steps, dueAt }) => {
    const last = steps.at(-1);
    if (state === "failed" && last) {
      const step = stepNamed(last.stepId);
      return step ? t("automationRuns.failedAt", { step }) : (reasonOf(last) ?? t("automationRuns.state.failed"));
    }
    if (state === "skipped" && last) return reasonOf(last) ?? t("automationRuns.state.skipped");
    if (state === "waiting" && dueAt) return t("automationRuns.until", { when: when.full(dueAt) });
    return t("automationRuns.stepsDone", { count: steps.filter((step) => step.state === "done").length });
  };
}
