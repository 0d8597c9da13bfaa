import { useEffect, useEffectEvent } from "react";

/** Where letters are text, or belong to what is open above the page. */
const takesKeys =
  "input, textarea, select, [contenteditable], [role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=spinbutton]";

/** Single keys of a page, by what they write (`j`) or are called (`Escape`); never stolen from inputs and open menus, nor with a modifier. */
export function useCardKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.isComposing) return;
    if (event.target instanceof Element && event.target.closest(takesKeys)) return;
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
