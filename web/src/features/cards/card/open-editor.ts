/** Frames after which a field that did not come is given up: about a second. */
const maxFrames = 60;

/**
 * Opens the editor of a field in the column of fields, once what hides it is open: the group it is in, or the fields that are folded because they are
 * empty. For keys and commands, which know the field and not where it stands.
 */
export function openEditor(fieldId: string): void {
  let frame = 0;
  function step() {
    const row = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(fieldId)}"]`);
    const button = row?.querySelector<HTMLElement>("[data-edit]");
    if (button?.checkVisibility()) return button.click();
    if (!row) for (const fold of document.querySelectorAll<HTMLElement>("[data-folded] button")) fold.click();
    const panel = row?.closest("[role=group]");
    if (panel) document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(panel.id)}"][aria-expanded=false]`)?.click();
    if (++frame < maxFrames) requestAnimationFrame(step);
  }
  step();
}
