import type { KeyboardEvent } from "react";
import type { Entry } from "../entries.ts";
import type { EntryActions } from "./actions.ts";

/** Delete, and the key of that name on Apple's keyboards, delete what has the focus. */
export function deleteByKey(event: KeyboardEvent, entry: Entry, { deletionOf }: Pick<EntryActions, "deletionOf">): void {
  const isDeletion = event.key === "Delete" || event.key === "Backspace";
  if (!isDeletion || event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const remove = deletionOf(entry);
  if (!remove) return;
  event.preventDefault();
  event.stopPropagation();
  // A key held down would go on to delete the next row, which gets the focus.
  if (!event.repeat) remove();
}

/** Keys for an entry, for screen readers. */
export const keysOf = (entry: Entry, { mayMove, deletionOf }: Pick<EntryActions, "mayMove" | "deletionOf">): string | undefined =>
  [
    ...(mayMove(entry) ? ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"] : []),
    ...(mayMove(entry) && entry.kind === "meeting" ? ["Shift+ArrowUp", "Shift+ArrowDown"] : []),
    ...(deletionOf(entry) ? ["Delete"] : []),
  ].join(" ") || undefined;
