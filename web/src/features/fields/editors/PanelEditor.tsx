import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { useRef, type KeyboardEvent, type ReactNode } from "react";
import { later } from "../../../lib/later.tsx";
import { placeCaret } from "./caret.ts";
import type { PlacedEditorProps } from "./editing.ts";
import { keyboardOf } from "../keyboard.ts";
import styles from "./Editor.module.css";
import { EditorPopover } from "./EditorPopover.tsx";
import { type TypedEdit, useTypedEdit } from "./useTypedEdit.ts";
import { editableText } from "../values.ts";

const InvalidReason = later(async () => (await import("./InvalidReason.tsx")).InvalidReason);

interface PanelEditorProps extends PlacedEditorProps {
  /** Chooser below the text; the down arrow moves into it. */
  panel: (edit: TypedEdit) => ReactNode;
}

/** A value that is typed, or chosen below: Enter, Tab and leaving commit, wherever the focus is; Escape restores. */
export function PanelEditor({ panel, ...props }: PanelEditorProps) {
  const { field, value, place } = props;
  const { align, direction } = fieldTraits[field.type];
  const edit = useTypedEdit(props, editableText(field, value));
  const frame = useRef<HTMLSpanElement>(null);
  const content = useRef<HTMLDivElement>(null);

  function onKeyDown(event: KeyboardEvent) {
    if (edit.onKeyDown(event) || event.key !== "ArrowDown") return;
    event.preventDefault();
    content.current?.querySelector<HTMLElement>("input, [tabindex='0']")?.focus();
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place} data-invalid={edit.error !== undefined || undefined}>
        <input
          className={styles.input}
          aria-label={field.label}
          aria-invalid={edit.error !== undefined}
          dir={direction}
          {...keyboardOf(field)}
          data-numeric={align === "right" || undefined}
          value={edit.text}
          // The editor exists because the user asked to edit.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onFocus={placeCaret(props.isSelected)}
          onChange={(event) => edit.type(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        {edit.error && <InvalidReason place={frame} reason={edit.error} />}
      </span>
      {!edit.error && (
        <EditorPopover
          frame={frame}
          label={field.label}
          onLeave={() => void edit.commit("stay")}
          onTab={(isBack) => void edit.commit(isBack ? "previous" : "next")}
          onEscape={edit.cancel}
        >
          <div ref={content} className={styles.panel}>
            {panel(edit)}
          </div>
        </EditorPopover>
      )}
    </>
  );
}
