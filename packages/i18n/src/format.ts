import { datesLocale, defaultLanguage, locales, type Language } from "./languages.ts";

/** Number of digits that each currency is stored and shown with; Intl's own table has changed between versions (HUF). */
export const currencyDigits = {
  USD: { stored: 2, shown: 2 },
  ILS: { stored: 2, shown: 2 },
  EUR: { stored: 2, shown: 2 },
  GBP: { stored: 2, shown: 2 },
  HUF: { stored: 2, shown: 0 },
  JPY: { stored: 0, shown: 0 },
  CAD: { stored: 2, shown: 2 },
  PLN: { stored: 2, shown: 2 },
} as const satisfies Readonly<Record<string, { stored: number; shown: number }>>;

export type Currency = keyof typeof currencyDigits;

export function isCurrency(value: string): value is Currency {
  return value in currencyDigits;
}

const noBreakSpace = "\u00A0";
const minus = "\u2212";
const directionMarks = /[\u200E\u200F\u061C]/g;

const plain = (text: string) => text.replace(directionMarks, "").replace(/^-/, minus);
const instantOf = (instant: Date | string) => (typeof instant === "string" ? new Date(instant) : instant);

export interface FormatSettings {
  language: Language;
  /** Two letters; decides the order of a date and 12 or 24 hours where the language leaves it open. */
  region?: string | undefined;
  /** IANA name, e.g. "Asia/Jerusalem". */
  timeZone?: string | undefined;
}

export interface Formatter {
  /** Locale of dates and times; numbers follow the language alone. */
  readonly locale: string;
  /** `1,234.5`, with the real minus sign. Set it in a left-to-right isolate (`Num`). */
  number(value: number | bigint, options?: Intl.NumberFormatOptions): string;
  /** `(3, "hour")` → "3 hours", with any of ECMA-402's simple units. */
  unit(value: number, unit: string): string;
  /** `90` → "1 hour and 30 minutes". */
  duration(minutes: number): string;
  /** `0.185` → `18.5%`. */
  percent(ratio: number): string;
  /**
   * An amount in minor units (agorot, cents; whole yen), e.g. `−₪ 1,226.80`. Made to stand in a left-to-right isolate, also in Hebrew.
   * `whole` leaves out the fraction when it is zero; `compact` is for where a sum has little room: `₪ 402K`.
   */
  money(amountMinor: number | bigint, currency: Currency, options?: MoneyOptions): string;
  /** A calendar day `2026-11-20`, which has no time zone. */
  day(date: string, style?: "short" | "medium" | "full"): string;
  /** A month, `2026-11` → "November 2026". */
  month(month: string): string;
  /** The day of an instant, in the settings' time zone. */
  date(instant: Date | string, style?: "short" | "medium" | "full"): string;
  time(instant: Date | string): string;
  /** A time of day `18:42`, which has no time zone. */
  timeOfDay(time: string): string;
  dateTime(instant: Date | string): string;
  /** "5 minutes ago" up to a day, then the date, with its year only when it is another one. */
  relative(instant: Date | string, now?: Date): string;
  /** `12` → "in 12 days". */
  inDays(days: number): string;
  /** Joins items by “and”, or by “or” if one of them is enough. */
  list(items: readonly string[], type?: "conjunction" | "disjunction"): string;
  /** Order of words in this language. */
  compare(a: string, b: string): number;
}

interface MoneyOptions {
  whole?: boolean;
  compact?: boolean;
}

/** CLDR's Hebrew says "a minute (1) ago" and "two hours (2) ago", where the word has the number already. */
const withoutNumber = (words: string): string => words.replace(/ \(\d\)$/, "");

