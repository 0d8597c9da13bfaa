import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { textDirection } from "../../../lib/text-direction.ts";
import { Link } from "../../../ui/actions/Link.tsx";
import { Hidden } from "../../../ui/display/Num.tsx";
import { MemberAvatar } from "../../people/MemberAvatar.tsx";
import { useNameOf } from "../../people/people.ts";
import { toggleDone } from "../changes/acts.ts";
import { DoneBox } from "../DoneBox.tsx";
import { dueTone } from "../../dates/due-words.ts";
import parts from "../parts.module.css";
import { useWhyNotTask } from "../rights.ts";
import { taskListHref } from "../search.ts";
import { useDueWords } from "../../dates/useDueWords.ts";
import styles from "./CardTasks.module.css";

/** A task on the page of its card; its name leads to it among the tasks. */
export function CardTaskRow({ task }: { task: Task }) {
  const t = useT();
  const words = useDueWords();
  const assignee = useNameOf()(task.assignedTo ?? "");
  const denial = useWhyNotTask()("update", task);
  return (
    <li className={styles.row} data-done={task.done || undefined}>
      <DoneBox
        label={t(task.done ? "tasks.reopenNamed" : "tasks.doneNamed", { name: task.title })}
        isDone={task.done}
        isDisabled={denial !== undefined}
        onChange={() => toggleDone([task])}
      />
      <Link look="quiet" href={taskListHref({ list: "team", task: task.id })}>
        <bdi className={styles.title} dir={textDirection(task.title)}>
          {task.title}
        </bdi>
      </Link>
      <span className={styles.due}>
        <span className={parts.due} data-tone={dueTone(task, words.today)}>
          {words.inFull(task.due)}
        </span>
        {task.assignedTo && assignee && (
          <span title={assignee}>
            <MemberAvatar userId={task.assignedTo} />
            <Hidden>{assignee}</Hidden>
          </span>
        )}
      </span>
    </li>
  );
}
