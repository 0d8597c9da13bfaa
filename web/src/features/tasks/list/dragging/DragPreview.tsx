import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import type { Ref } from "react";
import { useT } from "../../../../lib/i18n.tsx";
import styles from "./dragging.module.css";

/** The dragged tasks, beside the pointer. */
export function DragPreview({ ref, tasks }: { ref: Ref<HTMLDivElement>; tasks: readonly Task[] }) {
  const t = useT();
  const [first] = tasks;
  return (
    <div ref={ref} className={styles.preview} aria-hidden="true" hidden={!first}>
      <span className={styles.chip}>
        {tasks.length > 1 ? t("tasks.selected", { count: tasks.length }) : <bdi>{first?.title}</bdi>}
      </span>
    </div>
  );
}
