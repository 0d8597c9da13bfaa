import type { Language } from "@kartis/i18n/languages.ts";

/** Marks of a quotation, and what stands for them within another one. In Hebrew they are also part of words (בע״מ), and stay. */
const inner: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: { "“": "‘", "”": "’" },
  he: {},
  hu: { "„": "»", "”": "«" },
  ru: { "«": "„", "»": "“" },
};

/** The text as it stands between quotation marks of the language: `View ‘Mine’ saved`. */
export const quoted = (text: string, language: Language): string =>
  text.replaceAll(/[“”„«»]/g, (mark) => inner[language][mark] ?? mark);
