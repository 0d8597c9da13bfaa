import { formatter, type Formatter } from "@kartis/i18n/format.ts";
import { directionOf, isLanguage, type Language } from "@kartis/i18n/languages.ts";
import { loadArea, loadMessages } from "@kartis/i18n/load.ts";
import type { LazyArea, Messages } from "@kartis/i18n/messages.ts";
import { createTranslate, type Translate } from "@kartis/i18n/create-translate.ts";
import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { setCookie } from "./device/cookies.ts";

/**
 * The language lives outside React, because errors are worded and the router redirects outside React too. It is loaded once before
 * the first render, so that no component ever waits for words.
 */
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

/** The translation in use, for code outside components; in components use `useT`. */
export { translate as currentTranslate };

/** Language that boot.js chose from the cookie or the browser. */
export function initialLanguage(): Language {
  const { lang } = document.documentElement;
  return isLanguage(lang) ? lang : "en";
}

/** The words that are here, and which screens' they are besides the first ones'. */
let messages: Messages = {};
const loadedAreas = new Set<LazyArea>();
/** Areas that were asked for a word before they were here. */
const missed = new Set<string>();

function translateInto(language: Language): void {
  current = createTranslate(language, messages, { missed });
  for (const subscriber of subscribers) subscriber();
}

async function messagesOf(language: Language, areas: Iterable<LazyArea>): Promise<Messages> {
  const parts = await Promise.all([...areas].map((area) => loadArea(language, area)));
  return Object.assign({}, ...parts);
}

/** Called when the language changes. */
let changed: () => void = () => undefined;
export const onLanguageChange = (handler: () => void): void => void (changed = handler);

/** The language that was asked for last: what is loaded for an earlier one is not shown any more. */
let wanted: Language | undefined;

/** Loads the catalogues, turns the document, and remembers the choice for a year. */
export async function setLanguage(language: Language): Promise<void> {
  wanted = language;
  if (current?.language === language) return;
  const loading = loadMessages(language);
  let first: Messages, others: Messages, count: number;
  // Again with the areas that have arrived meanwhile, in the language of now: left out, they would show as keys.
  do {
    count = loadedAreas.size;
    [first, others] = await Promise.all([loading, messagesOf(language, loadedAreas)]);
  } while (loadedAreas.size !== count);
  if (wanted !== language) return;
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
  setCookie("language", language, 31_536_000);
  messages = { ...first, ...others };
  translateInto(language);
  changed();
}

/**
 * A screen or dialog together with the words only it has: `lazyPage(() => withWords(["settings"], import("…")))`. The words are there before the
 * component is, so that none waits for them.
 */
export async function withWords<Module>(areas: readonly LazyArea[], load: Promise<Module>): Promise<Module> {
  const [module] = await Promise.all([load, loadWords(areas)]);
  return module;
}

/** The texts of failures and invalid input: not needed for a first screen, but for everything after it. */
export const loadFailureWords = (): Promise<void> => loadWords(["errors", "validation"]);

async function loadWords(areas: readonly LazyArea[]): Promise<void> {
  const { language } = translate();
  const missing = areas.filter((area) => !loadedAreas.has(area));
  if (missing.length === 0) return;
  const more = await messagesOf(language, missing);
  // The language was changed meanwhile: again, in that one.
  if (translate().language !== language) return loadWords(areas);
  for (const area of missing) loadedAreas.add(area);
  Object.assign(messages, more);
  // Otherwise nothing on the page reads differently for them, and it is not drawn again: a page loads the words of a dozen screens once it stands.
  if (missing.some((area) => missed.has(area))) translateInto(language);
}

interface Formats {
  readonly ofOrganization: Formatter;
  readonly here: Formatter;
}

const FormatContext = createContext<Formats | undefined>(undefined);

interface Place {
  readonly region: string;
  readonly timeZone: string;
}

/** `of` is the organization. */
export function LanguageProvider({ of, children }: { of?: Place | null | undefined; children: ReactNode }) {
  const { language } = useT();
  const { region, timeZone } = of ?? {};
  const formats = useMemo(
    () => ({ ofOrganization: formatter({ language, region, timeZone }), here: formatter({ language, region }) }),
    [language, region, timeZone],
  );
  return (
    <I18nProvider locale={formats.here.locale}>
      <FormatContext value={formats}>{children}</FormatContext>
    </I18nProvider>
  );
}

export function useT(): Translate {
  return useSyncExternalStore(subscribe, translate);
}

/** Numbers, money and dates in the user's language and the organization's time zone. */
export const useFormat = (): Formatter => useFormats().ofOrganization;

/** The same in the browser's time zone, in which the calendar and tasks show when something is, and what leads to them has to. */
export const useFormatHere = (): Formatter => useFormats().here;

function useFormats(): Formats {
  const formats = use(FormatContext);
  if (!formats) throw new Error("useFormat outside LanguageProvider");
  return formats;
}
