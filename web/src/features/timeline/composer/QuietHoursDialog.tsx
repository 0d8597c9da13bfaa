import type { Quiet } from "@kartis/core/sms/quiet-hours/rules.ts";
import type { QuietHours } from "@kartis/core/sms/schema.ts";
import { useFormat, useFormatHere, useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";

interface QuietHoursDialogProps {
  quiet: Quiet;
  hours: QuietHours;
  onClose: () => void;
  onSend: (afterQuietHours: boolean) => void;
}

/** Asks whoever writes an SMS in its recipient's quiet hours whether it waits. */
export function QuietHoursDialog({ quiet, hours, onClose, onSend }: QuietHoursDialogProps) {
  const t = useT();
  const format = useFormat();
  const at = useFormatHere().time(quiet.until);
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t("sms.quiet.title", { time: format.timeOfDay(quiet.time) })}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={() => onSend(false)}>
            {t("sms.sendNow")}
          </Button>
          <Button size={32} variant="primary" autoFocus onPress={() => onSend(true)}>
            {t("sms.quiet.wait", { time: at })}
          </Button>
        </>
      }
    >
      <p>{t("sms.quiet.text", { from: format.timeOfDay(hours.from), until: format.timeOfDay(hours.until), at })}</p>
    </Dialog>
  );
}
