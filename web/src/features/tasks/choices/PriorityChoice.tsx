import type { Priority } from "@kartis/core/activities/tasks/schema.ts";
import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { MenuItem } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { PriorityBars } from "../PriorityBars.tsx";
import styles from "./choices.module.css";

/** By number key: 1 is the most urgent. */
export const prioritiesByKey: readonly Priority[] = ["HIGH", "MEDIUM", "LOW"];

interface PriorityChoiceProps {
  anchor: Element;
  onChoose: (priority: Priority | null) => void;
  onClose: () => void;
}

export function PriorityChoice({ anchor, onChoose, onClose }: PriorityChoiceProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  return (
    <Popover
      kind="menu"
      aria-label={t("tasks.priority")}
      isOpen
      triggerRef={triggerRef}
      placement="bottom start"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu
        aria-label={t("tasks.priority")}
        autoFocus="first"
        className={listStyles.list ?? ""}
        onAction={(key) => onChoose(prioritiesByKey.find((priority) => priority === key) ?? null)}
        onClose={onClose}
      >
        {prioritiesByKey.map((priority, index) => (
          <MenuItem key={priority} id={priority} textValue={t(`tasks.priority.${priority}`)} shortcut={String(index + 1)}>
            <span className={styles.who}>
              <PriorityBars priority={priority} />
              {t(`tasks.priority.${priority}`)}
            </span>
          </MenuItem>
        ))}
        <MenuItem id="none">{t("tasks.priority.none")}</MenuItem>
      </AriaMenu>
    </Popover>
  );
}
