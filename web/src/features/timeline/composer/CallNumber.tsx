import { useRef } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { PhoneNumber } from "../../fields/display/PhoneNumber.tsx";
import styles from "./composer.module.css";

interface CallNumberProps {
  value: string;
  /** The card's numbers, of which those that are not in the field are one press away. */
  numbers: readonly string[];
  autoFocus: boolean;
  onChange: (number: string) => void;
}

/** The number of whoever was on the other end of a call. */
export function CallNumber({ value, numbers, autoFocus, onChange }: CallNumberProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const others = numbers.filter((number) => number !== value.trim());
  function choose(number: string) {
    onChange(number);
    // The button goes with the choice, and the focus would go with it.
    input.current?.focus();
  }
  return (
    <>
      <TextField
        label={t("timeline.number")}
        type="tel"
        inputRef={input}
        autoFocus={autoFocus}
        value={value}
        onChange={onChange}
      />
      {others.length > 0 && (
        <div className={styles.numbers} role="group" aria-label={t("timeline.number")}>
          {others.map((number) => (
            <Button key={number} size={24} variant="ghost" onPress={() => choose(number)}>
              <PhoneNumber value={number} />
            </Button>
          ))}
        </div>
      )}
    </>
  );
}
