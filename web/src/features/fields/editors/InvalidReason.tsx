import type { RefObject } from "react";
import { Popover } from "react-aria-components/Popover";
import popoverStyles from "../../../ui/overlays/Popover.module.css";
import styles from "./Editor.module.css";

/** Why the typed text is not a valid value, below the cell. */
export function InvalidReason({ place, reason }: { place: RefObject<HTMLElement | null>; reason: string }) {
  return (
    <Popover isOpen isNonModal triggerRef={place} placement="bottom start" offset={3} className={popoverStyles.popover ?? ""}>
      <span className={styles.error} role="alert">
        {reason}
      </span>
    </Popover>
  );
}
