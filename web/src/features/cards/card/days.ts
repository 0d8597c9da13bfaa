import type { Formatter } from "@kartis/i18n/format.ts";
import type { Translate } from "@kartis/i18n/translate.ts";

const dayMilliseconds = 24 * 60 * 60 * 1000;

/** "Today", "Yesterday", or the date, in the organization's time zone. */
export function dayLabel(at: string, now: Date, format: Formatter, t: Translate): string {
  const day = format.date(at);
  if (day === format.date(now)) return t("common.today");
  if (day === format.date(new Date(now.getTime() - dayMilliseconds))) return t("cards.yesterday");
  return day;
}
