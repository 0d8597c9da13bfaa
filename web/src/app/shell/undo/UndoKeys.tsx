import { useCommands } from "../../../lib/keys/commands.ts";
import { currentTranslate, useT, withWords } from "../../../lib/i18n.tsx";
import { onChanged } from "../../../lib/calls/calls.ts";
import { useHasOwnUndo } from "../../../features/undo/own-undo.ts";
import { provideUndo, undo } from "../../../features/undo/undo.ts";
import { noteChange } from "./note-change.ts";

provideUndo(async () => (await withWords(["changes"], import("./run-undo.ts"))).runUndo);
onChanged(noteChange);

/** ⌘Z or Ctrl+Z undoes the last thing done here, with Shift (or Ctrl+Y) it is done again; in text they are the text's own, and a page may have an undo of its own. */
export function UndoKeys() {
  const t = useT();
  const redo = { label: () => currentTranslate()("palette.redo"), group: "account", run: () => undo("redo") } as const;
  const hasOwn = useHasOwnUndo();
  useCommands([
    !hasOwn && { id: "app.undo", label: t("common.undo"), group: "account", shortcut: "Mod+Z", run: () => undo("undo") },
    !hasOwn && { ...redo, id: "app.redo", shortcut: "Mod+Shift+Z" },
    !hasOwn && { ...redo, id: "app.redo.windows", shortcut: "Mod+Y", onlyKey: true },
  ]);
  return null;
}
