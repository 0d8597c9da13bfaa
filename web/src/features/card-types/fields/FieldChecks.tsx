import type { Field } from "@kartis/core/cards/schema.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { hasSetting, isSystemField } from "../draft.ts";
import styles from "../editor.module.css";
import { useEditor } from "../useTypeEditor.ts";

/** Options of every field: required, shown, internal. */
export function FieldChecks({ field }: { field: Field }) {
  const t = useT();
  const { editField } = useEditor();
  const change = (next: Partial<Field>) => editField(field.id, next);
  const isSystem = isSystemField(field.id);
  return (
    <div className={styles.checks}>
      {hasSetting(field.type, "assigns") && (
        <Check
          label={t("cardTypes.field.assigns")}
          help={t(isSystem ? "cardTypes.field.assigns.owner" : "cardTypes.field.assigns.help")}
          isDisabled={isSystem}
          isSelected={isSystem || field.assigns === true}
          onChange={(assigns) => change({ assigns })}
        />
      )}
      <Check
        label={t("common.required")}
        help={t("cardTypes.field.required.help")}
        isDisabled={field.id === "name"}
        isSelected={field.required}
        onChange={(required) => change({ required })}
      />
      <Check
        label={t("cardTypes.field.displayed")}
        help={t("cardTypes.field.displayed.help")}
        isSelected={field.displayed}
        onChange={(displayed) => change({ displayed })}
      />
      <Check
        label={t("cardTypes.internal")}
        help={t("cardTypes.field.internal.help")}
        isDisabled={isSystem}
        isSelected={field.internal}
        onChange={(internal) => change({ internal })}
      />
    </div>
  );
}

interface CheckProps {
  label: string;
  help: string;
  isDisabled?: boolean;
  isSelected: boolean;
  onChange: (isSelected: boolean) => void;
}

function Check({ label, help, ...props }: CheckProps) {
  return (
    <div>
      <Checkbox {...props}>{label}</Checkbox>
      <p className={styles.under}>{help}</p>
    </div>
  );
}
