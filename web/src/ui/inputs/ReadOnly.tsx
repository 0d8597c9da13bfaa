import type { ReactNode } from "react";
import { ButtonContext } from "react-aria-components/Button";
import { CheckboxContext } from "react-aria-components/Checkbox";
import { ComboBoxContext } from "react-aria-components/ComboBox";
import { SelectContext } from "react-aria-components/Select";
import { Provider } from "react-aria-components/slots";
import { SwitchContext } from "react-aria-components/Switch";
import { TextFieldContext } from "react-aria-components/TextField";
import styles from "./ReadOnly.module.css";

const disabled = { isDisabled: true };
const readOnly = { isReadOnly: true };

/** A form that may be read and not changed: its fields are read-only, what acts is disabled and looks so, and nothing can be dragged. */
export function ReadOnly({ children }: { children: ReactNode }) {
  return (
    <Provider
      values={[
        [ButtonContext, disabled],
        [SelectContext, disabled],
        [ComboBoxContext, disabled],
        [SwitchContext, disabled],
        [CheckboxContext, disabled],
        [TextFieldContext, readOnly],
      ]}
    >
      {/* Covers what our contexts do not: native inputs and drag handles. */}
      <fieldset disabled className={styles.readOnly}>
        {children}
      </fieldset>
    </Provider>
  );
}
