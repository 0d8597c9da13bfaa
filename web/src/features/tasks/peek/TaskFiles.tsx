import type { Task } from "@kartis/core/activities/tasks/schema.ts";
import { useEffect, useRef } from "react";
import { AttachedFiles } from "../../attachments/AttachedFiles.tsx";
import { AttachmentsField } from "../../attachments/AttachmentsField.tsx";
import { useAttachments } from "../../attachments/useAttachments.ts";
import { setAttachments } from "../changes/acts.ts";
import styles from "./TaskPeek.module.css";

/** The files of a task: added and taken off in their place, each saved at once. */
export function TaskFiles({ task, isReadOnly }: { task: Task; isReadOnly: boolean }) {
  const { attachments } = task;
  // Several uploads may end before the first of them is shown.
  const latest = useRef(attachments);
  useEffect(() => {
    latest.current = attachments;
  }, [attachments]);
  const files = useAttachments({
    activityId: task.id,
    files: attachments,
    // An undo brings back what is taken off.
    saved: attachments,
    onChange: (next) => {
      latest.current = next(latest.current);
      setAttachments(task, latest.current);
    },
  });
  if (isReadOnly) return attachments.length > 0 && <AttachedFiles files={attachments} />;
  return (
    <div className={styles.files}>
      <AttachmentsField of={files} />
    </div>
  );
}
