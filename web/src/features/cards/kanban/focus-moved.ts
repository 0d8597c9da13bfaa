/** Frames after which a card that did not arrive is given up: about two seconds. */
const maxFrames = 120;
/** Frames for which the closing menu may still take the focus away. */
const settledFrames = 6;

/** Gives the focus to a card once it stands in the lane it was moved to, and the menu that moved it, if one did, is gone. */
export function focusMoved(board: HTMLElement, laneKey: string, cardId: string): void {
  let [frame, held, isTaken] = [0, 0, false];
  function step() {
    const item = board.querySelector<HTMLElement>(
      `[data-lane="${CSS.escape(laneKey)}"] [role=row][data-key="${CSS.escape(cardId)}"]`,
    );
    const { activeElement } = document;
    if (isTaken) held++;
    // Afterwards only when it was lost: the person may have gone on.
    if (item && !document.querySelector("[role=menu]") && (!isTaken || activeElement === document.body)) {
      isTaken = true;
      item.focus();
      item.scrollIntoView({ block: "nearest", inline: "nearest" });
    }
    if (held < settledFrames && ++frame < maxFrames) requestAnimationFrame(step);
  }
  requestAnimationFrame(step);
}
