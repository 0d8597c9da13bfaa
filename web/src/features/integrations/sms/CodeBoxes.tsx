import { FieldError } from "react-aria-components/FieldError";
import { Input } from "react-aria-components/Input";
import { Label } from "react-aria-components/Label";
import { Text } from "react-aria-components/Text";
import { TextField } from "react-aria-components/TextField";
import styles from "./sms.module.css";

interface CodeBoxesProps {
  label: string;
  value: string;
  description: string;
  errorMessage: string | undefined;
  /** During verification, input is ignored; the field is not disabled, so that it keeps the focus. */
  isPending: boolean;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

const places = [0, 1, 2, 3, 4, 5];

/** A six-digit code shown as boxes of three and three: one field for typing, pasting, and the phone's own suggestion. */
export function CodeBoxes({ label, value, description, errorMessage, isPending, isDisabled, onChange }: CodeBoxesProps) {
  return (
    <TextField
      className={styles.code ?? ""}
      validationBehavior="aria"
      autoFocus
      inputMode="numeric"
      autoComplete="one-time-code"
      value={value}
      isReadOnly={isPending}
      isDisabled={isDisabled}
      isInvalid={Boolean(errorMessage)}
      onChange={(text) => onChange(text.replace(/\D/g, "").slice(0, 6))}
    >
      <Label className={styles.codeLabel ?? ""}>{label}</Label>
      <div className={styles.boxes} dir="ltr">
        {places.map((place) => (
          <span
            key={place}
            className={styles.box}
            data-current={place === Math.min(value.length, 5) || undefined}
            aria-hidden="true"
          >
            {value[place] ?? ""}
          </span>
        ))}
        <Input className={styles.codeInput ?? ""} />
      </div>
      <FieldError className={styles.wrong ?? ""}>{errorMessage}</FieldError>
      <Text slot="description" className={styles.quiet ?? ""}>
        {description}
      </Text>
    </TextField>
  );
}
