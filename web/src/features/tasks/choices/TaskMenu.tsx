import bell from "@fluentui/svg-icons/icons/alert_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import linkIcon from "@fluentui/svg-icons/icons/link_16_regular.svg?icon";
import openIcon from "@fluentui/svg-icons/icons/open_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import priorityIcon from "@fluentui/svg-icons/icons/data_bar_vertical_16_regular.svg?icon";
import selectIcon from "@fluentui/svg-icons/icons/checkbox_checked_16_regular.svg?icon";
import snoozeIcon from "@fluentui/svg-icons/icons/snooze_16_regular.svg?icon";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useRef } from "react";
import { Menu as AriaMenu } from "react-aria-components/Menu";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { showToast } from "../../../lib/toasts/toasts.ts";
import { MenuItem, MenuSeparator } from "../../../ui/overlays/Menu.tsx";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { toggleDone } from "../changes/acts.ts";
import { denialText, useWhyNotTask } from "../rights.ts";
import { taskListHref } from "../search.ts";
import type { ChoiceKind } from "./choice.ts";

interface TaskMenuProps {
  task: Task;
  anchor: Element;
  cardHref: string | undefined;
  /** Absent where nothing can be selected. */
  selection?: { readonly isSelected: boolean; readonly toggle: () => void } | undefined;
  onChoice: (kind: ChoiceKind) => void;
  onRemove: () => void;
  onClose: () => void;
}

/** Everything that can be done with a task. */
export function TaskMenu({ task, anchor, cardHref, selection, onChoice, onRemove, onClose }: TaskMenuProps) {
  const t = useT();
  const triggerRef = useRef(anchor);
  const whyNot = useWhyNotTask();
  const [notChanged, notDeleted] = [whyNot("update", task), whyNot("delete", task)];
  const change = { isDisabled: notChanged !== undefined, note: notChanged && denialText(t, notChanged) };
  const quiet = { isDisabled: notChanged !== undefined };
  // The menu gives the focus back before the next thing takes it.
  const choose = (kind: ChoiceKind) => () => void setTimeout(() => onChoice(kind));

  async function copyLink() {
    await navigator.clipboard.writeText(`${location.origin}${taskListHref({ list: "team", task: task.id })}`);
    showToast({ tone: "success", title: t("tasks.linkCopied") });
  }

  return (
    <Popover
      kind="menu"
      aria-label={task.title}
      isOpen
      triggerRef={triggerRef}
      placement="bottom end"
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <AriaMenu aria-label={task.title} autoFocus="first" className={listStyles.list ?? ""} onClose={onClose}>
        <MenuItem icon={checkmark} shortcut="E" {...change} onAction={() => toggleDone([task])}>
          {task.done ? t("tasks.reopen") : t("tasks.done")}
        </MenuItem>
        <MenuItem icon={snoozeIcon} shortcut="S" {...quiet} onAction={choose("snooze")}>
          {t("tasks.snooze")}
        </MenuItem>
        <MenuItem icon={calendarIcon} shortcut="D" {...quiet} onAction={choose("due")}>
          {t("tasks.setDue")}
        </MenuItem>
        <MenuItem icon={person} shortcut="A" {...quiet} onAction={choose("assign")}>
          {t("tasks.assign")}
        </MenuItem>
        <MenuItem icon={priorityIcon} {...quiet} onAction={choose("priority")}>
          {t("tasks.priority")}
        </MenuItem>
        <MenuItem icon={bell} {...quiet} onAction={choose("reminder")}>
          {t("reminders.reminder")}
        </MenuItem>
        <MenuSeparator />
        {cardHref && (
          <MenuItem icon={openIcon} href={cardHref}>
            {t("tasks.openCard")}
          </MenuItem>
        )}
        <MenuItem icon={linkIcon} onAction={() => void copyLink().catch(reportFailure)}>
          {t("tasks.copyLink")}
        </MenuItem>
        {selection && (
          <MenuItem icon={selectIcon} shortcut="X" onAction={selection.toggle}>
            {selection.isSelected ? t("tasks.deselect") : t("tasks.select")}
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem
          icon={deleteIcon}
          tone="danger"
          isDisabled={notDeleted !== undefined}
          note={notDeleted && denialText(t, notDeleted)}
          onAction={onRemove}
        >
          {t("common.delete")}
        </MenuItem>
      </AriaMenu>
    </Popover>
  );
}
