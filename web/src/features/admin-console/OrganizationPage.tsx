import { useQuery } from "@tanstack/react-query";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { type ReactNode, useState } from "react";
import { trpc } from "../../lib/api.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import type { RouterOutputs } from "../../lib/types.ts";
import { Button } from "../../ui/actions/Button.tsx";
import { ErrorState } from "../../ui/feedback/EmptyState.tsx";
import { Link } from "../../ui/actions/Link.tsx";
import { ProgressBar } from "../../ui/feedback/ProgressBar.tsx";
import { SkeletonRows } from "../../ui/feedback/Skeleton.tsx";
import { sizeText } from "../../lib/size-text.ts";
import { SettingsHeader } from "../settings/SettingsHeader.tsx";
import styles from "./admin-console.module.css";
import { DeleteDialog } from "./DeleteDialog.tsx";
import { Features } from "./Features.tsx";
import { ImpersonateDialog } from "./ImpersonateDialog.tsx";
import { PlanDialog } from "./PlanDialog.tsx";
import { TopUpDialog } from "./TopUpDialog.tsx";

export type Detail = RouterOutputs["adminConsole"]["getOrganization"];

/** One organization: what it is, what it uses, who is in it, and what can be done for it. */
export function OrganizationPage({ orgId }: { orgId: OrgId }) {
  const t = useT();
  const { data, error, refetch } = useQuery(
    trpc.adminConsole.getOrganization.queryOptions({ orgId }, { meta: { quiet: true }, staleTime: 0 }),
  );
  const [opened, setOpened] = useState<"plan" | "topUp" | "impersonate" | "delete">();
  const close = () => setOpened(undefined);
  if (error && !data) {
    return (
      <ErrorState error={error} level={1} actions={<Button onPress={() => void refetch()}>{t("common.tryAgain")}</Button>} />
    );
  }
  return (
    <div className={styles.page}>
      <SettingsHeader
        title={data?.name ?? ""}
        actions={
          data && (
            <>
              <Button onPress={() => setOpened("topUp")}>{t("admin.topUp")}</Button>
              <Button onPress={() => setOpened("plan")}>{t("admin.changePlan")}</Button>
              <Button variant="primary" onPress={() => setOpened("impersonate")}>
                {t("admin.impersonate")}
              </Button>
            </>
          )
        }
      />
      <div className={styles.body}>
        <Link href="/admin-console/organizations">{t("admin.back")}</Link>
        {data ? (
          <>
            <Facts orgId={orgId} organization={data} />
            <h2 className={styles.heading}>{t("organization.delete.section")}</h2>
            <p className={styles.quiet}>{t("organization.delete.text")}</p>
            <div>
              <Button onPress={() => setOpened("delete")}>{t("organization.delete.open")}</Button>
            </div>
          </>
        ) : (
          <SkeletonRows rows={8} columns={["1fr", "2fr"]} />
        )}
      </div>
      {data && opened === "delete" && <DeleteDialog orgId={orgId} organization={data} onClose={close} />}
      {data && opened === "plan" && <PlanDialog orgId={orgId} organization={data} onClose={close} />}
      {data && opened === "topUp" && <TopUpDialog orgId={orgId} onClose={close} />}
      {data && opened === "impersonate" && <ImpersonateDialog orgId={orgId} organization={data} onClose={close} />}
    </div>
  );
}

function Facts({ orgId, organization }: { orgId: OrgId; organization: Detail }) {
  const t = useT();
  const format = useFormat();
  const { plan, planEndsAt, registeredUsers, usersLimit, createdAt, lastActiveAt, members, usage, extraSms } = organization;
  return (
    <>
      <dl className={styles.facts}>
        <Fact label={t("admin.column.plan")}>{t(`plans.type.${plan}`)}</Fact>
        <Fact label={t("admin.column.planEndsAt")}>{planEndsAt ? format.dateTime(planEndsAt) : t("admin.never")}</Fact>
        <Fact label={t("admin.detail.registered")}>{format.number(registeredUsers)}</Fact>
        <Fact label={t("admin.detail.maxUsers")}>{usersLimit === null ? t("admin.unlimited") : format.number(usersLimit)}</Fact>
        <Fact label={t("admin.column.createdAt")}>{format.dateTime(createdAt)}</Fact>
        <Fact label={t("admin.column.lastActiveAt")}>{lastActiveAt ? format.date(lastActiveAt) : t("admin.never")}</Fact>
        <Fact label={t("admin.detail.smsExtra")}>{format.number(extraSms)}</Fact>
        <Fact label={t("admin.detail.id")}>
          <code>{orgId}</code>
        </Fact>
      </dl>
      <h2 className={styles.heading}>{t("admin.detail.usage")}</h2>
      <ul className={styles.usage}>
        {usage.map(({ name, used, limit }) => {
          const label = t.find(`plans.limit.${name}`);
          // Features that do not exist yet have no usage.
          if (!label) return null;
          const amount = (value: number) => (name === "storage" ? sizeText(format, value) : format.number(value));
          return (
            <li key={name}>
              <ProgressBar
                label={label}
                value={Math.min(used, limit ?? used)}
                maxValue={Math.max(1, limit ?? used)}
                valueLabel={
                  limit === null
                    ? t("plans.withoutLimit", { used: amount(used) })
                    : t("plans.usedOf", { used: amount(used), limit: amount(limit) })
                }
              />
            </li>
          );
        })}
      </ul>
      <h2 className={styles.heading}>{t("admin.detail.features")}</h2>
      <Features orgId={orgId} organization={organization} />
      <h2 className={styles.heading}>{t("admin.detail.members")}</h2>
      <ul className={styles.members}>
        {members.map(({ userId, name, email }) => (
          <li key={userId}>
            <bdi>{name}</bdi> <bdi className={styles.quiet}>{email}</bdi>
          </li>
        ))}
      </ul>
    </>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
