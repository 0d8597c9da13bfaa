import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { CommandsAwaited, later } from "../../../lib/later.tsx";
import { useCan } from "../../../lib/permissions.ts";
import { toggleDone } from "../changes/acts.ts";
import type { ChoiceKind } from "../choices/choice.ts";
import { DoneBox } from "../DoneBox.tsx";
import type { TaskDenial } from "../rights.ts";
import { Checklist } from "./Checklist.tsx";
import { PeekFacts } from "./PeekFacts.tsx";
import styles from "./TaskPeek.module.css";
import { TypedField } from "./TypedField.tsx";

const TaskFiles = later(async () => (await withWords(["files", "validation"], import("./TaskFiles.tsx"))).TaskFiles);
const commentShortcuts = ["C"];
const TaskComments = later(
  async () => (await withWords(["timeline"], import("./TaskComments.tsx"))).TaskComments,
  <CommandsAwaited shortcuts={commentShortcuts} />,
);

interface PeekBodyProps {
  task: Task;
  card: { readonly name: string; readonly href: string | undefined } | undefined;
  denial: TaskDenial | undefined;
  onChoose: (kind: ChoiceKind, anchor: Element) => void;
}

export function PeekBody({ task, card, denial, onChoose }: PeekBodyProps) {
  const t = useT();
  const can = useCan();
  const isReadOnly = denial !== undefined;
  return (
    <>
      <div className={styles.title}>
        <DoneBox
          label={t(task.done ? "tasks.reopenNamed" : "tasks.doneNamed", { name: task.title })}
          isDone={task.done}
          isDisabled={isReadOnly}
          onChange={() => toggleDone([task])}
        />
        <TypedField
          task={task}
          name="title"
          label={t("tasks.titleOf")}
          value={task.title}
          patchOf={(title) => ({ title })}
          look="title"
          message={t("tasks.changed.title")}
          isReadOnly={isReadOnly}
          isStruck={task.done}
          maxLength={500}
        />
      </div>
      <PeekFacts task={task} card={card} denial={denial} onChoose={onChoose} />
      <div className={styles.texts}>
        <TypedField
          task={task}
          name="description"
          label={t("tasks.description")}
          placeholder={isReadOnly ? "" : t("tasks.description.add")}
          value={task.description ?? ""}
          patchOf={(description) => ({ description: description || null })}
          look="text"
          message={t("tasks.changed.description")}
          isReadOnly={isReadOnly}
          maxLength={20_000}
        />
        <Checklist task={task} isReadOnly={isReadOnly} />
        <TaskFiles task={task} isReadOnly={isReadOnly} />
      </div>
      {can(["COMMENTS", "read"]) && <TaskComments task={task} />}
    </>
  );
}
