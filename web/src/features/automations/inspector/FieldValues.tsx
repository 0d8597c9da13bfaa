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
  /** Error messages by `fields.<id>`. */
  errors: Readonly<Record<string, string>>;
  onChange: (values: Record<string, unknown>) => void;
}

/** Initial values for a new card's fields. */
export function FieldValues({ type, values, errors, onChange }: FieldValuesProps) {
  const t = useT();
  const [shown, setShown] = useState<readonly string[]>(Object.keys(values));
  const errorOf = (fieldId: string) => errors[`fields.${fieldId}`];
  const all = type.fields.filter((field) => !field.internal && field.id !== "name" && !fieldTraits[field.type].ofOneCard);
  const without = (fieldId: string) => {
    const { [fieldId]: _, ...rest } = values;
    return rest;
  };
  // Required fields that no value is given for are offered with their error.
  const here = all.filter(({ id }) => shown.includes(id) || errorOf(id) !== undefined);
  const gone = Object.keys(values).filter((id) => !type.fields.some((field) => field.id === id));
  const others = type.fields.filter(({ id }) => errorOf(id) !== undefined && !here.some((field) => field.id === id));
  return (
    <>
      {here.map((field) => (
        <div key={field.id} className={styles.removable}>
          <ValueField
            field={field}
            value={values[field.id]}
            errorMessage={errorOf(field.id)}
            onChange={(value) => {
              // Offered for its error, it stays when that is gone.
              if (!shown.includes(field.id)) setShown([...shown, field.id]);
              onChange(value === undefined ? without(field.id) : { ...values, [field.id]: value });
            }}
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
      {gone.map((fieldId) => (
        <div key={fieldId} className={styles.removable} data-gone>
          <p className={styles.wrong} role="alert">
            {t("automations.problem.field")}
          </p>
          <IconButton
            icon={dismiss}
            label={t("automations.action.createCard.removeGone")}
            onPress={() => onChange(without(fieldId))}
          />
        </div>
      ))}
      {others.map(({ id, label }) => (
        <p key={id} className={styles.wrong} role="alert">
          <bdi>{label}</bdi>: {errorOf(id)}
        </p>
      ))}
      <span>
        <FieldMenu
          fields={all.filter((field) => !here.includes(field))}
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
