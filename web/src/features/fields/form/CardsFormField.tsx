import { useState } from "react";
import { TokenComboBox } from "../../../ui/inputs/TokenComboBox.tsx";
import type { FormControlProps } from "../screen.ts";
import { createByName, typeIdsOf, useCardChoice } from "../editors/useCardChoice.tsx";
import { asIds } from "../values.ts";

/** Cards as tokens in a form. A field for one card keeps the last that was chosen. */
export function CardsFormField({ field, value, onChange, label, isRequired, errorMessage, description }: FormControlProps) {
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
      {...{ label, isRequired, errorMessage, description }}
      options={options}
      value={chosen}
      onChange={change}
      onQueryChange={setQuery}
      {...(creatable.length === 1 ? { onCreate: (name: string) => void create(name.trim()) } : {})}
    />
  );
}
