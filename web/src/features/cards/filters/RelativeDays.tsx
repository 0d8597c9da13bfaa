import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import type { Field } from "@kartis/core/cards/schema.ts";
import type { Condition } from "@kartis/core/cards/query/schema.ts";
import { useFormat } from "../../../lib/i18n.tsx";
import { Button } from "../../../ui/actions/Button.tsx";
import { valuesOf } from "./conditions.ts";
import styles from "./filters.module.css";
import { offeredDays, offeredSpans } from "./offered-days.ts";
import { daysFromToday, relativeDay } from "@kartis/core/cards/query/relative-days.ts";

interface RelativeDaysProps {
  field: Field;
  condition: Condition;
  isPair: boolean;
  onChange: (condition: Condition) => void;
}

/** Days that move with the calendar, each by one press: a saved view says the same on every day. */
export function RelativeDays({ field, condition: { fieldId, operator, ...condition }, isPair, onChange }: RelativeDaysProps) {
  const format = useFormat();
  const isInstant = fieldTraits[field.type].moment === "instant";
  const chosen = valuesOf({ fieldId, operator, ...condition })
    .map(daysFromToday)
    .join();
  const text = (count: number) => format.inDays(count);
  const choices = isPair
    ? offeredSpans(fieldId).map(([from, last]) => ({
        // A day of the field is the last one itself; an instant is before the next begins.
        values: [from, isInstant ? last + 1 : last],
        label: from === last ? text(from) : `${text(from)} – ${text(last)}`,
      }))
    : offeredDays(fieldId).map((count) => ({ values: [count], label: text(count) }));
  return (
    <div className={styles.days}>
      {choices.map(({ values, label }) => {
        const moments = values.map((count) => relativeDay(count, isInstant));
        return (
          <Button
            key={label}
            variant={values.join() === chosen ? "primary" : "secondary"}
            size={28}
            onPress={() => onChange({ fieldId, operator, value: isPair ? moments : moments[0] })}
          >
            {label}
          </Button>
        );
      })}
    </div>
  );
}
