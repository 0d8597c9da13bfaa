import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";

interface DaysChoiceProps {
  anchor: Element;
  /** Negative for earlier. */
  onChoose: (days: number) => void;
  onClose: () => void;
}

const offered = [1, 2, 7, 14, -1, -7] as const;

/** By how much meetings are moved, each from where it is. */
export function DaysChoice({ anchor, onChoose, onClose }: DaysChoiceProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  const label = t("calendar.many.move");
  const wordsFor = (days: number) => {
    const isWeeks = days % 7 === 0;
    const count = Math.abs(isWeeks ? days / 7 : days);
    const unit = isWeeks ? "weeks" : "days";
    return t(days > 0 ? `tasks.later.${unit}` : `calendar.many.earlier.${unit}`, { count });
  };
  return (
    <Popover
      kind="menu"
      aria-label={label}
      isOpen
      triggerRef={triggerRef}
      placement="top"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={label}
        autoFocus="first"
        className={listStyles.list ?? ""}
        onAction={(days) => onChoose(Number(days))}
        onClose={onClose}
      >
        {offered.map((days) => (
          <MenuItem key={days} id={days}>
            {wordsFor(days)}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  );
}
