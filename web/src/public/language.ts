import { createTranslate, type Translate } from "@kartis/i18n/create-translate.ts";
import { directionOf, isLanguage, type Language } from "@kartis/i18n/languages.ts";
import { loadArea } from "@kartis/i18n/load.ts";
import { useSyncExternalStore } from "react";
import { setCookie } from "../lib/device/cookies.ts";

/** The public pages' own words and nothing else: the app's (`lib/i18n.tsx`) bring the catalogues of its first screens and the component kit along. */
let current: Translate | undefined;
const subscribers = new Set<() => void>();

function translate(): Translate {
  if (!current) throw new Error("No language is loaded");
  return current;
}

function subscribe(subscriber: () => void): () => void {
  subscribers.add(subscriber);
  return () => subscribers.delete(subscriber);
}

/** Language that boot.js chose from the address, the cookie or the browser. */
export function initialLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : "en";
}

/** The language requested last: files that arrive for an earlier one are not shown. */
let wanted: Language | undefined;

/** Loads the words, turns the document, and remembers the choice for a year. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  const words = await loadArea(language, "public");
  if (wanted !== language) return;
  current = createTranslate(language, words);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  setCookie("language", language, 31_536_000);
  for (const subscriber of subscribers) subscriber();
}

export function useT(): Translate {
  return useSyncExternalStore(subscribe, translate);
}
