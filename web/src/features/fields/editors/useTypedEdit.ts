import { useRef, useState, type KeyboardEvent } from "react";
import { reportFailure } from "../../../lib/failures.ts";
import { useT } from "../../../lib/i18n.tsx";
import { useRegion } from "../../../lib/organization.ts";
import { readTyped } from "../definitions.ts";
import type { PlacedEditorProps, Then } from "./editing.ts";
import { validationMessage } from "../validation.ts";

/**
 * Typed text that is committed once: by Enter, Tab or leaving; Escape restores. Invalid text stays, with the reason.
 * @param before the value as text
 */
export function useTypedEdit(
  { field, value, initialText, place, onCommit, onCancel, onInvalid }: PlacedEditorProps,
  before: string,
) {
  const t = useT();
  const region = useRegion();
  const [text, setText] = useState(initialText ?? before);
  const [error, setError] = useState<string>();
  const isOver = useRef(false);

  function cancel() {
    isOver.current = true;
    onCancel();
  }

  /** Commits a text that may not be in the field yet. */
  async function commit(then: Then, next = text) {
    if (isOver.current) return;
    if (next === before) {
      if (then === "stay") return cancel();
      isOver.current = true;
      return onCommit(value ?? null, then);
    }
    isOver.current = true;
    const read = await readTyped(field, next, region).catch(reportFailure);
    if (read?.ok) return onCommit(read.value, then);
    isOver.current = false;
    if (!read) return;
    const reason = validationMessage(t, read.message);
    setError(reason);
    onInvalid?.(next, reason);
  }

  function type(next: string) {
    setText(next);
    setError(undefined);
  }

  /** The keys that end an edit. @returns whether the key was one of them. */
  function onKeyDown(event: KeyboardEvent): boolean {
    // An input method's Enter chooses a word.
    if (event.nativeEvent.isComposing) return false;
    event.stopPropagation();
    if (event.key === "Escape") cancel();
    else if (event.key === "Enter") void commit(event.shiftKey && place === "cell" ? "above" : "stay");
    else if (event.key === "Tab") {
      event.preventDefault();
      void commit(event.shiftKey ? "previous" : "next");
    } else return false;
    return true;
  }

  return { text, error, type, commit, cancel, onKeyDown };
}

export type TypedEdit = ReturnType<typeof useTypedEdit>;
