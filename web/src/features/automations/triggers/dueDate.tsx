import icon from "@fluentui/svg-icons/icons/task_list_square_ltr_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { TimeField } from "../../../ui/inputs/DateField.tsx";
import { ArrivalFields } from "../inspector/ArrivalFields.tsx";
import { LateChoice } from "../inspector/LateChoice.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

type DueDate = TriggerOf<"dueDate">;

export const dueDate: KindScreen<DueDate> = {
  icon,
  name: "automations.trigger.dueDate",
  initial: () => ({ kind: "dueDate", when: "on", amount: 0, unit: "days", at: "09:00", firesLate: false }),
  say: ({ when, amount, unit, firesLate }, words) => ({
    key: "automations.trigger.dueDate.say",
    values: { duration: { value: words.duration({ amount, unit }) } },
    params: { when, late: firesLate ? "yes" : "no" },
  }),
  Form,
};

function Form({ config, errors, onChange }: KindFormProps<DueDate>) {
  const t = useT();
  const { when, amount, unit, at, firesLate } = config;
  return (
    <>
      <ArrivalFields
        value={{ when, amount, unit }}
        kind="dueDate"
        errors={errors}
        onChange={(next) => onChange({ ...config, ...next })}
      />
      <TimeField
        label={t("automations.trigger.dueDate.at")}
        isRequired
        value={at}
        errorMessage={errors["at"]}
        onChange={(time) => time && onChange({ ...config, at: time })}
      />
      <LateChoice isSelected={firesLate} onChange={(late) => onChange({ ...config, firesLate: late })} />
    </>
  );
}
