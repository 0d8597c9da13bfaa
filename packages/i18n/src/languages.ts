export const languages = ["en", "he", "hu", "ru"] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = "en";

/** Each language in its own words, for language switches. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", he: "עברית", hu: "Magyar", ru: "Русский" };

/** Locale of numbers and texts, whatever the region. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", he: "he-IL", hu: "hu-HU", ru: "ru-RU" };

const sample = 1234567.5;
const clockOf = (locale: string | Intl.Locale) => new Intl.DateTimeFormat(locale, { hour: "numeric" }).resolvedOptions();

/**
 * The locale that writes dates and times. English alone is written differently from region to region: month or day first, 12 or 24 hours. A region's own
 * English is taken where the browser knows it and writes numbers as the rest of the screen does; the others read day first, with the hours of their own language.
 */
export function datesLocale(language: Language, region?: string): string {
  if (language !== "en" || !region) return locales[language];
  const own = `en-${region}`;
  if (clockOf(own).locale === own && sample.toLocaleString(own) === "1,234,567.5") return own;
  return clockOf(new Intl.Locale("und", { region }).maximize()).hourCycle === "h12" ? "en-AU" : "en-GB";
}

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "he" ? "rtl" : "ltr";
}
