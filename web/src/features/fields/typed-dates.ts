/*
 * Days and times as people type them into a cell, in any of the interface's languages: “3.1.27”, “tomorrow”, “in 3 days”, “Friday”, “3 Jan”, “14:30”.
 * The words are the browser's own (CLDR through Intl), so that no list of them is kept here.
 */

import {
  existingDay,
  firstPartIn,
  fullYear,
  nearest,
  numericDay,
  numericTime,
  shiftedDay,
} from "@kartis/core/kernel/written-dates.ts";

/** Settings on which the meaning of typed characters depends. */
export interface Typist {
  /** The day it is for the typist, `YYYY-MM-DD`. */
  readonly today: string;
  /** The language of the interface. */
  readonly locale: string;
  /** ISO country of the organization: whether 3.4. is in April or in March. */
  readonly region: string;
}

const dayMs = 86_400_000;
const at = (day: string): number => Date.parse(`${day}T00:00:00Z`);
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** The text without what only sets it: marks of direction, repeated spaces, a closing dot. */
const plain = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")
    .replace(/[\s\u00a0]+/g, " ")
    .trim()
    .replace(/\.$/, "")
    .toLowerCase();

/** A typed text as a calendar day; undefined when it is none. */
export function readTypedDay(text: string, typist: Typist): string | undefined {
  const words = plain(text);
  return (
    numericDay(words.split(/\s*[-./\s]\s*/), typist, nearest) ??
    bareDay(words, typist) ??
    relativeDay(words, typist) ??
    weekday(words, typist) ??
    namedDay(words, typist)
  );
}

/** Digits without separators, as typed on a phone's number pad: 151226 and 15122026, in the region's order. */
function bareDay(words: string, typist: Typist): string | undefined {
  if (!/^(?:\d{6}|\d{8})$/.test(words)) return undefined;
  const long = words.length === 8 ? 4 : 2;
  const isYearFirst = firstPartIn(typist.region) === "year";
  const [first, second] = isYearFirst ? [long, long + 2] : [2, 4];
  const parts = [words.slice(0, first), words.slice(first, second), words.slice(second)];
  // If the region's order gives no date, eight digits are tried with the year at the other end.
  const others = isYearFirst
    ? [words.slice(0, 2), words.slice(2, 4), words.slice(4)]
    : [words.slice(0, 4), words.slice(4, 6), words.slice(6)];
  return numericDay(parts, typist, nearest) ?? (long === 4 ? numericDay(others, typist, nearest) : undefined);
}

/** A typed text as a time of day, `HH:MM`: `9`, `930`, `9:30`, `9.30`, `9pm`, `9:30 PM`. */
export const readTypedTime = (text: string): string | undefined => numericTime(plain(text));

/** A day with a time after it; `time` is undefined where only a day was typed. */
export function readTypedInstant(text: string, typist: Typist): { day: string; time: string | undefined } | undefined {
  const whole = readTypedDay(text, typist);
  if (whole) return { day: whole, time: undefined };
  const match = /^(.+?)[\s,]+(\d{1,2}(?:[:.]\d{2})?\s*(?:[ap]\.?m\.?)?)$/.exec(plain(text));
  const day = readTypedDay(match?.[1] ?? "", typist);
  const time = readTypedTime(match?.[2] ?? "");
  return day && time ? { day, time } : undefined;
}

/** `+3`, and whatever the language says for it: “tomorrow”, “in 3 days”, “2 weeks ago”, “next month”. */
function relativeDay(words: string, { today, locale }: Typist): string | undefined {
  const steps = /^[+-]\d{1,4}$/.exec(words);
  if (steps) return dayOf(at(today) + Number(words) * dayMs);
  const counted = Number(/\d{1,4}/.exec(words)?.[0] ?? Number.NaN);
  const counts = Number.isNaN(counted) ? [-2, -1, 0, 1, 2] : [counted, -counted];
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const always = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  for (const unit of ["day", "week", "month", "year"] as const)
    for (const count of counts)
      if ([format, always].some((of) => plain(of.format(count, unit)) === words)) return shiftedDay(today, count, unit);
  return undefined;
}

/** A name by itself or by its first letters, three at least: “Fri”, “frid”, “Friday”. */
const isNamed = (typed: string, names: readonly string[]): boolean =>
  names.some((name) => typed === name || (typed.length >= 3 && name.startsWith(typed)));

/** The next day of that name after today. */
function weekday(words: string, { today, locale }: Typist): string | undefined {
  const formats = (["long", "short"] as const).map(
    (width) => new Intl.DateTimeFormat(locale, { weekday: width, timeZone: "UTC" }),
  );
  for (let ahead = 1; ahead <= 7; ahead++) {
    const ms = at(today) + ahead * dayMs;
    const names = formats.map((format) => plain(format.format(ms)));
    // Hebrew says “day six”; people write “six” alone as well.
    const bare = names.map((name) => name.replace(/^יום /, ""));
    if (isNamed(words, [...names, ...bare])) return dayOf(ms);
  }
  return undefined;
}

/** A day with the month's name, in any order: “3 Jan”, “January 3, 2027”, “3. január”, “3 בינואר”, “3 января 2027”. */
function namedDay(words: string, { today, locale }: Typist): string | undefined {
  const tokens = words.split(/[\s,./-]+/).filter((token) => token !== "");
  const [name, ...others] = tokens.filter((token) => !/^\d+$/.test(token)).map((token) => token.replace(/^ב(?=[א-ת]{3})/, ""));
  const [first, second, ...rest] = tokens.filter((token) => /^\d+$/.test(token));
  if (name === undefined || first === undefined || others.length > 0 || rest.length > 0) return undefined;
  const month = monthNamed(name, locale);
  if (month === undefined) return undefined;
  if (second === undefined) return nearest(month, Number(first), today);
  const [day, year] = first.length > 2 ? [second, first] : [first, second];
  return existingDay(fullYear(year, today), month, Number(day));
}

function monthNamed(name: string, locale: string): number | undefined {
  // With a day beside it a month may be in another case: “январь”, “3 января”.
  const formats = [
    new Intl.DateTimeFormat(locale, { month: "long", timeZone: "UTC" }),
    new Intl.DateTimeFormat(locale, { month: "short", timeZone: "UTC" }),
    new Intl.DateTimeFormat(locale, { month: "long", day: "numeric", timeZone: "UTC" }),
  ];
  for (let month = 1; month <= 12; month++) {
    const names = formats.map((format) => {
      const part = format.formatToParts(Date.UTC(2001, month - 1, 1)).find(({ type }) => type === "month");
      return plain(part?.value ?? "").replace(/^ב(?=[א-ת]{3})/, "");
    });
    if (isNamed(name, names)) return month;
  }
  return undefined;
}
