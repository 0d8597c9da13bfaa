import type { Usage } from "@kartis/core/billing/schema.ts";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { Button } from "../../ui/actions/Button.tsx";
import { ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { sizeText } from "../../lib/size-text.ts";
import styles from "./PlanPage.module.css";

/** Limits whose features exist; the others' meters do not move until their features do. */
const shown = [
  "users",
  "cards",
  "cardTypes",
  "activities",
  "storage",
  "workflows",
  "automationRunsPerMonth",
  "smsBalance",
] as const;
type Shown = (typeof shown)[number];
/** Shown only where the plan includes them. */
const ifIncluded: ReadonlySet<string> = new Set(["smsBalance", "workflows", "automationRunsPerMonth"]);
const isShown = (usage: Usage): usage is Usage & { name: Shown } =>
  shown.some((name) => name === usage.name) && !(ifIncluded.has(usage.name) && usage.limit === 0 && usage.used === 0);

/** Share of a limit from which a bar warns. */
const warningShare = 0.8;

export function UsageBars() {
  const t = useT();
  const usage = useQuery(trpc.billing.usage.queryOptions({}, { meta: { quiet: true } }));
  return (
    <section aria-label={t("plans.usage")}>
      <h2 className={styles.heading}>{t("plans.usage")}</h2>
      {usage.data ? (
        <ul className={styles.usage}>
          {usage.data.filter(isShown).map((one) => (
            <UsageBar key={one.name} {...one} />
          ))}
        </ul>
      ) : usage.error ? (
        <ErrorState
          error={usage.error}
          level={3}
          title={t("plans.failed.usage")}
          actions={<Button onPress={() => void usage.refetch()}>{t("common.tryAgain")}</Button>}
        />
      ) : (
        <SkeletonRows rows={4} columns={["1fr", "2fr"]} />
      )}
    </section>
  );
}

function UsageBar({ name, used, limit }: Usage & { name: Shown }) {
  const t = useT();
  const format = useFormat();
  const amount = (value: number) => (name === "storage" ? sizeText(format, value) : format.number(value));
  const share = limit === null ? 0 : limit === 0 ? 1 : used / limit;
  const label = t(`plans.limit.${name}`);
  return (
    <li data-late={share >= warningShare || undefined}>
      {limit === null ? (
        <div className={styles.unlimited}>
          <span>{label}</span>
          <bdi>{t("plans.withoutLimit", { used: amount(used) })}</bdi>
        </div>
      ) : (
        <ProgressBar
          label={label}
          value={Math.min(1, share)}
          maxValue={1}
          valueLabel={t("plans.usedOf", { used: amount(used), limit: amount(limit) })}
        />
      )}
      {share >= 1 ? (
        <p className={styles.warning}>
          {t(name === "automationRunsPerMonth" ? "plans.full.automationRunsPerMonth" : "plans.full")}
        </p>
      ) : (
        share >= warningShare && <p className={styles.warning}>{t("plans.nearly", { percent: Math.floor(share * 100) })}</p>
      )}
    </li>
  );
}
