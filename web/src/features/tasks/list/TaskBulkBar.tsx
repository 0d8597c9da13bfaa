import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import {
  SelectionAction,
  type SelectionActionProps,
  SelectionBar,
  SelectionSeparator,
} from "../../../ui/collections/SelectionBar.tsx";
import { Denied } from "../../../ui/feedback/Denied.tsx";
import { remove, toggleDone } from "../changes/acts.ts";
import type { ChoiceKind } from "../choices/choice.ts";
import { denialText, type TaskDenial, useWhyNotTask } from "../rights.ts";

interface TaskBulkBarProps {
  tasks: readonly Task[];
  onChoose: (kind: ChoiceKind, anchor: Element) => void;
  onClear: () => void;
}

/** What can be done with the selected tasks. */
export function TaskBulkBar({ tasks, onChoose, onClear }: TaskBulkBarProps) {
  const t = useT();
  const place = useRef<HTMLSpanElement>(null);
  const whyNot = useWhyNotTask();
  /** A denial only where there is one for each. */
  const denialOf = (action: "update" | "delete") => {
    const denials = tasks.map((task) => whyNot(action, task));
    return denials.includes(undefined) ? undefined : denials[0];
  };
  const [notChanged, notDeleted] = [denialOf("update"), denialOf("delete")];
  const choose = (kind: ChoiceKind) => () => place.current && onChoose(kind, place.current);
  return (
    <SelectionBar label={t("tasks.selected", { count: tasks.length })} onClear={onClear}>
      <Action icon={checkmark} label={t("tasks.done")} denial={notChanged} onPress={() => toggleDone(tasks)} />
      <Action icon={person} label={t("tasks.assign")} denial={notChanged} onPress={choose("assign")} />
      <Action icon={calendarIcon} label={t("tasks.due")} denial={notChanged} onPress={choose("due")} />
      <span ref={place} />
      <SelectionSeparator />
      <Action icon={deleteIcon} label={t("common.delete")} tone="danger" denial={notDeleted} onPress={() => remove(tasks)} />
    </SelectionBar>
  );
}

function Action({ denial, ...props }: SelectionActionProps & { denial: TaskDenial | undefined }) {
  const t = useT();
  const button = <SelectionAction {...props} />;
  return denial ? (
    <Denied label={props.label} reason={denialText(t, denial)} placement="top">
      {button}
    </Denied>
  ) : (
    button
  );
}
