import type { Task, TaskPatch } from "@kartis/core/activities/tasks/schema.ts";
import { type KeyboardEvent, useId, useRef, useState } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { saveTyped } from "../changes/change.ts";
import { newestOf } from "../changes/pending.ts";
import styles from "./TaskPeek.module.css";

/** What was typed and is not saved, by task and field: it is still there when one comes back to the task. */
const drafts = new Map<string, { readonly text: string; readonly reason: string | undefined }>();

interface TypedFieldProps {
  task: Task;
  /** Names the field among those of the task. */
  name: string;
  label: string;
  placeholder?: string;
  value: string;
  patchOf: (text: string) => TaskPatch;
  look: "title" | "value" | "text" | "item";
  /** What its notification says. */
  message: string;
  isReadOnly: boolean;
  isStruck?: boolean;
  maxLength: number;
  /** What an empty text means; a value that is required goes back to what it was. */
  onEmpty?: (() => void) | undefined;
}

/** A text that is edited in its place: leaving and Enter save (Ctrl+Enter in long texts), Escape restores. What could not be saved stays, with the reason. */
export function TypedField(props: TypedFieldProps) {
  const { task, name, label, placeholder, value, patchOf, look, message, isReadOnly, isStruck, maxLength, onEmpty } = props;
  const t = useT();
  const reasonId = useId();
  const key = `${task.id}:${name}`;
  const [draft, setDraft] = useState(() => drafts.get(key));
  /** The version over which one types: what others have written since is not overwritten unseen. */
  const seen = useRef(task.version);
  const isLong = look === "text";

  function keep(next: { text: string; reason: string | undefined } | undefined) {
    if (next) drafts.set(key, next);
    else drafts.delete(key);
    setDraft(next);
  }

  async function save() {
    const text = draft?.text.trim();
    if (text === undefined || isReadOnly) return;
    if (text === value && draft?.reason === undefined) return keep(undefined);
    if (text === "" && onEmpty) {
      keep(undefined);
      return onEmpty();
    }
    const reason = await saveTyped(task, patchOf(text), seen.current, message);
    // What is there by now has been shown beside the reason: another try is meant.
    seen.current = newestOf(task).version;
    const now = drafts.get(key);
    if (now?.text.trim() === text) keep(reason === undefined ? undefined : { text: now.text, reason });
    return undefined;
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      keep(undefined);
      // What was typed is dropped before the field is left.
      const field = event.currentTarget;
      setTimeout(() => field.blur());
    } else if (event.key === "Enter" && (!isLong || event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      save().catch(reportFailure);
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
        aria-invalid={draft?.reason !== undefined}
        {...(draft?.reason === undefined ? {} : { "aria-describedby": reasonId })}
        placeholder={placeholder}
        readOnly={isReadOnly}
        maxLength={maxLength}
        data-struck={isStruck || undefined}
        value={draft?.text ?? value}
        onFocus={() => {
          if (!draft) seen.current = newestOf(task).version;
        }}
        onChange={(event) => {
          const text = isLong ? event.currentTarget.value : event.currentTarget.value.replaceAll("\n", " ");
          keep({ text, reason: undefined });
        }}
        onBlur={() => void save().catch(reportFailure)}
        onKeyDown={onKeyDown}
      />
      {draft?.reason !== undefined && (
        <p id={reasonId} role="alert" className={styles.reason}>
          {draft.reason}{" "}
          <button type="button" className={styles.retry} onClick={() => void save().catch(reportFailure)}>
            {t("common.retry")}
          </button>
        </p>
      )}
    </div>
  );
}
