import { newDays, type Pipeline } from "@kartis/core/dashboard/schema.ts";
import type { ReactNode } from "react";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { Num } from "../../ui/display/Num.tsx";
import { Skeleton } from "../../ui/feedback/Skeleton.tsx";
import { usePrintSum } from "../fields/display/usePrintSum.ts";
import styles from "./dashboard.module.css";
import type { Shown } from "./useDashboard.ts";
import { useListHref } from "./useListHref.ts";

/** The strip of figures above the chart. */
export function Figures({ figures, shown: { type, view, sum } }: { figures: Pipeline | undefined; shown: Shown }) {
  const t = useT();
  const format = useFormat();
  const print = usePrintSum();
  const hrefOf = useListHref();
  const scope = view?.name ?? t("dashboard.allOf");
  // In a young organization all are new: the same figure twice says less than once.
  const areAllNew = figures !== undefined && figures.made.count === figures.count;
  return (
    <dl className={styles.figures}>
      <Figure
        label={type.pluralName}
        figure={figures && format.number(figures.count)}
        href={hrefOf(type, view)}
        note={areAllNew && figures.count > 0 ? t("dashboard.allNew", { days: newDays }) : <bdi>{scope}</bdi>}
      />
      {sum && (
        <Figure
          label={sum.label}
          figure={figures && print(sum, figures.sum)}
          note={
            figures && figures.sum !== 0 && figures.average !== null
              ? t("dashboard.onAverage", { amount: print(sum, figures.average, "average") })
              : undefined
          }
        />
      )}
      {!areAllNew && (
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
      )}
    </dl>
  );
}

function Compared({ made: { count, before } }: { made: Pipeline["made"] }) {
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
