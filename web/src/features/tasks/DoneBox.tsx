import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import { Icon } from "../../ui/display/Icon.tsx";
import styles from "./parts.module.css";

interface DoneBoxProps {
  label: string;
  isDone: boolean;
  isDisabled?: boolean;
  /** Inside a row that is itself a tab stop. */
  isInRow?: boolean;
  onChange: () => void;
}

/** A box that applies at once. Not an input: keys of the list work while it has the focus. */
export function DoneBox({ label, isDone, isDisabled, isInRow, onChange }: DoneBoxProps) {
  return (
    <button
      type="button"
      role="checkbox"
      className={styles.box}
      aria-checked={isDone}
      aria-label={label}
      aria-disabled={isDisabled || undefined}
      tabIndex={isInRow ? -1 : 0}
      onClick={(event) => {
        event.stopPropagation();
        onChange();
      }}
    >
      <span className={styles.check}>{isDone && <Icon of={checkmark} />}</span>
    </button>
  );
}
