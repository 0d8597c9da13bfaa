import { isFlag } from "@kartis/core/cards/fields/field.ts";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import addIcon from "@fluentui/svg-icons/icons/add_16_regular.svg?icon";
import dismiss from "@fluentui/svg-icons/icons/dismiss_16_regular.svg?icon";
import type { BulkSelection } from "@kartis/core/bulk/schema.ts";
import type { CardType, Field } from "@kartis/core/cards/schema.ts";
import { useState, type FormEvent } from "react";
import { useT } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { Dialog } from "../../../ui/overlays/Dialog.tsx";
import { IconButton } from "../../../ui/actions/IconButton.tsx";
import { readValues } from "../create/useNewCard.ts";
import { iconOf } from "../../fields/screens.ts";
import { FormField } from "../../fields/form/FormField.tsx";
import { validationMessage } from "../../fields/validation.ts";
import { isEmpty } from "../../fields/values.ts";
import { FieldList } from "../filters/FieldList.tsx";
import { FieldMenu } from "../filters/FieldMenu.tsx";
import { useRegion } from "../../../lib/organization.ts";
import { EditPreview } from "./EditPreview.tsx";
import styles from "./EditFieldsDialog.module.css";

interface EditFieldsDialogProps {
  type: CardType;
  selection: BulkSelection;
  count: number;
  onClose: () => void;
  onChange: (fields: Record<string, unknown>, startAutomations: boolean) => void;
}

interface Chosen {
  readonly field: Field;
  readonly value: unknown;
  /** Takes the value away, which an empty input does not: empty is not filled. */
  readonly isCleared: boolean;
}

/** Chooses fields and their new values, shows what would change, and only then changes it. */
export function EditFieldsDialog({ type, selection, count, onClose, onChange }: EditFieldsDialogProps) {
  const t = useT();
  const region = useRegion();
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [fields, setFields] = useState<Record<string, unknown>>();
  const left = type.fields.filter((field) => isBulkEditable(field) && !chosen.some((one) => one.field.id === field.id));
  const title = t("changes.edit.title", { count });

  const set = (fieldId: string, change: Partial<Chosen>) => {
    setErrors(({ [fieldId]: _, ...others }) => others);
    setChosen((all) => all.map((one) => (one.field.id === fieldId ? { ...one, ...change } : one)));
  };

  function add(fieldId: string) {
    const field = left.find(({ id }) => id === fieldId);
    if (field) setChosen((all) => [...all, { field, value: initial(field), isCleared: false }]);
  }

  async function read(event: FormEvent) {
    event.preventDefault();
    const filled = chosen.filter(({ value, isCleared }) => !isCleared && !isEmpty(value));
    const { read: values, wrong } = await readValues(
      filled.map(({ field }) => field),
      Object.fromEntries(filled.map(({ field, value }) => [field.id, value])),
      region,
    );
    const empty = chosen.filter(({ field, isCleared }) => !isCleared && !(field.id in values) && !(field.id in wrong));
    const found = {
      ...Object.fromEntries(Object.entries(wrong).map(([fieldId, key]) => [fieldId, validationMessage(t, key)])),
      ...Object.fromEntries(empty.map(({ field }) => [field.id, t("changes.edit.fill")])),
    };
    setErrors(found);
    if (Object.keys(found).length > 0 || chosen.length === 0) return;
    setFields({
      ...values,
      ...Object.fromEntries(chosen.filter(({ isCleared }) => isCleared).map(({ field }) => [field.id, null])),
    });
  }

  if (fields)
    return (
      <EditPreview
        type={type}
        selection={selection}
        title={title}
        fields={fields}
        onBack={(wrong) => {
          setErrors(wrong);
          setFields(undefined);
        }}
        onClose={onClose}
        onChange={(startAutomations) => onChange(fields, startAutomations)}
      />
    );
  return (
    <Dialog
      isOpen
      title={title}
      size={560}
      isDirty={chosen.length > 0}
      onClose={onClose}
      footer={
        <>
          <Button size={32} onPress={onClose}>
            {t("common.cancel")}
          </Button>
          <Button size={32} variant="primary" type="submit" form="bulk-edit" isDisabled={chosen.length === 0}>
            {t("changes.preview")}
          </Button>
        </>
      }
    >
      <form id="bulk-edit" className={styles.form} onSubmit={(event) => void read(event)} noValidate>
        <p className={styles.hint}>{t("changes.edit.hint")}</p>
        {chosen.map(({ field, value, isCleared }, index) => (
          <div key={field.id} className={styles.row}>
            <div className={styles.value}>
              {isCleared ? (
                <span className={styles.cleared}>
                  <span className={styles.label}>{field.label}</span>
                  {t("changes.edit.cleared")}
                </span>
              ) : (
                <FormField
                  field={{ ...field, required: false }}
                  value={value}
                  onChange={(next) => set(field.id, { value: next })}
                  errorMessage={errors[field.id]}
                  autoFocus={index === chosen.length - 1}
                />
              )}
              {!field.required && (
                <Checkbox isSelected={isCleared} onChange={(next) => set(field.id, { isCleared: next })}>
                  {t("changes.edit.clear")}
                </Checkbox>
              )}
              {isCleared && errors[field.id] && <span className={styles.error}>{errors[field.id]}</span>}
            </div>
            <IconButton
              icon={dismiss}
              label={t("common.removeNamed", { name: field.label })}
              onPress={() => setChosen((all) => all.filter((one) => one.field.id !== field.id))}
            />
          </div>
        ))}
        {chosen.length === 0 ? (
          <div className={styles.choices}>
            <FieldList
              label={t("changes.edit.add")}
              fields={left.map((field) => ({ ...field, icon: iconOf(field.id, field.type) }))}
              onChoose={add}
            />
          </div>
        ) : (
          <span>
            <FieldMenu
              fields={left}
              onChoose={add}
              trigger={
                <Button icon={addIcon} isDisabled={left.length === 0}>
                  {t("changes.edit.add")}
                </Button>
              }
            />
          </span>
        )}
      </form>
    </Dialog>
  );
}

const initial = (field: Field): unknown => (isFlag(fieldTraits[field.type]) ? true : null);

/** Left out: names, which distinguish cards, and fields hidden on cards, which are for scripts. */
const isBulkEditable = (field: Field): boolean => !field.internal && field.id !== "name" && !fieldTraits[field.type].ofOneCard;
