import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import type { Draft } from "./draft.ts";

interface GuestNoticeProps {
  of: "invite" | "changes" | "remind";
  draft: Draft;
  onChange: (changed: Pick<Draft, "notify">) => void;
}

/** Whether guests get one kind of email. */
export function GuestNotice({ of, draft: { notify }, onChange }: GuestNoticeProps) {
  const t = useT();
  return (
    <Checkbox isSelected={notify[of]} onChange={(isSent) => onChange({ notify: { ...notify, [of]: isSent } })}>
      {t(`calendar.notify.${of}`)}
    </Checkbox>
  );
}
