import type { ReactNode } from "react";
import {
  Radio as AriaRadio,
  RadioGroup as AriaRadioGroup,
  type RadioGroupProps as AriaRadioGroupProps,
} from "react-aria-components/RadioGroup";
import styles from "./Choice.module.css";
import { fieldClass, FieldHelp, FieldLabel, type FieldProps } from "./Field.tsx";

export interface RadioGroupProps extends Omit<AriaRadioGroupProps, "className" | "style" | "children" | "isInvalid">, FieldProps {
  options: readonly { id: string; label: ReactNode; description?: ReactNode; isDisabled?: boolean }[];
  /** "cards" draws each option as a bordered card, two in a row. */
  look?: "plain" | "cards";
}

export function RadioGroup({ label, labelEnd, description, errorMessage, options, look = "plain", ...props }: RadioGroupProps) {
  return (
    <AriaRadioGroup validationBehavior="aria" {...props} isInvalid={Boolean(errorMessage)} className={fieldClass}>
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <div className={styles.group} data-look={look}>
        {options.map((option) => (
          <AriaRadio
            key={option.id}
            value={option.id}
            isDisabled={option.isDisabled ?? false}
            className={(look === "cards" ? styles.card : styles.choice) ?? ""}
          >
            <span className={styles.radio} />
            <span className={styles.name}>{option.label}</span>
            {option.description && <span className={styles.note}>{option.description}</span>}
          </AriaRadio>
        ))}
      </div>
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaRadioGroup>
  );
}
