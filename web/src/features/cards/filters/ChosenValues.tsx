import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import searchIcon from "@fluentui/svg-icons/icons/search_16_regular.svg?icon";
import { currentUser } from "@kartis/core/views/rules.ts";
import type { Condition, Field } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { Autocomplete, useFilter } from "react-aria-components/Autocomplete";
import { Input } from "react-aria-components/Input";
import { ListBox } from "react-aria-components/ListBox";
import { SearchField } from "react-aria-components/SearchField";
import { useT } from "../../../lib/i18n.tsx";
import { inputClass } from "../../../ui/inputs/Field.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { OptionItem } from "../../../ui/collections/ListBoxItems.tsx";
import { CardPicker } from "../fields/editors/CardPicker.tsx";
import { useFieldOptions } from "../fields/options.tsx";
import { typeIdsOf } from "../fields/editors/useCardChoice.tsx";
import { arityOf, valuesOf } from "./conditions.ts";
import styles from "./filters.module.css";

interface ChosenValuesProps {
  field: Field;
  condition: Condition;
  onChange: (condition: Condition) => void;
  onDone: () => void;
}

/** Options or people to filter by. What is chosen filters at once; several while the list is open. */
export function ChosenValues({ field, condition, onChange, onDone }: ChosenValuesProps) {
  const t = useT();
  const { contains } = useFilter({ sensitivity: "base" });
  const choices = useFieldOptions(field);
  // Stands for the current viewer: a shared view shows each person their own cards.
  const options =
    fieldTraits[field.type].choices === "people" ? [{ id: currentUser, label: t("cards.me") }, ...choices] : choices;
  const isMany = arityOf(condition.operator) === "many";
  const [chosen, setChosen] = useState(() => valuesOf(condition).map(String));
  const name = t("cards.find", { label: field.label });

  function choose(ids: string[]) {
    setChosen(ids);
    const { fieldId, operator } = condition;
    onChange(isMany ? { fieldId, operator, value: ids } : { fieldId, operator, value: ids[0] });
    if (!isMany) onDone();
  }

  if (fieldTraits[field.type].choices === "cards") {
    return (
      <CardPicker
        label={field.label}
        typeIds={typeIdsOf(field)}
        selectionMode={isMany ? "multiple" : "single"}
        chosen={chosen}
        onChange={(ids) => choose([...ids])}
      />
    );
  }

  return (
    <Autocomplete filter={contains}>
      <SearchField aria-label={name} autoFocus className={listStyles.search ?? ""}>
        <Icon of={searchIcon} />
        <Input className={inputClass} placeholder={name} />
      </SearchField>
      <ListBox
        aria-label={field.label}
        className={`${listStyles.list} ${styles.options}`}
        items={options}
        escapeKeyBehavior="none"
        selectionMode={isMany ? "multiple" : "single"}
        selectedKeys={chosen}
        onSelectionChange={(keys) => choose(keys === "all" ? options.map((option) => option.id) : [...keys].map(String))}
        renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
      >
        {(option) => <OptionItem option={option} />}
      </ListBox>
    </Autocomplete>
  );
}
