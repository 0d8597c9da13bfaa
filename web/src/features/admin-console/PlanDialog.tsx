import { planTypes } from "@kartis/core/admin-console/rules.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { queryClient } from "../../lib/query-client.ts";
import { DatePicker } from "../../ui/inputs/DateField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { instantOf, wallOf } from "../fields/instants.ts";
import { useTimeZone } from "../../lib/organization.ts";
import styles from "./admin-console.module.css";
import type { Detail } from "./OrganizationPage.tsx";

interface PlanDialogProps {
  orgId: OrgId;
  organization: Detail;
  onClose: () => void;
}

/** Another plan for the organization, from now on; with a last day or without. */
export function PlanDialog({ orgId, organization, onClose }: PlanDialogProps) {
  const t = useT();
  const timeZone = useTimeZone();
  const [plan, setPlan] = useState(organization.plan);
  const [lastDay, setLastDay] = useState(organization.planEndsAt ? wallOf(organization.planEndsAt, timeZone).day : null);
  const [isPending, setPending] = useState(false);

  async function save() {
    setPending(true);
    try {
      const endsAt = lastDay ? new Date(instantOf(lastDay, "23:59", timeZone)).toISOString() : null;
      await client.adminConsole.updatePlan.mutate({ orgId, plan, endsAt });
      await queryClient.invalidateQueries(trpc.adminConsole.pathFilter());
      showToast({ tone: "success", title: t("admin.changePlan.done"), givesWay: true });
      onClose();
    } catch (failure) {
      reportFailure(failure);
    } finally {
      setPending(false);
    }
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("admin.changePlan")}
      action={t("admin.save")}
      isPending={isPending}
      pendingLabel={t("common.saving")}
      onSubmit={() => void save()}
    >
      <p className={styles.quiet}>{t("admin.changePlan.line")}</p>
      <Select
        label={t("admin.column.plan")}
        options={planTypes.map((type) => ({ id: type, label: t(`plans.type.${type}`) }))}
        value={plan}
        onChange={(chosen) => setPlan(planTypes.find((type) => type === chosen) ?? plan)}
      />
      <DatePicker
        label={t("admin.changePlan.ends")}
        description={t("admin.changePlan.over")}
        value={lastDay}
        onChange={setLastDay}
      />
    </FormDialog>
  );
}
