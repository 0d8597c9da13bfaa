import { type ReminderMinutes, reminderMinutes } from "@kartis/core/activities/reminders/rules.ts";
import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { reminderWords } from "../../reminders/words.ts";

interface ReminderChoiceProps {
  anchor: Element;
  value: ReminderMinutes | null;
  onChoose: (reminder: ReminderMinutes | null) => void;
  onClose: () => void;
}

/** Choice of how long before the due time the assignee is reminded, if at all. */
export function ReminderChoice({ anchor, value, onChoose, onClose }: ReminderChoiceProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  return (
    <Popover
      kind="menu"
      aria-label={t("reminders.reminder")}
      isOpen
      triggerRef={triggerRef}
      placement="bottom start"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={t("reminders.reminder")}
        autoFocus="first"
        className={listStyles.list ?? ""}
        selectionMode="single"
        selectedKeys={[String(value)]}
        onAction={(key) => onChoose(reminderMinutes.find((minutes) => String(minutes) === key) ?? null)}
        onClose={onClose}
      >
        {[null, ...reminderMinutes].map((minutes) => (
          <MenuItem key={minutes} id={String(minutes)}>
            {reminderWords(minutes, t)}
          </MenuItem>
        ))}
      </AriaMenu>
    </Popover>
  );
}
