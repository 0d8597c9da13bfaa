import type { Field } from "@kartis/core/cards/schema.ts";
import { useEffect, useRef, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { readTyped } from "../../fields/definitions.ts";
import { FormField } from "../../fields/form/FormField.tsx";
import { screenOf } from "../../fields/screens.ts";
import { validationMessage } from "../../fields/validation.ts";
import { asText, editableText } from "../../fields/values.ts";
import { useRegion } from "../../../lib/organization.ts";
import styles from "./inspector.module.css";

interface ValueFieldProps {
  field: Field;
  value: unknown;
  errorMessage: string | undefined;
  /** Called with the field's value; undefined while the input is not a valid one. */
  onChange: (value: unknown) => void;
}

const readMs = 300;

/** Edits a field's value with its type's control. Typed text is read when typing pauses, and at once when the field is left or closed. */
export function ValueField({ field, value, errorMessage, onChange }: ValueFieldProps) {
  const t = useT();
  const region = useRegion();
  const { isTyped } = screenOf(field.type);
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  const unread = useRef<string>(undefined);
  const latest = useRef(onChange);
  async function read() {
    const text = unread.current;
    if (text === undefined) return;
    unread.current = undefined;
    const parsed = await readTyped({ ...field, required: true }, text, region);
    setWrong(parsed.ok ? undefined : validationMessage(t, parsed.message));
    // The form may have been rendered again by the time the text has been read.
    latest.current(parsed.ok ? parsed.value : undefined);
  }
  const readNow = useRef(read);
  useEffect(() => {
    latest.current = onChange;
    readNow.current = read;
  });
  useEffect(() => {
    const timer = setTimeout(() => void readNow.current(), readMs);
    return () => clearTimeout(timer);
  }, [typed]);
  // Escape closes the panel without a blur.
  useEffect(() => () => void readNow.current(), []);
  return (
    <div className={styles.value} onBlur={() => void read()}>
      <FormField
        field={{ ...field, required: true }}
        value={isTyped ? (typed ?? editableText(field, value)) : (value ?? null)}
        errorMessage={wrong ?? errorMessage}
        onChange={(next) => {
          if (!isTyped) return onChange(next ?? undefined);
          unread.current = asText(next);
          return setTyped(unread.current);
        }}
      />
    </div>
  );
}
