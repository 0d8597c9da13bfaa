import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { currentUser } from "@kartis/core/views/rules.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { Condition } from "@kartis/core/cards/query/schema.ts";
import { use, useState } from "react";
import { ListBox } from "react-aria-components/ListBox";
import { useT } from "../../../lib/i18n.tsx";
import listStyles from "../../../ui/collections/List.module.css";
import { Searchable } from "../../../ui/collections/Searchable.tsx";
import { OptionItem } from "../../../ui/collections/ListBoxItems.tsx";
import { CardPicker } from "../../fields/editors/CardPicker.tsx";
import { useFieldOptions } from "../../fields/options.tsx";
import { typeIdsOf } from "../../fields/editors/useCardChoice.tsx";
import { arityOf, valuesOf } from "./conditions.ts";
import { SpecialPeople } from "./special-people.ts";
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
  const choices = useFieldOptions(field);
  // "Me" stands for the current viewer: a shared view shows each person their own cards.
  const special = use(SpecialPeople) ?? [{ id: currentUser, label: t("cards.me") }];
  const options = fieldTraits[field.type].choices === "people" ? [...special, ...choices] : choices;
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
    <Searchable label={name} choices={options}>
      {(shown) => (
        <ListBox
          aria-label={field.label}
          className={`${listStyles.list} ${styles.options}`}
          items={shown}
          escapeKeyBehavior="none"
          selectionMode={isMany ? "multiple" : "single"}
          selectedKeys={chosen}
          onSelectionChange={(keys) => choose(keys === "all" ? options.map((option) => option.id) : [...keys].map(String))}
          renderEmptyState={() => <p className={listStyles.none}>{t("common.noMatches")}</p>}
        >
          {(option) => <OptionItem option={option} />}
        </ListBox>
      )}
    </Searchable>
  );
}
