export const languages = ["en", "he", "hu", "ru"] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = "en";

/** Each in its own words, for language switches. */
export const languageNames: Readonly<Record<Language, string>> = { en: "English", he: "עברית", hu: "Magyar", ru: "Русский" };

/** For Intl and React Aria, where the organization's region does not say otherwise. */
export const locales: Readonly<Record<Language, string>> = { en: "en-US", he: "he-IL", hu: "hu-HU", ru: "ru-RU" };

export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

export function directionOf(language: Language): "ltr" | "rtl" {
  return language === "he" ? "rtl" : "ltr";
}
