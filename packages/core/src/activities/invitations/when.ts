import { formatter } from "@kartis/i18n/format.ts";
import { leftToRight } from "@kartis/i18n/isolate.ts";
import { datesLocale, directionOf, type Language } from "@kartis/i18n/languages.ts";
import { dayAfter } from "../../kernel/zoned-time.ts";
import { isDay } from "../../cards/fields/day.ts";

/** A time in words of a language, in its zone. */
interface When {
  readonly date: string;
  /** Empty for whole days. */
  readonly time: string;
  /** Both, with the name of the zone. */
  readonly whole: string;
}

export function whenOf(
  { start, end, timeZone }: { readonly start: string; readonly end: string; readonly timeZone: string },
  language: Language,
  region: string,
): When {
  const format = formatter({ language, region, timeZone });
  if (isDay(start)) {
    const last = dayAfter(end, -1);
    const date = format.day(start, "full");
    return { date, time: "", whole: last === start ? date : `${date} – ${format.day(last, "full")}` };
  }
  const date = format.date(start, "full");
  const isOneDay = format.date(end, "full") === date;
  const range = `${format.time(start)}–${isOneDay ? format.time(end) : format.dateTime(end)}`;
  // Where words run the other way, the times of one day still go from the earlier to the later.
  const time = isOneDay && directionOf(language) === "rtl" ? leftToRight(range) : range;
  return { date, time, whole: `${date}, ${time} (${zoneName(start, timeZone, datesLocale(language, region))})` };
}

/** “Israel Time”. */
function zoneName(at: string, timeZone: string, locale: string): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: "longGeneric" }).formatToParts(Date.parse(at));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** “1 hour 30 minutes”. */
export function durationOf(
  { minutes, days }: { readonly minutes: number | null; readonly days: number | null },
  language: Language,
): string {
  const parts =
    minutes === null
      ? ([["day", days ?? 1]] as const)
      : ([
          ["hour", Math.floor(minutes / 60)],
          ["minute", minutes % 60],
        ] as const);
  return parts
    .filter(([, count]) => count > 0)
    .map(([unit, count]) => new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(count))
    .join(" ");
}
