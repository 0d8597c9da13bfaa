/** Moves the focus to a sender: to the button with what can be done with it. */
export function focusSender(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>("button[aria-haspopup]")?.focus();
}
