import cardsIcon from "@fluentui/svg-icons/icons/contact_card_group_20_regular.svg?icon";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import type { Pipeline as PipelineFigures, PipelineStage } from "@kartis/core/dashboard/schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { CSSProperties } from "react";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { toHue } from "../../ui/display/stored-hue.ts";
import { Link } from "../../ui/actions/Link.tsx";
import { Hidden, Num } from "../../ui/display/Num.tsx";
import { Dot } from "../../ui/display/Pill.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { usePrintSum } from "../fields/display/usePrintSum.ts";
import { laneFilter } from "../cards/kanban/lanes.ts";
import { withMe } from "../cards/list/list-state.ts";
import { openNewRecord } from "../records/new-record.ts";
import { optionOf } from "../fields/values.ts";
import styles from "./dashboard.module.css";
import { Figures } from "./Figures.tsx";
import { type Shown, stateOfView, statusOf } from "./useDashboard.ts";
import { useListHref } from "./useListHref.ts";

const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

/** Number of cards at each status and their sum: a strip of figures, and a bar for each status that links to its cards. */
export function Pipeline({ shown }: { shown: Shown }) {
  const userId = useQuery(meOptions()).data?.user.id ?? "";
  const { type, view, sum } = shown;
  const title = useChartTitle(type);
  const { filter, search } = stateOfView(view);
  const { data, error, refetch } = useQuery(
    trpc.dashboard.pipeline.queryOptions(
      {
        typeId: type.id,
        ...(filter ? { filter: withMe(filter, userId) } : {}),
        ...(search ? { search } : {}),
        ...(sum ? { sumFieldId: sum.id } : {}),
      },
      { staleTime: 0, placeholderData: keepPreviousData, meta: { quiet: true } },
    ),
  );
  if (!data && error) return <Failure error={error} onRetry={() => void refetch()} />;
  const measure = data && hasAmounts(data) ? sum : undefined;
  return (
    <>
      <Figures figures={data} shown={shown} />
      <section className={styles.region} aria-label={title}>
        {!data ? (
          <ChartSkeleton type={type} />
        ) : data.count === 0 ? (
          <NoRecords shown={shown} />
        ) : (
          <Bars figures={data} shown={shown} measure={measure} />
        )}
      </section>
    </>
  );
}

/** The chart's own title, and a row for each status: what stands below the chart does not move when it comes. */
function ChartSkeleton({ type }: { type: CardType }) {
  const title = useChartTitle(type);
  return (
    <>
      <h2 className={styles.title}>
        <bdi>{title}</bdi>
      </h2>
      <div className={styles.chartHead} />
      <SkeletonRows rows={statusOf(type)?.options.length ?? 0} columns={["20px", "1fr", "2fr", "0.6fr"]} />
    </>
  );
}

const useChartTitle = (type: CardType): string => useT()("dashboard.chart", { label: type.pluralName });

/** Whether anything is to be seen of the sums: new cards often have no amounts yet. */
const hasAmounts = ({ stages }: PipelineFigures): boolean => stages.some(({ sum }) => sum !== 0);

const amountOf = (stage: PipelineStage, sum: Field | undefined): number => (sum ? stage.sum : stage.count);

interface BarsProps {
  figures: PipelineFigures;
  shown: Shown;
  /** What the length of the bars stands for; the number of cards without one. */
  measure: Field | undefined;
}

/** The chart is its own table: each row has its bar, its numbers, and leads to its cards. */
function Bars({ figures, shown: { type, view, sum: wanted }, measure }: BarsProps) {
  const t = useT();
  const format = useFormat();
  const print = usePrintSum();
  const hrefOf = useListHref();
  const status = statusOf(type);
  const title = useChartTitle(type);
  const most = Math.max(1, ...figures.stages.map((stage) => amountOf(stage, measure)));
  const whole = measure ? figures.sum : figures.count;
  return (
    <>
      <h2 className={styles.title}>
        <bdi>{title}</bdi>
        <span className={styles.unit}>
          <bdi>{measure?.label ?? (wanted ? t("dashboard.noAmounts", { label: wanted.label }) : t("dashboard.count"))}</bdi>
        </span>
      </h2>
      <table className={styles.chart} aria-label={title}>
        <thead>
          <tr>
            <th scope="col">{status?.label}</th>
            <th scope="col" className={styles.barCell}>
              <Hidden>{t("dashboard.share")}</Hidden>
            </th>
            <th scope="col" className={styles.number}>
              {t("dashboard.count")}
            </th>
            {measure && (
              <th scope="col" className={styles.number}>
                <bdi>{measure.label}</bdi>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.stages.map((stage) => {
            const option = status && optionOf(status, stage.statusId);
            const amount = amountOf(stage, measure);
            const length: CSSProperties = { inlineSize: `${Math.max(0, (amount / most) * 100)}%` };
            return (
              <tr key={stage.statusId ?? ""} data-empty={stage.count === 0 || undefined}>
                <th scope="row">
                  <Dot hue={toHue(option?.hue ?? "slate")} />
                  <Link look="quiet" href={hrefOf(type, view, (filter) => laneFilter(filter, "status", stage.statusId))}>
                    <bdi>{option?.label ?? t("cards.noValue")}</bdi>
                  </Link>
                </th>
                <td className={styles.barCell}>
                  <span className={styles.track}>
                    <span className={styles.bar} style={length} />
                  </span>
                  <Hidden>{whole > 0 ? format.percent(Math.max(0, amount) / whole) : ""}</Hidden>
                </td>
                <td className={styles.number}>
                  <Num>{format.number(stage.count)}</Num>
                </td>
                {measure && (
                  <td className={styles.number}>
                    <Num>{print(measure, stage.sum)}</Num>
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </>
  );
}

function NoRecords({ shown: { type, view } }: { shown: Shown }) {
  const t = useT();
  const mayCreate = useCan()(["CARDS", "create"]) && view === undefined;
  return (
    <EmptyState
      icon={cardsIcon}
      title={t("dashboard.empty")}
      actions={mayCreate && <Button onPress={() => openNewRecord(type.id)}>{t("shell.newRecord")}</Button>}
    >
      {t(view ? "dashboard.empty.inView" : "dashboard.empty.line", { label: type.pluralName })}
    </EmptyState>
  );
}
