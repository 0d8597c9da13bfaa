/** Moves the focus into the page, where its keys work, unless it is there already. */
export function focusPage(): void {
  const page = document.getElementById("content");
  if (!page?.contains(document.activeElement)) page?.focus({ preventScroll: true });
}
