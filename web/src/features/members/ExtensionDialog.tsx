import { useState } from "react";
import { client } from "../../lib/api.ts";
import { useT } from "../../lib/i18n.tsx";
import { showToast } from "../../lib/toasts/toasts.ts";
import { TextField } from "../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../ui/overlays/FormDialog.tsx";
import { useSaving } from "../settings/useSaving.ts";
import { refreshVoip } from "../voip/queries.ts";
import { type Member, refreshMembers } from "./members.ts";

/** The telephone at which the member's calls ring; empty for none. */
export function ExtensionDialog({ member, extension, onClose }: { member: Member; extension: string; onClose: () => void }) {
  const t = useT();
  const [written, setWritten] = useState(extension);
  const { isPending, fields, submit, clear } = useSaving(async () => {
    await client.voip.setExtension.mutate({ userId: member.userId, extension: written });
    showToast({ tone: "success", code: "members.extension", title: t("members.extension.saved") });
    onClose();
    await Promise.all([refreshMembers(), refreshVoip()]);
  });
  return (
    <FormDialog
      title={t("members.extension.title", { name: member.name })}
      action={t("common.save")}
      isDirty={written !== extension}
      isPending={isPending}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TextField
        label={t("members.extension")}
        description={t("members.extension.hint")}
        inputMode="tel"
        textDirection="ltr"
        maxLength={24}
        autoFocus
        value={written}
        onChange={(value) => {
          setWritten(value);
          clear("extension");
        }}
        errorMessage={fields.extension}
      />
    </FormDialog>
  );
}
