import { isTheName } from "@kartis/core/deletion/rules.ts";
import { useState } from "react";
import { useT } from "../../lib/i18n.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { TextArea } from "../../ui/inputs/TextArea.tsx";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { useSaving } from "../settings/useSaving.ts";
import styles from "./DeleteOrganizationDialog.module.css";

interface DeleteOrganizationDialogProps {
  name: string;
  /** Counts of what will be deleted; undefined while loading. */
  holdings: { readonly cards: number; readonly files: number | null; readonly members: number } | undefined;
  /** Whether a reason for the deletion is required. */
  asksReason?: boolean;
  onClose: () => void;
  onDelete: (typed: string, reason: string) => Promise<void>;
}

/** Lists what is deleted with the organization, and deletes it once its name has been typed. */
export function DeleteOrganizationDialog({
  name,
  holdings,
  asksReason = false,
  onClose,
  onDelete,
}: DeleteOrganizationDialogProps) {
  const t = useT();
  const [typed, setTyped] = useState("");
  const [reason, setReason] = useState("");
  const { isPending, fields, submit, clear } = useSaving(() => onDelete(typed.trim(), reason.trim()));
  const send = () =>
    void submit({
      ...(isTheName(typed, name) ? {} : { name: "validation.typeTheName" }),
      ...(asksReason && reason.trim() === "" ? { reason: "validation.required" } : {}),
    });
  return (
    <FormDialog
      size={560}
      title={t("organization.delete.title", { name })}
      onClose={onClose}
      isDirty={typed !== "" || reason !== ""}
      isAlert
      action={t("organization.delete.open")}
      isDanger
      isPending={isPending}
      pendingLabel={t("organization.delete.deleting")}
      onSubmit={() => send()}
    >
      <div>
        <p>{t("organization.delete.goes")}</p>
        <ul className={styles.list} aria-busy={!holdings}>
          {holdings && (
            <>
              <li>{t("organization.delete.cards", { count: holdings.cards })}</li>
              {holdings.files !== null && <li>{t("organization.delete.files", { count: holdings.files })}</li>}
              <li>{t("organization.delete.members", { count: holdings.members })}</li>
            </>
          )}
          <li>{t("organization.delete.rest")}</li>
        </ul>
        <p className={styles.quiet}>{t("organization.delete.accounts")}</p>
      </div>
      <TextField
        label={t("organization.delete.type", { name })}
        value={typed}
        onChange={(value) => {
          setTyped(value);
          clear("name");
        }}
        errorMessage={fields["name"]}
        autoFocus
        autoComplete="off"
        maxLength={200}
        isRequired
      />
      {asksReason && (
        <TextArea
          label={t("organization.delete.reason")}
          description={t("organization.delete.reason.hint")}
          value={reason}
          onChange={(value) => {
            setReason(value);
            clear("reason");
          }}
          errorMessage={fields["reason"]}
          maxLength={500}
          rows={2}
          isRequired
        />
      )}
    </FormDialog>
  );
}
