import icon from "@fluentui/svg-icons/icons/calendar_clock_20_regular.svg?icon";
import { fieldTraits } from "@kartis/core/cards/fields/traits.ts";
import { useT } from "../../../lib/i18n.tsx";
import { Checkbox } from "../../../ui/inputs/Checkbox.tsx";
import { TimeField } from "../../../ui/inputs/DateField.tsx";
import { ArrivalFields } from "../inspector/ArrivalFields.tsx";
import { FieldSelect } from "../inspector/FieldSelect.tsx";
import { LateChoice } from "../inspector/LateChoice.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

type DateArrives = TriggerOf<"dateArrives">;

const momentOf = (type: KindFormProps<DateArrives>["type"], fieldId: string) => {
  const field = type.fields.find(({ id }) => id === fieldId);
  return field && fieldTraits[field.type].moment;
};
const dateFields = (type: KindFormProps<DateArrives>["type"]) =>
  type.fields.filter(({ id, internal }) => !internal && ["day", "instant"].includes(momentOf(type, id) ?? ""));

export const dateArrives: KindScreen<DateArrives> = {
  icon,
  name: "automations.trigger.dateArrives",
  initial({ type }) {
    const [first] = dateFields(type);
    return first
      ? {
          kind: "dateArrives",
          fieldId: first.id,
          when: "on",
          amount: 0,
          unit: "days",
          at: "09:00",
          isYearly: false,
          firesLate: false,
        }
      : { missing: "automations.problem.noDateField" };
  },
  say: ({ fieldId, when, amount, unit, isYearly, firesLate, at }, words) => ({
    key: "automations.trigger.dateArrives.say",
    values: { field: words.field(fieldId), duration: { value: words.duration({ amount, unit }) }, time: { value: at } },
    params: {
      when,
      yearly: isYearly ? "yes" : "no",
      late: firesLate && !isYearly ? "yes" : "no",
      timed: words.type && momentOf(words.type, fieldId) === "day" ? "yes" : "no",
    },
  }),
  Form,
};

function Form({ config, type, errors, onChange }: KindFormProps<DateArrives>) {
  const t = useT();
  const { when, amount, unit, at, isYearly, firesLate } = config;
  return (
    <>
      <FieldSelect
        fields={dateFields(type)}
        value={config.fieldId}
        errorMessage={errors["fieldId"]}
        onChange={(fieldId) => onChange({ ...config, fieldId })}
      />
      <ArrivalFields
        value={{ when, amount, unit }}
        kind="dateArrives"
        errors={errors}
        onChange={(next) => onChange({ ...config, ...next })}
      />
      {momentOf(type, config.fieldId) === "day" && (
        <TimeField
          label={t("automations.trigger.at")}
          isRequired
          value={at}
          errorMessage={errors["at"]}
          onChange={(time) => time && onChange({ ...config, at: time })}
        />
      )}
      <Checkbox isSelected={isYearly} onChange={(yearly) => onChange({ ...config, isYearly: yearly })}>
        {t("automations.trigger.dateArrives.yearly")}
      </Checkbox>
      {!isYearly && <LateChoice isSelected={firesLate} onChange={(late) => onChange({ ...config, firesLate: late })} />}
    </>
  );
}
