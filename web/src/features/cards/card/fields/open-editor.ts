/** Frames after which a field that did not come is given up: about a second. */
const maxFrames = 60;
/** Frames that an editor stays before it is left alone: whatever closes as it opens, such as the palette, may take the focus back and so end it. */
const settledFrames = 5;

/**
 * Opens the editor of a field in the column of fields, once what hides it is open: the group it is in, or the fields that are folded because they are
 * empty. For keys and commands, which know the field and not where it stands.
 */
export function openEditor(fieldId: string): void {
  let [frame, held] = [0, 0];
  function step() {
    const row = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(fieldId)}"]`);
    const button = row?.querySelector<HTMLElement>("[data-edit]");
    if (row?.hasAttribute("data-editing")) held++;
    else if (button?.checkVisibility()) {
      button.click();
      if (button.hasAttribute("data-turns")) return;
    } else unfold(row);
    if (held < settledFrames && ++frame < maxFrames) requestAnimationFrame(step);
  }
  step();
}

function unfold(row: HTMLElement | null): void {
  if (!row) for (const fold of document.querySelectorAll<HTMLElement>("[data-folded] button")) fold.click();
  const panel = row?.closest("[role=group]");
  if (panel) document.querySelector<HTMLElement>(`[aria-controls="${CSS.escape(panel.id)}"][aria-expanded=false]`)?.click();
}
