import chevronDown from "@fluentui/svg-icons/icons/chevron_down_16_regular.svg?icon";
import chevronUp from "@fluentui/svg-icons/icons/chevron_up_16_regular.svg?icon";
import { isId } from "@kartis/core/kernel/id-form.ts";
import type { NotificationGroup } from "@kartis/core/notifications/wording/groups.ts";
import { useId, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Link } from "../../../ui/actions/Link.tsx";
import { taskListHref } from "../../tasks/search.ts";
import styles from "./actions.module.css";
import { TaskActions } from "./TaskActions.tsx";

interface AssignedTasksProps {
  group: NotificationGroup;
  onActed: (taskId: string) => void;
}

/** The tasks of a row that is about several, each with what can be done about it, once the row is unfolded. */
export function AssignedTasks({ group: { subjects, count }, onActed }: AssignedTasksProps) {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const tasks = subjects.flatMap(({ id, name, isDone }) => (isId("act", id) && name !== null ? [{ id, name, isDone }] : []));
  if (tasks.length === 0) return null;
  return (
    <>
      <Button
        size={28}
        variant="ghost"
        icon={isOpen ? chevronUp : chevronDown}
        aria-expanded={isOpen}
        {...(isOpen ? { "aria-controls": list } : {})}
        onPress={() => setOpen(!isOpen)}
      >
        {t(isOpen ? "notifications.tasks.fold" : "notifications.tasks.unfold", { count })}
      </Button>
      {isOpen && (
        <ul id={list} className={styles.tasks}>
          {tasks.map(({ id, name, isDone }) => (
            <li key={id} className={styles.task}>
              <span className={styles.name} data-done={isDone || undefined}>
                <Link look="quiet" href={taskListHref({ list: "team", task: id })}>
                  <bdi>{name}</bdi>
                </Link>
              </span>
              <TaskActions taskId={id} onActed={() => onActed(id)} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
