import { type Duration, timeUnits } from "@kartis/core/automations/actions/definition.ts";
import { useT } from "../../../lib/i18n.tsx";
import { NumberField } from "../../../ui/inputs/NumberField.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import styles from "./inspector.module.css";

interface DurationFieldProps {
  label: string;
  value: Duration;
  errorMessage: string | undefined;
  onChange: (value: Duration) => void;
}

/** A number of minutes, hours, days, weeks, months or years. */
export function DurationField({ label, value, errorMessage, onChange }: DurationFieldProps) {
  const t = useT();
  return (
    <div className={styles.duration} role="group" aria-label={label}>
      <NumberField
        label={label}
        value={value.amount || null}
        minValue={1}
        errorMessage={errorMessage}
        // Empty counts as missing, which validation reports.
        onChange={(amount) => onChange({ ...value, amount: amount ?? 0 })}
      />
      <Select
        label={t("automations.unit")}
        options={timeUnits.map((unit) => ({ id: unit, label: t(`automations.unit.${unit}`, { count: value.amount }) }))}
        value={value.unit}
        onChange={(chosen) => onChange({ ...value, unit: timeUnits.find((unit) => unit === chosen) ?? value.unit })}
      />
    </div>
  );
}
