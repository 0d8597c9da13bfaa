import { useRef, type KeyboardEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { Display } from "../display/Display.tsx";
import { placeCaret } from "./caret.ts";
import type { PlacedEditorProps } from "./editing.ts";
import styles from "./Editor.module.css";
import { EditorPopover } from "./EditorPopover.tsx";
import { joinLink, splitLink } from "../link-text.ts";
import { keyboardOf } from "../keyboard.ts";
import { useTypedEdit } from "./useTypedEdit.ts";
import { editableText, isEmpty } from "../values.ts";

/** A link's address, which is what one types or pastes, then its text, below the place: Tab goes from one to the other and then on, Enter and leaving commit, Escape restores. */
export function LinkEditor(props: PlacedEditorProps) {
  const { field, value, place, initialText } = props;
  const t = useT();
  const edit = useTypedEdit(
    { ...props, initialText: initialText === undefined ? undefined : joinLink({ label: "", url: initialText }) },
    editableText(field, value),
  );
  const { label, url } = splitLink(edit.text);
  const frame = useRef<HTMLSpanElement>(null);
  const inputs = useRef<HTMLDivElement>(null);

  function onTab(isBack: boolean) {
    const [first, second] = inputs.current?.querySelectorAll("input") ?? [];
    const isInFirst = document.activeElement === first;
    if (isInFirst !== isBack) (isBack ? first : second)?.focus();
    else void edit.commit(isBack ? "previous" : "next");
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === "Enter" && !event.nativeEvent.isComposing) void edit.commit("stay");
  }

  return (
    <>
      <span ref={frame} className={styles.frame} data-place={place}>
        {!isEmpty(value) && <Display field={field} value={value} place="cell" />}
      </span>
      <EditorPopover
        frame={frame}
        label={field.label}
        onLeave={() => void edit.commit("stay")}
        onTab={onTab}
        onEscape={edit.cancel}
      >
        {/* Enter commits from either input. */}
        <div ref={inputs} role="presentation" className={styles.pair} onKeyDown={onKeyDown}>
          <TextField
            label={t("fieldTypes.link.address")}
            value={url}
            onChange={(next) => edit.type(joinLink({ label, url: next }))}
            {...keyboardOf(field)}
            textDirection="ltr"
            autoFocus
            onFocus={placeCaret(props.isSelected)}
            autoComplete="off"
            errorMessage={edit.error}
          />
          <TextField
            label={t("fieldTypes.link.text")}
            value={label}
            onChange={(next) => edit.type(joinLink({ label: next, url }))}
            autoComplete="off"
          />
        </div>
      </EditorPopover>
    </>
  );
}
