import calendarIcon from "@fluentui/svg-icons/icons/calendar_ltr_16_regular.svg?icon";
import checkmark from "@fluentui/svg-icons/icons/checkmark_16_regular.svg?icon";
import deleteIcon from "@fluentui/svg-icons/icons/delete_16_regular.svg?icon";
import priorityIcon from "@fluentui/svg-icons/icons/data_bar_vertical_16_regular.svg?icon";
import person from "@fluentui/svg-icons/icons/person_16_regular.svg?icon";
import type { PressEvent } from "react-aria-components/Button";
import type { Task } from "@kartis/core/activities/tasks/schema.ts";
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
import type { TaskScreenState } from "./useTaskScreen.ts";
import { denialText, type TaskDenial, useWhyNotTask } from "../rights.ts";

interface TaskBulkBarProps {
  /** The selected ones that are here. */
  tasks: readonly Task[];
  count: number;
  many: TaskScreenState["many"];
  onSelectAll: () => void;
  onChoose: (kind: ChoiceKind, anchor: Element) => void;
  onClear: () => void;
  onGone: () => void;
}

/** Actions for the selected tasks. */
export function TaskBulkBar({ tasks, count, many, onSelectAll, onChoose, onClear, onGone }: TaskBulkBarProps) {
  const t = useT();
  const whyNot = useWhyNotTask();
  /** A denial only where there is one for each. */
  const denialOf = (action: "update" | "delete") => {
    const denials = tasks.map((task) => whyNot(action, task));
    // For tasks that are not loaded, the server reports which it left unchanged.
    return count > tasks.length ? whyNot(action) : denials.includes(undefined) ? undefined : denials[0];
  };
  const [notChanged, notDeleted] = [denialOf("update"), denialOf("delete")];
  const choose =
    (kind: ChoiceKind) =>
    ({ target }: PressEvent) =>
      onChoose(kind, target);
  const { isMany, ask } = many;
  const isAllDone = isMany ? many.isDone : tasks.every(({ done }) => done);
  const markDone = () => (isMany ? ask({ kind: "edit", values: { done: !isAllDone } }) : toggleDone(tasks));
  const removeAll = () => (isMany ? ask({ kind: "delete" }) : remove(tasks));
  return (
    <SelectionBar label={t("tasks.selected", { count })} onClear={onClear} onGone={onGone}>
      {count < many.total && <SelectionAction label={t("cards.selectAllOf", { count: many.total })} onPress={onSelectAll} />}
      <Action icon={checkmark} label={t(isAllDone ? "tasks.reopen" : "tasks.done")} denial={notChanged} onPress={markDone} />
      <Action icon={person} label={t("tasks.assign")} denial={notChanged} onPress={choose("assign")} />
      <Action icon={calendarIcon} label={t("tasks.due")} denial={notChanged} onPress={choose("due")} />
      <Action icon={priorityIcon} label={t("tasks.priority")} denial={notChanged} onPress={choose("priority")} />
      <SelectionSeparator />
      <Action icon={deleteIcon} label={t("common.delete")} tone="danger" denial={notDeleted} onPress={removeAll} />
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
