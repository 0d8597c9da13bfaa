import type { Task, TaskPatch } from "@kartis/core/activities/tasks/schema.ts";
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useSyncExternalStore } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { reasonOf } from "../changes/change.ts";
import {
  draftOf,
  dropDraft,
  isSaving,
  keepDraft,
  leaveDraft,
  saveDraft,
  showField,
  subscribeToDrafts,
} from "../changes/typed.ts";
import styles from "./TaskPeek.module.css";

interface TypedFieldProps {
  task: Task;
  /** Names the field among those of the task. */
  name: string;
  label: string;
  placeholder?: string;
  value: string;
  /** Patch for the task in its state at that time. */
  patchOf: (text: string, task: Task) => TaskPatch;
  look: "title" | "value" | "text" | "item";
  /** Text of its notification. */
  message: string;
  isReadOnly: boolean;
  isStruck?: boolean;
  maxLength: number;
  /** Handles an empty text; a required value reverts to what it was. */
  onEmpty?: (() => void) | undefined;
}

/** A text that is edited in its place: leaving and Enter save (Ctrl+Enter in long texts), Escape restores. What could not be saved stays, with the reason. */
export function TypedField(props: TypedFieldProps) {
  const { task, name, label, placeholder, value, patchOf, look, message, isReadOnly, isStruck, maxLength, onEmpty } = props;
  const t = useT();
  const reasonId = useId();
  const typed = { task, name, patchOf, message };
  const draft = useSyncExternalStore(subscribeToDrafts, () => draftOf(typed));
  const isLong = look === "text";

  /** True where there is nothing to be sent. */
  function isSettled(): boolean {
    const text = draft?.text.trim();
    if (text === undefined || isReadOnly || isSaving(typed, text)) return true;
    const isEmptied = text === "" && onEmpty !== undefined;
    if (!isEmptied && (text !== value || draft?.error)) return false;
    dropDraft(typed);
    if (isEmptied) onEmpty();
    return true;
  }
  function save() {
    if (!isSettled()) saveDraft(typed).catch(reportFailure);
  }
  // It may go without having been left: by the Back of a phone, or by a key.
  const leave = useEffectEvent(() => {
    if (!isSettled()) leaveDraft(typed);
  });
  const show = useEffectEvent(() => showField(typed));
  useEffect(() => {
    const hide = show();
    return () => {
      hide();
      leave();
    };
  }, [task.id, name]);

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      dropDraft(typed);
      // The typed text is discarded before the field is left.
      const field = event.currentTarget;
      setTimeout(() => field.blur());
    } else if (event.key === "Enter" && (!isLong || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save();
    }
  }

  return (
    <div className={styles.typed} data-look={look}>
      <textarea
        className={styles.field}
        rows={1}
        // An empty one would have its placeholder at the wrong end.
        {...((draft?.text ?? value) === "" ? {} : { dir: "auto" })}
        aria-label={label}
        aria-invalid={draft?.error !== undefined}
        {...(draft?.error === undefined ? {} : { "aria-describedby": reasonId })}
        placeholder={placeholder}
        readOnly={isReadOnly}
        maxLength={maxLength}
        data-struck={isStruck || undefined}
        value={draft?.text ?? value}
        onChange={(event) => {
          const text = isLong ? event.currentTarget.value : event.currentTarget.value.replaceAll("\n", " ");
          keepDraft(typed, text);
        }}
        onBlur={save}
        onKeyDown={onKeyDown}
      />
      {draft?.error && (
        <p id={reasonId} role="alert" className={styles.reason}>
          {reasonOf(draft.error)}{" "}
          <button type="button" className={styles.retry} onClick={save}>
            {t("common.retry")}
          </button>
        </p>
      )}
    </div>
  );
}
