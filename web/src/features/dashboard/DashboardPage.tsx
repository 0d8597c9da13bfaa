import board from "@fluentui/svg-icons/icons/data_bar_horizontal_20_regular.svg?icon";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useT, withWords } from "../../lib/i18n.tsx";
import { later } from "../../lib/later.tsx";
import { useCan } from "../../lib/permissions.ts";
import { meOptions } from "../../lib/session.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { DeniedState, EmptyState } from "../../ui/feedback/EmptyState.tsx";
import { Skeleton, SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import { Choices } from "./Choices.tsx";
import styles from "./dashboard.module.css";
import { LatestChanges } from "./LatestChanges.tsx";
import { useLiveDashboard } from "./live.ts";
import { MyRecords } from "./MyRecords.tsx";
import { Pipeline } from "./Pipeline.tsx";
import { useDashboard } from "./useDashboard.ts";

const MyDay = later(
  () => withWords(["tasks", "calendar"], import("./day/MyDay.tsx")).then((module) => module.MyDay),
  <section className={styles.region} />,
);
const Failure = later(async () => (await import("../../ui/pages/Failure.tsx")).default);

/** `/dashboard`: where the work stands. Not there for organizations that it is not switched on for. */
export function DashboardPage() {
  const t = useT();
  const { data: me } = useQuery(meOptions());
  const can = useCan();
  const isOn = me?.features.includes("dashboard") ?? false;
  const title = t("dashboard.title");
  useTitle(title);
  useCrumbs([{ label: title }]);
  if (!isOn) return <Failure />;
  if (!can(["CARDS", "read"]) || !can(["CARD_TYPES", "read"])) {
    return (
      <div className={styles.whole}>
        <DeniedState level={1} />
      </div>
    );
  }
  return <Dashboard mayReadAudit={can(["AUDIT", "read"])} />;
}

function Dashboard({ mayReadAudit }: { mayReadAudit: boolean }) {
  const t = useT();
  const can = useCan();
  const mayReadTasks = can(["TASKS", "read"]);
  const { shown, isKnown, types, views, error, retry, show } = useDashboard();
  useLiveDashboard();
  let pipeline: ReactNode = <PipelineSkeleton />;
  if (shown) pipeline = <Pipeline shown={shown} />;
  else if (error) pipeline = <Failure error={error} onRetry={retry} />;
  else if (isKnown) pipeline = <NoStatuses />;
  return (
    <div className={styles.page}>
      <SettingsHeader
        title={t("dashboard.title")}
        actions={
          shown ? (
            <Choices shown={shown} types={types} views={views} onChange={show} />
          ) : (
            !error && !isKnown && <div className={styles.choices} />
          )
        }
      />
      <div className={styles.scroll}>
        {(mayReadTasks || can(["MEETINGS", "read"])) && (
          <div className={`${styles.lower} ${styles.day}`} data-halved={mayReadTasks || undefined}>
            <MyDay />
          </div>
        )}
        {pipeline}
        {/* How high the pipeline is, is known with its type. */}
        {(isKnown || Boolean(error)) && (
          <div className={styles.lower} data-halved={mayReadAudit || undefined}>
            <MyRecords />
            {mayReadAudit && <LatestChanges />}
          </div>
        )}
      </div>
    </div>
  );
}

/** Figures and a chart, of whatever type it will be. */
function PipelineSkeleton() {
  return (
    <>
      <div className={styles.figures} aria-hidden="true">
        {["64px", "96px", "80px"].map((width) => (
          <div key={width} className={styles.figure}>
            <Skeleton width={width} />
            <div className={styles.amount}>
              <Skeleton width="96px" height="20px" />
            </div>
            <div className={styles.note} />
          </div>
        ))}
      </div>
      <div className={styles.region}>
        <SkeletonRows rows={8} columns={["20px", "1fr", "2fr", "0.6fr"]} />
      </div>
    </>
  );
}

function NoStatuses() {
  const t = useT();
  const can = useCan();
  const { navigate } = useRouter();
  return (
    <div className={styles.region}>
      <EmptyState
        icon={board}
        title={t("dashboard.noStatuses")}
        actions={
          can(["CARD_TYPES", "update"]) && (
            <Button onPress={() => void navigate({ to: "/settings/card-types" })}>{t("dashboard.noStatuses.go")}</Button>
          )
        }
      >
        {t("dashboard.noStatuses.line")}
      </EmptyState>
    </div>
  );
}
