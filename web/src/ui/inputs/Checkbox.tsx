import checkmark from "@fluentui/svg-icons/icons/checkmark_12_filled.svg?icon";
import subtract from "@fluentui/svg-icons/icons/subtract_12_filled.svg?icon";
import type { ReactNode } from "react";
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaCheckboxProps } from "react-aria-components/Checkbox";
import styles from "./Choice.module.css";
import { Icon } from "../display/Icon.tsx";

export interface CheckboxProps extends Omit<AriaCheckboxProps, "className" | "style" | "children"> {
  /** Leave out only with an `aria-label`. */
  children?: ReactNode;
}

/** Applies on save; what applies at once is a Switch. */
export function Checkbox({ children, ...props }: CheckboxProps) {
  return (
    <AriaCheckbox {...props} className={styles.choice ?? ""}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.checkbox}>
            {isIndeterminate ? <Icon of={subtract} /> : isSelected && <Icon of={checkmark} />}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  );
}
