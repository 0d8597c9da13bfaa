import { type Cycle, cycles, isPaid, paidPlans, savingOf } from "@kartis/core/billing/rules.ts";
import type { PlanView } from "@kartis/core/billing/schema.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useCrumbs } from "../../lib/pages/crumbs.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useCan } from "../../lib/permissions.ts";
import { useTitle } from "../../lib/pages/title.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { Permitted } from "../settings/Permitted.tsx";
import settings from "../settings/settings.module.css";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import styles from "./PlanPage.module.css";
import { PlanColumn } from "./PlanColumn.tsx";
import { UsageBars } from "./UsageBars.tsx";
import { useCheckoutReturn } from "./useCheckoutReturn.ts";

/** `/settings/plan-and-billing`: the current plan, what of it is used, and the other plans. */
export function PlanPage() {
  return (
    <Permitted right={["ORGANIZATION", "read"]}>
      <Page />
    </Permitted>
  );
}

function Page() {
  const t = useT();
  const plan = useQuery(trpc.billing.plan.queryOptions({}, { meta: { quiet: true } }));
  useTitle(t("plans.title"));
  useCrumbs([{ label: t("settings.title"), href: "/settings" }, { label: t("plans.title") }]);
  useCheckoutReturn();
  return (
    <div className={settings.page}>
      <SettingsHeader title={t("plans.title")} />
      <div className={settings.scroll}>
        {plan.data ? (
          <Loaded plan={plan.data} />
        ) : plan.error ? (
          <ErrorState
            error={plan.error}
            level={2}
            title={t("plans.failed.plan")}
            actions={<Button onPress={() => void plan.refetch()}>{t("common.tryAgain")}</Button>}
          />
        ) : (
          <SkeletonRows rows={8} columns={["2fr", "1fr"]} />
        )}
      </div>
    </div>
  );
}

function Loaded({ plan }: { plan: PlanView }) {
  const t = useT();
  const can = useCan();
  const [chosen, setCycle] = useState<Cycle>();
  const cycle = chosen ?? plan.cycle ?? "yearly";
  const checkout = useMutation(trpc.billing.checkout.mutationOptions({ onSuccess: ({ url }) => location.assign(url) }));
  return (
    <>
      <Current plan={plan} />
      <UsageBars />
      <section aria-label={t("plans.choose")}>
        <div className={styles.choose}>
          <h2 className={styles.heading}>{t("plans.choose")}</h2>
          <SegmentedControl
            label={t("plans.cycle")}
            value={cycle}
            onChange={setCycle}
            options={cycles.map((id) => ({
              id,
              label: id === "yearly" ? t("plans.yearly.saving", { percent: savingOf("PRO") }) : t("plans.monthly"),
            }))}
          />
        </div>
        <div className={styles.columns}>
          {paidPlans.map((type) => (
            <PlanColumn
              key={type}
              type={type}
              cycle={cycle}
              seats={Math.max(1, plan.seatsUsed)}
              isCurrent={plan.type === type && (!isPaid(plan.type) || plan.cycle === cycle)}
              reason={can(["ORGANIZATION", "update"]) ? undefined : t("plans.onlyAdministrators")}
              isPending={checkout.isPending && checkout.variables.plan === type}
              onChoose={() => checkout.mutate({ plan: type, cycle })}
            />
          ))}
        </div>
        <p className={styles.note}>{t("plans.note")}</p>
      </section>
    </>
  );
}

function Current({ plan }: { plan: PlanView }) {
  const t = useT();
  const format = useFormat();
  const [openedAt] = useState(() => Date.now());
  const isOver = plan.endsAt !== null && Date.parse(plan.endsAt) <= openedAt;
  return (
    <section className={styles.current} aria-label={t("plans.current")}>
      <div>
        <div className={styles.label}>{t("plans.current")}</div>
        <div className={styles.figure}>{t(`plans.type.${plan.type}`)}</div>
        {plan.endsAt && (
          <div className={styles.when} data-over={isOver || undefined}>
            {isOver ? t("shell.trial.expired") : t("plans.ends", { date: format.date(plan.endsAt) })}
          </div>
        )}
        {plan.renewsAt && <div className={styles.when}>{t("plans.renews", { date: format.date(plan.renewsAt) })}</div>}
      </div>
      <div>
        <div className={styles.label}>{t("plans.seats")}</div>
        <div className={styles.figure}>
          {plan.seatLimit === null
            ? format.number(plan.seatsUsed)
            : t("plans.of", { used: plan.seatsUsed, limit: plan.seatLimit })}
        </div>
      </div>
    </section>
  );
}
