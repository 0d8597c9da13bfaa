import { useEffect, useRef } from "react";
import { createPortal } from "react-dom";
import { touch } from "../../lib/device/touch.ts";
import type { Choice, Completion } from "./completion.ts";
import styles from "./Editor.module.css";

interface ChoiceListProps extends Pick<Completion, "label"> {
  id: string;
  choices: readonly Pick<Choice, "id" | "row">[];
  active: number;
  /** The caret, in the window. */
  at: { readonly left: number; readonly right: number; readonly bottom: number; readonly top: number };
  onChoose: (index: number) => void;
  onActive: (index: number) => void;
}

const [width, padding, mostRows] = [280, 10, 10];

/** Suggestions for the text being typed. The focus stays in the text, whose aria-activedescendant names the active one. */
export function ChoiceList({ id, label, choices, active, at, onChoose, onActive }: ChoiceListProps) {
  const chosen = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Newer browsers answer with a promise, which is no clean-up.
    chosen.current?.scrollIntoView({ block: "nearest" });
  }, [active]);
  const rowHeight = touch.useIs() ? 44 : 32;
  const height = Math.min(choices.length, mostRows) * rowHeight + padding;
  // The keyboard of a phone covers what is below the visual viewport.
  const bottom = visualViewport ? visualViewport.offsetTop + visualViewport.height : innerHeight;
  const isAbove = at.bottom + height + 8 > bottom && at.top > height;
  const left = Math.max(8, Math.min(document.dir === "rtl" ? at.right - width : at.left, innerWidth - width - 8));
  return createPortal(
    <div
      id={id}
      role="listbox"
      aria-label={label}
      className={styles.choices}
      // A dialog makes everything outside of it inert; this belongs to the text within it.
      data-react-aria-top-layer
      style={{
        insetBlockStart: isAbove ? at.top - height - 4 : at.bottom + 4,
        left,
        inlineSize: width,
        maxBlockSize: height,
      }}
    >
      {choices.map((choice, index) => (
        <div
          key={choice.id}
          id={`${id}-${index}`}
          ref={index === active ? chosen : undefined}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.choice}
          style={{ blockSize: rowHeight }}
          onPointerMove={() => onActive(index)}
          // Before the text loses the focus.
          onPointerDown={(event) => {
            event.preventDefault();
            onChoose(index);
          }}
        >
          {choice.row}
        </div>
      ))}
    </div>,
    document.body,
  );
}
