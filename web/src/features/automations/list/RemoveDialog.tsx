import type { Automation } from "@kartis/core/automations/schema.ts";
import { useMutation } from "@tanstack/react-query";
import { trpc } from "../../../lib/api.ts";
import { useT } from "../../../lib/i18n.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { offerUndo } from "../../undo/undo.ts";
import { refreshAutomations } from "../queries.ts";

interface RemoveDialogProps {
  automation: Automation;
  onClose: () => void;
  onRemoved?: () => void;
}

/** Confirms deleting an automation, and explains what happens to its runs. */
export function RemoveDialog({ automation: { id, name }, onClose, onRemoved }: RemoveDialogProps) {
  const t = useT();
  const remove = useMutation(
    trpc.automations.remove.mutationOptions({
      onSuccess: ({ recordId }) => {
        offerUndo({ recordId, message: t("automations.removed", { name }) });
        onClose();
        onRemoved?.();
        void refreshAutomations();
      },
    }),
  );
  return (
    <FormDialog
      title={t("automations.remove", { name })}
      action={t("common.delete")}
      isDanger
      isAlert
      isPending={remove.isPending}
      onClose={onClose}
      onSubmit={() => remove.mutate({ automationId: id })}
    >
      <p>{t("automations.remove.about")}</p>
    </FormDialog>
  );
}
