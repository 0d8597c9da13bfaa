import type { HeldVersion } from "@kartis/core/automations/schema.ts";
import type { SimulationResult } from "@kartis/core/automations/simulation/schema.ts";
import type { Automation } from "@kartis/core/automations/schema.ts";
import rewind from "@fluentui/svg-icons/icons/rewind_20_regular.svg?icon";
import { useState } from "react";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { errorMessage } from "../../../lib/errors.ts";
import { Button } from "../../../ui/actions/Button.tsx";
import { EmptyState } from "../../../ui/feedback/EmptyState.tsx";
import { ProgressBar } from "../../../ui/feedback/ProgressBar.tsx";
import { SkeletonRows } from "../../../ui/feedback/Skeleton.tsx";
import { SegmentedControl } from "../../../ui/inputs/SegmentedControl.tsx";
import { zone } from "../../dates/days.ts";
import { Limits } from "./Limits.tsx";
import { SimulatedRuns } from "./SimulatedRuns.tsx";
import styles from "./simulation.module.css";
import { Summary } from "./Summary.tsx";
import { useSimulation } from "./useSimulation.ts";

const periods = ["7", "30", "90"] as const;
const daysOf = { "7": 7, "30": 30, "90": 90 } as const;
const versionsOf = { draft: ["draft"], published: ["published"], both: ["draft", "published"] } as const satisfies Record<
  string,
  readonly HeldVersion[]
>;
type Version = keyof typeof versionsOf;

const dayMs = 86_400_000;

/** What was asked for the result; undefined before there is one. A journal too long to be read whole began later than asked. */
function askedFor(result: SimulationResult | undefined) {
  if (!result) return undefined;
  const { from, until, summaries, isCut } = result;
  const days = (Date.parse(until) - Date.parse(from)) / dayMs;
  const period = periods.find((one) => (isCut ? Number(one) >= days : Number(one) === Math.round(days)));
  const [only] = summaries;
  return period && only && { period, version: summaries.length > 1 ? ("both" as const) : only.version };
}

/** `/automations/{id}/simulation`: replays the last days with the automation. `?of=` names the simulation that is shown. */
export function Simulation({ automation }: { automation: Automation }) {
  const t = useT();
  const format = useFormat();
  const { publishedVersion, hasUnpublishedChanges, problems } = automation;
  const [wanted, setPeriod] = useState<(typeof periods)[number]>();
  const canCompare = publishedVersion !== null && hasUnpublishedChanges;
  const [chosen, setVersion] = useState<Version>();
  const { operationId, operation, result, isStarting, refused, outcome, start, cancel } = useSimulation(automation.id);
  const shown = askedFor(result.data?.pages[0]);
  const period = wanted ?? shown?.period ?? "30";
  const version = canCompare ? (chosen ?? shown?.version ?? "draft") : publishedVersion === null ? "draft" : "published";
  const isStale = shown !== undefined && (shown.period !== period || shown.version !== version);
  const isRunning = operation.data?.state === "running" || (operationId !== undefined && operation.isPending);
  const why = version !== "published" && problems.length > 0 ? t("automations.problem.some") : undefined;
  const { total = 0, done = 0, state, failure } = operation.data ?? {};
  return (
    // Scrollable content must be reachable by keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={styles.page} aria-label={t("automationRuns.simulation.title")} tabIndex={0}>
      <div className={styles.column}>
        <p className={styles.about}>{t("automationRuns.simulation.about")}</p>
        <div className={styles.form}>
          <SegmentedControl
            label={t("automationRuns.simulation.period")}
            options={periods.map((days) => ({ id: days, label: t("automationRuns.simulation.days", { count: daysOf[days] }) }))}
            value={period}
            onChange={setPeriod}
          />
          {canCompare && (
            <SegmentedControl
              label={t("automationRuns.simulation.version")}
              options={(["draft", "published", "both"] as const).map((id) => ({
                id,
                label: t(`automationRuns.simulation.version.${id}`),
              }))}
              value={version}
              onChange={setVersion}
            />
          )}
          {isRunning ? (
            <Button onPress={cancel}>{t("common.cancel")}</Button>
          ) : (
            <Button
              variant="primary"
              isPending={isStarting}
              isDisabled={why !== undefined}
              onPress={() => void start({ versions: [...versionsOf[version]], days: daysOf[period], timeZone: zone })}
            >
              {t("automationRuns.simulation.start")}
            </Button>
          )}
        </div>
        {why && <p className={styles.why}>{why}</p>}
        {refused && (
          <p role="alert" className={styles.why}>
            {errorMessage(refused)}
          </p>
        )}
        <div
          ref={outcome}
          className={styles.outcome}
          tabIndex={-1}
          role="group"
          aria-label={t("automationRuns.simulation.result")}
        >
          {operationId === undefined ? (
            <Limits isOpen />
          ) : isRunning ? (
            <ProgressBar
              label={t("automationRuns.simulation.running")}
              value={done}
              maxValue={total || 1}
              isIndeterminate={!total}
            />
          ) : state === "canceled" ? (
            <p role="status">{t("automationRuns.simulation.canceled")}</p>
          ) : state === "failed" ? (
            <p role="alert">{(failure && t.find(failure)) ?? t("errors.INTERNAL_SERVER_ERROR.message")}</p>
          ) : operation.error || result.error ? (
            <EmptyState icon={rewind} title={t("automationRuns.simulation.gone")}>
              {t("automationRuns.simulation.gone.text")}
            </EmptyState>
          ) : !result.data ? (
            <SkeletonRows rows={4} columns={["1fr"]} />
          ) : (
            <>
              {isStale && (
                <p className={styles.note} role="status">
                  {t("automationRuns.simulation.stale")}
                </p>
              )}
              <Summary result={result.data.pages[0]} />
              <SimulatedRuns
                automation={automation}
                runs={result.data.pages.flatMap(({ runs }) => runs)}
                isUnmet={result.data.pages[0]?.summaries.some(({ unmet }) => unmet > 0) ?? false}
                isLongest={period === "90"}
                isCompared={(result.data.pages[0]?.summaries.length ?? 0) > 1}
                onMore={result.hasNextPage ? () => void result.fetchNextPage() : undefined}
                isLoadingMore={result.isFetchingNextPage}
              />
              <Limits />
              <p className={styles.took}>
                {t("automationRuns.simulation.replayed", {
                  count: result.data.pages[0]?.records ?? 0,
                  seconds: t("automationRuns.simulation.seconds", {
                    count: format.number(Math.round((result.data.pages[0]?.tookMs ?? 0) / 100) / 10),
                  }),
                })}
              </p>
            </>
          )}
        </div>
      </div>
    </section>
  );
}
