import { useEffect, useState, type RefObject } from "react";
import { Popover } from "react-aria-components/Popover";
import popoverStyles from "../../../ui/overlays/Popover.module.css";
import styles from "./Editor.module.css";

/** Why the typed text is not valid, shown below the cell; hidden while another field has the focus, which it could cover. */
export function InvalidReason({ place, reason }: { place: RefObject<HTMLElement | null>; reason: string }) {
  const isElsewhere = useIsWritingElsewhere(place);
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

function useIsWritingElsewhere(place: RefObject<HTMLElement | null>): boolean {
  const [isElsewhere, setElsewhere] = useState(false);
  useEffect(() => {
    const look = () => {
      const { activeElement } = document;
      const isWriting = activeElement?.matches("input, textarea, [contenteditable=true]") ?? false;
      setElsewhere(isWriting && !place.current?.contains(activeElement));
    };
    look();
    document.addEventListener("focusin", look);
    return () => document.removeEventListener("focusin", look);
  }, [place]);
  return isElsewhere;
}
