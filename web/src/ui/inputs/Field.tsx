import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import type { ReactNode } from "react";
import { FieldError } from "react-aria-components/FieldError";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import styles from "./Field.module.css";
import { Icon } from "../display/Icon.tsx";

/** Properties that all labeled fields share. */
export interface FieldProps {
  /** Leave out only with an `aria-label`. */
  label?: ReactNode;
  /** A link or a value at the end of the label's row. */
  labelEnd?: ReactNode;
  /** One helpful line below; the error takes its place. */
  description?: ReactNode;
  /** Marks the field invalid. */
  errorMessage?: string | undefined;
}

export function FieldLabel({
  label,
  labelEnd,
  isRequired,
}: Pick<FieldProps, "label" | "labelEnd"> & { isRequired?: boolean | undefined }) {
  if (!label && !labelEnd) return null;
  return (
    <div className={styles.labelRow}>
      {label && (
        <Label className={styles.label ?? ""}>
          {label}
          {isRequired && (
            <span className={styles.required} aria-hidden="true">
              *
            </span>
          )}
        </Label>
      )}
      {labelEnd && <span className={styles.labelEnd}>{labelEnd}</span>}
    </div>
  );
}

export function FieldHelp({ description, errorMessage }: Pick<FieldProps, "description" | "errorMessage">) {
  return (
    <>
      {description && !errorMessage && (
        <Text slot="description" className={styles.help ?? ""}>
          {description}
        </Text>
      )}
      {errorMessage && (
        <FieldError className={styles.error ?? ""}>
          <Icon of={errorCircle} />
          <span>{errorMessage}</span>
        </FieldError>
      )}
    </>
  );
}

export const fieldClass = styles.field ?? "";
export const boxClass = styles.box ?? "";
export const inputClass = styles.input ?? "";
