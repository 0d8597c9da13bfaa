import type { ReactNode } from "react";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { NumberField as AriaNumberField, type NumberFieldProps as AriaNumberFieldProps } from "react-aria-components/NumberField";
import { boxClass, fieldClass, FieldHelp, FieldLabel, inputClass, type FieldProps } from "./Field.tsx";
import styles from "./NumberField.module.css";

export interface NumberFieldProps
  extends Omit<AriaNumberFieldProps, "className" | "style" | "children" | "isInvalid" | "value" | "onChange">, FieldProps {
  /** Null when empty. Arrow keys step; the wheel does not, since lists scroll. */
  value: number | null;
  onChange: (value: number | null) => void;
  placeholder?: string;
  size?: 28 | 32 | 40;
  /** A unit or a currency's sign, inside the box. */
  before?: ReactNode;
  after?: ReactNode;
}

/** Digits right-aligned in both directions, so that decimals stand below each other. */
export function NumberField({
  label,
  labelEnd,
  description,
  errorMessage,
  value,
  onChange,
  placeholder,
  size = 32,
  before,
  after,
  ...props
}: NumberFieldProps) {
  return (
    <AriaNumberField
      validationBehavior="aria"
      isWheelDisabled
      {...props}
      isInvalid={Boolean(errorMessage)}
      className={fieldClass}
      value={value ?? Number.NaN}
      onChange={(next) => onChange(Number.isNaN(next) ? null : next)}
    >
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <Group className={boxClass} data-size={size} dir="ltr">
        {before}
        <Input className={`${inputClass} ${styles.number}`} {...(placeholder === undefined ? {} : { placeholder })} />
        {after}
      </Group>
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaNumberField>
  );
}