/** Numbers, money and dates through Intl, in one language and time zone. */
export function formatter({ language, region, timeZone }: FormatSettings = { language: defaultLanguage }): Formatter {
  const locale = locales[language];
  const ofDates = datesLocale(language, region);
  const numbers = new Map<string, Intl.NumberFormat>();
  const dates = new Map<string, Intl.DateTimeFormat>();
  const collator = new Intl.Collator(locale, { numeric: true });

  function numberFormat(options: Intl.NumberFormatOptions): Intl.NumberFormat {
    const key = JSON.stringify(options);
    const format = numbers.get(key) ?? new Intl.NumberFormat(locale, options);
    numbers.set(key, format);
    return format;
  }

  function dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
    const key = JSON.stringify(options);
    const format = dates.get(key) ?? new Intl.DateTimeFormat(ofDates, options);
    dates.set(key, format);
    return format;
  }

  const list: Formatter["list"] = (items, type = "conjunction") => new Intl.ListFormat(locale, { type }).format(items);

  /** As in CLDR's own "שעתיים" (two hours), a Hebrew word alone is one; it has "1 שעה". */
  function unit(value: number, name: string): string {
    const parts = numberFormat({ style: "unit", unit: name, unitDisplay: "long" }).formatToParts(value);
    const isWord = language === "he" && value === 1;
    return plain(parts.map((part) => (isWord && part.type !== "unit" ? "" : part.value)).join(""));
  }

  function money(amountMinor: number | bigint, currency: Currency, options: MoneyOptions = {}): string {
    const { stored, shown } = currencyDigits[currency];
    const amount = Number(amountMinor) / 10 ** stored;
    const digits = options.whole && Number.isInteger(amount) ? 0 : shown;
    const shape = options.compact
      ? ({ style: "currency", currency, notation: "compact", maximumSignificantDigits: 3 } as const)
      : ({ style: "currency", currency, minimumFractionDigits: digits, maximumFractionDigits: digits } as const);
    const parts = numberFormat(shape).formatToParts(Math.abs(amount));
    const symbolIn = (all: readonly Intl.NumberFormatPart[]) => all.find((part) => part.type === "currency")?.value ?? currency;
    const usual = symbolIn(parts);
    // Where a language has but the code for a currency (ILS in Hungarian), its sign is what people know it by; an abbreviation (Ft) is known at home only.
    const mark =
      usual === currency ? symbolIn(numberFormat({ ...shape, currencyDisplay: "narrowSymbol" }).formatToParts(0)) : usual;
    const symbol = /\p{L}/u.test(mark) ? usual : mark;
    const digitsText = parts
      .filter((part) => part.type !== "currency" && part.type !== "literal")
      // "402 тыс.", but "402K".
      .map((part) => (part.type === "compact" && part.value.length > 1 ? `${noBreakSpace}${part.value}` : part.value))
      .join("");
    const sign = amount < 0 && /[1-9]/.test(digitsText) ? minus : "";
    // In an isolate that runs left to right, the symbol first is what a Hebrew reader sees to the left of the number.
    if (language === "hu" || language === "ru") return `${sign}${digitsText}${noBreakSpace}${symbol}`;
    const gap = language === "he" || symbol === "₪" || /\p{L}$/u.test(symbol) ? noBreakSpace : "";
    return `${sign}${symbol}${gap}${digitsText}`;
  }

  function relative(instant: Date | string, now = new Date()): string {
    const then = instantOf(instant);
    const seconds = Math.round((then.getTime() - now.getTime()) / 1000);
    const words = new Intl.RelativeTimeFormat(locale, { numeric: "auto", style: language === "he" ? "long" : "short" });
    if (Math.abs(seconds) < 45) return words.format(0, "second");
    if (Math.abs(seconds) < 45 * 60) return withoutNumber(words.format(Math.round(seconds / 60), "minute"));
    if (Math.abs(seconds) < 22 * 3600) return withoutNumber(words.format(Math.round(seconds / 3600), "hour"));
    const year = then.getFullYear() === now.getFullYear() ? undefined : "numeric";
    return dateFormat({ day: "numeric", month: "short", year, timeZone }).format(then);
  }

  return {
    locale: ofDates,
    number: (value, options = {}) => plain(numberFormat(options).format(value)),
    unit,
    duration: (minutes) => {
      const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
      return list([...(hours > 0 ? [unit(hours, "hour")] : []), ...(rest > 0 || hours === 0 ? [unit(rest, "minute")] : [])]);
    },
    percent: (ratio) => plain(numberFormat({ style: "percent", maximumFractionDigits: 1 }).format(ratio)),
    money,
    day: (date, style = "medium") => dateFormat({ dateStyle: style, timeZone: "UTC" }).format(new Date(`${date}T00:00:00Z`)),
    month: (month) =>
      dateFormat({ month: "long", year: "numeric", timeZone: "UTC" }).format(new Date(`${month.slice(0, 7)}-01T00:00:00Z`)),
    date: (instant, style = "medium") => dateFormat({ dateStyle: style, timeZone }).format(instantOf(instant)),
    time: (instant) => dateFormat({ timeStyle: "short", timeZone }).format(instantOf(instant)),
    timeOfDay: (time) => dateFormat({ timeStyle: "short", timeZone: "UTC" }).format(new Date(`1970-01-01T${time}Z`)),
    dateTime: (instant) => dateFormat({ dateStyle: "medium", timeStyle: "short", timeZone }).format(instantOf(instant)),
    relative,
    inDays: (days) => withoutNumber(new Intl.RelativeTimeFormat(locale, { numeric: "auto" }).format(days, "day")),
    list,
    compare: (a, b) => collator.compare(a, b),
  };
}
