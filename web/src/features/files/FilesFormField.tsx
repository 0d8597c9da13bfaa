import errorCircle from "@fluentui/svg-icons/icons/error_circle_16_filled.svg?icon";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useId } from "react";
import { Icon } from "../../ui/display/Icon.tsx";
import { FileFieldInput } from "./FileFieldInput.tsx";
import styles from "./files.module.css";

interface FilesFormFieldProps {
  field: Field;
  value: unknown;
  cardId: CardId | undefined;
  onChange: (value: unknown) => void;
  errorMessage: string | undefined;
}

/** The files of a field in a form. */
export function FilesFormField({ field, value, cardId, onChange, errorMessage }: FilesFormFieldProps) {
  const labelId = useId();
  return (
    <div role="group" aria-labelledby={labelId} className={styles.field}>
      <span id={labelId} className={styles.label}>
        {field.label}
        {field.required && <span aria-hidden="true"> *</span>}
      </span>
      <FileFieldInput field={field} value={value} cardId={cardId} onChange={onChange} />
      {errorMessage && (
        <span className={styles.error} role="alert">
          <Icon of={errorCircle} />
          {errorMessage}
        </span>
      )}
    </div>
  );
}
