import { useRef, useState, type KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import type { PlacedEditorProps, Then } from "./editing.ts";
import { EditorPopover } from "./EditorPopover.tsx";
import { placeCaret } from "./caret.ts";
import styles from "./Editor.module.css";
import { asText } from "../values.ts";

/** Long text in a box below its place: leaving or Enter commits, Shift and Enter makes a new line. */
export function LinesEditor({ field, value, initialText, isSelected, place, onCommit, onCancel }: PlacedEditorProps) {
  const t = useT();
  const before = asText(value);
  const [text, setText] = useState(initialText ?? before);
  const frame = useRef<HTMLSpanElement>(null);

  const isOver = useRef(false);

  function commit(then: Then) {
    if (isOver.current) return;
    isOver.current = true;
    const next = text.trim();
    const isKept = next === before || (next === "" && field.required);
    if (isKept && then === "stay") onCancel();
    else onCommit(isKept ? (value ?? null) : next === "" ? null : next, then);
  }

  function cancel() {
    isOver.current = true;
    onCancel();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing || event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    commit("stay");
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place} />
      <EditorPopover
        frame={frame}
        label={field.label}
        onLeave={() => commit("stay")}
        onTab={(isBack) => commit(isBack ? "previous" : "next")}
        onEscape={cancel}
      >
        <textarea
          className={styles.area}
          aria-label={field.label}
          dir="auto"
          value={text}
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onFocus={placeCaret(isSelected)}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <p className={styles.hint}>{t("cards.lines.hint")}</p>
      </EditorPopover>
    </>
  );
}
