import { useEffect, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { Popover } from "react-aria-components/Popover";
import popoverStyles from "../../../ui/overlays/Popover.module.css";
import styles from "./Editor.module.css";

/**
 * Why the typed text is not valid, shown below the value. While another field has the focus, which it could cover, it stands in the row of the card; where there is no
 * row, in a table, on the side of the value where nobody writes.
 */
export function InvalidReason({ place, reason }: { place: RefObject<HTMLElement | null>; reason: string }) {
  const { isElsewhere, isBelow, row, top } = useWritingElsewhere(place);
  if (isElsewhere && row)
    return createPortal(
      <p className={styles.reason} role="alert">
        {reason}
      </p>,
      row,
    );
  return (
    <Popover
      // It is placed once, when it opens, and the table may be scrolled under it.
      key={`${isBelow}${top}`}
      isOpen
      isNonModal
      triggerRef={place}
      placement={isBelow ? "top start" : "bottom start"}
      shouldFlip={!isElsewhere}
      offset={3}
      // What it covers is pressed through it.
      style={{ pointerEvents: "none" }}
      className={popoverStyles.popover ?? ""}
    >
      <span className={styles.error} role="alert">
        {reason}
      </span>
    </Popover>
  );
}

interface Elsewhere {
  readonly isElsewhere: boolean;
  /** What is written in is below the value. */
  readonly isBelow: boolean;
  /** The row of the card with the field. */
  readonly row: HTMLElement | null;
  /** Where the value stands. */
  readonly top: number;
}

function useWritingElsewhere(place: RefObject<HTMLElement | null>): Elsewhere {
  const [found, setFound] = useState<Elsewhere>({ isElsewhere: false, isBelow: false, row: null, top: 0 });
  useEffect(() => {
    const look = () => {
      const { activeElement } = document;
      const own = place.current;
      if (!own) return;
      const { top, bottom } = own.getBoundingClientRect();
      const isWriting = activeElement?.matches("input, textarea, [contenteditable=true]") ?? false;
      const isElsewhere = isWriting && !own.contains(activeElement);
      const isBelow = isElsewhere && (activeElement?.getBoundingClientRect().top ?? 0) >= bottom;
      setFound({ isElsewhere, isBelow, row: own.closest("[data-field]")?.parentElement ?? null, top: Math.round(top) });
    };
    look();
    document.addEventListener("focusin", look);
    document.addEventListener("scrollend", look, true);
    return () => {
      document.removeEventListener("focusin", look);
      document.removeEventListener("scrollend", look, true);
    };
  }, [place]);
  return found;
}
