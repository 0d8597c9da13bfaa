import type { Ref } from "react";
import { Group } from "react-aria-components/Group";
import { TextArea as AriaTextArea } from "react-aria-components/TextArea";
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from "react-aria-components/TextField";
import { boxClass, fieldClass, FieldHelp, FieldLabel, inputClass, type FieldProps } from "./Field.tsx";
import styles from "./TextArea.module.css";

export interface TextAreaProps
  extends Omit<AriaTextFieldProps, "className" | "style" | "children" | "isInvalid" | "type">, FieldProps {
  placeholder?: string;
  /** Grows with its text from `rows`, or one, to `maxRows`. */
  rows?: number;
  maxRows?: number;
  inputRef?: Ref<HTMLTextAreaElement>;
}

const lineHeight = 20;
const padding = 14;
const blockSizeOf = (rows: number) => rows * lineHeight + padding;

export function TextArea({
  label,
  labelEnd,
  description,
  errorMessage,
  placeholder,
  rows,
  maxRows = 12,
  inputRef,
  ...props
}: TextAreaProps) {
  return (
    <AriaTextField validationBehavior="aria" {...props} isInvalid={Boolean(errorMessage)} className={fieldClass}>
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <Group className={`${boxClass} ${styles.box}`}>
        <AriaTextArea
          className={`${inputClass} ${styles.text}`}
          style={{ maxBlockSize: blockSizeOf(maxRows), ...(rows === undefined ? {} : { minBlockSize: blockSizeOf(rows) }) }}
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(inputRef ? { ref: inputRef } : {})}
        />
      </Group>
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
