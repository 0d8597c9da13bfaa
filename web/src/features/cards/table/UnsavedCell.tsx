import retry from "@fluentui/svg-icons/icons/arrow_clockwise_16_regular.svg?icon";
import { useEffect, useRef, type SyntheticEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import type { UnsavedEdit } from "../clashes.ts";
import { discardUnsaved, saveUnsaved, useUnsavedReason } from "../unsaved.ts";
import styles from "./CellClash.module.css";

/** The table takes presses and keys of its cells for its own. */
const keepHere = (event: SyntheticEvent) => event.stopPropagation();

/** Why the value of a cell is not saved, and another try. Escape in the cell puts the old value back. */
export function UnsavedCell({ kept }: { kept: UnsavedEdit }) {
  const t = useT();
  const reason = useUnsavedReason();
  const place = useRef<HTMLSpanElement>(null);

  useEffect(() => {
    const cell = place.current?.closest<HTMLElement>("[data-row]");
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      discardUnsaved(kept);
      cell?.focus({ preventScroll: true });
    };
    cell?.addEventListener("keydown", onKeyDown);
    return () => cell?.removeEventListener("keydown", onKeyDown);
  }, [kept]);

  return (
    <span
      ref={place}
      role="presentation"
      className={styles.unsaved}
      onClick={keepHere}
      onDoubleClick={keepHere}
      onPointerDown={keepHere}
      onKeyDown={keepHere}
    >
      <button
        type="button"
        className={styles.retry}
        tabIndex={-1}
        aria-label={t("card.unsaved.retry", { label: kept.field.label })}
        onClick={() => saveUnsaved(true, [kept])}
      >
        <Icon of={retry} />
      </button>
      <span className={styles.why}>{reason}</span>
    </span>
  );
}
