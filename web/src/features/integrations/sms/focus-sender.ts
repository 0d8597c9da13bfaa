/** Moves the focus to a sender's menu button. */
export function focusSender(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>("button[aria-haspopup]")?.focus();
}
