import type { Arrival } from "@kartis/core/automations/triggers/arrival.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { DurationField } from "./DurationField.tsx";

type Value = Omit<Arrival, "at">;

interface ArrivalFieldsProps {
  value: Value;
  /** The trigger, whose catalogue names the choices. */
  kind: "dateArrives" | "dueDate";
  errors: Readonly<Record<string, string>>;
  onChange: (value: Value) => void;
}

/** Before, on or after a date, and by how much. */
export function ArrivalFields({ value, kind, errors, onChange }: ArrivalFieldsProps) {
  const t = useT();
  const { when, amount, unit } = value;
  return (
    <>
      <Select
        label={t("automations.trigger.dateArrives.when")}
        options={(["before", "on", "after"] as const).map((id) => ({ id, label: t(`automations.trigger.${kind}.${id}`) }))}
        value={when}
        onChange={(id) =>
          onChange({ ...value, when: id === "before" || id === "after" ? id : "on", amount: id === "on" ? 0 : amount || 1 })
        }
      />
      {when !== "on" && (
        <DurationField
          label={t("automations.trigger.dateArrives.amount")}
          value={{ amount, unit }}
          errorMessage={errors["amount"] ?? errors["unit"]}
          onChange={(duration) => onChange({ ...value, ...duration })}
        />
      )}
    </>
  );
}
