import { useEffect, useEffectEvent } from "react";
import { useCardKeys } from "../useCardKeys.ts";

/** `/` outside inputs, and ⌘K or Ctrl+K anywhere but above an open dialog, from which the focus must not be taken. */
export function useSearchKeys(onSearch: () => void): void {
  useCardKeys({ "/": onSearch });
  const handle = useEffectEvent((event: KeyboardEvent) => {
    // By the key's place too: on a Hebrew or Russian layout the same key writes another letter.
    const isK = event.key.toLowerCase() === "k" || event.code === "KeyK";
    if (!isK || !(event.metaKey || event.ctrlKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    // A notification is an alertdialog as well, but not a modal one.
    if (!document.querySelector("[role=dialog], [role=alertdialog]:not([aria-modal=false])")) onSearch();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handle(event);
    document.addEventListener("keydown", listener);
    return () => document.removeEventListener("keydown", listener);
  }, []);
}
