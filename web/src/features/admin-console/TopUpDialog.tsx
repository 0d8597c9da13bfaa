import type { OrgId } from "@kartis/core/kernel/id.ts";
import { useState } from "react";
import { client, trpc } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { newId } from "../../lib/new-id.ts";
import { queryClient } from "../../lib/query-client.ts";
import { showToast } from "../../lib/toasts/toasts.ts";
import { NumberField } from "../../ui/inputs/NumberField.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { useSaving } from "../settings/useSaving.ts";
import styles from "./admin-console.module.css";

/** Adds SMS that the organization has bought to its balance. */
export function TopUpDialog({ orgId, onClose }: { orgId: OrgId; onClose: () => void }) {
  const t = useT();
  // Of this dialog: saving it again after a lost answer adds nothing twice.
  const [entryId] = useState(() => newId("sme"));
  const [parts, setParts] = useState<number | null>(null);
  const [reason, setReason] = useState("");
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.adminConsole.topUpSms.mutate({ orgId, parts: parts ?? 0, reason, entryId });
    await queryClient.invalidateQueries(trpc.adminConsole.pathFilter());
    showToast({ tone: "success", title: t("admin.topUp.done", { count: parts ?? 0 }), givesWay: true });
    onClose();
  });
  return (
    <FormDialog
      onClose={onClose}
      title={t("admin.topUp")}
      isDirty={parts !== null || reason !== ""}
      isPending={isPending}
      pendingLabel={t("common.saving")}
      onSubmit={() => void submit()}
    >
      <p className={styles.quiet}>{t("admin.topUp.line")}</p>
      <NumberField
        label={t("admin.topUp.parts")}
        value={parts}
        minValue={1}
        maxValue={100_000}
        isRequired
        onChange={(next) => {
          setParts(next);
          clear("parts");
        }}
        errorMessage={fields["parts"]}
      />
      <TextField
        label={t("admin.impersonate.reason")}
        description={t("admin.topUp.reasonHint")}
        value={reason}
        maxLength={500}
        isRequired
        onChange={(next) => {
          setReason(next);
          clear("reason");
        }}
        errorMessage={fields["reason"]}
      />
    </FormDialog>
  );
}
