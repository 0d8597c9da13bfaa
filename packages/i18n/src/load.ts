/// <reference types="vite/client" />
import type { Language } from "./languages.ts";
import type { LazyArea, Messages } from "./messages.ts";

const chunks: Readonly<Record<Language, () => Promise<{ default: Messages }>>> = {
  en: () => import("./catalogues/en/screens.ts"),
  he: () => import("./catalogues/he/screens.ts"),
  hu: () => import("./catalogues/hu/screens.ts"),
  ru: () => import("./catalogues/ru/screens.ts"),
};

/** For the browser: one chunk per language, without the mails. */
export async function loadMessages(language: Language): Promise<Messages> {
  return (await chunks[language]()).default;
}

/** Every area's file by itself; which of them are asked for alone is `lazyAreas`. */
const files = import.meta.glob<{ default: Messages[string] }>([
  "./catalogues/*/*.json",
  "!./catalogues/*/{common,shell,cards,errors,fields,validation,mail,templates}.json",
]);

/** For the browser: the words of one screen or dialog, in a chunk of their own. */
export async function loadArea(language: Language, area: LazyArea): Promise<Messages> {
  const load = files[`./catalogues/${language}/${area}.json`];
  if (!load) throw new Error(`No catalogue ${language}/${area}`);
  return { [area]: (await load()).default };
}
