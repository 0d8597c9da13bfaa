/** The keys of a page work from within it, not from what led to it. */
export function focusPage(): void {
  const page = document.getElementById("content");
  if (!page?.contains(document.activeElement)) page?.focus({ preventScroll: true });
}
