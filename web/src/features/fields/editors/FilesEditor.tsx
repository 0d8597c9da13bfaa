import { useRef, useState } from "react";
import { Dialog } from "react-aria-components/Dialog";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { Display } from "../display/Display.tsx";
import { sameValue, type EditorProps } from "./editing.ts";
import editorStyles from "./Editor.module.css";
import { isEmpty } from "../values.ts";
import { FileFieldInput } from "../../files/FileFieldInput.tsx";
import styles from "../../files/files.module.css";

/** The files of a cell, below its place: closing commits. While something is on its way up it stays open. */
export function FilesEditor({ field, value, cardId, place, onCommit, onCancel }: EditorProps & { place: "cell" | "card" }) {
  const frame = useRef<HTMLSpanElement>(null);
  const [chosen, setChosen] = useState(value);
  const [isBusy, setBusy] = useState(false);

  function close() {
    if (isBusy) return;
    if (sameValue(chosen, value) || (isEmpty(chosen) && field.required)) onCancel();
    else onCommit(isEmpty(chosen) ? null : chosen, "stay");
  }

  return (
    <>
      <span ref={frame} className={editorStyles.frame} data-place={place}>
        {!isEmpty(chosen) && <Display field={field} value={chosen} place="cell" />}
      </span>
      <Popover isOpen triggerRef={frame} placement="bottom start" offset={3} onOpenChange={(isOpen) => !isOpen && close()}>
        <Dialog aria-label={field.label} className={styles.editor ?? ""}>
          <FileFieldInput field={field} value={chosen} cardId={cardId} onChange={setChosen} onBusy={setBusy} />
        </Dialog>
      </Popover>
    </>
  );
}
