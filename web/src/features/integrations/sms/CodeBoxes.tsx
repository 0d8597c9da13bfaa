import { useId } from "react";
import styles from "./sms.module.css";

interface CodeBoxesProps {
  label: string;
  value: string;
  description: string;
  errorMessage: string | undefined;
  /** It is being verified: what is typed does not count. The field keeps the focus, which a disabled one would lose. */
  isPending: boolean;
  isDisabled: boolean;
  onChange: (value: string) => void;
}

const places = [0, 1, 2, 3, 4, 5];

/** A code of six digits in boxes of three and three: one field for keys, paste, and the phone's own suggestion. */
export function CodeBoxes({ label, value, description, errorMessage, isPending, isDisabled, onChange }: CodeBoxesProps) {
  const id = useId();
  return (
    <div className={styles.code}>
      <label className={styles.codeLabel} htmlFor={id}>
        {label}
      </label>
      <div className={styles.boxes} dir="ltr" data-wrong={Boolean(errorMessage) || undefined}>
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
        <input
          id={id}
          className={styles.codeInput}
          // What is shown next to whoever has asked for a code.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          value={value}
          readOnly={isPending}
          disabled={isDisabled}
          aria-invalid={Boolean(errorMessage)}
          aria-describedby={`${id}-help`}
          onChange={(event) => onChange(event.target.value.replace(/\D/g, "").slice(0, 6))}
        />
      </div>
      <div id={`${id}-help`} role={errorMessage ? "alert" : undefined}>
        <p className={errorMessage ? styles.wrong : styles.quiet}>{errorMessage ?? description}</p>
      </div>
    </div>
  );
}
