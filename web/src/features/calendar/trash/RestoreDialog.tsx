import type { MeetingWithCards } from "@kartis/core/activities/meetings/meeting.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { restoreMeeting } from "../changes/meetings.ts";
import { SmsOfNews } from "../series/later.ts";

/** Before a meeting with guests comes out of the trash: whether they are invited again. */
export function RestoreDialog({ meeting, onClose }: { meeting: MeetingWithCards; onClose: () => void }) {
  const t = useT();
  const [isNotifying, setNotifying] = useState(meeting.notify.invite);
  return (
    <Dialog
      isOpen
      role="alertdialog"
      title={t("calendar.notifyGuests.title.restore")}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button
            size={32}
            variant="primary"
            autoFocus
            onPress={() => {
              onClose();
              void restoreMeeting(meeting, isNotifying);
            }}
          >
            {t("changes.restore")}
          </Button>
        </>
      }
    >
      <p>
        <bdi>{meeting.title}</bdi>
      </p>
      <Checkbox isSelected={isNotifying} onChange={setNotifying}>
        {t("calendar.notifyGuests.restore", { count: meeting.guestsWithAddress })}
      </Checkbox>
      {isNotifying && meeting.notify.inviteBySms && <SmsOfNews meeting={meeting} kind="invited" />}
    </Dialog>
  );
}
