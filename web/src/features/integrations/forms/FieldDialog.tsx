import type { Field } from "@kartis/core/cards/schema.ts";
import { useState } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { FormDialog } from "../../../ui/overlays/FormDialog.tsx";
import type { FormDesign } from "./queries.ts";

type FormField = FormDesign["fields"][number];

interface FieldDialogProps {
  field: FormField;
  /** The card type's; absent for one that it no longer has. */
  own: Field | undefined;
  onClose: () => void;
  onDone: (field: FormField) => void;
}

/** How the form asks for a field. */
export function FieldDialog({ field, own, onClose, onDone }: FieldDialogProps) {
  const t = useT();
  const [label, setLabel] = useState(field.label);
  const [help, setHelp] = useState(field.help);
  const [required, setRequired] = useState(field.required);
  const isAlways = own?.id === "name" || own?.required === true;
  return (
    <FormDialog
      title={own?.label ?? t("leadForms.field.gone")}
      action={t("common.apply")}
      isDirty={label !== field.label || help !== field.help || required !== field.required}
      isPending={false}
      onClose={onClose}
      onSubmit={() => onDone({ ...field, label: label.trim(), help: help.trim(), required })}
    >
      <TextField
        label={t("leadForms.field.label")}
        description={t("leadForms.field.about")}
        placeholder={own?.label ?? ""}
        autoFocus
        maxLength={200}
        value={label}
        onChange={setLabel}
      />
      <TextField label={t("leadForms.field.help")} maxLength={500} value={help} onChange={setHelp} />
      <Checkbox isSelected={required || isAlways} isDisabled={isAlways} onChange={setRequired}>
        {t("leadForms.field.required")}
      </Checkbox>
    </FormDialog>
  );
}
