import { useEffect, useRef } from "react";
import { Popover } from "../../../ui/overlays/Popover.tsx";
import { Conflict } from "../card/fields/Conflict.tsx";
import type { Clash } from "../clashes.ts";
import { settleClash } from "../save-edit.ts";
import { UnsavedCell } from "./UnsavedCell.tsx";
import styles from "./CellClash.module.css";

interface CellClashProps {
  clash: Clash;
  theirs: unknown;
}

/** Notice on a cell beside a value that was not saved. */
export function CellClash({ clash, theirs }: CellClashProps) {
  return clash.unsaved ? (
    <UnsavedCell kept={{ ...clash, unsaved: clash.unsaved }} />
  ) : (
    <CellConflict clash={clash} theirs={theirs} />
  );
}

/** Both values of a cell that two people changed at once, below it. It takes focus only from its own cell: the person may be typing elsewhere. */
function CellConflict({ clash, theirs }: CellClashProps) {
  const cell = useRef<HTMLElement>(null);
  const frame = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === document.body || cell.current?.contains(activeElement))
      frame.current?.querySelector("button")?.focus({ preventScroll: true });
  }, []);

  return (
    <>
      <span
        hidden
        ref={(span) => {
          cell.current = span?.closest<HTMLElement>("[data-row]") ?? null;
        }}
      />
      <Popover
        aria-label={clash.field.label}
        triggerRef={cell}
        placement="bottom start"
        offset={3}
        isOpen
        isNonModal
        isKeyboardDismissDisabled
        shouldCloseOnInteractOutside={() => false}
      >
        <div ref={frame} className={styles.frame}>
          <Conflict
            field={clash.field}
            theirs={theirs}
            mine={clash.mine}
            onChoose={(choice) => {
              const last = cell.current;
              settleClash(clash, choice);
              last?.focus({ preventScroll: true });
            }}
          />
        </div>
      </Popover>
    </>
  );
}
