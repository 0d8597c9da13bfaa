import { useRef, useState, type KeyboardEvent } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { useT } from "../../../lib/i18n.tsx";
import { Popover } from "../../../ui/Popover.tsx";
import type { EditorProps } from "./editing.ts";
import styles from "./Editor.module.css";
import { asText } from "./values.ts";

/** Long text in a box below its place: leaving or Enter commits, Shift and Enter makes a new line. */
export function LinesEditor({ field, value, initialText, place, onCommit, onCancel }: EditorProps & { place: "cell" | "card" }) {
  const t = useT();
  const before = asText(value);
  const [text, setText] = useState(initialText ?? before);
  const frame = useRef<HTMLSpanElement>(null);

  function commit() {
    const next = text.trim();
    if (next === before || (next === "" && field.required)) onCancel();
    else onCommit(next === "" ? null : next, "stay");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      commit();
    } else if (event.key === "Escape") {
      event.stopPropagation();
      onCancel();
    }
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place} />
      <Popover isOpen triggerRef={frame} placement="bottom start" offset={3} onOpenChange={(isOpen) => !isOpen && commit()}>
        <Dialog aria-label={field.label}>
          <textarea
            className={styles.area}
            aria-label={field.label}
            dir="auto"
            value={text}
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          <p className={styles.hint}>{t("cards.lines.hint")}</p>
        </Dialog>
      </Popover>
    </>
  );
}
