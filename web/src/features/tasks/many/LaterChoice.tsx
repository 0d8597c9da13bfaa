import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import { useRef, useState } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { DueChoice } from "../choices/DueChoice.tsx";

interface LaterChoiceProps {
  anchor: Element;
  onMove: (days: number) => void;
  onChoose: (due: string) => void;
  onClose: () => void;
}

const days = [1, 2, 3] as const;
const weeks = [1, 2, 4] as const;

/** New due dates of many tasks: each later by the same time, or all on one day. */
export function LaterChoice({ anchor, onMove, onChoose, onClose }: LaterChoiceProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  const [isPicking, setPicking] = useState(false);
  if (isPicking) return <DueChoice anchor={anchor} value={undefined} onChoose={onChoose} onClose={onClose} />;
  const choose = (key: string | number) => {
    if (key === "pick") return setPicking(true);
    onMove(Number(key));
    onClose();
  };
  return (
    <Popover
      kind="menu"
      aria-label={t("tasks.later")}
      isOpen
      triggerRef={triggerRef}
      placement="bottom end"
      onOpenChange={(isOpen) => !isOpen && !isPicking && onClose()}
    >
      <AriaMenu aria-label={t("tasks.later")} autoFocus="first" className={listStyles.list ?? ""} onAction={choose}>
        {days.map((count) => (
          <MenuItem key={count} id={count}>
            {t("tasks.later.days", { count })}
          </MenuItem>
        ))}
        {weeks.map((count) => (
          <MenuItem key={count * 7} id={count * 7}>
            {t("tasks.later.weeks", { count })}
          </MenuItem>
        ))}
        <MenuItem id="pick" icon={calendarIcon}>
          {t("tasks.snooze.pick")}
        </MenuItem>
      </AriaMenu>
    </Popover>
  );
}
