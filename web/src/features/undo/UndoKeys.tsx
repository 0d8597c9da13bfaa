import { useCommands } from "../../lib/keys/commands.ts";
import { reportFailure } from "../../lib/failures.ts";
import { currentTranslate, useT } from "../../lib/i18n.tsx";
import { useHasOwnUndo } from "./own-undo.ts";
import type { Direction } from "./undo.ts";

const undo = (direction: Direction): void => void import("./undo.ts").then((module) => module.undo(direction), reportFailure);

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
