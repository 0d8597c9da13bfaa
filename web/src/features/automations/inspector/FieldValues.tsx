import add from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { FieldMenu } from "../../cards/filters/FieldMenu.tsx";
import styles from "./inspector.module.css";
import { ValueField } from "./ValueField.tsx";

interface FieldValuesProps {
  type: CardType;
  values: Readonly<Record<string, unknown>>;
  onChange: (values: Record<string, unknown>) => void;
}

/** Initial values for a new card's fields. */
export function FieldValues({ type, values, onChange }: FieldValuesProps) {
  const t = useT();
  const [shown, setShown] = useState<readonly string[]>(Object.keys(values));
  const all = type.fields.filter((field) => !field.internal && field.id !== "name" && !fieldTraits[field.type].ofOneCard);
  const without = (fieldId: string) => {
    const { [fieldId]: _, ...rest } = values;
    return rest;
  };
  return (
    <>
      {all
        .filter(({ id }) => shown.includes(id))
        .map((field) => (
          <div key={field.id} className={styles.removable}>
            <ValueField
              field={field}
              value={values[field.id]}
              errorMessage={undefined}
              onChange={(value) => onChange(value === undefined ? without(field.id) : { ...values, [field.id]: value })}
            />
            <IconButton
              icon={dismiss}
              label={t("common.removeNamed", { name: field.label })}
              onPress={() => {
                setShown(shown.filter((id) => id !== field.id));
                onChange(without(field.id));
              }}
            />
          </div>
        ))}
      <span>
        <FieldMenu
          fields={all.filter(({ id }) => !shown.includes(id))}
          onChoose={(fieldId) => setShown([...shown, fieldId])}
          trigger={
            <Button variant="ghost" size={24} icon={add}>
              {t("automations.action.createCard.addField")}
            </Button>
          }
        />
      </span>
    </>
  );
}
