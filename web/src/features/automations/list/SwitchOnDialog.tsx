import type { Automation } from "@kartis/core/automations/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import { type Loop, LoopWarning } from "../loops/LoopWarning.tsx";

interface SwitchOnDialogProps {
  automation: Automation;
  loops: readonly Loop[];
  isPending: boolean;
  onClose: () => void;
  onConfirm: () => void;
}

/** Shows the loops that an automation would be part of once it is on, and asks whether to switch it on. */
export function SwitchOnDialog({ automation: { id, name }, loops, isPending, onClose, onConfirm }: SwitchOnDialogProps) {
  const t = useT();
  return (
    <FormDialog
      title={t("automations.loop.switch", { name })}
      action={t("automations.loop.switchOn")}
      size={560}
      isAlert
      isPending={isPending}
      onClose={onClose}
      onSubmit={onConfirm}
    >
      <LoopWarning loops={loops} automationId={id} />
    </FormDialog>
  );
}
