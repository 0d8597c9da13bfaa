import type { Field } from "@kartis/core/cards/schema.ts";
import { currencyCodes } from "@kartis/core/kernel/money.ts";
import { useT } from "../../../lib/i18n.tsx";
import { NumberField } from "../../../ui/inputs/NumberField.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { hasSetting, withSetting, withStatuses } from "../draft.ts";
import styles from "../editor.module.css";
import { useProblem } from "../useProblem.ts";
import { useEditor } from "../useTypeEditor.ts";
import { OptionsEditor } from "./OptionsEditor.tsx";
import { RelationSettings } from "./RelationSettings.tsx";

/** Settings specific to the field's type: options, a currency, bounds, target cards. */
export function TypeSettings({ field }: { field: Field }) {
  const t = useT();
  const { edit, editField, replaceField } = useEditor();
  const problem = useProblem();
  const at = `fields.${field.id}`;
  const change = (next: Partial<Field>) => editField(field.id, next);
  return (
    <>
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
            replaceField(
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
            onChange={(min) => replaceField(withSetting(field, "min", min ?? undefined))}
            errorMessage={problem(`${at}.min`)}
          />
          <NumberField
            label={t("cardTypes.field.max")}
            value={field.max ?? null}
            onChange={(max) => replaceField(withSetting(field, "max", max ?? undefined))}
            errorMessage={problem(`${at}.max`)}
          />
        </div>
      )}
      {hasSetting(field.type, "relation") && <RelationSettings field={field} onChange={change} />}
    </>
  );
}
