import type { Field } from "@kartis/core/cards/schema.ts";
import type { ReactNode } from "react";
import type { CardId } from "@kartis/core/kernel/id.ts";
import { useT, withWords } from "../../../lib/i18n.tsx";
import { later } from "../../../lib/later.tsx";
import { Checkbox } from "../../../ui/Checkbox.tsx";
import { DatePicker, TimeField } from "../../../ui/DateField.tsx";
import { Select } from "../../../ui/Select.tsx";
import { TextArea } from "../../../ui/TextArea.tsx";
import { TextField } from "../../../ui/TextField.tsx";
import { TokenComboBox } from "../../../ui/TokenComboBox.tsx";
import { useTimeZone } from "../members.tsx";
import { CardsFormField } from "./CardsFormField.tsx";
import styles from "./FormField.module.css";
import { instantOf, wallOf } from "./instants.ts";
import { useFieldOptions } from "./options.tsx";
import { fieldTraits, type Control } from "./traits.ts";
import { asIds, asText } from "./values.ts";

const FilesFormField = later(() =>
  withWords(["files"], import("../../files/FilesFormField.tsx")).then((module) => module.FilesFormField),
);

/** Controls whose value is typed as text and read by the field's definition when the form is sent. */
const typed = new Set<Control>(["line", "lines", "number", "range", "money", "color", "url", "link", "email", "phone", "secret"]);
export const isTyped = (control: Control): boolean => typed.has(control);

const leftToRight = new Set<Control>(["number", "range", "money", "color", "url", "email", "phone"]);

export interface FormFieldProps {
  field: Field;
  /** Text where the control is typed into, else a value of the field; null for none. */
  value: unknown;
  onChange: (value: unknown) => void;
  errorMessage: string | undefined;
  description?: ReactNode;
  /** Else it asks for the value. */
  placeholder?: string;
  autoFocus?: boolean;
  /** The card it belongs to, or will. */
  cardId?: CardId | undefined;
}

/** A field of a form, by the control of its type. */
export function FormField({
  field,
  value,
  onChange,
  errorMessage,
  description,
  placeholder,
  autoFocus = false,
  cardId,
}: FormFieldProps) {
  const t = useT();
  const hint = placeholder ?? t("cards.add", { name: field.label });
  const options = useFieldOptions(field);
  const { control } = fieldTraits[field.type];
  const shared = { label: field.label, isRequired: field.required, errorMessage, description };
  switch (control) {
    case "lines":
      return <TextArea {...shared} value={asText(value)} onChange={onChange} />;
    case "checkbox":
      return (
        <Checkbox isSelected={value === true} onChange={onChange}>
          {field.label}
        </Checkbox>
      );
    case "select":
    case "person":
      return <Select {...shared} options={options} value={asText(value) || null} onChange={onChange} placeholder={hint} />;
    case "tokens":
      return (
        <TokenComboBox
          {...shared}
          options={options}
          value={asIds(value)}
          onChange={(ids) => onChange(ids.length === 0 ? null : ids)}
        />
      );
    case "cards":
      return <CardsFormField {...shared} field={field} value={value} onChange={onChange} />;
    case "files":
    case "images":
      return <FilesFormField field={field} value={value} cardId={cardId} onChange={onChange} errorMessage={errorMessage} />;
    case "secret":
      return <TextField {...shared} type="password" value={asText(value)} onChange={onChange} autoComplete="new-password" />;
    case "date":
      return <DatePicker {...shared} value={asText(value) || null} onChange={onChange} />;
    case "time":
      return <TimeField {...shared} value={asText(value) || null} onChange={onChange} />;
    case "datetime":
      return <DateTime {...shared} value={asText(value)} onChange={onChange} />;
    default:
      return (
        <TextField
          {...shared}
          value={asText(value)}
          onChange={onChange}
          textDirection={leftToRight.has(control) ? "ltr" : "auto"}
          placeholder={hint}
          autoFocus={autoFocus}
          autoComplete="off"
        />
      );
  }
}

interface DateTimeProps {
  label: string;
  isRequired: boolean;
  errorMessage: string | undefined;
  value: string;
  onChange: (value: string | null) => void;
}

function DateTime({ label, isRequired, errorMessage, value, onChange }: DateTimeProps) {
  const t = useT();
  const timeZone = useTimeZone();
  const wall = value ? wallOf(value, timeZone) : { day: null, time: null };
  return (
    <div className={styles.dateTime}>
      <DatePicker
        label={label}
        isRequired={isRequired}
        errorMessage={errorMessage}
        value={wall.day}
        onChange={(day) => onChange(day && instantOf(day, wall.time ?? "09:00", timeZone))}
      />
      <TimeField
        label={t("fields.type.time")}
        isDisabled={!wall.day}
        value={wall.time}
        onChange={(time) => wall.day && time && onChange(instantOf(wall.day, time, timeZone))}
      />
    </div>
  );
}
