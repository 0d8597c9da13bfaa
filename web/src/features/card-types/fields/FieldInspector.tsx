import type { Field } from "@kartis/core/cards/schema.ts";
import { currencyCodes } from "@kartis/core/kernel/money.ts";
import { apiNameOf } from "@kartis/core/cards/types/naming.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { ComboBox } from "../../../ui/inputs/ComboBox.tsx";
import { Icon } from "../../../ui/display/Icon.tsx";
import { NumberField } from "../../../ui/inputs/NumberField.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { TextArea } from "../../../ui/inputs/TextArea.tsx";
import { TextField } from "../../../ui/inputs/TextField.tsx";
import { iconOf } from "../../cards/fields/screens.ts";
import { DefaultValue } from "./DefaultValue.tsx";
import { isSystemField, withSetting, withStatuses, withType, hasSetting } from "../draft.ts";
import styles from "../editor.module.css";
import { fieldTypes } from "./field-types.ts";
import { HueMenu } from "../HueMenu.tsx";
import { OptionsEditor } from "./OptionsEditor.tsx";
import { RelationSettings } from "./RelationSettings.tsx";
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
  const { draft, edit, editField, base } = useEditor();
  const problem = useProblem();
  const at = `fields.${field.id}`;
  const change = (next: Partial<Field>) => editField(field.id, next);
  const replace = (next: Field) =>
    edit((before) => ({ ...before, fields: before.fields.map((one) => (one.id === next.id ? next : one)) }));
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
          if (type) replace(withType(field, type));
        }}
        description={isSystem ? t("cardTypes.field.system") : t(`fieldTypes.${field.type}.help`)}
        errorMessage={problem(`${at}.type`)}
      />
      {hasSetting(field.type, "options") && (
        <div>
          <h2 className={styles.label}>{t("cardTypes.options")}</h2>
          <OptionsEditor
            fieldId={field.id}
            label={t("cardTypes.options")}
            addLabel={t("cardTypes.addOption")}
            emptyText={t("cardTypes.problem.noOptions")}
            options={field.options}
            onChange={(options) =>
              field.id === "status" ? edit((before) => withStatuses(before, options)) : change({ options })
            }
          />
        </div>
      )}
      {hasSetting(field.type, "currency") && (
        <Select
          label={t("cardTypes.field.currency")}
          options={[
            { id: "", label: t("cardTypes.field.currency.organization") },
            ...currencyCodes.map((code) => ({ id: code, label: code })),
          ]}
          value={field.currency ?? ""}
          onChange={(id) =>
            replace(
              withSetting(
                field,
                "currency",
                currencyCodes.find((code) => code === id),
              ),
            )
          }
          errorMessage={problem(`${at}.currency`)}
        />
      )}
      {hasSetting(field.type, "bounds") && (
        <div className={styles.pair}>
          <NumberField
            label={t("cardTypes.field.min")}
            value={field.min ?? null}
            onChange={(min) => replace(withSetting(field, "min", min ?? undefined))}
            errorMessage={problem(`${at}.min`)}
          />
          <NumberField
            label={t("cardTypes.field.max")}
            value={field.max ?? null}
            onChange={(max) => replace(withSetting(field, "max", max ?? undefined))}
            errorMessage={problem(`${at}.max`)}
          />
        </div>
      )}
      {hasSetting(field.type, "relation") && <RelationSettings field={field} onChange={change} />}
      <DefaultValue field={field} onChange={replace} />
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
        onChange={(group) => replace(withSetting(field, "group", group ?? undefined))}
        onCreate={(group) => change({ group })}
      />
      <div className={styles.line}>
        <HueMenu
          label={t("cardTypes.field.hue")}
          hue={field.hue}
          onChange={(hue) => change({ hue })}
          onClear={() => replace(withSetting(field, "hue", undefined))}
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
