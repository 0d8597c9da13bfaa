import { impersonationMinutes } from "@kartis/core/admin-console/rules.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { OrgId } from "@kartis/core/kernel/id.ts";
import { useRouter } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../lib/api.ts";
import { reportFailure } from "../../lib/failures.ts";
import { useT } from "../../lib/i18n.tsx";
import { refreshSession } from "../../lib/session.ts";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { SegmentedControl } from "../../ui/inputs/SegmentedControl.tsx";
import { Select } from "../../ui/inputs/Select.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import styles from "./admin-console.module.css";
import type { Detail } from "./OrganizationPage.tsx";

const times = impersonationMinutes.map(String);

interface ImpersonateDialogProps {
  orgId: OrgId;
  organization: Detail;
  onClose: () => void;
}

/** Asks for whom, why and how long; then the app is the member's until that time is over. */
export function ImpersonateDialog({ orgId, organization, onClose }: ImpersonateDialogProps) {
  const t = useT();
  const router = useRouter();
  const { members } = organization;
  const owner = members.find(({ systemRole }) => systemRole === "OWNER") ?? members[0];
  const [userId, setUserId] = useState(owner?.userId ?? "");
  const [reason, setReason] = useState("");
  const [time, setTime] = useState(times[0] ?? "");
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string>();

  async function start() {
    const minutes = impersonationMinutes.find((one) => String(one) === time);
    if (reason.trim() === "") return setProblem(t("validation.required"));
    if (!minutes || !isId("usr", userId)) return;
    setPending(true);
    try {
      await client.adminConsole.impersonate.mutate({ orgId, userId, reason: reason.trim(), minutes });
      await refreshSession();
      await router.navigate({ to: "/cards" });
      await router.invalidate();
    } catch (failure) {
      reportFailure(failure);
      setPending(false);
    }
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("admin.impersonate")}
      isDirty={reason !== ""}
      action={t("admin.impersonate.start")}
      isPending={isPending}
      pendingLabel={t("common.saving")}
      onSubmit={() => void start()}
    >
      <p className={styles.quiet}>{t("admin.impersonate.line")}</p>
      <Select
        label={t("admin.impersonate.member")}
        options={members.map((member) => ({ id: member.userId, label: `${member.name} (${member.email})` }))}
        value={userId}
        onChange={setUserId}
      />
      <TextArea
        label={t("admin.impersonate.reason")}
        description={t("admin.impersonate.reasonHint")}
        value={reason}
        onChange={setReason}
        maxLength={500}
        isRequired
        rows={2}
        errorMessage={problem}
      />
      <SegmentedControl
        label={t("admin.impersonate.time")}
        options={impersonationMinutes.map((minutes) => ({
          id: String(minutes),
          label: t("admin.impersonate.minutes", { count: minutes }),
        }))}
        value={time}
        onChange={setTime}
      />
    </FormDialog>
  );
}
