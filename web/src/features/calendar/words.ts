import { dayOf } from "@kartis/core/kernel/zoned-time.ts";
import { leftToRight } from "@kartis/i18n/isolate.ts";
import { useMemo } from "react";
import { useFormat, useT } from "../../lib/i18n.tsx";
import { zone } from "../dates/days.ts";
import type { Entry } from "./entries.ts";
import type { CalendarView } from "./search.ts";

const mostRanges = 2_000;

const ofDay = (day: string) => new Date(`${day}T00:00:00Z`);

/** Formats of calendar texts for this person's language and region; times are in the browser's zone, or the one that was asked for. */
export interface CalendarWords {
  readonly locale: string;
  readonly has12Hours: boolean;
  readonly time: (ms: number) => string;
  readonly times: (startMs: number, endMs: number) => string;
  /** “08:00”, “8 AM”. */
  readonly hour: (hour: number) => string;
  readonly weekday: (day: string) => string;
  readonly dayOfMonth: (day: string) => string;
  /** “1 Dec”. */
  readonly shortDay: (day: string) => string;
  /** “Friday 20 November”. */
  readonly longDay: (day: string) => string;
  readonly month: (day: string) => string;
  readonly dayAndMonth: (day: string) => string;
  readonly days: (from: string, until: string) => string;
  /** “Friday 20 November, 10:00 to 11:00”. */
  readonly when: (entry: Entry) => string;
}

/** Cached, because creating an Intl format costs a hundred times as much as using one. */
const known = new Map<string, CalendarWords>();

/** The words of a language and region, made once. */
export function wordsIn(locale: string, timeZone = zone): CalendarWords {
  const key = `${locale} ${timeZone}`;
  const words = known.get(key) ?? makeWords(locale, timeZone);
  known.set(key, words);
  return words;
}

function makeWords(locale: string, timeZone: string): CalendarWords {
  const made = new Map<string, Intl.DateTimeFormat>();
  const format = (name: string, options: Intl.DateTimeFormatOptions) => {
    const found = made.get(name) ?? new Intl.DateTimeFormat(locale, options);
    made.set(name, found);
    return found;
  };
  const time = () => format("time", { timeStyle: "short", timeZone });
  const has12Hours = is12Hours(locale);
  /** Cached by both times, because formatting a range takes fifty times as long as formatting a time. */
  const ranges = new Map<string, string>();
  function range(startMs: number, endMs: number): string {
    const key = `${time().format(startMs)} ${time().format(endMs)}`;
    const written = ranges.get(key) ?? time().formatRange(startMs, endMs);
    if (ranges.size === mostRanges) ranges.clear();
    ranges.set(key, written);
    return written;
  }
  // In Hebrew, short names of days still have the word “day”: the letter is enough.
  const weekday = locale.startsWith("he") ? "narrow" : "short";
  const longDay = (day: string) =>
    format("longDay", { weekday: "long", day: "numeric", month: "long", timeZone: "UTC" }).format(ofDay(day));
  const days = (from: string, until: string) =>
    format("days", { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" }).formatRange(ofDay(from), ofDay(until));
  // From the earlier to the later in every language, as clocks' times are written (DESIGN.md section 9).
  const inOrder = locale.startsWith("he") ? leftToRight : (text: string) => text;
  const words: CalendarWords = {
    locale,
    has12Hours,
    time: (ms) => time().format(ms),
    // A range of Intl writes “8:30” as “08:30” in some languages, and the dates of what ends on another day.
    times: (startMs, endMs) =>
      has12Hours && endMs > startMs && dayOf(startMs, timeZone) === dayOf(endMs, timeZone)
        ? range(startMs, endMs)
        : inOrder(`${time().format(startMs)}–${time().format(endMs)}`),
    // With 24 hours as entries have it: “09:00” in Russian, “9:00” in Hungarian.
    hour: (hour) =>
      format("hour", { ...(has12Hours ? { hour: "numeric" } : { timeStyle: "short" }), timeZone: "UTC" }).format(
        hour * 3_600_000,
      ),
    weekday: (day) => format("weekday", { weekday, timeZone: "UTC" }).format(ofDay(day)),
    dayOfMonth: (day) => String(Number(day.slice(8))),
    shortDay: (day) => format("shortDay", { day: "numeric", month: "short", timeZone: "UTC" }).format(ofDay(day)),
    longDay,
    month: (day) => format("month", { month: "long", timeZone: "UTC" }).format(ofDay(day)),
    dayAndMonth: (day) => format("dayAndMonth", { day: "numeric", month: "long", timeZone: "UTC" }).format(ofDay(day)),
    days,
    when: (entry) => {
      const { firstDay, lastDay } = entry;
      if (entry.isAllDay) return firstDay === lastDay ? longDay(firstDay) : days(firstDay, lastDay);
      if (entry.kind !== "meeting") return `${longDay(firstDay)}, ${words.time(entry.startMs)}`;
      if (firstDay === lastDay) return `${longDay(firstDay)}, ${words.times(entry.startMs, entry.endMs)}`;
      const both = format("both", {
        weekday: "short",
        day: "numeric",
        month: "short",
        hour: "numeric",
        minute: "2-digit",
        timeZone,
      });
      return both.formatRange(entry.startMs, entry.endMs);
    },
  };
  return words;
}

const is12Hours = (locale: string): boolean =>
  new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions().hour12 === true;

/** @param timeZone of its times; the browser's unless said otherwise */
export function useCalendarWords(timeZone?: string): CalendarWords {
  return wordsIn(useFormat().locale, timeZone);
}

/** Heading for the displayed period. */
export function useTitleOf(): (view: CalendarView, day: string, days: readonly string[]) => string {
  const t = useT();
  const { locale } = useFormat();
  return useMemo(() => {
    const words = wordsIn(locale);
    const month = new Intl.DateTimeFormat(locale, { month: "long", year: "numeric", timeZone: "UTC" });
    const full = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
    const withWeekday = new Intl.DateTimeFormat(locale, {
      weekday: "long",
      day: "numeric",
      month: "long",
      year: "numeric",
      timeZone: "UTC",
    });
    // Months and weekdays are small letters within a sentence in Russian.
    const asHeading = (text: string) => `${text.slice(0, 1).toLocaleUpperCase(locale)}${text.slice(1)}`;
    return (view, day, shown) => {
      if (view === "month") return asHeading(month.format(ofDay(day)));
      if (view === "day") return asHeading(withWeekday.format(ofDay(day)));
      if (view === "week") return words.days(shown[0] ?? day, shown.at(-1) ?? day);
      return t("calendar.from", { day: full.format(ofDay(day)) });
    };
  }, [locale, t]);
}
