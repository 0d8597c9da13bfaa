import type words from "@kartis/i18n/catalogues/en/leadFormPage.json";
import { directionOf, isLanguage, type Language } from "@kartis/i18n/languages.ts";

export type Words = Readonly<Record<keyof typeof words, string>>;

/** The page has its own few words and no message format: none of them has a placeholder. */
const pages: Readonly<Record<Language, () => Promise<{ default: Words }>>> = {
  en: () => import("@kartis/i18n/catalogues/en/leadFormPage.json"),
  he: () => import("@kartis/i18n/catalogues/he/leadFormPage.json"),
  hu: () => import("@kartis/i18n/catalogues/hu/leadFormPage.json"),
  ru: () => import("@kartis/i18n/catalogues/ru/leadFormPage.json"),
};

/** What can be wrong with a value: loaded once something is. */
const validations: Readonly<Record<Language, () => Promise<{ default: Readonly<Record<string, string>> }>>> = {
  en: () => import("@kartis/i18n/catalogues/en/validation.json"),
  he: () => import("@kartis/i18n/catalogues/he/validation.json"),
  hu: () => import("@kartis/i18n/catalogues/hu/validation.json"),
  ru: () => import("@kartis/i18n/catalogues/ru/validation.json"),
};

/** The first of the browser's languages that is one of ours. */
export function browserLanguage(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).replace("iw", "he"));
  return wanted.find(isLanguage) ?? "en";
}

/** Loads the words, and turns the document. */
export async function wordsIn(language: Language): Promise<Words> {
  const { default: loaded } = await pages[language]();
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  return loaded;
}

/** The message of a catalogue key such as `validation.email`. */
export async function problemIn(language: Language): Promise<(key: string) => string> {
  const { default: loaded } = await validations[language]();
  return (key) => loaded[key.replace("validation.", "")] ?? loaded["invalid"] ?? key;
}
