import { isSingleChoice } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { useMembers } from "../../people/people.ts";

interface FixCellProps {
  label: string;
  field: Field;
  value: string;
  isWrong: boolean;
  isDisabled: boolean;
  onCommit: (text: string) => void;
}

/** One cell: a choice where the field has choices, else text, taken when it is left. */
export function FixCell({ label, field, value, isWrong, isDisabled, onCommit }: FixCellProps) {
  const members = useMembers();
  const [text, setText] = useState(value);
  const traits = fieldTraits[field.type];
  if (isSingleChoice(traits)) {
    const options =
      traits.choices === "people"
        ? members.map(({ userId, name }) => ({ id: userId, label: name }))
        : field.options.map((option) => ({ id: option.label, label: option.label }));
    return (
      <Select
        aria-label={label}
        size={28}
        isDisabled={isDisabled}
        options={options}
        value={options.some(({ id }) => id === value) ? value : null}
        placeholder={value}
        onChange={onCommit}
      />
    );
  }
  return (
    <TextField
      aria-label={label}
      size={28}
      value={text}
      isDisabled={isDisabled}
      data-wrong={isWrong || undefined}
      autoComplete="off"
      onChange={setText}
      onBlur={() => text !== value && onCommit(text)}
    />
  );
}
