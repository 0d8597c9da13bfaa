import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { useRef } from "react";
import { later } from "../../../lib/later.tsx";
import { placeCaret } from "./caret.ts";
import type { PlacedEditorProps } from "./editing.ts";
import styles from "./Editor.module.css";
import { keyboardOf } from "../keyboard.ts";
import { useTypedEdit } from "./useTypedEdit.ts";
import { editableText } from "../values.ts";

const InvalidReason = later(async () => (await import("./InvalidReason.tsx")).InvalidReason);

/** One line of text that becomes a value of the field: Enter, Tab and leaving commit, Escape restores. An invalid text stays, with its reason. */
export function TextEditor(props: PlacedEditorProps) {
  const { field, value, place } = props;
  const { align, direction } = fieldTraits[field.type];
  const { text, error, type, commit, onKeyDown } = useTypedEdit(props, editableText(field, value));
  const frame = useRef<HTMLSpanElement>(null);
  return (
    <span ref={frame} className={styles.frame} data-place={place} data-invalid={error !== undefined || undefined}>
      <input
        className={styles.input}
        aria-label={field.label}
        aria-invalid={error !== undefined}
        dir={direction}
        {...keyboardOf(field)}
        data-numeric={align === "right" || undefined}
        value={text}
        // The editor exists because the user asked to edit.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        onFocus={placeCaret(props.isSelected)}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => void commit("stay")}
        onKeyDown={onKeyDown}
      />
      {error && <InvalidReason place={frame} reason={error} />}
    </span>
  );
}
