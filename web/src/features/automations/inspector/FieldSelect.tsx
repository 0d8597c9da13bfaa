import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { iconOf } from "../../fields/screens.ts";
import styles from "./inspector.module.css";

interface FieldSelectProps {
  label?: string;
  fields: readonly Field[];
  value: string;
  errorMessage: string | undefined;
  onChange: (fieldId: string) => void;
}

/** Selects one of the given fields. */
export function FieldSelect({ label, fields, value, errorMessage, onChange }: FieldSelectProps) {
  const t = useT();
  return (
    <Select
      label={label ?? t("automations.field")}
      isRequired
      placeholder={t("automations.problem.chooseField")}
      options={fields.map((field) => ({
        id: field.id,
        label: field.label,
        node: (
          <span className={styles.option}>
            <Icon of={iconOf(field.id, field.type)} size={16} />
            <bdi>{field.label}</bdi>
          </span>
        ),
      }))}
      value={fields.some(({ id }) => id === value) ? value : null}
      errorMessage={errorMessage}
      onChange={onChange}
    />
  );
}
