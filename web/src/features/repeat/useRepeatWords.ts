import type { Rule } from "@kartis/core/activities/recurrence/schema.ts";
import { workdaysIn } from "@kartis/core/activities/recurrence/weeks.ts";
import { wordsOf } from "@kartis/core/activities/recurrence/words.ts";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useRegion } from "../../lib/organization.ts";
import { isEveryWorkday } from "./offers.ts";
import { weekdayName } from "./weekdays.ts";

/** Rules of repetition in this person's language; needs the area `recurrence`. */
export function useRepeatWords(): (rule: Rule) => string {
  const t = useT();
  const { locale } = useFormat();
  const region = useRegion();
  return (rule) => {
    if (!isEveryWorkday(rule, region)) return wordsOf(rule, t, locale);
    const days = workdaysIn(region);
    const [first, last] = [days.at(0), days.at(-1)].map((day) => (day ? weekdayName(day, locale, "short") : ""));
    return t("tasks.repeat.workdays", { days: `${first}–${last}` });
  };
}
