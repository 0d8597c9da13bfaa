import { dayAfter } from "@kartis/core/kernel/zoned-time.ts";
import { useMemo } from "react";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { useToday, zone } from "./days.ts";

interface Formats {
  readonly time: Intl.DateTimeFormat;
  readonly full: Intl.DateTimeFormat;
  readonly date: Intl.DateTimeFormat;
}

/** Every entry that is scrolled into view asks for them, and making one takes as long as drawing the entry. */
const known = new Map<string, Formats>();

/** The formats of a language and region, made once. */
export function formatsOf(locale: string): Formats {
  const formats = known.get(locale) ?? {
    time: new Intl.DateTimeFormat(locale, { timeStyle: "short", timeZone: zone }),
    full: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short", timeZone: zone }),
    date: new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" }),
  };
  known.set(locale, formats);
  return formats;
}

/** Days and times of the timeline in the words of whoever looks, in their zone. */
export function useWhen() {
  const t = useT();
  const { locale } = useFormat();
  const today = useToday();
  return useMemo(() => {
    const { time, full, date } = formatsOf(locale);
    const yesterday = dayAfter(today, -1);
    return {
      time: (at: string) => time.format(new Date(at)),
      full: (at: string) => full.format(new Date(at)),
      day: (day: string) =>
        day === today ? t("common.today") : day === yesterday ? t("cards.yesterday") : date.format(new Date(`${day}T00:00:00Z`)),
    };
  }, [locale, today, t]);
}
