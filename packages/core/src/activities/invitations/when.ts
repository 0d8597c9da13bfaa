import { formatter } from "@kartis/i18n/format.ts";
import { leftToRight } from "@kartis/i18n/isolate.ts";
import { datesLocale, directionOf, type Language } from "@kartis/i18n/languages.ts";
import { dayAfter } from "../../kernel/zoned-time.ts";
import { isDay } from "../../cards/fields/day.ts";

/** When something is, in words of a language, by the clocks of its reader. */
interface When {
  readonly date: string;
  /** Empty for whole days. */
  readonly time: string;
  /** Both, with the names of the zones. */
  readonly whole: string;
}

interface Reading {
  readonly language: Language;
  readonly region: string;
  /** The reader's; null where nobody knows it. */
  readonly zone: string | null;
}

interface Time {
  readonly start: string;
  readonly end: string;
  /** In which it keeps its hour. */
  readonly timeZone: string;
  readonly isRepeating?: boolean;
}

/**
 * By the clocks of the reader's zone, and then those of the meeting's where they show something else. For a reader whose zone is unknown it shows how far the meeting's
 * is from UTC. One that repeats is by its own zone alone: from another, its hour and even its day change in the course of a year.
 */
export function whenOf({ start, end, timeZone, isRepeating = false }: Time, { language, region, zone }: Reading): When {
  const format = formatter({ language, region, timeZone });
  if (isDay(start)) {
    const last = dayAfter(end, -1);
    const date = format.day(start, "full");
    return { date, time: "", whole: last === start ? date : `${date} – ${format.day(last, "full")}` };
  }
  const locale = datesLocale(language, region);
  const own = clocksOf({ start, end }, { language, region, timeZone });
  const ownZone = zoneName(start, timeZone, { language, locale });
  if (isRepeating) return { ...own, whole: `${own.date}, ${own.time} (${ownZone})` };
  if (zone === null) {
    const names = [...new Set([ownZone, offsetOf(start, timeZone, { language, locale })])];
    return { ...own, whole: `${own.date}, ${own.time} (${names.join(", ")})` };
  }
  const theirs = clocksOf({ start, end }, { language, region, timeZone: zone });
  const whole = `${theirs.date}, ${theirs.time} (${zoneName(start, zone, { language, locale })})`;
  if (theirs.date === own.date && theirs.time === own.time) return { ...theirs, whole };
  const there = theirs.date === own.date ? own.time : `${own.date}, ${own.time}`;
  return { ...theirs, whole: `${whole} · ${there} (${ownZone})` };
}

function clocksOf(
  { start, end }: Pick<Time, "start" | "end">,
  settings: { readonly language: Language; readonly region: string; readonly timeZone: string },
): Pick<When, "date" | "time"> {
  const format = formatter(settings);
  const date = format.date(start, "full");
  const isOneDay = format.date(end, "full") === date;
  const range = `${format.time(start)}–${isOneDay ? format.time(end) : format.dateTime(end)}`;
  // Where words run the other way, the times of one day still go from the earlier to the later.
  return { date, time: isOneDay ? leftToRightIn(settings.language, range) : range };
}

const leftToRightIn = (language: Language, text: string): string => (directionOf(language) === "rtl" ? leftToRight(text) : text);

interface Words {
  readonly language: Language;
  readonly locale: string;
}

/** “Israel Time”; “GMT+2” for a zone without a name in the language. */
function zoneName(at: string, timeZone: string, words: Words): string {
  const name = zonePart(at, timeZone, words.locale, "longGeneric");
  return /^(GMT|UTC)/.test(name) ? offsetOf(at, timeZone, words) : name;
}

/** “GMT+2”. */
const offsetOf = (at: string, timeZone: string, { language, locale }: Words): string =>
  leftToRightIn(language, zonePart(at, timeZone, locale, "shortOffset"));

function zonePart(at: string, timeZone: string, locale: string, timeZoneName: "longGeneric" | "shortOffset"): string {
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName }).formatToParts(Date.parse(at));
  return parts.find(({ type }) => type === "timeZoneName")?.value ?? timeZone;
}

/** “1 hour and 30 minutes”, or “2 days”. */
export function durationOf(
  { minutes, days }: { readonly minutes: number | null; readonly days: number | null },
  language: Language,
): string {
  const format = formatter({ language });
  return minutes === null ? format.unit(days ?? 1, "day") : format.duration(minutes);
}
