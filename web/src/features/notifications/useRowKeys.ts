import { type KeyboardEvent, type RefObject, useEffect } from "react";

/**
 * Keys of the list: J and K move between its rows, E toggles the one that has the focus, R replies to it.
 *
 * @param toggle takes the id of a row
 */
export function useRowKeys(list: RefObject<HTMLElement | null>, hasRows: boolean, toggle: (id: string) => void) {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-notification]") ?? [])];
  useEffect(() => {
    if (hasRows) list.current?.querySelector<HTMLElement>("[data-notification]")?.focus();
  }, [list, hasRows]);

  return function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // The keys of a menu that a row has opened are its own.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    const all = rows();
    const at = all.findIndex((row) => row.parentElement?.contains(document.activeElement));
    const row = all[at];
    const step = { KeyJ: 1, ArrowDown: 1, KeyK: -1, ArrowUp: -1 }[event.code];
    if (step !== undefined) {
      event.preventDefault();
      all[Math.max(0, Math.min(all.length - 1, at + step))]?.focus();
    } else if (event.code === "KeyE") {
      const id = row?.dataset["notification"];
      if (id !== undefined) toggle(id);
    } else if (event.code === "KeyR") {
      const reply = row?.parentElement?.querySelector<HTMLElement>("[data-reply]");
      if (!reply) return;
      event.preventDefault();
      reply.click();
    }
  };
}
