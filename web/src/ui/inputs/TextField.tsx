import type { ReactNode, Ref } from "react";
import { Group } from "react-aria-components/Group";
import { Input } from "react-aria-components/Input";
import { TextField as AriaTextField, type TextFieldProps as AriaTextFieldProps } from "react-aria-components/TextField";
import { boxClass, fieldClass, FieldHelp, FieldLabel, inputClass, type FieldProps } from "./Field.tsx";

export interface TextFieldProps extends Omit<AriaTextFieldProps, "className" | "style" | "children" | "isInvalid">, FieldProps {
  placeholder?: string;
  /** 28 in toolbars, 32 in forms, 40 on auth pages and phones. */
  size?: 28 | 32 | 40;
  /** Inside the box, before and after the text. */
  before?: ReactNode;
  after?: ReactNode;
  /** "ltr" for mail addresses, phones, links, codes; "auto" for what people write. */
  textDirection?: "ltr" | "auto";
  inputRef?: Ref<HTMLInputElement>;
}

const leftToRightTypes = new Set(["email", "tel", "url", "password"]);

export function TextField({
  label,
  labelEnd,
  description,
  errorMessage,
  placeholder,
  size = 32,
  before,
  after,
  textDirection,
  inputRef,
  ...props
}: TextFieldProps) {
  const direction = textDirection ?? (leftToRightTypes.has(props.type ?? "text") ? "ltr" : "auto");
  return (
    <AriaTextField validationBehavior="aria" {...props} isInvalid={Boolean(errorMessage)} className={fieldClass}>
      <FieldLabel label={label} labelEnd={labelEnd} isRequired={props.isRequired} />
      <Group className={boxClass} data-size={size}>
        {before}
        <Input
          className={inputClass}
          {...(direction === "ltr" ? { dir: direction } : {})}
          {...(placeholder === undefined ? {} : { placeholder })}
          {...(inputRef ? { ref: inputRef } : {})}
        />
        {after}
      </Group>
      <FieldHelp description={description} errorMessage={errorMessage} />
    </AriaTextField>
  );
}
