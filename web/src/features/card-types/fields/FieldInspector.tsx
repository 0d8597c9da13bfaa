import type { Field } from "@kartis/core/cards/schema.ts";
import { apiNameOf } from "@kartis/core/cards/types/naming.ts";
import { useT } from "../../../lib/i18n.tsx";
import { ComboBox } from "../../../ui/inputs/ComboBox.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { iconOf } from "../../fields/screens.ts";
import { DefaultValue } from "./DefaultValue.tsx";
import { isSystemField, withSetting, withType } from "../draft.ts";
import styles from "../editor.module.css";
import { FieldChecks } from "./FieldChecks.tsx";
import { fieldTypes } from "./field-types.ts";
import { HueMenu } from "../HueMenu.tsx";
import { TypeSettings } from "./TypeSettings.tsx";
import { useProblem } from "../useProblem.ts";
import { useEditor } from "../useTypeEditor.ts";

interface FieldInspectorProps {
  field: Field;
  /** Just added: its key follows its name until it is written by hand. */
  isNew: boolean;
}

/** Everything about one field. */
export function FieldInspector({ field, isNew }: FieldInspectorProps) {
  const t = useT();
  const { draft, editField, replaceField, base } = useEditor();
  const problem = useProblem();
  const at = `fields.${field.id}`;
  const change = (next: Partial<Field>) => editField(field.id, next);
  const isSystem = isSystemField(field.id);
  const isSaved = base.fields.some((one) => one.id === field.id);
  const isTaken = (key: string) => draft.fields.some((one) => one.id !== field.id && one.key === key);
  const groups = [...new Set(draft.fields.flatMap((one) => (one.group ? [one.group] : [])))];

  function rename(label: string) {
    const follows = isNew && !isSaved && field.key === apiNameOf(field.label, "field", isTaken);
    change(follows ? { label, key: apiNameOf(label, "field", isTaken) } : { label });
  }

  return (
    <div className={styles.inspectorBody}>
      <TextField
        label={t("cardTypes.field.label")}
        isRequired
        autoFocus={isNew}
        value={field.label}
        onChange={rename}
        errorMessage={problem(`${at}.label`)}
      />
      <Select
        label={t("cardTypes.field.type")}
        isDisabled={isSystem}
        options={fieldTypes.map((type) => ({
          id: type,
          label: t(`fieldTypes.${type}`),
          node: (
            <span className={styles.typeOption}>
              <Icon of={iconOf("", type)} />
              {t(`fieldTypes.${type}`)}
            </span>
          ),
        }))}
        value={field.type}
        onChange={(id) => {
          const type = fieldTypes.find((one) => one === id);
          if (type) replaceField(withType(field, type));
        }}
        description={isSystem ? t("cardTypes.field.system") : t(`fieldTypes.${field.type}.help`)}
        errorMessage={problem(`${at}.type`)}
      />
      <TypeSettings field={field} />
      <DefaultValue field={field} onChange={replaceField} />
      <FieldChecks field={field} />
      <TextArea
        label={t("cardTypes.field.description")}
        rows={2}
        value={field.description ?? ""}
        onChange={(description) => change({ description })}
        errorMessage={problem(`${at}.description`)}
      />
      <ComboBox
        label={t("cardTypes.field.group")}
        description={t("cardTypes.field.group.help")}
        options={groups.map((group) => ({ id: group, label: group }))}
        value={field.group ?? null}
        onChange={(group) => replaceField(withSetting(field, "group", group ?? undefined))}
        onCreate={(group) => change({ group })}
      />
      <div className={styles.line}>
        <HueMenu
          label={t("cardTypes.field.hue")}
          hue={field.hue}
          onChange={(hue) => change({ hue })}
          onClear={() => replaceField(withSetting(field, "hue", undefined))}
        />
        <span>{t("cardTypes.field.hue")}</span>
      </div>
      <TextField
        label={t("cardTypes.field.key")}
        description={isSaved ? t("cardTypes.field.key.saved") : t("cardTypes.field.key.help")}
        isRequired
        isReadOnly={isSystem}
        textDirection="ltr"
        value={field.key}
        onChange={(key) => change({ key })}
        errorMessage={problem(`${at}.key`)}
      />
    </div>
  );
}
