import icon from "@fluentui/svg-icons/icons/arrow_repeat_all_20_regular.svg?icon";
import { weekdayNumbered } from "@kartis/core/activities/recurrence/weeks.ts";
import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { useFormat, useT } from "../../../lib/i18n.tsx";
import { DatePicker, TimeField } from "../../../ui/inputs/DateField.tsx";
import { weekStartIn } from "../../repeat/weekdays.ts";
import { WeekdayToggles } from "../../repeat/WeekdayToggles.tsx";
import { DurationField } from "../inspector/DurationField.tsx";
import type { KindFormProps, KindScreen } from "../kinds.ts";
import type { TriggerOf } from "./screens.ts";

type EveryPeriod = TriggerOf<"everyPeriod">;

/** As the configuration counts them: 0 is Sunday. */
const allDays = [0, 1, 2, 3, 4, 5, 6];

export const everyPeriod: KindScreen<EveryPeriod> = {
  icon,
  name: "automations.trigger.everyPeriod",
  initial: ({ timeZone }) => ({
    kind: "everyPeriod",
    every: 1,
    unit: "days",
    from: dayOf(Date.now(), timeZone),
    at: "09:00",
    weekdays: [],
  }),
  say: ({ every, unit, at, weekdays }, words) => ({
    key: "automations.trigger.everyPeriod.say",
    values: {
      duration: { value: words.duration({ amount: every, unit }) },
      time: { value: at },
      days: words.weekdays(weekdays.map(weekdayNumbered)),
    },
    params: { timed: unit === "minutes" || unit === "hours" ? "no" : "yes", limited: weekdays.length > 0 ? "yes" : "no" },
  }),
  Form,
};

function Form({ config, errors, onChange }: KindFormProps<EveryPeriod>) {
  const t = useT();
  const { locale } = useFormat();
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
      <WeekdayToggles
        label={t("automations.trigger.everyPeriod.weekdays")}
        value={config.weekdays.map(weekdayNumbered)}
        weekStart={weekStartIn(locale)}
        locale={locale}
        errorMessage={errors["weekdays"]}
        onChange={(days) => onChange({ ...config, weekdays: allDays.filter((day) => days.includes(weekdayNumbered(day))) })}
      />
    </>
  );
}
