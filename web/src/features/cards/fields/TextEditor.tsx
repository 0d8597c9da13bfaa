import { useRef, useState, type FocusEvent, type KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { useRegion } from "../members.tsx";
import { readTyped } from "./definitions.ts";
import type { EditorProps, Then } from "./editing.ts";
import styles from "./Editor.module.css";
import { fieldTraits, isNumeric } from "./traits.ts";
import { validationMessage } from "./validation.ts";
import { editableText } from "./values.ts";

const InvalidReason = later(async () => (await import("./InvalidReason.tsx")).InvalidReason);

const leftToRight = new Set(["email", "phone", "url", "number", "money", "range", "color", "time", "date", "datetime"]);

/** One line of text that becomes a value of the field: Enter, Tab and leaving commit, Escape restores. An invalid text stays, with its reason. */
export function TextEditor({ field, value, initialText, place, onCommit, onCancel }: EditorProps & { place: "cell" | "card" }) {
  const t = useT();
  const region = useRegion();
  const { control } = fieldTraits[field.type];
  const before = editableText(field, control, value);
  const [text, setText] = useState(initialText ?? before);
  const [error, setError] = useState<string>();
  const frame = useRef<HTMLSpanElement>(null);
  const isOver = useRef(false);

  async function commit(then: Then) {
    if (isOver.current) return;
    if (text === before) return cancel();
    isOver.current = true;
    const read = await readTyped(field, text, region);
    if (read.ok) return onCommit(read.value, then);
    isOver.current = false;
    setError(validationMessage(t, read.message));
  }

  function cancel() {
    isOver.current = true;
    onCancel();
  }

  function onKeyDown(event: KeyboardEvent) {
    // An input method's Enter chooses a word.
    if (event.nativeEvent.isComposing) return;
    event.stopPropagation();
    if (event.key === "Escape") cancel();
    else if (event.key === "Enter" && event.shiftKey && place === "cell") finish("above");
    else if (event.key === "Enter") void commit("stay");
    else if (event.key === "Tab") {
      event.preventDefault();
      finish(event.shiftKey ? "previous" : "next");
    }
  }

  function finish(then: Then) {
    if (text === before) onCommit(value ?? null, then);
    else void commit(then);
  }

  return (
    <span ref={frame} className={styles.frame} data-place={place} data-invalid={error !== undefined || undefined}>
      <input
        className={styles.input}
        aria-label={field.label}
        aria-invalid={error !== undefined}
        dir={leftToRight.has(control) ? "ltr" : "auto"}
        data-numeric={isNumeric(control) || undefined}
        value={text}
        // The editor exists because the user asked to edit.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={(event: FocusEvent<HTMLInputElement>) => initialText === undefined && event.currentTarget.select()}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setError(undefined);
        }}
        onBlur={() => void commit("stay")}
        onKeyDown={onKeyDown}
      />
      {error && <InvalidReason place={frame} reason={error} />}
    </span>
  );
}
