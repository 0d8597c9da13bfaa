const control = "[data-menu-of], button:not(:disabled), a[href]";

/** Moves the focus from an entry that is about to leave the timeline to the one after it, or before it, or else to where more is written. */
export function focusBeside(inside: Element | null): void {
  const row = inside?.closest("[data-row]");
  const rows = [...(row?.parentElement?.querySelectorAll(":scope > [data-row]") ?? [])];
  const at = row ? rows.indexOf(row) : -1;
  const beside = at === -1 ? [] : [...rows.slice(at + 1), ...rows.slice(0, at).toReversed()];
  const found = beside.map((one) => one.querySelector<HTMLElement>(control)).find((one) => one !== null);
  (found ?? inside?.closest("section")?.querySelector<HTMLElement>(control))?.focus();
}
