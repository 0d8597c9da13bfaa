import icon from "@fluentui/svg-icons/icons/task_list_square_ltr_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { TimeField } from "../../../ui/inputs/DateField.tsx";
import { Select } from "../../../ui/inputs/Select.tsx";
import { DurationField } from "../inspector/DurationField.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

type DueDate = TriggerOf<"dueDate">;

export const dueDate: KindScreen<DueDate> = {
  icon,
  name: "automations.trigger.dueDate",
  initial: () => ({ kind: "dueDate", when: "on", amount: 0, unit: "days", at: "09:00" }),
  say: ({ when, amount, unit }, words) => ({
    key: "automations.trigger.dueDate.say",
    values: { duration: { value: words.duration({ amount, unit }) } },
    params: { when },
  }),
  Form,
};

function Form({ config, errors, onChange }: KindFormProps<DueDate>) {
  const t = useT();
  const { when, amount, unit, at } = config;
  return (
    <>
      <Select
        label={t("automations.trigger.dateArrives.when")}
        options={(["before", "on", "after"] as const).map((id) => ({ id, label: t(`automations.trigger.dueDate.${id}`) }))}
        value={when}
        onChange={(id) =>
          onChange({ ...config, when: id === "before" || id === "after" ? id : "on", amount: id === "on" ? 0 : amount || 1 })
        }
      />
      {when !== "on" && (
        <DurationField
          label={t("automations.trigger.dateArrives.amount")}
          value={{ amount, unit }}
          errorMessage={errors["amount"] ?? errors["unit"]}
          onChange={(wait) => onChange({ ...config, ...wait })}
        />
      )}
      <TimeField
        label={t("automations.trigger.dueDate.at")}
        isRequired
        value={at}
        errorMessage={errors["at"]}
        onChange={(time) => time && onChange({ ...config, at: time })}
      />
    </>
  );
}
