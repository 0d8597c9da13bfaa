import { relatedTypes } from "@kartis/core/automations/conditions/subject.ts";
import { mostRelatedCards, type Step } from "@kartis/core/automations/schema.ts";
import type { CardType } from "@kartis/core/cards/schema.ts";
import { isId } from "@kartis/core/kernel/id-form.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { useCardTypes } from "../../records/card-types.ts";
import { Conditions } from "./Conditions.tsx";
import styles from "./inspector.module.css";

type ForEach = Extract<Step, { readonly kind: "forEach" }>;

interface ForEachFormProps {
  step: ForEach;
  /** The automation's card type. */
  type: CardType;
  errors: Readonly<Record<string, string>>;
  onChange: (step: ForEach) => void;
}

/** Chooses the related cards that steps are done for. */
export function ForEachForm({ step, type, errors, onChange }: ForEachFormProps) {
  const t = useT();
  const { types = [] } = useCardTypes();
  const related = types.find(({ id }) => id === step.relatedTypeId);
  return (
    <>
      <Select
        label={t("automations.cardType")}
        isRequired
        options={relatedTypes(type, types).map(({ id, pluralName }) => ({ id, label: pluralName }))}
        value={related?.id ?? null}
        errorMessage={errors["relatedTypeId"]}
        onChange={(typeId) => {
          if (!isId("typ", typeId) || typeId === step.relatedTypeId) return;
          // Conditions on the other type's fields would not fit.
          onChange({ ...step, relatedTypeId: typeId, filter: step.filter && { all: [] } });
        }}
      />
      <p className={styles.about}>{t("automations.forEach.about", { count: mostRelatedCards })}</p>
      <Checkbox
        isSelected={step.filter !== null}
        onChange={(isSome) => onChange({ ...step, filter: isSome ? { all: [] } : null })}
      >
        {t("automations.forEach.onlySome")}
      </Checkbox>
      {step.filter && related && (
        <Conditions
          key={related.id}
          type={related}
          filter={step.filter}
          hasBefore={false}
          about=""
          onChange={(filter) => onChange({ ...step, filter })}
        />
      )}
      {errors["filter"] && (
        <p className={styles.about} role="alert">
          {errors["filter"]}
        </p>
      )}
    </>
  );
}
