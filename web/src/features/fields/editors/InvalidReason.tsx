import { useEffect, useState, type RefObject } from "react";
import { createPortal } from "react-dom";
import { Popover } from "react-aria-components/Popover";
import popoverStyles from "../../../ui/overlays/Popover.module.css";
import styles from "./Editor.module.css";

/**
 * Why the typed text is not valid, shown below the value. While another field has the focus, which it could cover, it stands in the row of the card; where there is no
 * row, in a table, it is hidden.
 */
export function InvalidReason({ place, reason }: { place: RefObject<HTMLElement | null>; reason: string }) {
  const { isElsewhere, row } = useIsWritingElsewhere(place);
  if (isElsewhere && row)
    return createPortal(
      <p className={styles.reason} role="alert">
        {reason}
      </p>,
      row,
    );
  return (
    <Popover
      isOpen={!isElsewhere}
      isNonModal
      triggerRef={place}
      placement="bottom start"
      offset={3}
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
  /** The row of the card with the field. */
  readonly row: HTMLElement | null;
}

function useIsWritingElsewhere(place: RefObject<HTMLElement | null>): Elsewhere {
  const [found, setFound] = useState<Elsewhere>({ isElsewhere: false, row: null });
  useEffect(() => {
    const look = () => {
      const { activeElement } = document;
      const isWriting = activeElement?.matches("input, textarea, [contenteditable=true]") ?? false;
      const row = place.current?.closest("[data-field]")?.parentElement ?? null;
      setFound({ isElsewhere: isWriting && !place.current?.contains(activeElement), row });
    };
    look();
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, [place]);
  return found;
}
