import { type Automation, longestName } from "@kartis/core/automations/schema.ts";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { noteFinal } from "../../undo/undo.ts";
import { noteSaved } from "../queries.ts";

export function RenameDialog({ automation, onClose }: { automation: Automation; onClose: () => void }) {
  const t = useT();
  const [name, setName] = useState(automation.name);
  const [isMissing, setMissing] = useState(false);
  const isTooLong = name.trim().length > longestName;
  const rename = useMutation(
    trpc.automations.update.mutationOptions({
      onSuccess: (renamed) => {
        noteSaved(renamed);
        noteFinal();
        onClose();
      },
    }),
  );
  return (
    <FormDialog
      title={t("automations.rename")}
      action={t("common.save")}
      isDirty={name !== automation.name}
      isPending={rename.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (name.trim() === "") setMissing(true);
        else if (!isTooLong) rename.mutate({ automationId: automation.id, name: name.trim() });
      }}
    >
      <TextField
        label={t("automations.name")}
        isRequired
        autoFocus
        value={name}
        errorMessage={
          isTooLong
            ? t("automations.problem.length", { about: String(longestName) })
            : isMissing && name.trim() === ""
              ? t("automations.problem.name")
              : undefined
        }
        onChange={setName}
      />
    </FormDialog>
  );
}
