import icon from "@fluentui/svg-icons/icons/arrow_repeat_all_20_regular.svg?icon";
import { useT } from "../../../lib/i18n.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { DurationField } from "../inspector/DurationField.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

type EveryPeriod = TriggerOf<"everyPeriod">;

const today = (): string => new Date(Date.now() - new Date().getTimezoneOffset() * 60_000).toISOString().slice(0, 10);

export const everyPeriod: KindScreen<EveryPeriod> = {
  icon,
  name: "automations.trigger.everyPeriod",
  initial: () => ({ kind: "everyPeriod", every: 1, unit: "days", from: today(), at: "09:00", weekdays: [] }),
  say: ({ every, unit, at }, words) => ({
    key: "automations.trigger.everyPeriod.say",
    values: { duration: { value: words.duration({ amount: every, unit }) }, time: { value: at } },
    params: { timed: unit === "minutes" || unit === "hours" ? "no" : "yes" },
  }),
  Form,
};

function Form({ config, errors, onChange }: KindFormProps<EveryPeriod>) {
  const t = useT();
  return (
    <>
      <DurationField
        label={t("automations.trigger.everyPeriod.every")}
        value={{ amount: config.every, unit: config.unit }}
        errorMessage={errors["every"]}
        onChange={({ amount, unit }) => onChange({ ...config, every: amount, unit })}
      />
      <DatePicker
        label={t("automations.trigger.everyPeriod.from")}
        isRequired
        value={config.from}
        errorMessage={errors["from"]}
        onChange={(from) => from && onChange({ ...config, from })}
      />
      <TimeField
        label={t("automations.trigger.at")}
        isRequired
        value={config.at}
        errorMessage={errors["at"]}
        onChange={(at) => at && onChange({ ...config, at })}
      />
    </>
  );
}
