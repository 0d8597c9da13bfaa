import type { Field } from "@kartis/core/cards/schema.ts";
import type { CardId } from "@kartis/core/kernel/id.ts";
import type { ReactNode } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { keyboardOf } from "../keyboard.ts";
import { screenOf } from "../screens.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { asText } from "../values.ts";

export interface FormFieldProps {
  field: Field;
  /** Text where the control is typed into, else a value of the field; null for none. */
  value: unknown;
  onChange: (value: unknown) => void;
  errorMessage: string | undefined;
  description?: ReactNode;
  /** Placeholder; by default it asks for the value. */
  placeholder?: string;
  autoFocus?: boolean;
  /** The card it belongs to, or will. */
  cardId?: CardId | undefined;
}

/** A field of a form, by the control of its type; a line of text where the type has none of its own. */
export function FormField({
  field,
  value,
  onChange,
  errorMessage,
  description,
  autoFocus = false,
  cardId,
  ...props
}: FormFieldProps) {
  const t = useT();
  const placeholder = props.placeholder ?? t("cards.add", { label: field.label });
  const { Control } = screenOf(field.type);
  const shared = { label: field.label, isRequired: field.required, errorMessage, description, onChange, placeholder };
  if (Control) return <Control {...shared} field={field} value={value} cardId={cardId} />;
  return (
    <TextField
      {...shared}
      {...keyboardOf(field)}
      value={asText(value)}
      textDirection={fieldTraits[field.type].direction}
      autoFocus={autoFocus}
      autoComplete="off"
    />
  );
}
