import type { Translate } from "@kartis/i18n/create-translate.ts";
import type { MessageKey } from "@kartis/i18n/messages.ts";
import type { Rule, Weekday } from "./schema.ts";

const names: Readonly<Record<Weekday, MessageKey>> = {
  MO: "recurrence.weekday.MO",
  TU: "recurrence.weekday.TU",
  WE: "recurrence.weekday.WE",
  TH: "recurrence.weekday.TH",
  FR: "recurrence.weekday.FR",
  SA: "recurrence.weekday.SA",
  SU: "recurrence.weekday.SU",
};
const order = ["SU", "MO", "TU", "WE", "TH", "FR", "SA"] as const;

/** The days of a rule in the order of its week. */
function fromWeekStart(days: readonly Weekday[], weekStart: Weekday): readonly Weekday[] {
  const first = order.indexOf(weekStart);
  return [...order.slice(first), ...order.slice(0, first)].filter((day) => days.includes(day));
}

/**
 * A rule in words: “Every 2 weeks on Monday and Thursday, 6 times”.
 * @param t of a catalogue with the area `recurrence`
 * @param locale writes dates, as `datesLocale()` chooses it
 */
export function wordsOf(rule: Rule, t: Translate, locale: string): string {
  const words = withoutEnd(rule, t, locale);
  const { ends } = rule;
  if (ends.type === "never") return words;
  if (ends.type === "after") return t("recurrence.times", { rule: words, times: ends.times });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: "long", timeZone: "UTC" }).format(Date.parse(ends.day));
  return t("recurrence.until", { rule: words, day });
}

function withoutEnd(rule: Rule, t: Translate, locale: string): string {
  const { every } = rule;
  switch (rule.frequency) {
    case "day":
      return t("recurrence.day", { every });
    case "week": {
      const days = fromWeekStart(rule.weekdays, rule.weekStart).map((day) => t(names[day]));
      const list = new Intl.ListFormat(locale, { type: "conjunction" }).format(days);
      return t(days.length === 1 ? "recurrence.week.one" : "recurrence.week.several", { every, days: list });
    }
    case "month": {
      const { on } = rule;
      if (on.by === "weekday") return t("recurrence.month.weekday", { every, week: on.week, weekday: on.weekday });
      return on.day === -1 ? t("recurrence.month.last", { every }) : t("recurrence.month.day", { every, day: on.day });
    }
    case "year": {
      const { month, on } = rule;
      if (on.by === "weekday") return t("recurrence.year.weekday", { every, month, week: on.week, weekday: on.weekday });
      if (on.day === -1) return t("recurrence.year.last", { every, month });
      // A leap year, so that 29 February is written; of days that no year has, the number is all there is to say.
      const date = new Intl.DateTimeFormat(locale, { month: "long", day: "numeric", timeZone: "UTC" });
      return t("recurrence.year.day", { every, date: date.format(Date.UTC(2024, month - 1, on.day)) });
    }
  }
}
