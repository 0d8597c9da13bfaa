import type { Field } from "@kartis/core/cards/schema.ts";
import { useState, type ReactNode } from "react";
import { TokenComboBox } from "../../../ui/TokenComboBox.tsx";
import { createByName, typeIdsOf, useCardChoice } from "./useCardChoice.tsx";
import { asIds } from "./values.ts";

interface CardsFormFieldProps {
  field: Field;
  label: string;
  isRequired: boolean;
  errorMessage: string | undefined;
  description?: ReactNode;
  value: unknown;
  onChange: (value: readonly string[] | null) => void;
}

/** Cards as tokens in a form. A field for one card keeps the last that was chosen. */
export function CardsFormField({ field, value, onChange, ...shared }: CardsFormFieldProps) {
  const [query, setQuery] = useState("");
  const chosen = asIds(value);
  const { options, creatable } = useCardChoice(typeIdsOf(field), query, chosen);
  const [type] = creatable;

  function change(ids: readonly string[]) {
    const kept = field.relation?.many === false ? ids.slice(-1) : ids;
    onChange(kept.length === 0 ? null : kept);
  }

  async function create(name: string) {
    if (!type) return;
    const cardId = await createByName(type, name);
    if (cardId) change([...chosen, cardId]);
  }

  return (
    <TokenComboBox
      {...shared}
      options={options}
      value={chosen}
      onChange={change}
      onQueryChange={setQuery}
      {...(creatable.length === 1 ? { onCreate: (name: string) => void create(name.trim()) } : {})}
    />
  );
}
