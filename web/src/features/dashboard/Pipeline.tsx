import cardsIcon from "@fluentui/svg-icons/icons/contact_card_group_20_regular.svg?icon";
import type { CardType, Field, Filter } from "@kartis/core/cards/schema.ts";
import { newDays, type Pipeline as PipelineFigures, type PipelineStage } from "@kartis/core/dashboard/schema.ts";
import type { SavedView } from "@kartis/core/views/schema.ts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { CSSProperties, ReactNode } from "react";
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
import { Skeleton, SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { usePrintSum } from "../cards/fields/display/usePrintSum.ts";
import { laneFilter } from "../cards/kanban/lanes.ts";
import { searchOf, withMe } from "../cards/list/list-state.ts";
import { openNewRecord } from "../cards/new-record.ts";
import { optionOf } from "../cards/fields/values.ts";
import styles from "./dashboard.module.css";
import { type Shown, stateOfView, statusOf } from "./useDashboard.ts";

const Failure = later(async () => (await import("../../app/Failure.tsx")).default);

/** Number of cards at each status and their sum: a strip of figures, and a bar for each status that links to its cards. */
export function Pipeline({ shown }: { shown: Shown }) {
  const userId = useQuery(meOptions()).data?.user.id ?? "";
  const { type, view, sum } = shown;
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
  return (
    <>
      <Figures figures={data} shown={shown} />
      <section className={styles.region} aria-label={useChartTitle(type)}>
        {!data ? (
          <ChartSkeleton type={type} />
        ) : data.count === 0 ? (
          <NoRecords shown={shown} />
        ) : (
          <Bars figures={data} shown={shown} />
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

/** The address of the list of exactly those cards. */
function useListHref(): (type: CardType, view: SavedView | undefined, narrow?: (filter: Filter | undefined) => Filter) => string {
  const router = useRouter();
  return (type, view, narrow) => {
    const state = stateOfView(view);
    const next = narrow ? { ...state, filter: narrow(state.filter) } : state;
    const search = searchOf(next, state, view?.slug);
    return router.buildLocation({ to: "/cards/$slug", params: { slug: type.slug }, search: { ...search } }).href;
  };
}

function Figures({ figures, shown: { type, view, sum } }: { figures: PipelineFigures | undefined; shown: Shown }) {
  const t = useT();
  const format = useFormat();
  const print = usePrintSum();
  const hrefOf = useListHref();
  const scope = view?.name ?? t("dashboard.allOf");
  return (
    <dl className={styles.figures}>
      <Figure
        label={type.pluralName}
        figure={figures && format.number(figures.count)}
        href={hrefOf(type, view)}
        note={<bdi>{scope}</bdi>}
      />
      {sum && (
        <Figure
          label={sum.label}
          figure={figures && print(sum, figures.sum)}
          note={
            figures && figures.count > 0
              ? t("dashboard.onAverage", { amount: print(sum, figures.sum / figures.count, "average") })
              : undefined
          }
        />
      )}
      <Figure
        label={t("dashboard.new", { days: newDays })}
        figure={figures && format.number(figures.made.count)}
        href={
          figures &&
          hrefOf(type, view, (filter) => {
            const made = { fieldId: "createdAt", operator: "GREATER_THAN", value: figures.made.since } as const;
            return filter ? { all: [filter, made] } : made;
          })
        }
        note={figures && <Compared made={figures.made} />}
      />
    </dl>
  );
}

function Compared({ made: { count, before } }: { made: PipelineFigures["made"] }) {
  const t = useT();
  if (count === 0 && before === 0) return null;
  const difference = count - before;
  if (difference === 0) return t("dashboard.asMany", { days: newDays });
  const more = difference > 0;
  return t(more ? "dashboard.moreThan" : "dashboard.fewerThan", { count: Math.abs(difference), days: newDays });
}

function Figure({
  label,
  figure,
  note,
  href,
}: {
  label: string;
  figure: string | undefined;
  note: ReactNode;
  href?: string | undefined;
}) {
  const shown = figure === undefined ? <Skeleton width="96px" height="20px" /> : <Num>{figure}</Num>;
  return (
    <div className={styles.figure}>
      <dt>
        <bdi>{label}</bdi>
      </dt>
      <dd className={styles.amount}>
        {href && figure !== undefined ? (
          <Link look="quiet" href={href}>
            {shown}
          </Link>
        ) : (
          shown
        )}
      </dd>
      <dd className={styles.note}>{note}</dd>
    </div>
  );
}

const amountOf = (stage: PipelineStage, sum: Field | undefined): number => (sum ? stage.sum : stage.count);

/** The chart is its own table: each row has its bar, its numbers, and leads to its cards. */
function Bars({ figures, shown: { type, view, sum } }: { figures: PipelineFigures; shown: Shown }) {
  const t = useT();
  const format = useFormat();
  const print = usePrintSum();
  const hrefOf = useListHref();
  const status = statusOf(type);
  const title = useChartTitle(type);
  const most = Math.max(1, ...figures.stages.map((stage) => amountOf(stage, sum)));
  const whole = sum ? figures.sum : figures.count;
  return (
    <>
      <h2 className={styles.title}>
        <bdi>{title}</bdi>
        <span className={styles.unit}>
          <bdi>{sum?.label ?? t("dashboard.count")}</bdi>
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
            {sum && (
              <th scope="col" className={styles.number}>
                <bdi>{sum.label}</bdi>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {figures.stages.map((stage) => {
            const option = status && optionOf(status, stage.statusId);
            const amount = amountOf(stage, sum);
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
                {sum && (
                  <td className={styles.number}>
                    <Num>{print(sum, stage.sum)}</Num>
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
