import type { Field } from "@kartis/core/cards/schema.ts";
import { useEffect, useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { readTyped } from "../../fields/definitions.ts";
import { FormField } from "../../fields/form/FormField.tsx";
import { screenOf } from "../../fields/screens.ts";
import { validationMessage } from "../../fields/validation.ts";
import { asText, editableText } from "../../fields/values.ts";
import { useRegion } from "../../../lib/organization.ts";

interface ValueFieldProps {
  field: Field;
  value: unknown;
  errorMessage: string | undefined;
  /** Called with the field's value; undefined while the input is not a valid one. */
  onChange: (value: unknown) => void;
}

const readMs = 300;

/** Edits a field's value with its type's control. Input is debounced. */
export function ValueField({ field, value, errorMessage, onChange }: ValueFieldProps) {
  const t = useT();
  const region = useRegion();
  const { isTyped } = screenOf(field.type);
  const [typed, setTyped] = useState<string>();
  const [wrong, setWrong] = useState<string>();
  useEffect(() => {
    if (typed === undefined) return undefined;
    const timer = setTimeout(() => {
      void readTyped({ ...field, required: true }, typed, region).then((parsed) => {
        setWrong(parsed.ok ? undefined : validationMessage(t, parsed.message));
        onChange(parsed.ok ? parsed.value : undefined);
      });
    }, readMs);
    return () => clearTimeout(timer);
    // `field` and `onChange` are new on every render.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [typed, region]);
  return (
    <FormField
      field={{ ...field, required: true }}
      value={isTyped ? (typed ?? editableText(field, value)) : (value ?? null)}
      errorMessage={wrong ?? errorMessage}
      onChange={(next) => (isTyped ? setTyped(asText(next)) : onChange(next ?? undefined))}
    />
  );
}
