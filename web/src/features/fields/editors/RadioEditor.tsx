import { useRef, useState, type KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Display } from "../display/Display.tsx";
import type { PlacedEditorProps, Then } from "./editing.ts";
import styles from "./Editor.module.css";
import { EditorPopover } from "./EditorPopover.tsx";
import { useRadioOptions } from "../options.tsx";
import { asText, isEmpty } from "../values.ts";

function focusChosen(group: HTMLElement | null): void {
  (group?.querySelector<HTMLElement>("input:checked") ?? group?.querySelector("input"))?.focus();
}

/** All options in place of the value: arrow keys choose; Enter, Tab and leaving commit; a click commits immediately; Escape restores. */
export function RadioEditor({ field, value, initialText, place, onCommit, onCancel }: PlacedEditorProps) {
  const t = useT();
  const options = useRadioOptions(field);
  const typed = initialText?.toLocaleLowerCase();
  const before = asText(value);
  const [chosen, setChosen] = useState(
    () => (typed && field.options.find(({ label }) => label.toLocaleLowerCase().startsWith(typed))?.id) || before,
  );
  const frame = useRef<HTMLSpanElement>(null);
  const isOver = useRef(false);
  const isPointer = useRef(false);

  function finish(id: string, then: Then) {
    if (isOver.current) return;
    isOver.current = true;
    if (id === before && then === "stay") onCancel();
    else onCommit(id === "" ? null : id, then);
  }

  function cancel() {
    isOver.current = true;
    onCancel();
  }

  function choose(id: string) {
    setChosen(id);
    if (isPointer.current) finish(id, "stay");
  }

  function onKeyDown(event: KeyboardEvent) {
    isPointer.current = false;
    if (event.key === "Enter") finish(chosen, "stay");
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place}>
        {!isEmpty(value) && <Display field={field} value={value} place={place} />}
      </span>
      <EditorPopover
        frame={frame}
        label={field.label}
        onLeave={() => finish(chosen, "stay")}
        onTab={(isBack) => finish(chosen, isBack ? "previous" : "next")}
        onEscape={cancel}
      >
        <div
          ref={focusChosen}
          role="presentation"
          className={styles.panel}
          onPointerDown={() => {
            isPointer.current = true;
          }}
          onKeyDownCapture={onKeyDown}
        >
          <RadioGroup aria-label={t("cards.find", { label: field.label })} options={options} value={chosen} onChange={choose} />
        </div>
      </EditorPopover>
    </>
  );
}
