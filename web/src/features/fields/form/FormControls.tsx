import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { RadioGroup } from "../../../ui/inputs/RadioGroup.tsx";
import { Slider } from "../../../ui/inputs/Slider.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { TokenComboBox } from "../../../ui/inputs/TokenComboBox.tsx";
import { useTimeZone } from "../../../lib/organization.ts";
import styles from "./FormField.module.css";
import { instantOf, wallOf } from "../instants.ts";
import { useChoices, useRadioOptions } from "../options.tsx";
import type { FormControlProps } from "../screen.ts";
import { keyboardOf } from "../keyboard.ts";
import { boundsOf } from "../bounds.ts";
import { joinLink, splitLink } from "../link-text.ts";
import { Swatches } from "../editors/Swatches.tsx";
import { asIds, asText } from "../values.ts";

export function LinesControl({ label, isRequired, errorMessage, description, value, onChange }: FormControlProps) {
  return <TextArea {...{ label, isRequired, errorMessage, description }} value={asText(value)} onChange={onChange} />;
}

export function CheckControl({ label, value, onChange }: FormControlProps) {
  return (
    <Checkbox isSelected={value === true} onChange={onChange}>
      {label}
    </Checkbox>
  );
}

export function SelectControl({
  field,
  value,
  onChange,
  placeholder,
  label,
  isRequired,
  errorMessage,
  description,
}: FormControlProps) {
  const options = useChoices(field, value);
  const shared = { label, isRequired, errorMessage, description };
  return <Select {...shared} options={options} value={asText(value) || null} onChange={onChange} placeholder={placeholder} />;
}

export function TokensControl({ field, value, onChange, label, isRequired, errorMessage, description }: FormControlProps) {
  return (
    <TokenComboBox
      {...{ label, isRequired, errorMessage, description }}
      options={useChoices(field, value)}
      value={asIds(value)}
      onChange={(ids) => onChange(ids.length === 0 ? null : ids)}
    />
  );
}

export function SecretControl({ label, isRequired, errorMessage, description, value, onChange }: FormControlProps) {
  const shared = { label, isRequired, errorMessage, description };
  return <TextField {...shared} type="password" value={asText(value)} onChange={onChange} autoComplete="new-password" />;
}

export function DayControl({ label, isRequired, errorMessage, description, value, onChange }: FormControlProps) {
  return <DatePicker {...{ label, isRequired, errorMessage, description }} value={asText(value) || null} onChange={onChange} />;
}

export function TimeControl({ label, isRequired, errorMessage, description, value, onChange }: FormControlProps) {
  return <TimeField {...{ label, isRequired, errorMessage, description }} value={asText(value) || null} onChange={onChange} />;
}

export function DateTimeControl({ label, isRequired, errorMessage, value, onChange }: FormControlProps) {
  const t = useT();
  const timeZone = useTimeZone();
  const instant = asText(value);
  const wall = instant ? wallOf(instant, timeZone) : { day: null, time: null };
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
        label={t("cards.time")}
        isDisabled={!wall.day}
        value={wall.time}
        onChange={(time) => wall.day && time && onChange(instantOf(wall.day, time, timeZone))}
      />
    </div>
  );
}

export function RadioControl({ field, value, onChange, label, isRequired, errorMessage, description }: FormControlProps) {
  const options = useRadioOptions(field);
  return (
    <RadioGroup
      {...{ label, isRequired, errorMessage, description }}
      options={options}
      value={asText(value)}
      onChange={(id) => onChange(id || null)}
    />
  );
}

export function RangeControl({ field, value, onChange, label, isRequired, errorMessage, description }: FormControlProps) {
  const text = asText(value);
  return (
    <div className={styles.range}>
      <TextField
        {...{ label, isRequired, errorMessage, description }}
        value={text}
        onChange={onChange}
        {...keyboardOf(field)}
        textDirection="ltr"
        autoComplete="off"
      />
      <Slider aria-label={label} {...boundsOf(field, text)} onChange={(next) => onChange(String(next))} />
    </div>
  );
}

export function ColorControl({ value, onChange, placeholder, label, isRequired, errorMessage, description }: FormControlProps) {
  const text = asText(value);
  return (
    <div className={styles.color}>
      <TextField
        {...{ label, isRequired, errorMessage, description, placeholder }}
        value={text}
        onChange={onChange}
        textDirection="ltr"
        autoComplete="off"
      />
      <Swatches label={label} value={text} onPick={onChange} />
    </div>
  );
}

export function LinkControl({ field, value, onChange, label, isRequired, errorMessage, description }: FormControlProps) {
  const t = useT();
  const link = splitLink(asText(value));
  return (
    <div role="group" aria-label={label} className={styles.link}>
      <TextField
        {...{ label, isRequired, description }}
        placeholder={t("fieldTypes.link.address")}
        value={link.url}
        onChange={(next) => onChange(joinLink({ ...link, url: next }))}
        {...keyboardOf(field)}
        textDirection="ltr"
        autoComplete="off"
        errorMessage={errorMessage}
      />
      <TextField
        aria-label={`${label}: ${t("fieldTypes.link.text")}`}
        placeholder={t("fieldTypes.link.text")}
        value={link.label}
        onChange={(next) => onChange(joinLink({ ...link, label: next }))}
        autoComplete="off"
      />
    </div>
  );
}
