import { useEffect } from "react";
import { undo } from "./undo.ts";

/** Where ⌘Z is the text's own, or belongs to the open dialog. */
const ownUndo = "input:not([type=checkbox], [type=radio]), textarea, [contenteditable]";

/** ⌘Z or Ctrl+Z undoes the last thing done here, with Shift (or Ctrl+Y) it is done again. */
export function useUndoKeys(): void {
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.isComposing || !(event.metaKey || event.ctrlKey)) return;
  // By the key's place too: on a Hebrew or Russian layout the same key writes another letter.
  const isKey = (letter: string, code: string) => event.key.toLowerCase() === letter || event.code === code;
  const isRedo = (isKey("z", "KeyZ") && event.shiftKey) || (isKey("y", "KeyY") && event.ctrlKey && !event.shiftKey);
  if (!isRedo && !isKey("z", "KeyZ")) return;
  if (event.target instanceof Element && event.target.closest(ownUndo)) return;
  // A notification is an alertdialog as well, but not a modal one.
  if (document.querySelector("[role=dialog], [role=alertdialog]:not([aria-modal=false])")) return;
  event.preventDefault();
  undo(isRedo ? "redo" : "undo");
}
